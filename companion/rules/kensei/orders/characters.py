"""Characters in the orders phase: into a unit, out of it, and away from an enemy (4:3:4, 4:3:8; rulings K40, K67)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.kensei.army.joining import objections, refused_by
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile, WeaponId
from companion.rules.text import Refusal, Text

DASH_DICE = 2
"""Dice of centimeters of who breaks away, and of who follows him (4:3:8)."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A character on his way into a unit."""

    profile: CharacterProfile
    mounted: bool = False
    weapon: WeaponId | None = None
    is_general: bool = False
    engaged: bool = False
    """He came into this turn in contact with an enemy."""
    charged: frozenset[str] = frozenset()
    """The enemies that his charge has reached this turn."""
    display_name: str = ""
    """His name at a table, where the book's does not tell him from another."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """The unit he goes into, as it stands. `enemies`: whom it is in contact with."""

    profile: UnitProfile
    miniatures: int
    inside: Sequence[CharacterProfile] = ()
    front: int | None = None
    enemies: frozenset[str] = frozenset()
    fleeing: bool = False
    display_name: str = ""


def kept_out(who: Newcomer, unit: Ranks) -> Refusal | None:
    """Why he can go into this unit at no time of the turn, as it stands: his trait, its gait, its ranks; or None."""
    names = {"who": who.display_name or who.profile.name, "unit": unit.display_name or unit.profile.name}
    if "loner" in who.profile.traits:
        return Refusal(Text("%(who)s is a loner and goes into no unit: he stays alone.", names), "5:1:10")
    found = objections(
        unit.profile,
        unit.miniatures,
        unit.inside,
        who.profile,
        mounted=who.mounted,
        weapon=who.weapon,
        is_general=who.is_general,
        front=unit.front,
    )
    return refused_by(found)


def may_enter(who: Newcomer, unit: Ranks) -> Refusal | None:
    """Why he cannot go into this unit now, or None.

    Into a unit that fights only by a charge that has reached one of its enemies (4:3:8).
    """
    if refused := kept_out(who, unit):
        return refused
    names = {"who": who.display_name or who.profile.name, "unit": unit.display_name or unit.profile.name}
    if unit.fleeing:
        return Refusal(Text("Nobody can go into a unit in flight: %(unit)s.", names), "8:3:5")
    if who.engaged:
        return Refusal(Text("%(who)s is engaged: he must break away first.", names), "4:3:8")
    if unit.enemies and not unit.enemies & who.charged:
        return Refusal(
            Text("While %(unit)s are in combat, he joins them only by a charge that reaches an enemy there.", names),
            "4:3:8",
        )
    if who.charged and not unit.enemies & who.charged:
        return Refusal(Text("%(who)s has charged an enemy who is not in contact with %(unit)s.", names), "4:3:8")
    return None


def may_quit(who: str, unit: str, *, engaged: bool, fleeing: bool) -> Refusal | None:
    """Why a character cannot simply leave the unit he stands in."""
    names = {"who": who, "unit": unit}
    if fleeing:
        return Refusal(Text("%(who)s is in flight with %(unit)s and cannot leave.", names), "8:3:5")
    if engaged:
        return Refusal(Text("In a combat %(who)s leaves %(unit)s only by breaking away.", names), "4:3:8")
    return None
