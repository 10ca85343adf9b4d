"""The odds of a round of combat against a second model, and what must hold anyway."""

import dataclasses
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.kensei.fight.combat_odds import CombatOdds, Contender, combat_odds, strike
from companion.rules.kensei.fight.odds import Attack
from tests.rules.kensei.fight.test_odds_twin import combat

SAMURAI = Contender(dc=10, at=6, df=4, ar=2, vt=3, miniatures=10, hr=4, dc_per_miniature=1, ve=1)
ASHIGARU = Contender(dc=15, at=7, df=3, ar=1, vt=3, miniatures=15, hr=3, dc_per_miniature=1, ve=1)
RIDERS = Contender(
    dc=10, at=4, df=4, ar=3, damage_bonus=1, vt=5, accumulated_damage=3, miniatures=5, hr=5, dc_per_miniature=2, ve=2
)
ENDS = ("first_destroys", "first_wins", "draw", "second_wins", "second_destroys")


def small_sides(most_dice: int) -> st.SearchStrategy[Contender]:
    return st.builds(
        Contender,
        dc=st.integers(0, most_dice),
        at=st.integers(-1, 11),
        df=st.integers(-2, 12),
        ar=st.integers(0, 10),
        damage_bonus=st.integers(-2, 3),
        vt=st.integers(1, 5),
        accumulated_damage=st.integers(0, 6),
        miniatures=st.integers(1, 6),
        hr=st.integers(-1, 12),
        dc_per_miniature=st.integers(0, 3),
        ve=st.integers(0, 3),
    )


def close(got: CombatOdds, want: dict[str, Fraction]) -> None:
    for name, expected in want.items():
        assert getattr(got, name) == pytest.approx(expected, rel=1e-11, abs=0), name


ROUNDS = [
    (SAMURAI, ASHIGARU),
    (ASHIGARU, SAMURAI),
    (RIDERS, ASHIGARU),
    (SAMURAI, RIDERS),
    (dataclasses.replace(SAMURAI, dc=2, miniatures=2), dataclasses.replace(ASHIGARU, dc=2, miniatures=3)),
    (dataclasses.replace(ASHIGARU, dc=2, miniatures=3), dataclasses.replace(SAMURAI, dc=2, miniatures=2)),
    (dataclasses.replace(RIDERS, dc=2, miniatures=1), dataclasses.replace(ASHIGARU, dc=2, miniatures=6)),
    (dataclasses.replace(ASHIGARU, dc=2, miniatures=4), dataclasses.replace(RIDERS, dc=2, miniatures=2)),
    (dataclasses.replace(SAMURAI, dc=2, at=0, miniatures=4), dataclasses.replace(SAMURAI, dc=2, at=0, miniatures=4)),
]


@pytest.mark.parametrize(("first", "second"), ROUNDS)
def test_rounds_as_the_model_has_them(first, second):
    close(combat_odds(first, second), combat(first, second))


@given(small_sides(2), small_sides(1))
@settings(max_examples=60)
def test_any_small_round_as_the_model_has_it(first, second):
    close(combat_odds(first, second), combat(first, second))


@given(small_sides(30), small_sides(30))
def test_the_ends_exclude_one_another_and_add_up(first, second):
    result = combat_odds(first, second)
    assert all(0 <= getattr(result, end) <= 1 for end in ENDS)
    assert math.fsum(getattr(result, end) for end in ENDS) == pytest.approx(1, abs=1e-12)
    assert 0 <= result.second_flees <= result.first_wins
    assert 0 <= result.first_flees <= result.second_wins
    assert 0 <= result.first_loses <= first.miniatures + 1e-9
    assert 0 <= result.second_loses <= second.miniatures + 1e-9


def test_a_strike_is_the_dice_of_one_against_the_protection_of_the_other():
    assert strike(RIDERS, ASHIGARU) == Attack(dc=10, at=4, df=3, ar=1, damage_bonus=1, vt=3, miniatures=15, hr=3)
    assert strike(ASHIGARU, RIDERS) == Attack(15, 7, 4, 3, vt=5, accumulated_damage=3, miniatures=5, hr=5)


def test_a_difference_equal_to_the_ve_left_is_a_draw():
    """K27. One die that deals 1 to 9 points against a unit that never answers and does not fall."""
    first = Contender(dc=1, at=0, df=1, ar=1, vt=3, miniatures=5, dc_per_miniature=1, ve=1)
    second = Contender(dc=0, at=10, df=-9, ar=1, vt=100, miniatures=1, hr=3, dc_per_miniature=1, ve=11)
    assert combat_odds(first, second).first_wins == 0  # 9 and the +2 of a defense 10 make 11: not more than 11
    beaten = combat_odds(first, dataclasses.replace(second, ve=10))
    assert beaten.first_wins == pytest.approx(0.1 * 0.1, rel=1e-12)
    assert beaten.second_flees == pytest.approx(0.1 * 0.1 * 0.7, rel=1e-12)
    assert beaten.draw == pytest.approx(0.99, rel=1e-12)


def test_targets_beyond_any_damage_cost_nothing():
    """VT a billion: the tables end at the damage that can be dealt, not at destruction."""
    rock = dataclasses.replace(SAMURAI, vt=10**9)
    result = combat_odds(rock, rock)
    assert result.first_destroys == result.second_destroys == result.first_loses == 0


def test_numbers_no_table_can_show_are_refused():
    with pytest.raises(ValueError, match="at least"):
        dataclasses.replace(SAMURAI, miniatures=0)
