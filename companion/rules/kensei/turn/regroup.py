"""Calling back a unit that runs away, and orders at what a unit cannot see (8:3:2, 8:3:3, 11:4:3; K29, K30, K61)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.dice import pips
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.kensei.turn.command import REGROUPING, STRATEGIC_ORDER, TRIES
from companion.rules.text import Number, Refusal, Text

REGROUPED_AC = 2
"""What a unit that was called back has spent of its actions (8:3:2)."""
FAILED_ORDER_AC = 1
"""What a unit loses whose strategic order failed (8:3:3)."""
HEININ_CM = 20
"""How far from every enemy Heinin must be to be called back (5:1:4)."""


def is_heinin(profile: UnitProfile | CharacterProfile) -> bool:
    """Whether enemies near by keep it from being called back; ashigaru are this edition's Heinin."""
    return bool({"heinin", "ashigaru"} & set(profile.traits))


def regrouping(tried: Sequence[str], unit: str, *, calligraphy: bool) -> int:
    """What calling this unit back costs, after these tries of the turn. A Master in Calligraphy calls two different
    units for the price of one (12:6:2, K71)."""
    free = calligraphy and len(tried) % 2 == 1 and tried[-1] != unit
    return 0 if free else REGROUPING


def cannot_regroup(*, general: bool, left: int, began_now: bool, tries: int, cost: int = REGROUPING) -> Refusal | None:
    """What the book has against one more try to call a unit back. `left`: Commandment Points; `tries`: made already."""
    if not general:
        return Refusal(Text("Without a general nobody calls units back: it runs on."), "11:4:3")
    if began_now:
        return Refusal(Text("It has begun to run this turn: it can be called back from the next turn on."), "11:4:3")
    if tries >= TRIES:
        return Refusal(Text("It was called as often as a turn allows: it runs on."), "8:3:2")
    return _too_dear(cost, left)


def cannot_order(*, general: bool, left: int, has_bushi: bool) -> Refusal | None:
    """What the book has against a strategic order to a unit (8:3:3)."""
    if not general:
        return Refusal(Text("Without a general there are no strategic orders."), "8:3:3")
    if not has_bushi:
        return Refusal(Text("A strategic order needs a Bushi in the unit: choose a unit with one."), "8:3:3")
    return _too_dear(STRATEGIC_ORDER, left)


def _too_dear(cost: int, left: int) -> Refusal | None:
    if cost <= left:
        return None
    values = {"cost": cost, "left": max(left, 0)}
    return Refusal(Text("It costs %(cost)s of the general's Commandment Points; %(left)s are left.", values), "8:2")


def spirit(general: CharacterProfile) -> Number:
    """What the general's die must not exceed when he gives a strategic order (8:3:3)."""
    ki = general.attributes.ki
    return Number(ki, ki, Text("KI of %(name)s", {"name": general.name}), "2:7:7")


def obeyed(ki: int, face: int) -> bool:
    """Whether a strategic order is understood: the general's KI or less (2:7:7)."""
    return pips(face) <= ki
