"""The faces that the pad names for each bin are those the dice sort into it."""

from __future__ import annotations

from itertools import product

import pytest

from companion.play.kensei.ask.pad import (
    alike,
    attack_bins,
    bins_refused,
    defense_bins,
    defense_tally,
    few_dice,
    in_pairs,
    lone_die,
)
from companion.play.kensei.state import Pad
from companion.rules.dice import tally_attack, tally_defense

TARGETS = range(-1, 13)


@pytest.mark.parametrize(
    ("plain", "marked", "together"),
    [(5, 3, True), (3, 5, True), (4, 4, False), (1, 1, True), (3, 0, False), (0, 3, False)],
)
def test_one_tap_counts_both_kinds_of_dice_up_to_so_many_keys(plain: int, marked: int, together: bool) -> None:
    assert in_pairs(defense_bins(Pad(), plain, marked, 5)) == together


def named(faces: str) -> set[int]:
    """The faces a label names: "7–9", "Ø"."""
    ends = [10 if one == "Ø" else int(one) for one in faces.split("–")]
    return set(range(ends[0], ends[-1] + 1))


@pytest.mark.parametrize("at", TARGETS)
def test_every_face_of_an_attack_die_stands_at_its_bin(at: int) -> None:
    rows = {row.name: named(row.range) for row in attack_bins(Pad(), 10, at)}
    for face in range(1, 11):
        tally = tally_attack([face], at)
        fell = next(name for name in ("misses", "hits", "tens") if getattr(tally, name))
        assert [name for name, faces in rows.items() if face in faces] == [fell], (at, face)


@pytest.mark.parametrize("df", TARGETS)
@pytest.mark.parametrize("marked", [0, 1])
def test_every_face_of_a_lone_defense_die_is_one_tap(df: int, marked: int) -> None:
    ways = lone_die(bool(marked), df)
    saved = defense_bins(Pad(), 1 - marked, marked, df)[marked]
    for face in range(1, 11):
        tally = tally_defense([face], df, marked)
        (way,) = (way for way in ways if face in named(way.range))
        plain, among_marked, *tens = map(int, way.bins.split("+"))
        assert (plain + among_marked, sum(tens)) == (tally.saved, tally.tens), (df, face)
        assert (face in named(saved.range)) == bool(tally.saved)
    assert all(way.bins.split("+")[1 - marked] == "0" for way in ways)


@pytest.mark.parametrize("df", TARGETS)
@pytest.mark.parametrize(("plain", "marked"), [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)])
def test_every_fall_of_a_few_defense_dice_is_one_tap(df: int, plain: int, marked: int) -> None:
    """Each tap fills the pad, no two mean the same, and none is impossible."""
    told = {}
    for way in few_dice(plain, marked, df):
        bins = dict(zip(("saved", "saved_marked", "tens"), map(int, way.bins.split("+")), strict=True))
        told[way.bins] = defense_tally(Pad(bins=bins), plain, marked, df)
        assert way.range == str(bins["saved"] + bins["saved_marked"])
        assert way.tens == bins["tens"]
    fallen = {tally_defense(faces, df, marked) for faces in product(range(1, 11), repeat=plain + marked)}
    assert set(told.values()) == fallen
    assert len(told) == len(fallen)


@pytest.mark.parametrize(("df", "rows"), [(1, 8), (0, 8), (2, 0), (4, 0), (5, 0), (9, 0), (10, 0), (13, 8)])
def test_dice_of_both_kinds_that_need_the_same_face_are_counted_together(df: int, rows: int) -> None:
    """Which of them saved changes nothing then: each number of saves is one tap, and every tap is possible."""
    ways = alike(defense_bins(Pad(), 4, 3, df))
    assert len(ways) == rows
    for count, way in enumerate(ways):
        plain, marked = map(int, way.bins.split("+"))
        assert (plain + marked, way.range) == (count, str(count))
        assert bins_refused(defense_bins(Pad(bins={"saved": plain, "saved_marked": marked}), 4, 3, df), 7) is None
    assert alike(defense_bins(Pad(), 4, 0, 1)) == ()
