"""Dice as they are tapped in, for attacks and for honor rolls, and the faces that the pad names for each bin."""

from itertools import product
from typing import Any

import pytest

from companion.play.kensei.ask.pad import (
    attack_bins,
    bins_refused,
    defense_bins,
    defense_tally,
    few_dice,
    lone_die,
    totals,
)
from companion.play.kensei.asks import Pad
from companion.rules.dice import tally_attack, tally_defense
from tests.play.kensei.field import Field, attack_of

SHOT, DEFENSE, DAMAGE = (f"t1.a1>b1.shot.{step}" for step in ("at", "df", "damage"))


IMPOSSIBLE: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("pad", {"die": 0, "face": 11}, "face"),
    ("pad", {"die": 0, "face": -1}, "face"),
    ("pad", {"die": 10, "face": 3}, "10 dice"),
    ("pad", {"die": 0}, "a face is 1 to 9"),
    ("pad", {}, "a count or a face"),
    ("pad", {"bin.hits": 11}, "0 to 10 are possible"),
    ("pad", {"bin.hits": -1}, "0 to 10 are possible"),
    ("pad", {"bin.goals": 1}, "its counts are misses, hits, tens"),
    ("pad", {f"bin.{'g' * 31}": 1}, f"no count {'g' * 30};"),
    ("pad", {"bin.hits": "many"}, "bins.hits"),
    ("pad", {"bins": 5, "bin.hits": 1}, "bins"),
    ("roll", {"faces": [1] * 9}, "10 dice are needed"),
    ("roll", {"faces": [1] * 11}, "10 dice are needed"),
    ("roll", {"faces": [1] * 9 + [11]}, "each 1 to 9 or 0"),
    ("roll", {"faces": "1,2"}, "faces"),
    ("roll", {}, "This roll needs 10 dice"),
    ("roll", {"bins": {"hits": 3}}, "This roll needs 10 dice"),
    ("roll", {"bins": {"hits": 6, "tens": 6, "misses": 0}}, "are possible with 10 dice"),
    ("roll", {"bins": {"hits": 3, "tens": 3, "misses": 3}}, "9 dice entered for a roll of 10 dice"),
    ("roll", {"bins": {"saved": 3}}, "its counts are misses, hits, tens"),
)


def test_dice_that_cannot_be(field: Field) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    for type, form, words in IMPOSSIBLE:
        assert words in field.refused("a", type, step=SHOT, **form)
    assert attack_of(field).aiming


TARGETS = range(-1, 13)


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


@pytest.mark.parametrize(("df", "keys"), [(1, 8), (0, 8), (2, 8), (4, 8), (8, 8), (9, 0), (10, 0), (13, 8)])
def test_dice_of_both_kinds_are_counted_together(df: int, keys: int) -> None:
    """Which of them saved changes nothing, unless tens alone fail: each number of saves is one tap, and possible."""
    ways = totals(defense_bins(Pad(), 4, 3, df), df)
    assert [way.range for way in ways] == [str(count) for count in range(keys)]
    for way in ways:
        plain, marked = map(int, way.bins.split("+"))
        assert plain + marked == int(way.range)
        fallen = [
            defense_bins(Pad(bins={"saved": saved, "saved_marked": plain + marked - saved}), 4, 3, df)
            for saved in range(max(0, plain + marked - 3), min(4, plain + marked) + 1)
        ]
        assert {rows[2] for rows in fallen} == {fallen[0][2]}
        assert all(bins_refused(rows, 7) is None for rows in fallen)
    assert totals(defense_bins(Pad(), 4, 0, 1), 1) == ()
