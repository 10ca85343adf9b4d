"""Chances beside a charge and the reactions to it, by gap (9:5:3, 9:5:6)."""

from __future__ import annotations

import pytest

from companion.play.kensei.orders.chips import Strip
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.test_kensei_announcing import lines, row, seen
from tests.play.kensei.orders.test_kensei_charges import charged


def told(strip: Strip | None) -> dict[str, float]:
    """What a strip shows: percent, or hits."""
    assert strip is not None
    return {
        str(one.at): round(one.chance * 100) if one.chance is not None else round(one.hits or 0, 1)
        for one in strip.cells
    }


def reactions(field: Field) -> dict[str, Strip | None]:
    return {one.what: one.strip for one in seen(field, "b").reactions[0].options}


def test_a_charge_shows_its_chance_by_gap_before_it_is_announced() -> None:
    goals = {goal.value: goal.strip for goal in row(lines(), "a", "a1").goals}
    assert told(goals["charge+run+"]) == {
        "20 cm": 100, "22 cm": 90, "24 cm": 70, "26 cm": 50, "28 cm": 30, "30 cm": 10,
    }  # fmt: skip
    assert list(told(goals["charge+none+"])) == ["2 cm", "4 cm", "6 cm", "8 cm", "10 cm"]
    assert [goal.strip for goal in row(lines(), "a", "a2").goals if goal.do == "shoot"] == [None, None]


def test_reactions_show_what_they_may_come_to() -> None:
    field = charged(target="b2")
    strips = reactions(field)
    assert strips["withstand"] is None
    flight = told(strips["flee"])
    assert list(flight) == ["5 cm", "10 cm", "15 cm", "20 cm", "25 cm", "30 cm"]
    assert flight["30 cm"] == 100
    assert told(strips["counter"])["30 cm"] == 90
    shots = told(strips["shoot"])
    assert shots == {"to 20 cm": 1.2, "20–40 cm": 0.6, "40–60 cm": 0.6}, "as a withstanding shot hits"


def test_what_the_book_forbids_has_no_chance() -> None:
    assert reactions(charged())["shoot"] is None, "spearmen shoot nothing"


def test_nobody_sees_odds_where_the_table_hides_them() -> None:
    field = fielded("buke: yumi-samurai 6", "buke: yumi-samurai 6", battle="pitched", odds="nobody")
    field.act("a", "first", first="a")
    assert [goal.strip for goal in row(field, "a", "a1").goals] == [None] * 5
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    assert set(reactions(field).values()) == {None}


@pytest.mark.parametrize(("gap", "chance"), [("4", 0.7), ("10", 0.1)])
def test_the_die_of_a_charge_shows_its_chance_first(gap: str, chance: float) -> None:
    field = charged()
    field.act("b", "react", step="t1.charge.a1>b1.react", what="withstand")
    field.act("a", "charge", charge="t1.charge.a1>b1", left_cm=gap)
    assert seen(field, "a").dice[0].chance == pytest.approx(chance)
