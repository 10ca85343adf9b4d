"""Faces and bins (2:6:2, 2:7:3, 2:7:4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.dice import AttackTally, DefenseTally, hits, pips, saves, tally_attack, tally_defense, wins
from tests.strategies import faces

numbers = st.integers(-4, 14)


def test_pips() -> None:
    assert [pips(face) for face in range(11)] == [10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize("face", [-1, 11, 99])
def test_no_such_face(face: int) -> None:
    with pytest.raises(ValueError, match=str(face)):
        pips(face)


@pytest.mark.parametrize(("at", "hitting"), [(-1, 10), (0, 10), (1, 9), (6, 4), (9, 1), (10, 1), (13, 1)])
def test_how_many_faces_hit(at: int, hitting: int) -> None:
    """AT 0 or less: all; AT 10 or more: the ten alone (K45)."""
    assert sum(hits(face, at) for face in range(10)) == hitting


@pytest.mark.parametrize(("df", "saving"), [(-3, 1), (0, 1), (1, 1), (4, 4), (9, 9), (10, 10), (12, 10)])
def test_how_many_faces_save(df: int, saving: int) -> None:
    """DF below 1: ones alone; DF 10 saves with a ten too (K4)."""
    assert sum(saves(face, df) for face in range(10)) == saving


def test_marked_dice_are_the_last() -> None:
    assert tally_defense([3, 3, 3], 4, 1) == DefenseTally(saved=2, failed=1, tens=0)
    assert tally_defense([3, 0, 0], 11, 1) == DefenseTally(saved=2, failed=0, tens=1)
    assert tally_attack([0, 10, 5, 4], 4) == AttackTally(misses=1, hits=1, tens=2)


@pytest.mark.parametrize("marked", [-1, 3])
def test_no_more_marked_dice_than_dice(marked: int) -> None:
    with pytest.raises(ValueError, match="marked"):
        tally_defense([1, 2], 4, marked)


@given(st.lists(faces), numbers)
def test_every_attack_die_is_in_one_bin(rolled: list[int], at: int) -> None:
    tally = tally_attack(rolled, at)
    assert (tally.misses, tally.hits, tally.tens) == (
        sum(0 < face <= at for face in rolled),
        sum(face > at for face in rolled if face),
        rolled.count(0),
    )


@given(st.lists(faces), st.lists(faces), numbers)
def test_order_within_a_group_of_defense_dice_does_not_matter(plain: list[int], marked: list[int], df: int) -> None:
    tally = tally_defense(plain + marked, df, len(marked))
    assert tally == tally_defense(sorted(plain) + sorted(marked), df, len(marked))
    alone, other = tally_defense(plain, df, 0), tally_defense(marked, df - 2, 0)
    assert tally == DefenseTally(alone.saved + other.saved, alone.failed + other.failed, alone.tens + other.tens)


@given(st.integers(-2, 12), st.integers(-2, 12))
def test_an_opposed_roll_is_won_by_one_of_the_two(mine: int, theirs: int) -> None:
    assert wins(mine, theirs) == pytest.approx(1 - wins(theirs, mine))
    assert wins(mine + 1, theirs) >= wins(mine, theirs)


def test_equal_attributes_win_half_and_ten_more_always() -> None:
    assert (wins(4, 4), wins(14, 4), wins(4, 14)) == (0.5, 1.0, 0.0)
    assert wins(5, 4) == pytest.approx(55 / 91), "nine ties are rolled again, 36 of 100 are lost"
