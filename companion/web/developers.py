"""The rules API as a page for people: every call with its examples, a form to try it, and what its bodies hold.

Whatever it says stands in the OpenAPI document; nothing is written twice, and nothing is loaded from elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from flask import Blueprint, render_template
from markupsafe import Markup, escape

from companion.api.openapi import document
from companion.web.shell import public_url

bp = Blueprint("developers", __name__)

GAMES = {"kensei": "Kensei", "kenjin": "Kenjin", "tenno": "Tenno", "zipang": "Zipang Portable"}
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Example:
    """A body to send, and the answer to it; empty where that is a file, or needs more than the rules."""

    name: str
    body: str
    answer: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a body: what it may hold, and the models that are described further down."""

    name: str
    kind: str
    models: tuple[str, ...]
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Model:
    """A body or a part of one."""

    name: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One call."""

    id: str
    method: str
    path: str
    summary: str
    about: str
    examples: tuple[Example, ...]
    asked: tuple[Field, ...]
    """What is asked for in the address."""
    takes: tuple[str, ...]
    gives: tuple[str, ...]
    curl: str


@dataclass(frozen=True, slots=True)
class Guide:
    """The whole page."""

    title: str
    version: str
    about: str
    server: str
    groups: tuple[tuple[str, tuple[Operation, ...]], ...]
    models: tuple[Model, ...]


@bp.app_template_filter()
def coded(words: str) -> Markup:
    """Words of the document with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words))))


@bp.get("/api")
def page() -> str:
    """Every call of the rules API."""
    return render_template("api.html", guide=guide(public_url().rstrip("/")))


@lru_cache(maxsize=8)
def guide(server: str) -> Guide:
    """The page for a server at this address."""
    told = document(server)
    calls = [_operation(server, path, *one) for path, all_ in told["paths"].items() for one in all_.items()]
    groups = [(name, tuple(of)) for name, of in groupby(sorted(calls, key=_place), _game)]
    info = told["info"]
    models = tuple(_model(name, schema) for name, schema in told["components"]["schemas"].items())
    return Guide(info["title"], info["version"], info["description"], server, tuple(groups), models)


def _game(call: Operation) -> str:
    return GAMES.get(call.path.split("/")[2], "")


def _place(call: Operation) -> tuple[int, bool]:
    """Game by game, and what holds for all of them at the end; the calls with a body first, as they stand."""
    return [*GAMES.values(), ""].index(_game(call)), call.method == "GET"


def _operation(server: str, path: str, method: str, told: Mapping[str, Any]) -> Operation:
    body = told.get("requestBody", {}).get("content", {}).get(JSON, {})
    answer = told["responses"]["200"]["content"].get(JSON, {})
    answers = answer.get("examples", {})
    examples = tuple(
        Example(name, pretty(one["value"]), pretty(answers[name]["value"]) if name in answers else "")
        for name, one in body.get("examples", {}).items()
    )
    asked = tuple(_field(one["name"], one["schema"], one.get("required", False)) for one in told.get("parameters", ()))
    return Operation(
        told["operationId"],
        method.upper(),
        path,
        told["summary"],
        told.get("description", ""),
        examples,
        asked,
        _models(body.get("schema", {})),
        _models(answer.get("schema", {})),
        _curl(server + path, examples, asked),
    )


def pretty(value: Any) -> str:
    """JSON to be read: an object that fits a line stays on it."""
    return _laid(value, "")


def _laid(value: Any, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 60 or not isinstance(value, dict | list) or not value:
        return flat
    deeper = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(deeper + _laid(one, deeper) for one in value) + f"\n{indent}]"
    lines = (f"{deeper}{json.dumps(name)}: {_laid(one, deeper)}" for name, one in value.items())
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def _curl(address: str, examples: tuple[Example, ...], asked: tuple[Field, ...]) -> str:
    """The first example as a line for a shell."""
    if not examples:
        return f"curl '{address}{'?players=4' if asked else ''}'"
    body = json.dumps(json.loads(examples[0].body), separators=(",", ":")).replace("'", "'\\''")
    return f"curl {address} -H 'Content-Type: {JSON}' -d '{body}'"


# ---- models


def _model(name: str, schema: Mapping[str, Any]) -> Model:
    required = schema.get("required", ())
    fields = tuple(_field(field, one, field in required) for field, one in schema.get("properties", {}).items())
    return Model(name, schema.get("description", ""), fields)


def _field(name: str, schema: Mapping[str, Any], required: bool) -> Field:
    return Field(
        name, ", ".join(dict.fromkeys(_kinds(schema))), _models(schema), required, schema.get("description", "")
    )


def _models(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The models a schema names, each once."""
    return tuple(dict.fromkeys(_named(schema)))


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _named(one)
    elif isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].rpartition("/")[2]
        for name in ("anyOf", "oneOf", "allOf", "items", "additionalProperties"):
            yield from _named(value.get(name))


def _kinds(schema: Mapping[str, Any]) -> Iterator[str]:
    """What a value may be, in a few words each."""
    for name in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(name, ()):
            yield from _kinds(one)
    if "enum" in schema:
        yield " | ".join(json.dumps(one) for one in schema["enum"])
    elif "const" in schema:
        yield json.dumps(schema["const"])
    elif schema.get("type") == "array":
        yield "list of " + (", ".join(_kinds(schema.get("items", {}))) or "these")
    elif "type" in schema:
        yield schema["type"] + _bounds(schema)
    if "default" in schema:
        yield f"default {json.dumps(schema['default'])}"


def _bounds(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" {least} to {most}"
    return f" up to {schema['maxLength']} characters" if "maxLength" in schema else ""
