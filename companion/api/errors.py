"""What is wrong with a request, in plain sentences: what was sent, what is allowed there, the closest guess first.

pydantic finds the mistakes; the same JSON Schema that the OpenAPI document publishes says what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from companion.api.fields import Request
from companion.api.problem import Error, InvalidInput

Json = Mapping[str, Any]
Model = TypeVar("Model", bound=Request)
MOST_ERRORS = 100
"""More errors than this are counted, not listed."""
_LONGEST_ECHO = 40
KEY = "[key]"
"""How pydantic says that a name in an object by name is wrong, not what stands under it."""


def validate(model: type[Model], data: object) -> Model:
    """The request as its model, or `InvalidInput` with every error in it.

    The kind of attack goes along as context: what a situation must hold depends on it.
    """
    if not isinstance(data, dict):
        raise InvalidInput([Error("", f"The body is {shown(data)}; send one JSON object.")])
    try:
        return model.model_validate(data, context={"kind": data.get("kind")})
    except ValidationError as error:
        found = error.errors(include_url=False)
        raise InvalidInput([_error(model, one) for one in found[:MOST_ERRORS]], len(found)) from error


def mistake(message: str) -> PydanticCustomError:
    """For validators: a mistake in our own words."""
    return PydanticCustomError("mistake", "{message}", {"message": message})


def _error(model: type[Request], found: ErrorDetails) -> Error:
    loc = found["loc"]
    path = ".".join(str(step) for step in loc if step != KEY)
    if found["type"] == "mistake":
        return Error(path, found["ctx"]["message"])
    schema = _schema(model)
    if found["type"] == "extra_forbidden":
        known = _at(schema, loc[:-1]).get("properties", {})
        return Error(path, f"Unknown field; known here: {', '.join(closest_first(loc[-1], known))}.")
    allowed = _allowed(schema, _at(schema, loc), found.get("input"))
    if found["type"] == "missing":
        return Error(path, f"Missing; give {allowed}.")
    return Error(path, f"Got {shown(found['input'])}; give {allowed}.")


@cache
def _schema(model: type[Request]) -> Json:
    return model.model_json_schema()


def _at(schema: Json, loc: Sequence[str | int]) -> Json:
    """The part of a schema that describes this place in a request."""
    here = _resolved(schema, schema)
    names: Json = {}
    for step in loc:
        if isinstance(step, int):
            here = here.get("items", {})
        elif step == KEY:
            return names
        else:
            names = {"type": "string", **here.get("propertyNames", {})}
            here = here.get("properties", {}).get(step) or here.get("additionalProperties") or {}
        here = _resolved(schema, here)
    return here


def _resolved(schema: Json, part: Json) -> Json:
    """Follows a reference, and a "this or null" to this."""
    for choice in part.get("anyOf", ()):
        if choice.get("type") != "null":
            return _resolved(schema, choice)
    if "$ref" in part:
        return _resolved(schema, schema["$defs"][part["$ref"].rsplit("/", 1)[-1]])
    return part


def _allowed(schema: Json, part: Json, sent: object = None) -> str:
    """What a value of this schema looks like: "a whole number from 1 to 15"."""
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return "one of " + ", ".join(closest_first(sent, part["enum"]))
    match part.get("type"):
        case None if not part.get("properties"):
            return "any JSON value"
        case "integer":
            return "a whole number" + _range(part)
        case "number":
            return "a number" + _range(part)
        case "boolean":
            return "true or false"
        case "string":
            least = part.get("minLength", 0)
            text = f"a text of {f'{least} to' if least else 'at most'} {part['maxLength']} characters"
            return f"{text}, each of {part['pattern'][1:-2]}" if "pattern" in part else text
        case "array":
            item = _allowed(schema, _resolved(schema, part["items"]))
            return f"a list of at most {part['maxItems']} entries, each {item}"
        case _ if "properties" not in part:
            each = _allowed(schema, _resolved(schema, part["additionalProperties"]))
            return f"an object by name, each with {each}"
        case _:
            return "an object with some of " + ", ".join(part["properties"])


def _range(part: Json) -> str:
    return f" from {part['minimum']:g} to {part['maximum']:g}"


def closest_first(sent: object, known: Iterable[str | int]) -> list[str]:
    """The known names (or numbers), those that look like what was sent before the others."""
    names = [str(one) for one in known]
    like = get_close_matches(sent[:_LONGEST_ECHO], names, n=3, cutoff=0.5) if isinstance(sent, str) else []
    return [*like, *(name for name in names if name not in like)]


def shown(value: object) -> str:
    """A value as an error repeats it: short, and never what is inside an object or a list."""
    match value:
        case dict():
            return "an object"
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case str() if len(value) > _LONGEST_ECHO:
            return json.dumps(value[:_LONGEST_ECHO]) + " and so on"
        case int() if abs(value) >= 10**15:
            return "a number beyond all bounds"
        case _:
            return json.dumps(value)
