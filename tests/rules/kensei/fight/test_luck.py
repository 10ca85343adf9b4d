"""What dice come to on average, against every throw there is (10:3–10:5, 11:3:1; K2–K6)."""

from __future__ import annotations

from itertools import product

import pytest

from companion.rules.dice import AttackTally, DefenseTally, tally_attack, tally_defense
from companion.rules.kensei.fight.odds import (
    Attack,
    Luck,
    attack_luck,
    damage_luck,
    defense_luck,
    honor_luck,
    odds_after,
)

FACES = range(1, 11)


@pytest.mark.parametrize("at", [-1, 0, 1, 4, 6, 9, 10, 12])
def test_hits_expected_are_the_mean_of_all_throws(at: int) -> None:
    throws = [tally_attack(faces, at) for faces in product(FACES, repeat=2)]
    luck = attack_luck(AttackTally(misses=1, hits=0, tens=1), at)
    assert (luck.dice, luck.got) == (2, 1)
    assert luck.expected == pytest.approx(sum(one.hits + one.tens for one in throws) / len(throws))


@pytest.mark.parametrize("df", [-1, 1, 2, 3, 5, 10, 12])
@pytest.mark.parametrize("marked", [0, 1, 2])
def test_saves_expected_know_the_marked_dice(df: int, marked: int) -> None:
    throws = [tally_defense(faces, df, marked) for faces in product(FACES, repeat=2)]
    luck = defense_luck(DefenseTally(saved=1, failed=1, tens=0), df, marked)
    assert (luck.dice, luck.got) == (2, 1)
    assert luck.expected == pytest.approx(sum(one.saved for one in throws) / len(throws))


@pytest.mark.parametrize(("ar", "bonus", "plus_two"), [(1, 0, 0), (2, 0, 1), (3, 1, 2), (3, -2, 0), (10, 0, 1)])
def test_damage_expected_is_that_of_the_odds(ar: int, bonus: int, plus_two: int) -> None:
    luck = damage_luck(7, 3, plus_two, ar, bonus)
    asked = Attack(dc=3, at=5, df=3, ar=ar, damage_bonus=bonus, vt=100)
    assert (luck.dice, luck.got) == (3, 7)
    assert luck.expected == pytest.approx(odds_after(asked, through=3, plus_two=plus_two).mean_damage)


def test_honor_holds_with_hr_or_less_and_a_one_always() -> None:
    assert honor_luck(holds=True, hr=4) == Luck(1, 1, 4)
    assert honor_luck(holds=False, hr=0) == Luck(1, 0, 1)
    assert honor_luck(holds=True, hr=12).tenths == 10


def test_luck_adds_up() -> None:
    assert Luck(2, 1, 8) + Luck(3, 3, 12) == Luck(5, 4, 20)
    assert (Luck(2, 1, 8) + Luck(3, 3, 12)).expected == 2.0
