"""The odds of one attack against printed figures, a second model, and what must hold anyway."""

import dataclasses
import math
from itertools import islice, product
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.dice import AttackTally, DefenseTally, tally_attack, tally_defense
from companion.rules.kensei.fight import odds as of_odds
from companion.rules.kensei.fight.odds import Attack, Law, Odds, attack_die, damage_weights, odds
from tests.rules.kensei.fight.test_odds_twin import after_attack, after_defense, answer, numbers, whole_attack

BOWS = Attack(dc=10, at=7, df=3, ar=2, vt=3, miniatures=10, hr=5)

attacks = st.builds(
    Attack,
    dc=st.integers(0, 24),
    at=st.integers(-3, 13),
    df=st.integers(-4, 13),
    ar=st.integers(-1, 11),
    damage_bonus=st.integers(-3, 4),
    vt=st.integers(1, 6),
    accumulated_damage=st.integers(0, 5),
    miniatures=st.integers(1, 20),
    hr=st.integers(-2, 13),
)


def close(got: Odds, want: dict[str, object]) -> None:
    """Every number of the answer to 12 digits, the percentiles exactly."""
    for name, expected in want.items():
        value = getattr(got, name)
        if name == "percentiles":
            assert value == expected
        else:
            assert value == pytest.approx(expected, rel=1e-12, abs=0), name


# Printed figures


def test_the_figures_of_the_worked_shot():
    result = odds(BOWS)
    assert result.mean_damage == 8.76
    assert result.mean_removed == pytest.approx(2.61830623439, rel=1e-11)
    assert result.p_no_damage == pytest.approx(0.130888529197, rel=1e-11)
    assert result.p_at_least[3] == pytest.approx(0.452225449698, rel=1e-11)
    assert result.p_half == pytest.approx(0.190188630947, rel=1e-11)
    assert result.p_destroyed == pytest.approx(0.00569461106449, rel=1e-11)
    assert result.p_holds == pytest.approx(0.902058378994, rel=1e-11)
    assert len(result.removed) == len(result.p_at_least) == 11


# A second model

SMALL = [
    Attack(1, 7, 3, 2, miniatures=2),
    Attack(2, 7, 3, 2, vt=3, miniatures=3, hr=4),
    Attack(2, 4, 4, 1, damage_bonus=1, vt=2, accumulated_damage=1, miniatures=5, hr=3),
    Attack(2, 0, 0, 0, damage_bonus=3, vt=5, accumulated_damage=4, miniatures=4, hr=0),
    Attack(2, -2, -3, -1, vt=1, miniatures=30, hr=12),
    Attack(2, 10, 10, 3, vt=1, miniatures=1),
    Attack(2, 12, 11, 9, vt=1, miniatures=2, hr=10),
    Attack(2, 9, 12, 1, vt=1, miniatures=4),
    Attack(2, 5, 9, 8, damage_bonus=-1, vt=2, miniatures=3),
    Attack(2, 3, 2, 4, damage_bonus=-4, vt=3, miniatures=2, accumulated_damage=2),
    Attack(2, 5, 4, 10, vt=1, miniatures=2),
    Attack(0, 5, 4, 2, vt=3, miniatures=2, accumulated_damage=2),
]
LARGE = [
    BOWS,
    Attack(15, 4, 4, 1, vt=3, miniatures=10, hr=4),
    Attack(20, 6, 3, 1, damage_bonus=1, vt=5, accumulated_damage=3, miniatures=6, hr=5),
    Attack(12, 0, 0, 0, damage_bonus=3, vt=3, miniatures=40, hr=1),
    Attack(20, 10, 10, 4, vt=3, miniatures=3, hr=8),
    Attack(30, 7, -1, 2, vt=3, accumulated_damage=2, miniatures=12, hr=3),
    Attack(9, 3, 4, 2, damage_bonus=-2, vt=3, miniatures=9, hr=3),
]


@pytest.mark.parametrize("attack", [*SMALL, *LARGE], ids=str)
def test_attacks_as_the_model_has_them(attack):
    close(odds(attack), answer(whole_attack(attack.dc, numbers(attack)), attack))


@pytest.mark.parametrize(("hits", "marked"), [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 1), (3, 3)])
@pytest.mark.parametrize("attack", [dataclasses.replace(a, dc=4) for a in SMALL], ids=str)
def test_after_the_attack_roll_as_the_model_goes_on(attack, hits, marked):
    close(
        odds(attack, AttackTally(4 - hits, hits - marked, marked)),
        answer(after_attack(hits, marked, numbers(attack)), attack),
    )


@pytest.mark.parametrize(("through", "plus_two"), [(0, 0), (1, 0), (1, 1), (2, 1), (3, 0), (3, 2), (4, 4)])
@pytest.mark.parametrize("attack", [dataclasses.replace(a, dc=4) for a in SMALL], ids=str)
def test_after_the_defense_roll_as_the_model_goes_on(attack, through, plus_two):
    want = answer(after_defense(through, plus_two, numbers(attack)), attack)
    saved = DefenseTally(4 - through, through - plus_two, plus_two)
    close(odds(attack, AttackTally(0, 2, 2), saved), want)


# What must hold whatever the numbers are


@given(attacks)
def test_the_parts_make_a_whole(attack):
    result = odds(attack)
    assert math.fsum(result.removed) == pytest.approx(1, abs=1e-12)
    assert result.p_at_least[0] == 1
    assert list(result.p_at_least) == sorted(result.p_at_least, reverse=True)
    assert all(0 <= p <= 1 for p in (*result.removed, result.p_no_damage, result.p_holds))
    assert result.p_destroyed == result.removed[-1] == result.p_at_least[-1]
    assert result.p_destroyed <= result.p_half <= 1
    assert 1 - result.p_half <= result.p_holds + 1e-12
    assert result.p_holds <= 1 - result.p_destroyed + 1e-12
    assert list(result.percentiles) == ["10", "50", "90"]
    assert list(result.percentiles.values()) == sorted(result.percentiles.values())


@given(attacks)
def test_numbers_beyond_the_faces_change_nothing(attack):
    def same(**low_and_high: tuple[int, int]) -> None:
        low, high = (dataclasses.replace(attack, **{k: v[i] for k, v in low_and_high.items()}) for i in (0, 1))
        assert odds(low) == odds(high)

    same(ar=(0, 1))
    same(ar=(10, 14))
    same(df=(-6, 1))
    same(df=(12, 20))
    same(at=(-5, 0))
    same(at=(9, 13))
    same(hr=(-1, 1))
    same(hr=(10, 14))


def test_a_percentile_met_exactly_is_that_damage():
    # Against AR 5 one damage die deals nothing with exactly five of its ten faces.
    half = odds(Attack(1, 5, 3, 5), saved=DefenseTally(0, 1, 0))
    assert half.p_no_damage == 0.5
    assert half.percentiles == {"10": 0, "50": 0, "90": 4}


def test_numbers_no_table_can_show_are_refused():
    for wrong in ({"dc": -1}, {"vt": 0}, {"miniatures": 0}, {"accumulated_damage": -1}):
        with pytest.raises(ValueError, match="at least"):
            dataclasses.replace(BOWS, **wrong)


# What dice come to on average, against every throw there is (10:3–10:5, 11:3:1; K2–K6)

FACES = range(1, 11)


@pytest.mark.parametrize("at", [-1, 0, 1, 4, 6, 9, 10, 12])
def test_hits_expected_are_the_mean_of_all_throws(at: int) -> None:
    throws = [tally_attack(faces, at) for faces in product(FACES, repeat=2)]
    luck = of_odds.attack_luck(AttackTally(misses=1, hits=0, tens=1), at)
    assert (luck.dice, luck.got) == (2, 1)
    assert luck.expected == pytest.approx(sum(one.hits + one.tens for one in throws) / len(throws))


@pytest.mark.parametrize("df", [-1, 1, 2, 3, 5, 10, 12])
@pytest.mark.parametrize("marked", [0, 1, 2])
def test_saves_expected_know_the_marked_dice(df: int, marked: int) -> None:
    throws = [tally_defense(faces, df, marked) for faces in product(FACES, repeat=2)]
    luck = of_odds.defense_luck(DefenseTally(saved=1, failed=1, tens=0), df, marked)
    assert (luck.dice, luck.got) == (2, 1)
    assert luck.expected == pytest.approx(sum(one.saved for one in throws) / len(throws))


@pytest.mark.parametrize(("ar", "bonus", "plus_two"), [(1, 0, 0), (2, 0, 1), (3, 1, 2), (3, -2, 0), (10, 0, 1)])
def test_damage_expected_is_that_of_the_odds(ar: int, bonus: int, plus_two: int) -> None:
    luck = of_odds.damage_luck(7, 3, plus_two, ar, bonus)
    asked = Attack(dc=3, at=5, df=3, ar=ar, damage_bonus=bonus, vt=100)
    assert (luck.dice, luck.got) == (3, 7)
    assert luck.expected == pytest.approx(odds(asked, saved=DefenseTally(0, 3 - plus_two, plus_two)).mean_damage)


def test_honor_holds_with_hr_or_less_and_a_one_always() -> None:
    assert of_odds.honor_luck(holds=True, hr=4) == of_odds.Luck(1, 1, 4)
    assert of_odds.honor_luck(holds=False, hr=0) == of_odds.Luck(1, 0, 1)
    assert of_odds.honor_luck(holds=True, hr=12).tenths == 10


def test_luck_adds_up() -> None:
    assert of_odds.Luck(2, 1, 8) + of_odds.Luck(3, 3, 12) == of_odds.Luck(5, 4, 20)
    assert (of_odds.Luck(2, 1, 8) + of_odds.Luck(3, 3, 12)).expected == 2.0


# Cost, as ratios: what a machine's speed cannot change


def seconds(attack: Attack) -> float:
    times = []
    for _ in range(15):
        start = thread_time()
        odds.__wrapped__(attack)
        times.append(thread_time() - start)
    return min(times)


def test_more_dice_cost_no_more_than_in_proportion():
    ten, forty = seconds(BOWS), seconds(dataclasses.replace(BOWS, dc=40))
    assert forty < 6 * ten


def test_the_first_weights_do_not_wait_for_the_rest():
    """Of a pool far too large to finish, the first weights are there at once."""
    law: Law = attack_die(BOWS)
    assert len(list(islice(damage_weights(((law, 2000),)), 20))) == 20
