"""What a state keeps of orders until the turn ends: plans of units, charges and the reactions to them (8:3:4, 9:5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.kensei.orders.orders import Do, is_shot
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.kensei.turn.facts import Cover, Pace

React = Literal["withstand", "shoot", "counter", "flee"]
ChargeEnding = Literal["", "reached", "short", "off"]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One order of a unit; `target` is the enemy of a shot or a charge, or the friend it moves through."""

    do: Do
    pace: Pace = "march"
    target: str = ""
    precision: bool = False
    cover: Cover = "none"
    """What an obstacle that it occupies gives (6:2:5)."""
    ability: str = ""
    answers: bool = False
    """It answered an enemy's charge: nobody's own order has been given with it (9:5:6)."""

    @property
    def shoots(self) -> bool:
        """A shot that opens when it is carried out: an order of its own, or an ability that is one (K75)."""
        return self.do == "shoot" or (bool(self.target) and is_shot(self.ability))


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """The orders of one unit: the first so many are announced, of these the first so many are done."""

    piece: str
    steps: tuple[PlanStep, ...] = ()
    announced: int = 0
    done: int = 0
    """Carried out, or lost."""
    lost: tuple[int, ...] = ()
    """Which of them were lost: an order proved impossible, and the unit stopped there (K70)."""
    shot: str = ""
    """The roll chain of its shot, until that can no longer be called off."""

    @property
    def ordered(self) -> bool:
        """Whether its own side has announced something for it."""
        return any(not step.answers for step in self.steps[: self.announced])

    @property
    def draft(self) -> tuple[PlanStep, ...]:
        """What only its own side knows."""
        return self.steps[self.announced :]

    @property
    def open(self) -> tuple[PlanStep, ...]:
        """What is left to be carried out."""
        return self.steps[self.done : self.announced]

    @property
    def made(self) -> tuple[PlanStep, ...]:
        """What was carried out, without what was lost."""
        return tuple(step for place, step in enumerate(self.steps[: self.done]) if place not in self.lost)

    @property
    def cut_short(self) -> UnitPlan:
        """The plan with all that was left of it lost."""
        lost = (*self.lost, *range(self.done, self.announced))
        return replace(self, done=self.announced, lost=lost, shot="")

    @property
    def stopped(self) -> bool:
        """It stopped, and nothing was announced for it since."""
        return self.announced - 1 in self.lost


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
    minus_cm: int = 0
    """Off its whole way, advance included (K74)."""
    farther: bool = False
    """It fell short by more than its dice reach: nobody has measured how much."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """How a unit answers the charges of this turn: one answer, which counts against each (K90)."""

    piece: str
    charge: str
    what: React
    ac: int
    done: bool = False
    """It was carried out, or there is nothing left to carry out."""
    against: str = ""
    """The charge before which a shot or a flight was carried out: at one of several chargers (K88, K90)."""
    shot: str = ""
    """The roll chain of its shot, until that can no longer be called off."""


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
