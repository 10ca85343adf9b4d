"""Whole-number programs, solved by HiGHS, which is loaded when the first one is made."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NewType

from companion.content import catalog
from companion.rules.kensei.army.limits import UNIT_LIMITS
from companion.rules.kensei.profiles import CharacterProfile, Level, UnitProfile

Var = NewType("Var", int)
"""A variable of a program."""

Terms = Mapping[Var, float]
"""A weighted sum of variables."""

SECONDS = 10.0
"""A solution found in this time is taken even where it is not proven best. The programs here need some hundredths of a
second: a machine at its limits must not make another army of the same tap sent again."""
FEASIBLE = 2
"""What HiGHS calls a solution that keeps every constraint."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of every variable, the value of what was maximized, and whether nothing better exists."""

    values: tuple[int, ...]
    objective: float
    proven: bool

    def __getitem__(self, var: Var) -> int:
        return self.values[var]


class Program:
    """Whole variables between bounds, constraints on weighted sums of them, and something to maximize."""

    def __init__(self, *, presolve: bool = True) -> None:
        """`presolve` makes large programs faster; in some small ones it has lost the way back to a solution."""
        import highspy

        make: Any = highspy.Highs
        self._highs = make()
        self._highs.silent()
        self._highs.setOptionValue("threads", 1)
        self._highs.setOptionValue("time_limit", SECONDS)
        # These two look for what large programs have; ours, solved in a few nodes, take half as long without.
        self._highs.setOptionValue("mip_heuristic_run_feasibility_jump", False)
        self._highs.setOptionValue("mip_detect_symmetry", False)
        if not presolve:
            self._highs.setOptionValue("presolve", "off")
        self._columns: list[Any] = []

    def whole(self, least: int, most: int) -> Var:
        """A new variable that takes whole values from `least` to `most`."""
        self._columns.append(self._highs.addVariable(least, max(least, most)))
        return Var(len(self._columns) - 1)

    def keep(self, terms: Terms, *, least: float = -math.inf, most: float = math.inf) -> None:
        """Keeps the sum of the terms between these bounds. Without terms the sum is 0."""
        self._highs.addRow(least, most, len(terms), list(terms), list(terms.values()))

    def loosen(self, least: float = -math.inf) -> None:
        """Gives the last sum that was kept this lower bound instead, and no upper one."""
        self._highs.changeRowBounds(self._highs.getNumRow() - 1, least, math.inf)

    def best(self, terms: Terms, gap: float = 0.0) -> Solution | None:
        """The solution with the largest sum of the terms, or one within this share of it; None where there is none."""
        self._highs.setOptionValue("mip_rel_gap", gap)
        # All at once: said of each column as it is made, it takes a tenth of the time of a whole suggestion.
        self._highs.setInteger(self._columns)
        weights = [terms.get(Var(number), 0.0) for number in range(len(self._columns))]
        self._highs.maximize(self._highs.qsum(w * c for w, c in zip(weights, self._columns, strict=True)))
        status = str(self._highs.getModelStatus())
        if "kOptimal" not in status and "kTimeLimit" not in status:
            return None
        if self._highs.getInfo().primal_solution_status != FEASIBLE:
            return None
        values = tuple(round(value) for value in self._highs.getSolution().col_value)
        objective = sum(weight * value for weight, value in zip(weights, values, strict=True))
        return Solution(values, objective, "kOptimal" in status)


# ---- what the programs of army lists count


def unit_bounds(level: Level) -> Iterator[tuple[Callable[[UnitProfile], bool], int, int | None]]:
    """Which units a level counts, and how many of them it asks for and allows (12:3); those of any class first."""
    for limit in sorted(UNIT_LIMITS, key=lambda limit: limit.unit_class is not None):
        yield limit.counts, *limit.bounds(level)


def character_bounds(level: Level) -> Iterator[tuple[Callable[[CharacterProfile], bool], int]]:
    """Which characters a level counts, and how many of them it allows: of each rank, of a special kind, and of those
    who lead in person or for another (12:4, 12:2:3)."""
    for rank, most in level.characters.items():
        yield has_rank(rank), most
    for profile in catalog().characters.values():
        if profile.rank == "special":
            yield has_id(profile.id), 1
    yield has_rank("daimyo", "taisho"), 1


def has_id(id_: str) -> Callable[[UnitProfile | CharacterProfile], bool]:
    """Whether it is this very unit or character."""
    return lambda profile: profile.id == id_


def has_rank(*ranks: str) -> Callable[[CharacterProfile], bool]:
    """Whether a character has one of these ranks."""
    return lambda profile: profile.rank in ranks
