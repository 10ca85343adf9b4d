"""A circumstance forgotten: only the dice between the old and the new target are asked (9:3:3 to 9:3:5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
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


@pytest.mark.parametrize(
    ("at", "dice", "name", "words"),
    [
        (0, AttackTally(0, 8, 0), "at.more.hits", "Roll 1 die more: 1 or more hits. How many hits, without Ø?"),
        (9, AttackTally(7, 0, 1), "at.more.tens", "Roll 1 die more. How many show Ø?"),
        (10, AttackTally(7, 0, 1), "at.more.tens", "Roll 1 die more. How many show Ø?"),
    ],
)
def test_a_die_more_is_asked_what_it_can_show(at: int, dice: AttackTally, name: str, words: str) -> None:
    wanted = asked(numbers(dc=8, at=at), numbers(dc=9, at=at), LyingDice(dice))
    assert (wanted.name, str(wanted.words)) == (name, words)


def test_a_defense_that_can_show_nothing_else_is_not_asked() -> None:
    dice = LyingDice(AttackTally(4, 4, 0), DefenseTally(4, 0, 0))
    more = counted(numbers(at=4, df=10), numbers(at=3, df=10), dice, at_between=1)
    assert more == LyingDice(AttackTally(3, 5, 0), DefenseTally(5, 0, 0)), "a ten saves too"
    nine = LyingDice(AttackTally(4, 4, 0), DefenseTally(3, 1, 0), (5,))
    assert counted(numbers(df=8), numbers(df=9), nine) == dice, "what failed showed 9"


def test_a_failed_ten_more_adds_to_its_damage() -> None:
    now = {"at_more_hits": 0, "at_more_tens": 1, "df_marked_more_saved": 0, "df_marked_more_tens": 1}
    last = asked(numbers(dc=8), numbers(dc=9), DICE, **now)
    assert (last.name, str(last.words)) == ("damage.raised.2", "Roll one more damage die, with +2. What does it show?")


def test_an_answer_that_cannot_be_is_refused_with_what_can() -> None:
    refused = recount(numbers(at=4), numbers(at=3), DICE, {"at.between": 5}, to_end=True)
    assert isinstance(refused, Refusal)
    assert str(refused) == "How many of the attack dice show 4? 5 cannot be: 0 to 4 are possible."


# ---- against the faces themselves


@dataclass(frozen=True)
class Thrown:
    """A whole attack by its faces: the first so many of each lot are thrown."""

    numbers: Numbers
    lots: tuple[list[int], ...]

    @property
    def attack(self) -> tuple[int, ...]:
        return tuple(self.lots[0][: self.numbers.dc.value])

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dice of each lot: attack, defense, defense against Ø, damage, damage with +2."""
        attack = tally_attack(self.attack, self.numbers.at.value)
        defense = tally_defense(self._first(attack.hits, attack.tens), self.numbers.df.value, attack.tens)
        return len(self.attack), attack.hits, attack.tens, defense.failed, defense.tens

    def dice(self, rolls: int, *, in_faces: bool) -> LyingDice:
        """As it lies on the table after so many rolls."""
        _, hit, tens, failed, failed_tens = self.counts
        found = LyingDice(
            tally_attack(self.attack, self.numbers.at.value), attack_faces=self.attack if in_faces else ()
        )
        if rolls > 1 and hit + tens:
            lying = self._first(hit, tens)
            tally = tally_defense(lying, self.numbers.df.value, tens)
            found = replace(found, defense=tally, defense_faces=lying if in_faces else ())
        if rolls > 2 and failed + failed_tens:
            found = replace(found, damage=(*self.lots[3][:failed], *self.lots[4][:failed_tens]))
        return found

    def _first(self, plain: int, marked: int) -> tuple[int, ...]:
        return (*self.lots[1][:plain], *self.lots[2][:marked])


def lying_answers(was: Thrown, now: Thrown) -> dict[str, int]:
    """What the players read off their dice, whatever they are asked."""
    at, new_at = was.numbers.at.value, now.numbers.at.value
    stays, less, more = _parted(was, now, 0)
    known = {
        "at.between": sum(hits(face, at) != hits(face, new_at) for face in stays),
        "at.less.hits": sum(hits(face, at) and face != 10 for face in less),
        "at.less.tens": less.count(10),
        "at.more.hits": sum(hits(face, new_at) and face != 10 for face in more),
        "at.more.tens": more.count(10),
    }
    for lot, name, mark in ((1, "df", 0), (2, "df.marked", MARK)):
        df, new_df = was.numbers.df.value - mark, now.numbers.df.value - mark
        stays, less, more = _parted(was, now, lot)
        moved = [face for face in stays if saves(face, df) != saves(face, new_df)]
        known[f"{name}.between"] = len(moved) - moved.count(10)
        known[f"{name}.ten"] = moved.count(10)
        for what, faces, target in (("less", less, df), ("more", more, new_df)):
            known[f"{name}.{what}.saved"] = sum(saves(face, target) for face in faces)
            known[f"{name}.{what}.tens"] = sum(face == 10 and not saves(face, target) for face in faces)
    for lot, name in ((3, "damage"), (4, "damage.raised")):
        known |= {f"{name}.{number}": face for number, face in enumerate(now.lots[lot], 1)}
    return known


def _parted(was: Thrown, now: Thrown, lot: int) -> tuple[list[int], list[int], list[int]]:
    """Of a lot the dice that lie before and after, those that fall away, and those that are thrown."""
    before, after, faces = was.counts[lot], now.counts[lot], now.lots[lot]
    return faces[: min(before, after)], faces[after:before], faces[before:after]


value = st.integers(-2, 11)
dice_count = st.integers(1, 8)
eight_dice = st.lists(st.integers(1, 10), min_size=8, max_size=8)


@pytest.mark.parametrize("rolls", [1, 2, 3])
@pytest.mark.parametrize("in_faces", [False, True])
@given(
    old=st.builds(numbers, dice_count, value, value),
    new=st.builds(numbers, dice_count, value, value),
    lots=st.tuples(*[eight_dice] * 5),
)
@settings(max_examples=300)
def test_an_attack_becomes_what_its_faces_say(
    old: Numbers, new: Numbers, lots: tuple[list[int], ...], rolls: int, in_faces: bool
) -> None:
    """In bins or with its faces entered, after the AT roll, after the DF roll, or over."""
    was, now = Thrown(old, lots), Thrown(new, lots)
    dice, known = was.dice(rolls, in_faces=in_faces), lying_answers(was, now)
    answers: dict[str, int] = {}
    while isinstance(found := recount(old, new, dice, answers, to_end=rolls == 3), Wanted):
        assert found.least < found.most, "nothing is asked whose answer follows"
        answers[found.name] = known[found.name]
    expected = now.dice(rolls, in_faces=in_faces)
    if dice.defense is None and rolls == 2:
        expected = now.dice(1, in_faces=in_faces)
    if now.counts[0] > was.counts[0]:
        expected = replace(expected, attack_faces=())
    if any(now.counts[lot] > was.counts[lot] for lot in (1, 2)):
        expected = replace(expected, defense_faces=())
    assert found == expected
