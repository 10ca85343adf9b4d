"""Orders as chips: what a unit or a character may be told, and what the book has against it now."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.kensei.orders.chances import Strip
from companion.rules.kensei.orders.orders import Do
from companion.rules.kensei.turn.facts import Cover, Pace
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class OrderChip:
    """An order without a target. `on`: it is drafted; `against`: what the book has against it now."""

    do: Do
    pace: Pace
    label: Text
    ac: int
    on: bool
    against: Refusal | None
    cover: Cover = "none"
    ability: str = ""
    about: Text | None = None
    """What an ability does, its chance and its section."""
    chance: float | None = None
    rule: str = ""
    reach_cm: float | None = None
    """How far an advance goes."""

    @property
    def often(self) -> bool:
        """It is given in most turns, or is an ability whose moment this is; the others are unfolded first."""
        return self.do in ("advance", "load") or (self.do == "ability" and self.against is None)


@dataclass(frozen=True, slots=True)
class FriendChip:
    """A friend it may move through."""

    piece: str
    title: str
    on: bool
    against: Refusal | None

    @property
    def value(self) -> str:
        """As the form sends it."""
        return f"{self.piece}+off" if self.on else f"{self.piece}+anyway" if self.against else self.piece


@dataclass(frozen=True, slots=True)
class GoalChip:
    """An order at an enemy, with the advance before it."""

    do: Do
    pace: Pace
    precision: bool
    label: Text
    ac: int
    against: Refusal | None
    beware: Text | None = None
    """What it costs the unit that announces it."""
    strip: Strip | None = None
    """The chance of a charge by its gap."""
    ability: str = ""
    """The ability that is this shot."""
    about: str = ""

    @property
    def value(self) -> str:
        """As the form sends it."""
        return f"{self.do}+{self.pace}+{self.ability or ('precise' if self.precision else '')}"
