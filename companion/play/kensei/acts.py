"""What an act is: one event type with the data it takes, what it does, and what the log says of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from companion.play.game import Event, Line
from companion.play.kensei.state import State
from companion.rules.text import Refusal, Text


def _one_line(words: object) -> object:
    """Without control characters and doubled spaces; what holds signs together (as in flags) stays."""
    if not isinstance(words, str):
        return words
    visible = "".join(" " if _breaks(sign) else sign for sign in unicodedata.normalize("NFC", words))
    return " ".join(visible.split())


def _breaks(sign: str) -> bool:
    category = unicodedata.category(sign)
    return (
        category[0] == "Z" or category in ("Cc", "Cs") or 0x202A <= ord(sign) <= 0x202E or 0x2066 <= ord(sign) <= 0x2069
    )


Words = Annotated[str, BeforeValidator(_one_line)]
"""What a player wrote: names and reasons, on one line."""


class Data(BaseModel):
    """Base of the data of every event: unknown fields are errors, numbers may come as a form's text."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class Nothing(Data):
    """An event that needs no data."""


def no_line(before: State, event: Event, data: Any, after: State) -> Line:
    """For taps that are kept but not listed."""
    return Line()


@dataclass(frozen=True, slots=True)
class Act:
    """One kind of event. `commutes`: it names all it depends on, so a stale page may still enter it."""

    name: str
    data: type[Data]
    apply: Callable[[State, Event, Any], State | Refusal]
    line: Callable[[State, Event, Any, State], Line] = no_line
    commutes: bool = True


def said(message: str, **values: Any) -> Line:
    """A line everybody reads."""
    return Line(Text(message, values))


def secret(seat: str, message: str, **values: Any) -> Line:
    """A line only this seat reads in full; the others learn nothing of it."""
    return Line(None, {seat: Text(message, values)})


def must_have_begun(state: State) -> Refusal | None:
    """The refusal for acts of battle while the armies are still being made."""
    if not state.begun:
        return Refusal(Text("The battle has not begun: both sides say Ready first."), "7:1")
    if state.over:
        return Refusal(Text("The battle is over. Undo its end, or start a new table."), "7:4:7")
    return None


__all__ = ["Act", "Data", "Nothing", "Words", "must_have_begun", "no_line", "said", "secret"]
