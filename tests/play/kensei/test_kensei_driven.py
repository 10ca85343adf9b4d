"""Battles led to their end reach every ability and all that a battle is made of; the laws of a table hold meanwhile."""

from random import Random

from companion.play.kensei.game import KENSEI
from companion.play.kensei.pieces import SEATS
from tests.play.kensei.driven import EVERYTHING, Driver, every, led, reached
from tests.play.kensei.laws import nothing_secret

PAIRS = (("buke", "sohei"), ("kuge", "buke"), ("sohei", "kuge"))
BEFORE_THE_BATTLE = ("card", "reveal")
USING = {"use", "initiative", "show-hidden"}
MOST_BATTLES = 40
CHECKED = 6


def to_its_end(number: int, missing: set[str]) -> set[str]:
    """A battle in which what is missing is wanted; what it has reached. The first ones replay, and whenever an ability
    is used in them, and each fifth time besides, they can be kept, tell no secret, and lose no points."""
    chance = Random(f"a {number}")
    setup = (
        {"battle": "assassination"} if number == 2 else {"battle": ("pitched", "head-hunt")[number % 2], "turns": "4"}
    )
    deploys = {"deploys": "yes"} if any(one.endswith(BEFORE_THE_BATTLE) for one in missing) else {}
    driver = Driver(led(*PAIRS[number % len(PAIRS)], chance, missing, **setup, **deploys), chance, missing)
    found: set[str] = set()
    points = dict.fromkeys(SEATS, 0)
    for step, state in enumerate(driver.acts()):
        found |= {*reached(state)}
        if number >= CHECKED or (step % 5 and driver.field.events[-1].type not in USING):
            continue
        assert KENSEI.load(KENSEI.dump(state)) == state
        nothing_secret(state, [])
        shown = [KENSEI.view(state, seat).scores for seat in (*SEATS, None)]
        assert shown[0] == shown[1] == shown[2], "everybody sees the same points"
        now = {one.seat: one.points for one in shown[0]}
        assert all(points[seat] <= now.get(seat, 0) for seat in SEATS), "nobody rises from the dead"
        points |= now
    ended = KENSEI.result(driver.state) is not None or "turns" not in setup
    assert ended, f"no end: {KENSEI.due(driver.state)[0].sentence}"
    assert number >= CHECKED or [one.after for one in driver.field.passages()][-1] == driver.state
    return found


def test_led_battles_reach_everything() -> None:
    """As many battles as it takes: what is missing is wanted in the next."""
    missing = EVERYTHING | every()
    for number in range(MOST_BATTLES):
        if not missing:
            break
        missing -= to_its_end(number, missing)
    assert not missing, f"no battle has reached {sorted(missing)}"
