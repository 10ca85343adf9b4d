"""JSON as RFC 8259 has it, where Python reads more: what comes from outside says one thing, and says it once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


class NotStrict(ValueError):
    """What Python would read and JSON does not have, in a sentence for who sent it."""


def loads(text: str, whole: Callable[[str], int] | None = None) -> Any:
    """The value of a JSON text; `whole` reads its whole numbers.

    Raises `NotStrict`, `json.JSONDecodeError` where it is no JSON at all, `RecursionError` where it is nested too
    deeply, and `ValueError` for numbers without an end.
    """
    return json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_number, parse_int=whole)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are all different: which of two values counts would be a guess."""
    read: dict[str, Any] = {}
    for name, value in pairs:
        if name in read:
            raise NotStrict(f"The field {json.dumps(name[:40])} stands twice in one object; give each field once.")
        read[name] = value
    return read


def _constant(name: str) -> None:
    raise NotStrict(f"{name} is not a JSON number; every number here is finite.")


def _number(digits: str) -> float | int:
    """JSON knows one kind of number: 10.0 is the whole number 10."""
    read = float(digits)
    return int(read) if read.is_integer() and abs(read) < 2**53 else read
