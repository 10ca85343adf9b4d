"""Whole battles in which both sides answer what they are asked, to the end: they reach all that a battle is made of."""

from __future__ import annotations

from random import Random

from companion.play.kensei.game import KENSEI
from companion.play.kensei.pieces import SEATS
from tests.play.kensei.driven import ARMIES, Driver, setup
from tests.play.kensei.field import fielded

TYPES = ("pitched", "assassination", "head-hunt")
EVERYTHING = {
    *(f"reaction {what}" for what in ("withstand", "shoot", "counter", "flee")),
    *("charge reached", "charge short", "shot landed", "melee landed", "regroup True", "regroup False"),
    *("duel", "shares", "flight", "pursuit", "general slain", "victory"),
}


def driven(type: str, chance: Random) -> Driver:
    """A battle to its end: after each act it can be stored and shown, and no points are lost; all of it replays."""
    driver = Driver(fielded(*ARMIES, **setup(type)), chance)
    points = dict.fromkeys(SEATS, 0)
    for state in driver.acts():
        assert KENSEI.load(KENSEI.dump(state)) == state
        shown = [KENSEI.view(state, seat).scores for seat in (*SEATS, None)]
        assert shown[0] == shown[1] == shown[2], "everybody sees the same points"
        now = {one.seat: one.points for one in shown[0]}
        assert all(points[seat] <= now.get(seat, 0) for seat in SEATS), "nobody rises from the dead"
        points |= now
    assert KENSEI.result(driver.state) is not None, f"no end: {KENSEI.due(driver.state)[0].sentence}"
    assert [one.after for one in driver.field.passages()][-1] == driver.state
    return driver


def test_nine_battles_reach_everything() -> None:
    reached: set[str] = set()
    for type in TYPES:
        for number in range(3):
            reached |= driven(type, Random(f"{type} {number}")).reached
    assert reached >= EVERYTHING, sorted(EVERYTHING - reached)
