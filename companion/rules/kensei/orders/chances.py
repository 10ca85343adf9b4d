"""Exact chances of a charge and of a flight from it, by a gap nobody has measured yet (9:5:3, 9:5:6; K16, K28)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.rules.dice import TEN, hits, sums
from companion.rules.kensei.orders.charge import Charge

CELLS = 6
"""How many gaps a strip shows at most."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap before anything moved, and a chance at it."""

    cm: float
    chance: float


def outruns(charge: Charge, dice: int) -> float:
    """The chance that who flees by so many dice, straight away, is not reached by this charge."""
    ways = sums(dice)
    away = sum(count * (1 - replace(charge, gap_cm=charge.gap_cm + cm).chance) for cm, count in ways.items())
    return away / sum(ways.values())


@lru_cache(maxsize=512)  # a battle asks for the same few again and again
def reaching(charge: Charge) -> tuple[Gap, ...]:
    """The chance to reach: as far as the advance goes, and in even steps from there to the most its dice can make."""
    return _strip(charge, lambda one: one.chance)


@lru_cache(maxsize=512)
def falling_short(charge: Charge, *, shortened: bool = False) -> tuple[Gap, ...]:
    """The same gaps, and the chance that it does not reach; `shortened`: when one die comes off its way (K74)."""
    off = range(1, TEN + 1) if shortened else (0,)
    ways = [replace(charge, minus_cm=charge.minus_cm + cm) for cm in off]
    return _strip(charge, lambda one: 1 - sum(replace(way, gap_cm=one.gap_cm).chance for way in ways) / len(ways))


@lru_cache(maxsize=512)
def outrunning(charge: Charge, dice: int) -> tuple[Gap, ...]:
    """The chance that who flees by so many dice is not reached, by gaps in even steps to where no charge reaches."""
    most = charge.advance_cm + charge.moved_cm(TEN * charge.most_dice)
    step = max(1.0, most / CELLS)
    gaps = (round(step * n) for n in range(1, CELLS + 1))
    return tuple(Gap(cm, outruns(replace(charge, gap_cm=cm), dice)) for cm in gaps)


def expected_hits(dice: int, at: int) -> float:
    """How many of so many dice hit against AT, on the average."""
    return dice * sum(hits(face, at) for face in range(1, TEN + 1)) / TEN


def _strip(charge: Charge, chance: Callable[[Charge], float]) -> tuple[Gap, ...]:
    most = charge.moved_cm(TEN * charge.most_dice)
    gaps = (charge.advance_cm + most * n / (CELLS - 1) for n in range(CELLS))
    return tuple(Gap(cm, chance(replace(charge, gap_cm=cm))) for cm in gaps if cm)
