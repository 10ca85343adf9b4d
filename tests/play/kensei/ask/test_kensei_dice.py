"""Dice as they are tapped in, for attacks and for honor rolls, and the faces that the pad names for each bin."""

from __future__ import annotations

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
from companion.play.kensei.state import Pad
from companion.rules.dice import tally_attack, tally_defense
from tests.play.kensei.field import Field, attack_of, fielded, honor_of

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


def test_dice_belong_to_their_side_and_to_their_step(field: Field) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    assert "Only side A" in field.refused("b", "roll", step=SHOT, faces=[9] * 10)
    field.act("a", "roll", by="b", step=SHOT, faces=[9, 9, *[1] * 8])
    assert "is not due any more" in field.refused("a", "roll", step=SHOT, faces=[9] * 10)
    assert "Only side B" in field.refused("a", "roll", step=DEFENSE, faces=[9, 9])
    assert "its counts are saved, saved_marked, tens" in field.refused("b", "pad", step=DEFENSE, bins={"hits": 1})
    assert "0 to 0" in field.refused("b", "roll", step=DEFENSE, bins={"saved": 2, "saved_marked": 0, "tens": 1})
    field.act("b", "roll", step=DEFENSE, bins={"saved": 0, "saved_marked": 0, "tens": 1})
    assert "faces" in field.refused("a", "roll", step=DAMAGE, bins={"hits": 2})
    field.act("a", "pad", step=DAMAGE, die=1, face=0)
    assert field.act("a", "pad", step=DAMAGE, die=0, face=2).startswith(
        "Damage dice 2 Ø: 10 damage. Katana Samurai: 3 miniatures"
    )
    assert dict(field.chain().how) == {"attack": "hand", "defense": "hand", "damage": "hand"}


def test_four_taps_and_one_for_each_damage_die(field: Field) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    before = len(field.events)
    field.act("a", "pad", step=SHOT, bins={"hits": 2})
    field.act("a", "pad", step=SHOT, bins={"tens": 1})
    field.act("b", "pad", step=DEFENSE, bins="1+0")
    field.act("b", "pad", step=DEFENSE, bins={"tens": 1})
    field.act("a", "pad", step=DAMAGE, die=0, face=6)
    field.act("a", "pad", step=DAMAGE, die=1, face=6)
    assert len(field.events) - before == 4 + 2
    assert field.piece("b1").miniatures == 5, "4 and 4 + 2 points: three of VT 3, one stays"
    assert field.piece("b1").accumulated_damage == 1


def test_dice_are_taken_back_by_clear_and_mended_one_by_one(field: Field) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    for die in (0, 1, 0):
        field.act("a", "pad", step=SHOT, die=die, face=die + 4)
    assert attack_of(field).faces[0].face == 4
    assert attack_of(field).by_faces
    field.act("a", "pad", step=SHOT, bins={"hits": 1})
    assert not attack_of(field).by_faces, "the last way of entering counts"
    field.act("a", "pad", step=SHOT, clear=True)
    assert attack_of(field).aiming


def test_a_unit_without_dice_does_not_strike() -> None:
    field = fielded("katana-samurai 4", "katana-samurai 4", phase="combat")
    field.act("a", "correct", piece="a1", miniatures=3, reason="x")
    field.aim("melee", "a1", "b1")
    assert "3 dice are due" in field.refused("a", "blank", step=field.step())
    field.act("a", "situate", step=field.step(), field="attacker_defensive", value="yes")
    assert attack_of(field).dice == 0
    before = field.state
    field.act("a", "roll", step=field.step(), faces=[])
    assert field.chain().finished, "a roll of no dice is the same as saying so"
    field.state = before
    assert field.act("a", "blank", step=field.step()) == "Katana Samurai 1 cannot strike: no dice are left."
    assert field.chain().finished
    field.act("a", "put-away")
    assert "no result" in field.refused("a", "put-away")


def asked(field: Field) -> tuple[list[str], list[str], list[str]]:
    """What the pad shows of the roll that is due: the dice, the rows of counts, and the ways of a lone die."""
    view = attack_of(field)
    dice = [f"{die.index}{'*' if die.marked else ''} {die.face}: {die.wants}" for die in view.faces]
    rows = [f"{row.name} {row.least}-{row.most} {row.count} {row.range}" for row in view.bins]
    return dice, rows, [f"{way.bins} {way.range} {way.label}" for way in view.lone]


def test_the_pad_shows_each_die_what_it_wants_and_each_row_what_is_possible(field: Field) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    field.act("a", "pad", step=SHOT, die=1, face=9)
    wants = "7 or more hits."
    assert asked(field) == (
        [f"0 None: {wants}", f"1 9: {wants}", *(f"{die} None: {wants}" for die in range(2, 10))],
        ["misses 0-10 None 1–6", "hits 0-10 None 7–9", "tens 0-10 None Ø"],
        [],
    )
    field.act("a", "roll", step=SHOT, faces=[9, 9, 0, *[1] * 7])
    assert asked(field) == (
        ["0 None: 3 or less saves", "1 None: 3 or less saves", "2* None: only a 1 saves"],
        ["saved 0-2 None 1–3", "saved_marked 0-1 None 1", "tens 0-3 None Ø"],
        [],
    )
    field.act("b", "roll", step=DEFENSE, faces=[9, 9, 0])
    assert asked(field) == (
        [
            "0 None: 2 dice: 3 or more wounds",
            "1 None: 2 dice: 3 or more wounds",
            "2* None: 1 die for saves that failed with Ø: 3 or more wounds, +2 damage",
        ],
        [],
        [],
    )


def test_a_lone_marked_die_is_one_tap_and_its_damage_counts_what_is_added(field: Field) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    field.act("a", "modify", step=SHOT, to="damage_bonus", value=1, reason="ability")
    field.act("a", "roll", step=SHOT, faces=[0, *[1] * 9])
    assert asked(field) == (
        ["0* None: only a 1 saves"],
        ["saved 0-0 0 1–3", "saved_marked 0-1 None 1", "tens 0-1 None Ø"],
        ["0+1 1 saved", "0+0+0 2–9 failed", "0+0+1 Ø failed"],
    )
    field.act("b", "roll", step=DEFENSE, faces=[0])
    assert asked(field) == (["0* None: 1 die for saves that failed with Ø: 3 or more wounds, +3 damage"], [], [])
    field.act("a", "roll", step=DAMAGE, faces=[1])
    field.act("a", "mark", piece="a1", marker="unloaded", on=False)
    field.aim("shot", "a1", "b1")
    field.act("a", "modify", step=field.step(), to="damage_bonus", value=1, reason="ability")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=40)
    field.act("a", "roll", step=field.step(), faces=[9, *[1] * 9])
    field.act("b", "roll", step=field.step(), faces=[9])
    assert asked(field) == (["0 None: 1 die: 3 or more wounds, +1 damage"], [], [])


@pytest.mark.parametrize(
    ("standing", "bars"),
    [
        (8, ["1 or more fall", "2 or more fall", "3 or more fall", "half of them (4)", "5 or more fall", "destroyed"]),
        (4, ["1 or more fall", "half of them (2)", "3 or more fall", "destroyed"]),
        (2, ["half of them (1)", "destroyed"]),
        (1, ["destroyed"]),
    ],
)
def test_the_odds_have_a_bar_for_each_of_the_first_losses_and_for_what_matters(standing: int, bars: list[str]) -> None:
    field = fielded("yumi-samurai 10", "katana-samurai 9")
    field.act("b", "correct", piece="b1", miniatures=standing, reason="so")
    field.aim("shot", "a1", "b1", distance_cm=40)
    before = {str(bar.label): bar.chance for bar in attack_of(field).bars}
    assert list(before) == bars
    field.act("a", "roll", step=field.step(), faces=[9] * 10)
    after = {str(bar.label): bar.chance for bar in attack_of(field).bars}
    assert list(after) == bars
    assert all(0 <= chance <= 1 for chance in (*before.values(), *after.values()))
    assert after["destroyed"] > before["destroyed"], "odds follow the dice as they fall"


@pytest.mark.parametrize(
    ("hits", "sentence"),
    [
        ("9", "Roll 1 die: 3 or less saves."),
        ("0", "Roll 1 die against Ø: only a 1 saves."),
        ("9 9", "Roll 2 dice: 3 or less saves."),
        ("9 0 0", "Roll 1 die: 3 or less saves. Then 2 dice against Ø: only a 1 saves."),
    ],
)
def test_one_die_is_a_die_and_marked_dice_are_told_apart(field: Field, hits: str, sentence: str) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    faces = [int(face) for face in hits.split()]
    field.act("a", "roll", step=SHOT, faces=faces + [1] * (10 - len(faces)))
    assert str(field.due()[0].sentence) == sentence


@pytest.mark.parametrize(
    ("armor", "sentence"),
    [(0, "3 or more wounds."), (-9, "2 or more wounds."), (7, "Only Ø wounds."), (9, "Nothing wounds.")],
)
def test_what_wounds_is_always_a_face_there_is(field: Field, armor: int, sentence: str) -> None:
    field.aim("shot", "a1", "b1", distance_cm=40)
    if armor:
        field.act("a", "modify", step=SHOT, to="ar", value=armor, reason="a charm")
    field.act("a", "roll", step=SHOT, faces=[9] + [1] * 9)
    field.act("b", "roll", step=DEFENSE, faces=[9])
    assert str(field.due()[0].sentence) == f"Roll 1 damage die. {sentence}"


# ---- honor rolls
def test_an_honor_roll_asks_only_what_it_cannot_know(field: Field) -> None:
    field.act("a", "honor", piece="a1")
    roll = honor_of(field)
    assert [h.profile for h in roll.commanders] == ["taisho-buke"], "the Busho in it counts anyway"
    assert (roll.reach, roll.target.value) == (25, 6)
    assert "no unit" in field.refused("a", "answer", step=roll.step_id, field="commander", value="ah1")
    assert "field" in field.refused("a", "answer", step=roll.step_id, field="weather", value="x")
    field.act("a", "answer", step=roll.step_id, field="commander", value=roll.commanders[0].id)
    field.act("a", "answer", step=roll.step_id, field="deserted", value="yes")
    roll = honor_of(field)
    assert roll.target.value == 6, "the better of two Bushi, and one less for the deserter"
    assert "tap what the die shows" in field.refused("a", "pad", step=roll.step_id, bins={"hits": 1})
    assert "tap what the die shows" in field.refused("a", "roll", step=roll.step_id)
    assert "1 die is needed" in field.refused("a", "roll", step=roll.step_id, faces=[3, 4])
    assert "Only side A" in field.refused("b", "roll", step=roll.step_id, faces=[3])
    assert "honor roll is being made" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    assert "honor roll is being made" in field.refused("b", "leave", turn=1, phase="orders")
    field.act("a", "correct", piece="a1", miniatures=9, reason="miscounted")
    seen = honor_of(field)
    assert seen.piece.miniatures == 9, "set right by hand while the die is due"
    field.act("a", "roll", step=roll.step_id, faces=[7])
    assert "is not due any more" in field.refused("a", "roll", step=roll.step_id, faces=[1])
    assert "The die is entered" in field.refused("a", "put-off", step=roll.step_id.replace("die", "flight"))
    assert "honor roll is being made" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    field.act("a", "roll", step=roll.step_id.replace("die", "flight"), faces=[0, 7])
    roll = honor_of(field, "b")
    assert (roll.done, roll.cm) == (True, 17)
    field.honor("a2", 10, 5, 5, 5)
    assert honor_of(field).cm == 15, "riders run farther"
    lone = next(p.id for p in field.state.of("a") if p.unit is None)
    field.act("a", "honor", piece=lone)
    assert honor_of(field).target.value == 8, "a lone character rolls on his own"


def test_a_roll_may_be_put_off_or_waived_and_is_paid_once(field: Field) -> None:
    field.shoot("a1", "b1", "9 9 9 9", "9 9 9 9", "5 5 5 5", distance_cm=30)
    assert field.owed() == [("b1", ("shot-half",))]
    (owed,) = field.state.owed
    field.act("b", "honor", piece="b1", owed=owed.id)
    field.act("b", "put-off", step=field.step())
    assert field.owed()
    field.honor("b1", 1)
    assert not field.owed()
    assert "no longer owed" in field.refused("b", "honor", piece="b1", owed=owed.id)
    assert "no longer owed" in field.refused("b", "waive", owed=owed.id)
    assert "There is no such reason" in field.refused("b", "honor", piece="b1", cause="fear")
    assert "left on the table" in field.refused("b", "honor", piece="b9")


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
