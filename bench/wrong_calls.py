"""Calls of the API with values of the wrong kind, or nested too deeply."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from companion.api.endpoints import CALLS

WRONG: tuple[Any, ...] = (None, True, 26, -1, 2.5, "26", "", "a\nb", "\0", [], [26], {}, {"a": None})
"""A value of every kind, for where another is wanted."""


def wrong_calls() -> dict[str, list[str]]:
    """Of every call of the API its examples with one value after the other replaced by those of every kind; every enum
    of its request is given, also where the example leaves it out."""
    found: dict[str, list[str]] = {}
    for call in CALLS:
        for example in call.examples.values():
            whole = json.loads(json.dumps(example))
            for model in call.takes:
                for name, part in model.model_json_schema().get("properties", {}).items():
                    if isinstance(whole, dict) and "enum" in json.dumps(part):
                        whole.setdefault(name, None)
            for place in places(whole):
                found.setdefault(f"/api{call.path}", []).extend(json.dumps(put(whole, place, one)) for one in WRONG)
    return found


def places(value: Any) -> Iterator[tuple[str | int, ...]]:
    """Where something stands in a request, the whole included."""
    yield ()
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inside:
        yield from ((name, *rest) for rest in places(one))


def put(value: Any, place: tuple[str | int, ...], other: Any) -> Any:
    """The request with another value at this place."""
    if not place:
        return other
    copy = value.copy()
    copy[place[0]] = put(value[place[0]], place[1:], other)
    return copy


def nested(sent: str, chance: random.Random) -> str:
    """The request deep inside lists or objects, with a NUL and without."""
    depth, inner = chance.choice((5, 450, 990, 5000, 30_000)), sent if chance.random() < 0.5 else '"\\u0000"'
    return "[" * depth + inner + "]" * depth if chance.random() < 0.5 else '{"a":' * depth + inner + "}" * depth
