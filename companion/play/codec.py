"""Texts, lines and events as plain JSON and back, as the store keeps them."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from companion.play.game import Line
from companion.rules.text import Numbered, PlayerName, Refusal, Term, Text

KEY = re.compile(r"[A-Za-z0-9_.:-]{8,64}")
_BAD_KEY = Text("The key of an entry has 8 to 64 letters, digits or - _ . : in it. Reload the page and try again.")


def encode(value: Any) -> Any:
    """A value of a Text, or the Text itself, as JSON can hold it; what JSON does not know becomes its words."""
    if isinstance(value, Text):
        kept = {"text": value.message, "values": {name: encode(inner) for name, inner in value.values.items()}}
        if isinstance(value, PlayerName):
            kept["seat"] = value.seat
        return {**kept, "many": value.many} if value.many else kept
    if isinstance(value, Numbered):
        return {"term": str(value.name), "number": value.number}
    if isinstance(value, Term):
        return {"term": str(value)}
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [encode(inner) for inner in value]
    return str(value)


def decode(value: Any) -> Any:
    """The value back from `encode`."""
    if isinstance(value, dict) and "term" in value:
        return Numbered(value["term"], value["number"]) if "number" in value else Term(value["term"])
    if isinstance(value, dict):
        message, values = value["text"], {name: decode(inner) for name, inner in value["values"].items()}
        if "seat" in value:
            return PlayerName(message, values, seat=value["seat"])
        return Text(message, values, value.get("many", ""))
    if isinstance(value, list):
        return [decode(inner) for inner in value]
    return value


def dump_text(text: Text | None) -> str | None:
    """A text for a column, None as none."""
    return None if text is None else json.dumps(encode(text))


def load_text(column: str | None) -> Text | None:
    """The text back from `dump_text`."""
    return None if column is None else cast(Text, decode(json.loads(column)))


def dump_texts(texts: Mapping[str, Text]) -> str | None:
    """Texts by seat for a column, none where there are none."""
    return json.dumps({seat: encode(text) for seat, text in texts.items()}) if texts else None


def load_texts(column: str | None) -> dict[str, Text]:
    """The texts back from `dump_texts`."""
    return {} if column is None else {seat: decode(text) for seat, text in json.loads(column).items()}


def settled(line: Line) -> Line:
    """The line as it comes back from the store, so that a fresh one compares equal to a kept one."""
    public, private = load_text(dump_text(line.public)), load_texts(dump_texts(line.private))
    return replace(line, public=public, private=private)


def plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """Event data as it comes back from the store. Raises TypeError for what is not JSON: a fault of the game."""
    return cast(dict[str, Any], json.loads(json.dumps(data)))


def id_of_form(device: str, form: str) -> str:
    """The id of what this form of this device makes: the same form sent again names the same one. Only who knows both
    can guess it; without a form it is made up.
    """
    return print_of(device, form)[:16] if form else secrets.token_hex(8)


def check_key(key: object) -> Refusal | None:
    """Refuses a key that is not one."""
    return None if isinstance(key, str) and KEY.fullmatch(key) else Refusal(_BAD_KEY)


def print_of(*asked: Any) -> str:
    """What came with a key, in short: the same key with anything else is another entry, and is not swallowed."""
    return hashlib.sha256(json.dumps(asked, sort_keys=True, default=dict).encode()).hexdigest()[:32]
