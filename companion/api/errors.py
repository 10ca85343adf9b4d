"""What is wrong with a request, in plain sentences: what was sent, what is allowed there, the closest guess first.

pydantic finds the mistakes; the same JSON Schema that the OpenAPI document publishes says what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from companion.api.fields import Judged, Request
from companion.api.problem import Error, InvalidInput
from companion.content.known import LONGEST_ECHO, closest_first

Json = Mapping[str, Any]
Model = TypeVar("Model", bound=Request)
MOST_ERRORS = 100
"""More errors than this are counted, not listed."""
KEY = "[key]"
"""How pydantic says that a name in an object by name is wrong, not what stands under it."""


def read(model: type[Model], data: object) -> tuple[Model, list[Error]]:
    """The request as its model, and which unknown fields were left out so that the rules can judge the others.

    Raises `InvalidInput` with every error there is: those of shape, and those between the fields. The kind of attack
    goes along as context: what a situation must hold depends on it.
    """
    if not isinstance(data, dict):
        raise InvalidInput([Error("", f"The body is {shown(data)}; send one JSON object.")])
    between = list(model.wrong_between(data))
    try:
        body = model.model_validate(data, context={"kind": data.get("kind")})
    except ValidationError as error:
        found = error.errors(include_url=False)
        errors = [_error(model, one) for one in found[:MOST_ERRORS]]
        if issubclass(model, Judged) and all(one["type"] == "extra_forbidden" for one in found):
            return model.model_validate(_without(data, found)), errors
        known = () if model.tells_both else {error.path for error in errors}
        more = [error for error in between if error.path not in known]
        raise InvalidInput([*errors, *more], len(found) + len(more)) from error
    if between:
        raise InvalidInput(between)
    return body, []


def _without(data: dict[str, Any], unknown: Sequence[ErrorDetails]) -> dict[str, Any]:
    """The body without its unknown fields."""
    rest = deepcopy(data)
    for error in unknown:
        here: Any = rest
        for step in error["loc"][:-1]:
            here = here[step]
        del here[error["loc"][-1]]
    return rest


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


def shown(value: object) -> str:
    """A value as an error repeats it: short, and never what is inside an object or a list."""
    match value:
        case dict():
            return "an object"
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case str() if len(value) > LONGEST_ECHO:
            return json.dumps(value[:LONGEST_ECHO]) + " and so on"
        case int() if abs(value) >= 10**15:
            return "a number beyond all bounds"
        case _:
            return json.dumps(value)


def entries(value: object, *names: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a list with their places; of anything else none. `names` lead to the list."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    if isinstance(value, list):
        yield from ((place, one) for place, one in enumerate(value) if isinstance(one, dict))


def doubled(named: Iterable[tuple[str, object]]) -> Iterator[Error]:
    """A name given twice; `named` are the paths of the entries with the names in them."""
    seen: set[str] = set()
    for path, name in named:
        if isinstance(name, str):
            if name in seen:
                yield Error(f"{path}.id", f"Got {shown(name)} a second time; give each its own.")
            seen.add(name)


def unknown(path: str, name: object, known: Iterable[object]) -> Iterator[Error]:
    """A name of nobody."""
    names = [one for one in known if isinstance(one, str)]
    if isinstance(name, str) and name not in names:
        given = ", ".join(closest_first(name, names)) or "nobody"
        yield Error(path, f"Got {shown(name)}; known here: {given}.")
