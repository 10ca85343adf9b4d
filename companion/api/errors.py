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
from companion.api.translation import gettext as _
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
        raise InvalidInput([Error("", _("The body is %(got)s; send one JSON object.", got=shown(data)))])
    between = list(model.wrong_between(data))
    try:
        body = model.model_validate(data, context={"kind": data.get("kind")})
    except ValidationError as error:
        found = error.errors(include_url=False)
        errors = [_error(model, one) for one in found[:MOST_ERRORS]]
        if issubclass(model, Judged) and all(one["type"] == "extra_forbidden" for one in found):
            return model.model_validate(_without(data, found)), errors
        known = () if model.reports_both else {error.path for error in errors}
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
        return Error(path, _("Unknown field; known here: %(known)s.", known=", ".join(closest_first(loc[-1], known))))
    allowed = _allowed(schema, _at(schema, loc), found.get("input"))
    if found["type"] == "missing":
        return Error(path, _("Missing; give %(allowed)s.", allowed=allowed))
    return Error(path, _("Got %(got)s; give %(allowed)s.", got=shown(found["input"]), allowed=allowed))


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
        return _("one of %(known)s", known=", ".join(closest_first(sent, part["enum"])))
    match part.get("type"):
        case None if not part.get("properties"):
            return _("any JSON value")
        case "integer":
            return _("a whole number from %(least)s to %(most)s", **_range(part))
        case "number":
            return _("a number from %(least)s to %(most)s", **_range(part))
        case "boolean":
            return _("true or false")
        case "string":
            return _text(part)
        case "array":
            item = _allowed(schema, _resolved(schema, part["items"]))
            return _("a list of at most %(most)s entries, each %(item)s", most=part["maxItems"], item=item)
        case _ if "properties" not in part:
            each = _allowed(schema, _resolved(schema, part["additionalProperties"]))
            return _("an object: for each name %(each)s", each=each)
        case _:
            return _("an object with some of %(known)s", known=", ".join(part["properties"]))


def _text(part: Json) -> str:
    least, most = part.get("minLength", 0), part["maxLength"]
    if "pattern" in part:
        found = {"least": least, "most": most, "allowed": part["pattern"][1:-2]}
        return _("a text of %(least)s to %(most)s characters, each of %(allowed)s", **found)
    if least:
        return _("a text of %(least)s to %(most)s characters", least=least, most=most)
    return _("a text of at most %(most)s characters", most=most)


def _range(part: Json) -> dict[str, str]:
    return {"least": f"{part['minimum']:g}", "most": f"{part['maximum']:g}"}


def shown(value: object) -> str:
    """A value as an error repeats it: short, and never what is inside an object or a list."""
    match value:
        case dict():
            return _("an object")
        case list():
            return _("a list of %(entries)s", entries=len(value)) if value else _("an empty list")
        case str() if len(value) > LONGEST_ECHO:
            return _("%(begins)s and so on", begins=json.dumps(value[:LONGEST_ECHO]))
        case int() if abs(value) >= 10**15:
            return _("a number that is too large")
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
                yield Error(f"{path}.id", _("Got %(got)s a second time; give each its own.", got=shown(name)))
            seen.add(name)


def unknown(path: str, name: object, known: Iterable[object]) -> Iterator[Error]:
    """A name of nobody."""
    names = [one for one in known if isinstance(one, str)]
    if isinstance(name, str) and name not in names:
        given = ", ".join(closest_first(name, names)) or _("nobody")
        yield Error(path, _("Got %(got)s; known here: %(given)s.", got=shown(name), given=given))
