"""The two armies of a first battle: ready ones that fit each other, of the miniatures that are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from companion.content import catalog
from companion.play.armies.shelf import limit_of, needed_miniatures
from companion.play.kensei.muster.bring import ready
from companion.rules.kensei.army import Army, Roster
from companion.rules.kensei.army.ready import code_of, hardness, with_weapon
from companion.rules.kensei.profiles import WeaponId

FIT = 20
"""Koku by which the two may differ: a twentieth of what the level allows."""


@dataclass(frozen=True, slots=True)
class FirstBattle:
    """Two armies by their codes, and the miniatures of both that nobody has: paper stands in for them."""

    codes: tuple[str, str]
    missing: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Ready:
    code: str
    path: str
    koku: int
    needs: Mapping[str, int]
    hardness: int
    kinds: int


@cache
def _all_ready() -> tuple[_Ready, ...]:
    """With the first weapon each leader may have: who tells weapons apart gets his own at the end."""
    return tuple(_assessed(code, one) for code, one in ready().items() if one == with_weapon(one, _weapons(one)[0]))


def _weapons(army: Army) -> tuple[WeaponId, ...]:
    return catalog().characters[army.characters[0].character].weapon_choice


def _assessed(code: str, army: Army) -> _Ready:
    roster = Roster.of(army, catalog())
    whole = {key: count for key, count in needed_miniatures(army).items() if "." not in key}
    kinds = len({unit.unit for unit in army.units})
    return _Ready(code, army.path, roster.koku_budget.spent, whole, hardness(army, catalog()), kinds)


def first_battle(owned: Mapping[str, int]) -> FirstBattle:
    """The two that lack fewest of these miniatures, counted by profile; then the easiest, of two paths, that fit best,
    with most kinds of units and fewest miniatures. Where none are counted nothing is known to be missing."""
    fitting = (
        pair for pair in combinations_with_replacement(_all_ready(), 2) if abs(pair[0].koku - pair[1].koku) <= FIT
    )
    one, other = min(fitting, key=lambda pair: (sum(_missing(pair, owned).values()), *_preference(pair)))
    return FirstBattle((_armed(one.code, owned), _armed(other.code, owned)), _missing((one, other), owned))


def _missing(pair: tuple[_Ready, _Ready], owned: Mapping[str, int]) -> dict[str, int]:
    one, other = pair
    return dict(Counter(one.needs) + Counter(other.needs) - Counter(owned)) if owned else {}


def _preference(pair: tuple[_Ready, _Ready]) -> tuple[int, ...]:
    one, other = pair
    miniatures = sum(one.needs.values()) + sum(other.needs.values())
    same, apart = one.path == other.path, abs(one.koku - other.koku)
    return one.hardness + other.hardness, same, apart, -one.kinds - other.kinds, miniatures, one.koku + other.koku


def _armed(code: str, owned: Mapping[str, int]) -> str:
    """The army with the first weapon its leader's miniature holds; the book's first where none is told."""
    army = ready()[code]
    leader, weapons = army.characters[0].character, _weapons(army)
    return code_of(with_weapon(army, next((one for one in weapons if limit_of(owned, leader, one)), weapons[0])))
