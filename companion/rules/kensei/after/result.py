"""Who won a combat (10:6:2, 11:2), and the confrontation value both sides bring to it (2:7:11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.settings import Settings

SLAIN_IN_CONFRONTATION = 10
"""What a character killed in a confrontation adds to the difference, instead of his damage (10:6:2)."""

SideName = Literal["first", "second"]


def side_ve(combatants: Iterable[Combatant]) -> int:
    """VE of everybody on one side of a combat, characters in units included (K46)."""
    return sum(c.ve for c in combatants)


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit or lone character after all strikes of a combat.

    `inflicted` counts every damage point of its dice and its characters' outside confrontations, those beyond the
    last miniature too (K57). `ve_left` is 0 for what was destroyed.
    """

    id: str
    inflicted: int
    ve_left: int


@dataclass(frozen=True, slots=True)
class CombatResult:
    """`ahead` inflicted more; `winner` is None in a draw. `defeated` units roll for honor, `held` ones need not."""

    first_inflicted: int
    second_inflicted: int
    difference: int
    ahead: SideName | None
    winner: SideName | None
    defeated: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


def combat_result(
    first: Sequence[Fighter],
    second: Sequence[Fighter],
    settings: Settings,
    *,
    slain_by_first: int = 0,
    slain_by_second: int = 0,
) -> CombatResult:
    """The result of one combat (K27, K57). `slain_by_…`: characters that side killed in confrontations.

    As `by_difference`, but a side destroyed to the last has lost, whatever it inflicted: nobody is left to hold the
    ground or to run (11:1).
    """
    found = by_difference(first, second, settings, slain_by_first=slain_by_first, slain_by_second=slain_by_second)
    first_gone, second_gone = (_gone(side) for side in (first, second))
    if not (first_gone or second_gone):
        return found
    survivor: SideName = "second" if first_gone else "first"
    return replace(found, winner=None if first_gone and second_gone else survivor, defeated=(), held=())


def by_difference(
    first: Sequence[Fighter],
    second: Sequence[Fighter],
    settings: Settings,
    *,
    slain_by_first: int = 0,
    slain_by_second: int = 0,
) -> CombatResult:
    """What the damage difference alone decides (10:6:2, 11:2).

    A unit of the side that inflicted less is defeated when the difference is greater than its own remaining VE, or
    than its side's (setting `defeat_ve`). The side ahead wins with the first unit defeated, or when none is left.
    """
    one = sum(f.inflicted for f in first) + SLAIN_IN_CONFRONTATION * slain_by_first
    two = sum(f.inflicted for f in second) + SLAIN_IN_CONFRONTATION * slain_by_second
    difference = abs(one - two)
    ahead: SideName | None = None if one == two else "first" if one > two else "second"
    if ahead is None:
        return CombatResult(one, two, 0, None, None)
    losers = [f for f in (second if ahead == "first" else first) if f.ve_left > 0]
    together = sum(f.ve_left for f in losers)
    beaten = [f.id for f in losers if difference > (f.ve_left if settings.defeat_ve == "unit" else together)]
    held = tuple(f.id for f in losers if f.id not in beaten)
    return CombatResult(one, two, difference, ahead, ahead if beaten or not losers else None, tuple(beaten), held)


def _gone(side: Sequence[Fighter]) -> bool:
    return not any(fighter.ve_left > 0 for fighter in side)
