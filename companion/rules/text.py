"""Sentences for a player that can be translated later, and the small values that carry them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in English with named places, `Text("Roll %(dice)s dice", {"dice": 10})`.

    `str()` gives the English; the pages translate `message` first and then fill it in. A value that is
    itself a Text is translated too.
    """

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message % self.values if self.values else self.message.replace("%%", "%")


@dataclass(frozen=True, slots=True)
class Modifier:
    """One term of a number: what it adds, why, and the section of the book that says so (`5:2:4`)."""

    value: int
    reason: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number that can say where it comes from: `base` plus every modifier is `value`, always.

    Halvings and floors stand among the modifiers as the difference they made.
    """

    value: int
    base: int
    source: Text
    rule: str
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done: what was wrong, what is allowed, how to mend it, and where it stands."""

    reason: Text
    rule: str = ""

    def __str__(self) -> str:
        return str(self.reason)
