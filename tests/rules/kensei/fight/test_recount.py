"""A circumstance forgotten: only the dice between the old and the new target are asked (9:3:3 to 9:3:5)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.dice import AttackTally, DefenseTally, hits, saves, tally_attack, tally_defense
from companion.rules.kensei.fight.attack import MARK, Numbers
from companion.rules.kensei.fight.recount import LyingDice, Wanted, recount
from companion.rules.text import Number, Refusal, Text


def numbers(dc: int = 8, at: int = 4, df: int = 4, ar: int = 2, bonus: int = 0) -> Numbers:
    one, two, three, four, five = (Number(value, Text("profile"), "2:6:2") for value in (dc, at, df, ar, bonus))
    return Numbers(one, two, three, four, five, weapon=None)


def asked(was: Numbers, now: Numbers, dice: LyingDice, **answers: int) -> Wanted:
    found = recount(was, now, dice, _named(answers), to_end=True)
    assert isinstance(found, Wanted), found
    return found


def counted(was: Numbers, now: Numbers, dice: LyingDice, *, to_end: bool = True, **answers: int) -> LyingDice:
    found = recount(was, now, dice, _named(answers), to_end=to_end)
    assert isinstance(found, LyingDice), found
    return found


def _named(answers: Mapping[str, int]) -> dict[str, int]:
    return {name.replace("_", "."): count for name, count in answers.items()}


# Four of eight hit with AT 4, one of them with a ten; two of the four are saved, the ten's die fails with a ten.
DICE = LyingDice(AttackTally(4, 3, 1), DefenseTally(2, 1, 1), (5, 9))


@pytest.mark.parametrize(
    ("was", "now", "name", "words", "bounds"),
    [
        (numbers(at=4), numbers(at=3), "at.between", "How many of the attack dice show 4?", (0, 4)),
        (numbers(at=4), numbers(at=2), "at.between", "How many of the attack dice show 3–4?", (0, 4)),
        (numbers(at=4), numbers(at=6), "at.between", "How many of the attack dice show 5–6?", (0, 3)),
        (numbers(df=4), numbers(df=5), "df.between", "How many of the defense dice show 5?", (0, 1)),
        (numbers(df=4), numbers(df=3), "df.between", "How many of the defense dice show 4?", (0, 2)),
    ],
)
def test_only_the_faces_between_the_targets_are_asked(
    was: Numbers, now: Numbers, name: str, words: str, bounds: tuple[int, int]
) -> None:
    wanted = asked(was, now, DICE)
    assert (wanted.name, str(wanted.words), (wanted.least, wanted.most)) == (name, words, bounds)


def test_more_hits_ask_their_defense_dice_and_no_others() -> None:
    was, now = numbers(at=4), numbers(at=3)
    assert counted(was, now, DICE, at_between=0) == DICE, "nothing stood between: all stays"
    more = asked(was, now, DICE, at_between=1)
    assert str(more.words) == "Roll 1 die more for the defense: 4 or less saves. How many saved?"
    saved = counted(was, now, DICE, at_between=1, df_more_saved=1)
    assert saved == LyingDice(AttackTally(3, 4, 1), DefenseTally(3, 1, 1), (5, 9))
    last = asked(was, now, DICE, at_between=1, df_more_saved=0, df_more_tens=0)
    assert (last.name, last.is_face, str(last.words)) == (
        "damage.2",
        True,
        "Roll one more damage die. What does it show?",
    )
    failed = counted(was, now, DICE, at_between=1, df_more_saved=0, df_more_tens=0, damage_2=7)
    assert failed.damage == (5, 7, 9), "before the one with +2, as dice are thrown"


def test_fewer_hits_ask_what_their_defense_had_shown() -> None:
    was, now = numbers(at=4), numbers(at=5)
    assert asked(was, now, DICE, at_between=2).name == "df.less.saved"
    found = counted(was, now, DICE, at_between=1, df_less_saved=1)
    assert found == LyingDice(AttackTally(5, 2, 1), DefenseTally(1, 1, 1), (5, 9))


def test_without_a_hit_left_no_dice_count_behind_it() -> None:
    dice = LyingDice(AttackTally(7, 1, 0), DefenseTally(0, 1, 0), (8,))
    assert counted(numbers(), numbers(at=9), dice) == LyingDice(AttackTally(8, 0, 0))


def test_better_armor_and_a_damage_bonus_ask_nothing() -> None:
    assert counted(numbers(ar=2), numbers(ar=3, bonus=1), DICE) == DICE


def test_known_faces_ask_nothing_but_new_dice() -> None:
    dice = LyingDice(AttackTally(1, 2, 0), DefenseTally(1, 1, 0), (8,), (5, 7, 4), (3, 5))
    less = counted(numbers(dc=3), numbers(dc=3, at=5), dice)
    assert less == LyingDice(AttackTally(2, 1, 0), DefenseTally(1, 0, 0), None, (5, 7, 4), (3,))
    assert asked(numbers(dc=3), numbers(dc=3, at=3), dice).name == "df.more.saved"


def test_a_roll_under_way_asks_only_what_has_been_thrown() -> None:
    was, now = numbers(at=4), numbers(at=3)
    dice = LyingDice(AttackTally(8, 0, 0))
    assert counted(was, now, dice, to_end=False, at_between=2) == LyingDice(AttackTally(6, 2, 0))
    assert asked(was, now, dice, at_between=2).name == "df.more.saved", "what was over is asked to its end"


def test_more_dice_are_thrown_and_asked_by_themselves() -> None:
    was, now = numbers(dc=8), numbers(dc=10)
    assert str(asked(was, now, DICE).words) == "Roll 2 dice more: 5 or more hits. How many hits, without Ø?"
    found = counted(was, now, DICE, at_more_hits=0, at_more_tens=0)
    assert found.attack == AttackTally(6, 3, 1)
    fewer = counted(numbers(dc=8), numbers(dc=7), DICE, at_less_hits=0, at_less_tens=0)
    assert fewer.attack == AttackTally(3, 3, 1)


def test_an_answer_that_cannot_be_is_refused_with_what_can() -> None:
    refused = recount(numbers(at=4), numbers(at=3), DICE, {"at.between": 5}, to_end=True)
    assert isinstance(refused, Refusal)
    assert str(refused) == "How many of the attack dice show 4? 5 cannot be: 0 to 4 are possible."


# ---- against the faces themselves

die = st.integers(1, 10)
value = st.integers(-2, 11)


@given(st.integers(1, 8), st.integers(1, 8), value, value, st.lists(die, min_size=8, max_size=8))
def test_an_attack_roll_in_bins_becomes_what_its_faces_say(
    dc: int, new_dc: int, at: int, new_at: int, faces: list[int]
) -> None:
    """Asked, the players answer from the faces that lie on the table."""
    was, now = numbers(dc=dc, at=at), numbers(dc=new_dc, at=new_at)
    stays = min(dc, new_dc)
    kept, less, more = faces[:stays], faces[stays:dc], faces[stays:new_dc]
    known = {
        "at.between": sum(hits(face, at) != hits(face, new_at) for face in kept),
        "at.less.hits": sum(hits(face, at) and face != 10 for face in less),
        "at.less.tens": less.count(10),
        "at.more.hits": sum(hits(face, new_at) and face != 10 for face in more),
        "at.more.tens": more.count(10),
    }
    dice = LyingDice(tally_attack(faces[:dc], at))
    answers: dict[str, int] = {}
    while isinstance(found := recount(was, now, dice, answers, to_end=False), Wanted):
        assert found.least < found.most, "nothing is asked whose answer follows"
        answers[found.name] = known[found.name]
    assert isinstance(found, LyingDice), found
    assert found.attack == tally_attack(faces[:new_dc], new_at)


@given(st.integers(0, 4), st.integers(0, 3), value, value, st.lists(die, min_size=7, max_size=7))
def test_a_defense_roll_in_bins_becomes_what_its_faces_say(
    plain: int, marked: int, df: int, new_df: int, faces: list[int]
) -> None:
    attack = AttackTally(8 - plain - marked, plain, marked)
    if not plain + marked:
        return
    lying = faces[: plain + marked]
    was, now = numbers(df=df), numbers(df=new_df)
    dice = LyingDice(attack, tally_defense(lying, df, marked))
    answers: dict[str, int] = {}
    targets = {"df": (lying[:plain], df, new_df), "df.marked": (lying[plain:], df - MARK, new_df - MARK)}
    while isinstance(found := recount(was, now, dice, answers, to_end=False), Wanted):
        assert found.least < found.most, "nothing is asked whose answer follows"
        group, _, what = found.name.rpartition(".")
        mine, old, new = targets[group]
        answers[found.name] = sum(
            saves(face, old) != saves(face, new) and (face == 10) == (what == "ten") for face in mine
        )
    assert isinstance(found, LyingDice), found
    assert found.defense == tally_defense(lying, new_df, marked)
