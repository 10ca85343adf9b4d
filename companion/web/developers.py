"""The rules API as a page for people: every call with its examples, a form to try it, and what its bodies hold.

Whatever it says stands in the OpenAPI document; nothing is written twice, and nothing is loaded from elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template
from markupsafe import Markup, escape

from companion.api.openapi import document
from companion.play.registry import GAMES
from companion.web.shell import public_url

bp = Blueprint("developers", __name__)

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a server, as the document describes it (`operation`)."""

    server: str
    path: str
    method: str
    operation: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Its name in the document."""
        return str(self.operation["operationId"])

    @property
    def takes(self) -> Mapping[str, Any]:
        """The body it is sent, with examples; empty where there is none."""
        return self.operation.get("requestBody", {}).get("content", {}).get(JSON, {})  # type: ignore[no-any-return]

    @property
    def gives(self) -> Mapping[str, Any]:
        """The answer, with those to the examples; empty where it is a file."""
        return self.operation["responses"]["200"]["content"].get(JSON, {})  # type: ignore[no-any-return]

    @property
    def curl(self) -> str:
        """The first example as a line for a shell."""
        address = self.server + self.path
        if "examples" not in self.takes:
            return f"curl '{address}{'?players=4' if self.operation.get('parameters') else ''}'"
        first = next(iter(self.takes["examples"].values()))["value"]
        body = json.dumps(first, separators=(",", ":")).replace("'", "'\\''")
        return f"curl {address} -H 'Content-Type: {JSON}' -d '{body}'"


@bp.app_template_filter()
def coded(words: str) -> Markup:
    """Words of the document with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words))))


@bp.get("/api")
def page() -> str:
    """Every call of the rules API."""
    spec = document(public_url().rstrip("/"))
    return render_template("api.html", document=spec, groups=groups(spec))


def groups(spec: Mapping[str, Any]) -> dict[str, list[Call]]:
    """The calls game by game, and what holds for all of them at the end; those with a body first, as they stand."""
    server = spec["servers"][0]["url"]
    found: dict[str, list[Call]] = {**{game.name: [] for game in GAMES.values()}, "": []}
    for path, methods in spec["paths"].items():
        game = GAMES.get(path.split("/")[2])
        found[game.name if game else ""] += [Call(server, path, name.upper(), one) for name, one in methods.items()]
    return {name: sorted(calls, key=lambda call: call.method == "GET") for name, calls in found.items()}


@bp.app_template_filter()
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


# ---- models


@bp.app_template_filter()
def models(schema: Mapping[str, Any]) -> tuple[str, ...]:
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


@bp.app_template_filter()
def kinds(schema: Mapping[str, Any]) -> str:
    """What a value may be, in a few words each."""
    return ", ".join(dict.fromkeys(_kinds(schema)))


def _kinds(schema: Mapping[str, Any]) -> Iterator[str]:
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
