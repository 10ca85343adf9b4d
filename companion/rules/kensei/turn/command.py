"""Who commands a turn, how many Commandment Points a general has, and what they pay for (4:4:2, 7:4:2, 8:2, 8:3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from companion.rules.dice import pips
from companion.rules.kensei.profiles import CharacterProfile, Rank
from companion.rules.text import Modifier, Number, Text

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
        return Number(hr, hr, Text("HR of %(name)s, the general", {"name": general.name}), "7:4:2")
    bushi = [one for one in left if one.rank in BUSHI]
    if not bushi:
        return Number(0, 0, Text("no general, and no Bushi is left"), "7:4:2")
    lends = min(bushi, key=lambda one: BUSHI.index(one.rank))
    hr = lends.attributes.hr
    reason = Text("HR of %(name)s, the highest Bushi left", {"name": lends.name})
    return Number(hr, 0, Text("no general"), "7:4:2", (Modifier(hr, reason, "7:4:2", "K69"),))


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
        return Number(0, 0, Text("no general"), "8:2")
    base = general.commandment_points
    terms = (Modifier(ON_HILL, Text("the general stands on a hill"), "8:2:1"),) if on_hill else ()
    source = Text("rank of %(name)s", {"name": general.name})
    return Number(base + sum(term.value for term in terms), base, source, "8:2", terms)
