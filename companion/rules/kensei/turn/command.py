"""Who commands a turn, how many Commandment Points a general has, and what they pay for (4:4:2, 7:4:2, 8:2, 8:3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from companion.rules.dice import pips
from companion.rules.kensei.profiles import CharacterProfile, Rank, UnitProfile
from companion.rules.text import Modifier, Number, Refusal, Text

POINTS: Mapping[Rank, int] = {"daimyo": 4, "taisho": 3, "busho": 2, "daisho-samurai": 1}
"""Of a general of this rank (8:2); each profile says it too."""
ON_HILL = 2
"""More while he stands on a hill (8:2)."""
TAISHO_ABILITY, REGROUPING, STRATEGIC_ORDER = 2, 1, 3
"""What each costs (8:3:1, 8:3:2, 8:3:3)."""
TRIES = 2
"""How often a turn one unit may be called back (8:3:2)."""
BUSHI: tuple[Rank, ...] = (*POINTS, "daisho-ashigaru")
"""Every rank of a Bushi, the highest first."""


def commandment(general: CharacterProfile | None, left: Iterable[CharacterProfile] = ()) -> Number:
    """What a side adds to its die of the Commandment roll (7:4:2): its general's HR.

    `general` is None when he is dead: then the highest Bushi of those `left` lends his HR (K69).
    """
    if general is not None:
        hr = general.attributes.hr
        return Number(hr, Text("HR of %(name)s, the general", {"name": general.name}), "7:4:2")
    bushi = [one for one in left if one.rank in BUSHI]
    if not bushi:
        return Number(0, Text("no general, and no Bushi is left"), "7:4:2")
    lends = min(bushi, key=lambda one: BUSHI.index(one.rank))
    hr = lends.attributes.hr
    reason = Text("HR of %(name)s, the highest Bushi left", {"name": lends.name})
    return Number(0, Text("no general"), "7:4:2", (Modifier(hr, reason, "7:4:2", "K69"),))


def total(number: Number, face: int) -> int:
    """A side's result of the Commandment roll."""
    return pips(face) + number.value


def won_by(a: int, b: int) -> Literal["a", "b"] | None:
    """The side with the higher result; None where they are equal and both roll again (2:6:2)."""
    if a == b:
        return None
    return "a" if a > b else "b"


def points(general: CharacterProfile | None, on_hill: bool = False) -> Number:
    """The Commandment Points of a turn (8:2); a dead general has none (K69)."""
    if general is None:
        return Number(0, Text("no general"), "8:2")
    base = general.commandment_points
    terms = (Modifier(ON_HILL, Text("the general stands on a hill"), "8:2:1"),) if on_hill else ()
    source = Text("rank of %(name)s", {"name": general.name})
    return Number(base, source, "8:2", terms)


# ---- calling back a unit that runs away, and orders at what a unit cannot see


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
        return Refusal(Text("Without a general no unit can be regrouped: this one flees again."), "11:4:3")
    if began_now:
        return Refusal(Text("The unit began to flee this turn: it can be regrouped from the next turn on."), "11:4:3")
    if tries >= TRIES:
        return Refusal(Text("Regrouping was tried as often as a turn allows: the unit flees again."), "8:3:2")
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
    return Number(ki, Text("KI of %(name)s", {"name": general.name}), "2:7:7")


def obeyed(ki: int, face: int) -> bool:
    """Whether a strategic order is understood: the general's KI or less (2:7:7)."""
    return pips(face) <= ki
