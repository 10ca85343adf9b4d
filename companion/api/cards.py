"""What the calls of the three card games share: values the rules judge themselves, and all their errors at once."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, StringConstraints, ValidationError
from pydantic_core import CoreSchema, core_schema

from companion.api.errors import validate
from companion.api.fields import Request
from companion.api.problem import Error, InvalidInput
from companion.rules.text import Refusal

Model = TypeVar("Model", bound=Request)
Json = dict[str, Any]
LONGEST_NAME = 40

Player = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=LONGEST_NAME)]
"""A player's name, as the caller likes to have it."""


@dataclass(frozen=True)
class OneOf:
    """Annotates a str: the document lists the known identifiers, the rules judge it: so all errors come at once."""

    known: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.str_schema(strict=True, max_length=LONGEST_NAME)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {"type": "string", "enum": list(self.known)}


@dataclass(frozen=True)
class Whole:
    """Annotates an int: the document gives the bounds, the rules judge it."""

    least: int
    most: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.int_schema(strict=True, ge=-999, le=999)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


def read(model: type[Model], judge: Callable[[Model], Any], data: object) -> Any:
    """What the rules answer to a body, or `InvalidInput` with the errors of its shape and those the rules find.

    Unknown fields are left out to ask the rules nevertheless: nobody should have to send a body twice to learn all.
    """
    errors: list[Error] = []
    count = 0
    try:
        body = validate(model, data)
    except InvalidInput as invalid:
        known = _known_part(data, invalid)
        if known is None:
            raise
        errors, count = list(invalid.errors), len(invalid.errors)
        body = validate(model, known)
    found = judge(body)
    if isinstance(found, Refusal):
        problems = [Error(problem.path, str(problem.message)) for problem in found.problems]
        errors += problems or [Error("", str(found.reason))]
    if errors:
        raise InvalidInput(errors, max(count, len(errors)))
    return found


def _known_part(data: object, invalid: InvalidInput) -> Any:
    """The body without its unknown fields, if those are all that is wrong with its shape."""
    if not isinstance(invalid.__cause__, ValidationError):
        return None
    found = invalid.__cause__.errors(include_url=False)
    if any(error["type"] != "extra_forbidden" for error in found):
        return None
    rest = deepcopy(data)
    for error in found:
        here: Any = rest
        for step in error["loc"][:-1]:
            here = here[step]
        del here[error["loc"][-1]]
    return rest
