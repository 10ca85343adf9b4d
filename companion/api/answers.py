"""How answers are made: from the rules' own values, whose fields they show, so that no shape is written down twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import reduce
from operator import attrgetter, or_
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from flask import Response
from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field, create_model

from companion.api.translation import say
from companion.rules.text import Number, Text


class Answer(BaseModel):
    """What every answer and its parts have in common: filled from the rules' values, never with more than it names."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, from_attributes=True, serialize_by_alias=True, use_attribute_docstrings=True
    )


def answered(answer: Answer) -> Response:
    """The answer as it is sent."""
    return Response(answer.model_dump_json(), content_type="application/json")


Shape = TypeVar("Shape", bound=Answer)


def _words(value: object) -> object:
    if isinstance(value, Text):
        return say(value)
    return str(value) if isinstance(value, int) else value


Sentence = Annotated[str, BeforeValidator(_words)]
"""A sentence of the rules, in the language of the answer; or a number that is a name, as a level's is."""
_SHOWN: dict[object, Any] = {Text: Sentence}
"""What stands in an answer for a value of the rules."""


def shows(
    source: type, *, without: tuple[str, ...] = (), number: object = None, inside: str = ""
) -> Callable[[type[Shape]], type[Shape]]:
    """Gives an answer the fields of a dataclass of the rules, besides those it declares itself.

    `number` is what it shows of a `Number`. The dataclass may stand `inside` a field of what is shown. Wherever it is a
    field of another one, this answer stands for it from now on.
    """
    known = {**_SHOWN, Number: number}

    def filled(declared: type[Shape]) -> type[Shape]:
        hints = get_type_hints(source)
        names = [one.name for one in fields(source) if one.name not in (*without, *declared.model_fields)]
        places = {name: AliasPath(inside, name) if inside else None for name in names}
        added: dict[str, Any] = {
            name: (_shown(hints[name], known), Field(validation_alias=places[name])) for name in names
        }
        _SHOWN[source] = shape = create_model(
            declared.__name__, __base__=declared, __doc__=declared.__doc__, __module__=declared.__module__, **added
        )
        return shape

    return filled


def _shown(hint: Any, known: Mapping[object, Any]) -> Any:
    """The type of an answer's field, from that of the rules' field."""
    parts = tuple(_shown(part, known) for part in get_args(hint))
    match get_origin(hint):
        case None:
            return known.get(hint, hint)
        case origin if origin in (Union, UnionType):
            return reduce(or_, parts)
        case origin if origin is tuple:
            return list[parts[0]]  # type: ignore[valid-type]
        case origin if origin is frozenset:
            return Annotated[list[parts[0]], BeforeValidator(sorted)]  # type: ignore[valid-type]
        case origin if origin is Mapping:
            return dict[parts[0], parts[1]]  # type: ignore[valid-type]
        case _:
            return hint


class Why(Answer):
    """One term of a number: what it adds, why, and the section of the book."""

    value: int
    reason: Sentence
    rule: str


def _base(number: Number) -> dict[str, object]:
    return {"value": number.base, "reason": number.source, "rule": number.rule}


Base = Annotated[Why, BeforeValidator(_base)]
"""What a number of the rules starts from."""
Terms = Annotated[list[Why], BeforeValidator(attrgetter("modifiers"))]
"""What changed a number of the rules; with its base they add up to it."""


class NotAllowed(Answer):
    """This attack cannot be made: out of range, unloaded, without a fitting weapon."""

    allowed: Literal[False] = False
    reason: Sentence
    rule: str
