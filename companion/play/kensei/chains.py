"""One chain attack → defense → damage, and its numbers, kept from its first die on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.play.codec import decode, encode
from companion.rules.dice import AttackTally, DefenseTally
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.kensei.fight.situation import Situation, StrikeKind
from companion.rules.kensei.fight.strike import NumberName
from companion.rules.kensei.profiles import WeaponId
from companion.rules.text import Modifier, Number

Frozen = Mapping[str, Any]
"""Numbers as they were when the first die fell."""


@dataclass(frozen=True, slots=True)
class FreeTerm:
    """A modifier the players add by hand, with their reason."""

    to: NumberName
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class Landed:
    """What a roll chain did to its target when its harm landed."""

    removed: int = 0
    gone: bool = False
    """Nothing of the piece is left on the table."""
    slain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fallen:
    """Miniatures of a piece that still throw a damage die each, as they fall, at who removed them (12:5:4)."""

    id: str
    piece: str
    target: str
    hero: str
    """The character whose own dice removed them; empty for a unit's."""
    dice: int
    ar: int
    pursuit: bool = False
    points: int | None = None
    """The damage of their dice, once they are thrown."""
    landed: Landed | None = None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten when a roll chain was thrown: a circumstance with its value, or a modifier of one's own.

    It counts once the step `thrown` has been; `over`: that ended the chain, so that `answers` hold all its dice.
    """

    thrown: Literal["attack", "defense", "damage"]
    over: bool
    circumstance: str = ""
    value: str = ""
    free: FreeTerm | None = None
    answers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chain:
    """One chain attack → defense → damage, from taking aim to its result. It names who fights and copies nothing."""

    id: str
    kind: StrikeKind
    attacker: str
    defender: str
    striker: str | None = None
    """The hero who strikes with his own dice (K47), or None for the unit's dice."""
    aimed_at: str | None = None
    weapon: WeaponId | None = None
    situation: Situation = Situation()
    free: tuple[FreeTerm, ...] = ()
    numbers: Frozen | None = None
    """Frozen at the first die; None while the situation may still be changed."""
    attack: AttackTally | None = None
    defense: DefenseTally | None = None
    damage: tuple[int, ...] | None = None
    points: int | None = None
    """Damage of the whole chain; None while dice are due."""
    landed: Landed | None = None
    """None while dice are due, or while the Bushi beside the unit has still to strike (K47)."""
    beside: str = ""
    """The chain of the unit beside which this Bushi strikes."""
    how: Mapping[str, str] = field(default_factory=dict)
    """How each step's dice came about: hand or app."""
    share: int | None = None
    """Its dice, where the unit shares them out among several enemies (K48)."""
    faces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The faces of each step that was entered die by die."""
    of_miniature: bool = False
    """A strike of a confrontation that one miniature of a unit fights, its own or the other's (12:5)."""
    forgotten: tuple[Forgotten, ...] = ()
    """What will count of it once the dice it is about are thrown."""
    by_itself: bool = False
    """It opened by itself, as the only strike there was to choose, and nobody has changed anything of it."""

    def situated(self, **changes: Any) -> Chain:
        """With these circumstances."""
        return replace(self, situation=replace(self.situation, **changes))

    @property
    def finished(self) -> bool:
        """No dice are due any more."""
        return self.points is not None

    @property
    def step(self) -> Literal["attack", "defense", "damage", "result"]:
        """Whose dice are due: attack, defense, damage, or result when none are."""
        if self.finished:
            return "result"
        if self.attack is None:
            return "attack"
        return "defense" if self.defense is None else "damage"


# ---- numbers kept from the first die on: what is corrected on the table later does not change a roll in the air


PARTS = ("dc", "at", "df", "ar", "damage_bonus")


def freeze(numbers: Numbers) -> Frozen:
    """The numbers of a strike as a state keeps them."""
    kept: dict[str, Any] = {part: freeze_number(getattr(numbers, part)) for part in PARTS}
    return {**kept, "weapon": numbers.weapon}


def thaw(frozen: Frozen) -> Numbers:
    """The numbers back from `freeze`."""
    dc, at, df, ar, bonus = (thaw_number(frozen[part]) for part in PARTS)
    return Numbers(dc, at, df, ar, bonus, frozen["weapon"])


def freeze_number(number: Number) -> Frozen:
    """One number with all it is made of."""
    return {
        "value": number.value,
        "base": number.base,
        "source": encode(number.source),
        "rule": number.rule,
        "terms": [[m.value, encode(m.reason), m.rule, m.ruling] for m in number.modifiers],
    }


def thaw_number(frozen: Mapping[str, Any]) -> Number:
    """The number back from `freeze_number`."""
    terms = tuple(Modifier(value, decode(reason), rule, ruling) for value, reason, rule, ruling in frozen["terms"])
    return Number(frozen["base"], decode(frozen["source"]), frozen["rule"], terms)
