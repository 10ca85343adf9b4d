"""What a state keeps of orders until the turn ends: plans of units, charges and the reactions to them (8:3:4, 9:5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.kensei.orders.orders import Do
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.kensei.turn.facts import Pace

React = Literal["withstand", "shoot", "counter", "flee"]
ChargeEnding = Literal["", "reached", "short", "off"]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One order of a unit; `target` is the enemy of a shot or a charge."""

    do: Do
    pace: Pace = "march"
    target: str = ""
    precision: bool = False


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """The orders of one unit: the first so many are announced, of these the first so many are done."""

    piece: str
    steps: tuple[PlanStep, ...] = ()
    announced: int = 0
    done: int = 0
    stopped: bool = False
    """What was left of it is lost: an order proved impossible (K70)."""

    @property
    def draft(self) -> tuple[PlanStep, ...]:
        """What only its own side knows."""
        return self.steps[self.announced :]

    @property
    def open(self) -> tuple[PlanStep, ...]:
        """What is left to be carried out."""
        return () if self.stopped else self.steps[self.done : self.announced]


@dataclass(frozen=True, slots=True)
class Charging:
    """A charge from its announcement to its end."""

    id: str
    piece: str
    target: str
    pace: Pace = "none"
    """Its advance."""
    left_cm: float = 0
    """What its advance leaves for the dice, once the players have measured."""
    turned: bool = False
    zone: Zone = "front"
    faces: tuple[int, ...] = ()
    end: ChargeEnding = ""
    stands_cm: float = 0
    """How far from its target it stands when it fell short."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """How a unit answers the charges of this turn: one answer, which counts against each (K90)."""

    piece: str
    charge: str
    what: React
    ac: int
    done: bool = False
    """It was carried out, or there is nothing left to carry out."""


@dataclass(frozen=True, slots=True)
class Breakaway:
    """A character who breaks away from an enemy, and who follows him, from the word to the last die (4:3:8, K67)."""

    id: str
    hero: str
    piece: str
    """Where he stood: his unit, or himself."""
    enemy: str
    dice: Mapping[str, int] = field(default_factory=dict)
    """By seat, of the opposed roll under way."""
    ties: int = 0
    away: bool | None = None
    """Whether he got away; None while the dice are due."""
    run: tuple[int, ...] = ()
    follower: str = ""
    """The enemy character who goes after him."""
    follows: bool | None = None
    chase: tuple[int, ...] = ()

    @property
    def opposing(self) -> bool:
        """An opposed roll is due: his own, or that of who would follow him."""
        return self.away is None or (self.away and bool(self.follower) and self.follows is None)
