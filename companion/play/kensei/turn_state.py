"""What a state keeps until the turn ends: orders, charges, combats, honor rolls and flights, uses of abilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.content import catalog
from companion.play.kensei.chains import Frozen
from companion.play.kensei.pieces import SeatId
from companion.rules.kensei.abilities.rule import BEFORE_THE_BATTLE, Form, Lasts
from companion.rules.kensei.after.flight import End
from companion.rules.kensei.after.honor import Cause, asks_ki, flight_cm
from companion.rules.kensei.orders.orders import Do, is_shot
from companion.rules.kensei.profiles import Ability
from companion.rules.kensei.turn.contacts import Contact, Zone
from companion.rules.kensei.turn.facts import Cover, Facts, Pace

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


Steps = tuple[PlanStep, ...]
"""Orders in their sequence."""


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """The orders of one unit: the first so many are announced, of these the first so many are done."""

    piece: str
    steps: Steps = ()
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
    def draft(self) -> Steps:
        """What only its own side knows."""
        return self.steps[self.announced :]

    @property
    def without_draft(self) -> UnitPlan:
        """The plan as everybody knows it."""
        return replace(self, steps=self.steps[: self.announced]) if self.draft else self

    @property
    def open(self) -> Steps:
        """What is left to be carried out."""
        return self.steps[self.done : self.announced]

    @property
    def made(self) -> Steps:
        """What was carried out, without what was lost."""
        return tuple(step for place, step in enumerate(self.steps[: self.done]) if place not in self.lost)

    @property
    def one_done(self) -> UnitPlan:
        """The plan with the next of it carried out."""
        return replace(self, done=self.done + 1)

    @property
    def cut_short(self) -> UnitPlan:
        """The plan with all that was left of it lost."""
        return replace(self, done=self.announced, lost=(*self.lost, *range(self.done, self.announced)), shot="")

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
class Chase:
    """A victorious unit beside who runs: whether it pursues, and its dice."""

    id: str
    piece: str
    answer: Literal["", "hold", "pursue"] = ""
    faces: tuple[int, ...] | None = None
    stopped_by: str = ""
    """Another enemy it ran into, with whom it is in contact now (K58)."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight of this turn, from the failed roll on: its dice, how far it went on, and who may pursue."""

    id: str
    piece: str
    away: str = ""
    """The enemy it runs from; empty is the nearest (K59)."""
    causes: tuple[Cause, ...] = ()
    """Of the honor roll that failed."""
    faces: tuple[int, ...] = ()
    cm: int = 0
    """How far it goes without dice: who owed a charge and made none (11:4:1)."""
    further: tuple[int, ...] = ()
    """Dice of the way on after a free attack (K58)."""
    end: End | None = None
    """What stopped it, as the players say; None where nothing did."""
    through: tuple[str, ...] = ()
    """The friends it ran through (11:4:2)."""
    chases: tuple[Chase, ...] = ()

    @property
    def ran(self) -> bool:
        """It is known how far it goes."""
        return bool(self.faces or self.cm)


@dataclass(frozen=True, slots=True)
class BeforeFlight:
    """How a piece stood before its honor roll failed, until its flight is thrown."""

    facts: Facts
    contacts: tuple[Contact, ...]
    standard_bearer: bool


@dataclass(frozen=True, slots=True)
class HonorRoll:
    """An honor roll, from the moment it is owed: what only the players can know, the die, and the flight after it."""

    id: str
    piece: str
    causes: tuple[Cause, ...]
    moment: str = ""
    """When it is due: the shot that caused it, or the turn's combats. Causes of one moment are one roll (K55)."""
    owed: bool = True
    """The rules demand it; otherwise the players call for it."""
    open: bool = False
    """It is being made: no longer only listed among what is owed."""
    commander: str | None = None
    sohei: bool = False
    deserted: bool = False
    regroups: bool = False
    """It began to run in an earlier turn: the die calls it back (8:3:2), and a flight without a die is its running on.
    """
    number: Frozen | None = None
    """Frozen when the die has fallen."""
    die: int | None = None
    holds: bool | None = None
    flight: tuple[int, ...] | None = None
    before_flight: BeforeFlight | None = None
    """None unless it has failed and may be rolled again."""
    again: int = 0
    """How often it was rolled again."""
    spared: str = ""
    """The use of an ability by which it holds without a die."""

    @property
    def flight_name(self) -> str:
        """The name of the flight that follows when it fails."""
        return f"{self.id}.run"

    @property
    def cm(self) -> int:
        """Centimeters of that flight."""
        return flight_cm(self.flight or ())

    @property
    def asking(self) -> bool:
        """Its die is due: it has not fallen, and what it would decide is open."""
        return self.die is None and self.holds is None

    @property
    def is_ki(self) -> bool:
        """A KI roll of riders hurt by slings (5:2:7) or of teppo in a stream (6:2:6), which is made the same way."""
        return asks_ki(self.causes)

    @property
    def keeps_dry(self) -> bool:
        """The KI roll is that of teppo in a stream."""
        return "stream" in self.causes

    @property
    def in_the_air(self) -> bool:
        """It is being made, and still wants dice."""
        return self.open and not self.done

    @property
    def done(self) -> bool:
        """Nothing is left to throw: it holds, or it ran."""
        return bool(self.holds) or self.flight is not None or (self.is_ki and self.die is not None)


@dataclass(frozen=True, slots=True)
class Spent:
    """Commandment Points that a general has spent this turn: on whom, and whether it helped (None: the die is due)."""

    id: str
    seat: SeatId
    what: Literal["regroup", "strategic"]
    points: int
    piece: str
    target: str = ""
    """The enemy that a strategic order is about."""
    holds: bool | None = None


@dataclass(frozen=True, slots=True)
class Death:
    """A general who has died, until his side has said who stands near him."""

    id: str
    seat: SeatId
    hero: str
    moment: str
    """When the rolls are due: the shot that killed him, or the turn's combats (K55)."""


@dataclass(frozen=True, slots=True)
class Use:
    """`t3.two-swords.a6`: who used which ability, about what, and what the dice said."""

    id: str
    ability: str
    seat: SeatId
    piece: str
    """Where its user stands, or the unit itself; of a general's ability, his piece."""
    hero: str = ""
    """The character whose ability it is; empty for a unit's."""
    taisho: bool = False
    """A general's ability, paid with Commandment Points."""
    form: str = ""
    about: str = ""
    """The charge, roll, combat, challenge or use it answers."""
    targets: tuple[str, ...] = ()
    """Pieces or characters it is about."""
    named: bool = True
    """Its targets are said, or there are none to say."""
    lent: Mapping[str, str] = field(default_factory=dict)
    """Who lends his KI, by roller, as said while the die is asked."""
    turn: int = 0
    ac: int = 0
    """What it cost beside the orders that name it; of a general's ability, Commandment Points."""
    price: int = 0
    """What it costs, by whatever way it is paid."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By roller: empty for the user's own roll, `>a1` and `<a1` for the two of an opposed roll with a1, `<a1` alone for
    a target's own roll; one die each, and one more for each tie."""
    tied: tuple[str, ...] = ()
    """Targets against whom the last two dice came to the same: both roll again (K8)."""
    lowered: int = 0
    """By how much its KI is lowered from outside."""
    holds: bool | None = None
    """Whether it came to anything; None while dice or words are due."""
    again: int = 0
    """How often its user's failed die was thrown again."""
    losers: tuple[str, ...] = ()
    """Targets that lost their roll."""
    harm: int = 0
    """The damage it did."""

    @property
    def user(self) -> str:
        """Whose ability it is: the character, or the unit."""
        return self.hero or self.piece

    @property
    def entry(self) -> Ability:
        """The ability in the tables."""
        known = catalog()
        return (known.taisho_abilities if self.taisho else known.abilities)[self.ability]

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def form_used(self) -> Form:
        """The form in which it is used, with its rules."""
        known = catalog()
        form = (known.taisho_rules if self.taisho else known.ability_rules)[self.ability].form(self.form)
        assert form is not None
        return form

    @property
    def before_the_battle(self) -> bool:
        """Whether it belongs to the deployment: who uses it there is nobody's but his own side's to know."""
        return self.form_used.window in BEFORE_THE_BATTLE

    @property
    def letters(self) -> str:
        """What its dice are held against, in the letters of a profile."""
        return "HR" if self.form_used.attribute == "hr" else "KI"

    @property
    def rolls(self) -> str:
        """What is rolled for it."""
        return self.form_used.roll or self.entry.ki_roll

    def lies_on(self, outcome: Lasts) -> tuple[str, ...]:
        """On whom this effect of it lies."""
        return {"self": (self.user,), "side": (self.seat,), "targets": self.targets, "losers": self.losers}[outcome.on]
