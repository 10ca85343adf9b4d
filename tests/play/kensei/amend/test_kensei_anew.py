"""The pad of a roll that was made, when it is put right: its rows, its lone die, and the counts that go together."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.play.kensei.amend.forgot import Anew, anew
from tests.play.kensei.field import fielded

SHOT, DEFENSE, DAMAGE = (f"t1.a1>b1.shot.{step}" for step in ("at", "df", "damage"))


def amended(step: str, was: Mapping[str, int], tapped: Mapping[str, int], *thrown: int) -> Anew | None:
    """The pad at that step of a shot of ten, of which so many hits and tens were thrown."""
    field = fielded("yumi-samurai 10", "katana-samurai 8")
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "situate", step=SHOT, field="distance_cm", value=40)
    if thrown:
        hits, tens = thrown
        field.act("a", "roll", step=SHOT, bins={"hits": hits, "tens": tens, "misses": 10 - hits - tens})
    return anew(field.state, step, was, tapped)


def told(pad: Anew) -> tuple[list[str], list[str], dict[str, int], bool]:
    rows = [f"{row.bin.name} {row.bin.least}-{row.bin.most} of {row.dice}" for row in (*(pad.saves or ()), *pad.rows)]
    return rows, [way.bins for way in pad.lone], dict(pad.counts), pad.full


MADE = {"hits": 3, "tens": 1, "misses": 6}
KEPT = {"saved": 2, "saved_marked": 0, "tens": 1}
ROWS = ["hits 0-10 of 10", "tens 0-10 of 10", "misses 0-10 of 10"]


@pytest.mark.parametrize(
    ("tapped", "counts"),
    [
        ({}, MADE),
        ({"hits": 5}, {"hits": 5, "tens": 1, "misses": 4}),
        ({"misses": 10}, {"hits": 0, "tens": 0, "misses": 10}),
        ({"tens": 8}, {"tens": 8}),
    ],
)
def test_a_row_of_the_attack_may_take_any_dice_and_keeps_of_the_others_what_goes_with_it(
    tapped: dict[str, int], counts: dict[str, int]
) -> None:
    pad = amended(SHOT, MADE, tapped)
    assert pad is not None
    assert told(pad) == (ROWS, [], counts, len(counts) == 3)


SAVES = ["saved 0-3 of 3", "saved_marked 0-1 of 1"]


@pytest.mark.parametrize(
    ("thrown", "was", "tapped", "rows", "lone", "counts"),
    [
        ((3, 1), KEPT, {}, [*SAVES, "tens 0-2 of 4"], "", KEPT),
        ((3, 1), KEPT, {"tens": 3}, [*SAVES, "tens 0-4 of 4"], "", {"saved": 2}),
        ((3, 1), {}, {"saved": 3}, [*SAVES, "tens 0-4 of 4"], "", {"saved": 3}),
        ((3, 0), {"saved": 1, "tens": 1}, {}, ["saved 0-3 of 3", "tens 0-2 of 3"], "", {"saved": 1, "tens": 1}),
        ((9, 1), {}, {}, ["saved 0-9 of 9", "saved_marked 0-1 of 1", "tens 0-10 of 10"], "", {}),
        ((1, 0), {"saved": 1, "tens": 0}, {}, [], "1+0 0+0+0 0+0+1", {"saved": 1, "tens": 0}),
        ((0, 1), {"saved_marked": 0, "tens": 1}, {}, [], "0+1 0+0+0 0+0+1", {"saved_marked": 0, "tens": 1}),
    ],
)
def test_a_defense_is_put_right_in_the_rows_or_the_one_tap_it_was_entered_with(
    thrown: tuple[int, int],
    was: dict[str, int],
    tapped: dict[str, int],
    rows: list[str],
    lone: str,
    counts: dict[str, int],
) -> None:
    pad = amended(DEFENSE, was, tapped, *thrown)
    assert pad is not None
    got_rows, got_lone, got_counts, full = told(pad)
    assert (got_rows, got_lone) == (rows, lone.split())
    assert {name: count for name, count in got_counts.items() if count or name in counts} == counts
    assert full == ("tens" in counts)
    assert (pad.saves is not None) == (rows != [] and 0 not in thrown)
    assert pad.chosen == "+".join(str(counts.get(name, 0)) for name in ("saved", "saved_marked", "tens"))


def test_faces_and_dice_that_are_past_have_no_pad() -> None:
    assert amended(DAMAGE, {}, {}, 3, 1) is None
    assert amended(SHOT, MADE, {}, 3, 1) is None
