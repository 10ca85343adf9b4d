"""The OpenAPI 3.1 document, generated from the very models that check the requests and make the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, Field
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from companion import __version__
from companion.api.calls import Call
from companion.api.endpoints import CALLS
from companion.api.problem import MEDIA_TYPE
from companion.api.reference import RulesAnswer
from companion.api.zipang import SETUP_PARAMETER, SetupAnswer

Refs = Mapping[Any, dict[str, Any]]
"""The models and where their schemas stand in the document."""

_REF = "#/components/schemas/{model}"
_ABOUT = (
    "The rules of Kensei, Kenjin, Tenno and Zipang Portable as plain questions and answers: stateless, without a "
    "table, a cookie or a key. Sections such as 9:3:3 are the Kensei book's. Distances are centimeters; dice are 0 to "
    "9, where 0 is a ten (10 is accepted as well); marked dice come last. Every refused request is a problem document "
    "(RFC 9457), with every error at once."
)


class ErrorItem(BaseModel):
    """Where in the request (`attacker.miniatures`; empty for the whole body) and what to do about it."""

    path: str
    message: str


class ProblemDocument(BaseModel):
    """A problem document (RFC 9457); `errors` comes with status 422."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[ErrorItem] = Field(default_factory=list)


@lru_cache(maxsize=8)
def document(server: str) -> dict[str, Any]:
    """The whole document, as plain JSON values; `server` is the address that its paths follow, without a slash."""
    wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = [(ProblemDocument, "serialization")]
    wanted += [(RulesAnswer, "serialization"), (SetupAnswer, "serialization")]
    for call in CALLS:
        wanted += [(model, "validation") for model in call.takes]
        wanted += [(model, "serialization") for model in call.gives]
    refs, schemas = models_json_schema(list(dict.fromkeys(wanted)), ref_template=_REF)
    found = {model: ref for (model, _), ref in refs.items()}
    paths: dict[str, Any] = {
        "/api/kensei/rules": {"get": _get("kensei_rules", "Every profile and table of Kensei", found[RulesAnswer])},
        "/api/openapi.json": {"get": _get("openapi", "This document", {"type": "object"})},
        "/api/zipang/setup": {"get": _asked(found[SetupAnswer])},
    }
    for call in CALLS:
        paths["/api" + call.path] = {"post": _post(call, found)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Gunbai rules API", "version": __version__, "description": _ABOUT},
        "servers": [{"url": server, "description": "The server this document came from."}],
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "responses": {name: _problem(text, found) for name, text in _PROBLEMS.values()},
        },
    }


_PROBLEMS = {
    "400": (
        "BadRequest",
        "The body is empty or not JSON (NaN, a field twice, nested too deeply), or holds a NUL character.",
    ),
    "413": ("TooLarge", "The body is larger than 64 KB (an export of a table: 4 MB)."),
    "415": ("NotJson", "The body was not sent as application/json."),
    "422": ("Invalid", "JSON, but not what this call takes: every error with its path and what is allowed."),
}
"""By status, the name of the answer in the document, and what it says."""


def _refused(*statuses: str) -> dict[str, Any]:
    return {status: {"$ref": f"#/components/responses/{_PROBLEMS[status][0]}"} for status in statuses}


def _problem(description: str, found: Refs) -> dict[str, Any]:
    return {"description": description, "content": {MEDIA_TYPE: {"schema": found[ProblemDocument]}}}


def _operation(name: str, summary: str, answer: dict[str, Any], others: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"operationId": name, "summary": summary, **more, "responses": {"200": answer, **others}}


def _post(call: Call, found: Refs) -> dict[str, Any]:
    examples = {name: {"value": value} for name, value in call.examples.items()}
    return _operation(
        call.name,
        call.summary,
        _answer(call, found) if call.gives else _file(call.media),
        _refused("400", "413", "415", "422"),
        description=call.description,
        requestBody={
            "required": True,
            "content": {"application/json": {"schema": _one_of(call.takes, found), "examples": examples}},
        },
    )


def _answer(call: Call, found: Refs) -> dict[str, Any]:
    """The answer, with those to the examples as they are given now."""
    if not call.routed:
        return _json("The answer.", _one_of(call.gives, found))
    answers = {name: {"value": call.answer(sent).get_json()} for name, sent in call.examples.items()}
    return _json("The answer.", _one_of(call.gives, found), examples=answers)


def _file(media: str) -> dict[str, Any]:
    return {"description": "The file.", "content": {media: {"schema": {"type": "string", "format": "binary"}}}}


def _get(name: str, summary: str, schema: Any) -> dict[str, Any]:
    unchanged = {"description": "Unchanged since the ETag sent in If-None-Match."}
    return _operation(name, summary, _json("The answer, with an ETag.", schema), {"304": unchanged, **_refused("400")})


def _asked(schema: Any) -> dict[str, Any]:
    """The one GET with a question in its address."""
    about = "The deck and the coins of Zipang Portable for a number of players"
    answers = _json("The answer.", schema), _refused("400", "422")
    return _operation("zipang_setup", about, *answers, parameters=[SETUP_PARAMETER])


def _one_of(models: Sequence[type[BaseModel]], found: Refs) -> Any:
    return found[models[0]] if len(models) == 1 else {"anyOf": [found[model] for model in models]}


def _json(description: str, schema: Any, **more: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema, **more}}}
