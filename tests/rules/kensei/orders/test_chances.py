"""Chances by gap, against every throw there is (9:5:3, 9:5:6; K16, K28)."""

from dataclasses import replace
from itertools import product

import pytest

from companion.rules.kensei.orders.charge import (
    Charge,
    charge_end,
    expected_hits,
    falling_short,
    outrunning,
    outruns,
    reaching,
)

FOOT = Charge(10, mounted=False, gap_cm=0, advance="run")
RIDERS = Charge(15, mounted=True, gap_cm=0, advance="run")


@pytest.mark.parametrize("gap", [1, 12, 20, 26, 33])
def test_who_flees_is_reached_where_its_dice_and_the_gap_are_bridged(gap: int) -> None:
    away = 0
    for flight in product(range(1, 11), repeat=2):
        now = replace(FOOT, gap_cm=gap + sum(flight))
        away += sum(not (not now.needs_die or charge_end(now, (face,)).reached) for face in range(1, 11))
    assert outruns(replace(FOOT, gap_cm=gap), 2) == pytest.approx(away / 1000)


def test_riders_flee_farther_than_men_on_foot() -> None:
    assert outruns(replace(RIDERS, gap_cm=25), 3) > outruns(replace(RIDERS, gap_cm=25), 2)


def test_a_strip_goes_from_the_advance_to_the_most_the_dice_make() -> None:
    assert [(gap.cm, round(gap.chance, 2)) for gap in reaching(FOOT)] == [
        (20, 1.0), (22, 0.9), (24, 0.7), (26, 0.5), (28, 0.3), (30, 0.1),
    ]  # fmt: skip
    assert [(gap.cm, round(gap.chance, 2)) for gap in falling_short(FOOT)][:2] == [(20, 0.0), (22, 0.1)]
    assert [gap.cm for gap in reaching(RIDERS)] == [30, 34, 38, 42, 46, 50]
    assert [gap.cm for gap in reaching(replace(FOOT, halved=True))] == [10, 11, 12, 13, 14, 15]
    assert [gap.cm for gap in reaching(replace(FOOT, advance="none"))] == [2, 4, 6, 8, 10], "no gap of nothing"


def test_hits_to_be_expected_of_a_shot() -> None:
    assert expected_hits(6, 6) == pytest.approx(6 * 0.4)
    assert expected_hits(6, 12) == pytest.approx(6 * 0.1), "a ten hits always"


def test_a_strip_of_a_flight_ends_where_no_charge_reaches() -> None:
    strip = outrunning(FOOT, 2)
    assert [gap.cm for gap in strip] == [5, 10, 15, 20, 25, 30]
    assert [gap.chance for gap in strip] == sorted(gap.chance for gap in strip)
    assert strip[-1].chance == 1.0
    assert [gap.cm for gap in outrunning(replace(FOOT, advance="none", halved=True), 2)] == [1, 2, 3, 4, 5, 6]
    assert 0 < strip[0].chance < 0.1


def test_a_charge_shortened_by_a_die_falls_short_as_every_pair_of_dice_says() -> None:
    for cell in falling_short(FOOT, shortened=True):
        pairs = product(range(1, 11), repeat=2)
        short = sum(20 - off + die < cell.cm for off, die in pairs)
        at_once = sum(20 - off >= cell.cm for off in range(1, 11)) * 10
        reached_by_die = sum(20 - off < cell.cm <= 20 - off + die for off, die in product(range(1, 11), repeat=2))
        assert short + at_once + reached_by_die == 100
        assert cell.chance == pytest.approx(short / 100)
