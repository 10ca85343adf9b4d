"""Pursuit: whether who runs away is reached, and how likely that is (11:4:5, K58)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.dice import sums
from companion.rules.kensei.after.honor import flight_cm


def reaches(pursuit: Sequence[int], flight: Sequence[int]) -> bool:
    """Whether dice of a pursuit reach who ran by these dice: as far is far enough."""
    return flight_cm(pursuit) >= flight_cm(flight)


def chance(dice: int, flight: Sequence[int]) -> float:
    """The exact chance that so many dice reach who ran by these dice."""
    ways = sums(dice)
    return sum(count for total, count in ways.items() if total >= flight_cm(flight)) / sum(ways.values())
