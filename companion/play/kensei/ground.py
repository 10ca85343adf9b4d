"""What is on the table before the first turn: terrain, deployment cards, and what was written down in secret."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.play.kensei.pieces import SeatId
from companion.rules.kensei.deployment.terrain import BY_KIND, TerrainKind, TerrainType
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A piece of terrain on the table. One that is `gone` keeps its number, so that no other is called the same."""

    kind: TerrainKind
    number: int
    gone: bool = False
    by: str = ""
    """The seat that placed it: they do so by turns (7:2)."""

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.number}"

    @property
    def terrain(self) -> TerrainType:
        return BY_KIND[self.kind]

    @property
    def title(self) -> Text:
        return Text("%(terrain)s %(number)s", {"terrain": self.terrain.short, "number": self.number})


SEAL = 8
"""Hex digits of a fingerprint: few enough to compare by eye."""


def fingerprint(nonce: str, seat: str, written: str) -> str:
    """What everybody sees of something sealed; nobody can guess it without the nonce."""
    return hashlib.sha256(f"{nonce}/{seat}/{written}".encode()).hexdigest()[:SEAL]


@dataclass(frozen=True, slots=True)
class WrittenDown:
    """What a player wrote down in secret: whom it is about, behind which terrain, beside which enemy card, in words."""

    seat: SeatId
    nonce: str
    who: str = ""
    """A piece or a character of the side, by its id."""
    behind: str = ""
    card: int | None = None
    text: str = ""
    turn: int = 0
    """The turn in which it was written; none before the battle."""
    opened: bool = False
    off: bool = False
    """Who it is about is kept off the table, and enters from any edge later (12:6:2)."""
    shown: bool = False
    """It opened by itself, because who it is about acted."""

    @property
    def written(self) -> str:
        """All of it in one line: what the fingerprint is made of."""
        return in_one_line(self.who, self.behind, self.card, self.text, off=self.off)

    @property
    def seal(self) -> str:
        return fingerprint(self.nonce, self.seat, self.written)


def in_one_line(who: str, behind: str, card: object, text: str, *, off: object = False) -> str:
    """What was written down, as its fingerprint is made of it."""
    return f"{who}/{behind}/{'' if card is None else card}/{text}{'/off the table' if off else ''}"


@dataclass(frozen=True, slots=True)
class OpposedRoll:
    """A roll of both sides, each die with its number, and who won (`ask/contest.py`)."""

    id: str = ""
    dice: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Frozen at each side's die."""
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that was laid face down, and for what it lies there: its side's secret until it is turned up."""

    seat: SeatId
    piece: str
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Deploying:
    """How far the deployment has come."""

    ground: OpposedRoll = OpposedRoll()
    advantage: OpposedRoll = OpposedRoll()
    first: str = ""
    """Who deploys first."""
    cards: tuple[Card, ...] = ()
    """In the order in which they were laid; each side counts its own."""
    up: tuple[str, ...] = ()
    """Sides that have turned their cards up."""
    placed: tuple[str, ...] = ()
    """Sides that have said that they have deployed; the battle waits for the other."""
    asked: Mapping[str, str] = field(default_factory=dict)
    """Sides that were asked whether they have deployed, and when."""

    def of(self, seat: str) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.seat == seat)

    def lies_open(self, piece: str) -> bool:
        """Whether the other side may know for what the card of this piece lies there."""
        return any(card.piece == piece and (card.face_up or card.seat in self.up) for card in self.cards)
