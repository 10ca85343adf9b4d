"""Dice of a unit that fight a character, and what is left for its strike (12:5:2, 12:5:4, K73, K75)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.confrontation import has_dice
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import Strike
from tests.strategies import catalog


def dc(unit: str, miniatures: int, effect: str, *, duel: bool, **situation: Any) -> tuple[int, int]:
    """Its dice, and the sum of what it has besides those set apart."""
    tables = catalog()
    attacker = Combatant(tables.units[unit], miniatures, effects=frozenset({effect} if effect else ()))
    struck = Combatant(tables.characters["busho-kuge"], in_unit=True, unit=tables.units["katana-samurai"])
    defender = struck if duel else Combatant(tables.units["katana-samurai"], 8)
    said = Situation(confrontation=duel, first_turn=False, **situation)
    found = numbers(Strike("melee", attacker, defender, said, weapons=tables.weapons))
    assert isinstance(found, Numbers)
    apart = sum(t.value for t in found.dc.modifiers if "I Dare You" in str(t.reason) or "Trained" in str(t.reason))
    return found.dc.value, found.dc.value - apart


@pytest.mark.parametrize("miniatures", [1, 2, 3, 4])
def test_one_kengo_has_the_basic_dice_and_the_others_the_rest(miniatures: int) -> None:
    mine, _ = dc("kengo", miniatures, "duels-basic", duel=True)
    rest, whole = dc("kengo", miniatures, "duels-basic", duel=False)
    assert mine == 3
    assert mine + rest == whole == 3 * miniatures


def test_in_defensive_position_there_are_no_more_dice_than_the_unit_has() -> None:
    rest, whole = dc("kengo", 1, "duels-basic", duel=False, attacker_defensive=True)
    assert (rest, whole) == (0, 0)


@pytest.mark.parametrize("miniatures", [3, 4, 5])
def test_half_of_the_ninjas_dice_is_rounded_up(miniatures: int) -> None:
    mine, whole = dc("ninjas", miniatures, "duels-half", duel=True)
    rest, same = dc("ninjas", miniatures, "duels-half", duel=False)
    assert whole == same
    assert (mine, rest) == ((whole + 1) // 2, whole // 2)


def test_without_the_effect_nothing_is_set_apart() -> None:
    assert dc("kengo", 3, "", duel=False) == (9, 9)


def test_a_geisha_has_no_dice() -> None:
    known = catalog().characters
    assert [name for name in known if not has_dice(known[name])] == ["geisha"]
