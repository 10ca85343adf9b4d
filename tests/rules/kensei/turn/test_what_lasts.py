"""Facts and effects over the turns, and what Commandment Points pay for (7:4:7, 8:2, 8:3, 11:1, 11:4:2)."""

from __future__ import annotations

import pytest

from companion.rules.kensei.turn import command
from companion.rules.kensei.turn.effects import (
    LASTING,
    Effect,
    EffectId,
    after_turn,
    counts,
    effects_on,
    ends_after,
    from_now,
)
from companion.rules.kensei.turn.facts import Facts

DESTROYED, RUN_THROUGH = Effect("destroyed-enemy", "a1", 3), Effect("run-through", "a1", 3)


def test_who_destroyed_an_enemy_profits_in_the_next_turn_and_who_was_run_through_at_once() -> None:
    assert [counts(DESTROYED, turn) for turn in (3, 4)] == [False, True]
    assert [counts(RUN_THROUGH, turn) for turn in (3, 4)] == [True, True]
    assert from_now("destroyed-enemy", "a1", 3) == Effect("destroyed-enemy", "a1", 2)
    assert from_now("run-through", "a1", 3) == RUN_THROUGH


def test_both_end_with_the_turn_after() -> None:
    kept = after_turn([DESTROYED, RUN_THROUGH], 3)
    assert kept == (DESTROYED, RUN_THROUGH)
    assert after_turn(kept, 4) == ()


def test_an_effect_lies_on_one_only() -> None:
    assert effects_on([DESTROYED, RUN_THROUGH], "a1", 4) == {"destroyed-enemy", "run-through"}
    assert effects_on([DESTROYED, RUN_THROUGH], "a1", 3) == {"run-through"}
    assert effects_on([DESTROYED, RUN_THROUGH], "b1", 4) == frozenset()


def test_nothing_is_true_of_who_has_done_nothing() -> None:
    assert Facts() == Facts(
        moved="none", charged=False, counter_charged=False, defensive=False, shot=False, withstood_and_shot=False,
        special=False, regrouped=False, defeated=False, loaded=True, fleeing_since=None, slowed=False, ground="open",
        cover="none",
    )  # fmt: skip


def test_who_begins_to_run_is_in_no_charge_and_no_position_any_more() -> None:
    ran = Facts(moved="march", charged=True, counter_charged=True, defensive=True, regrouped=True, loaded=False).breaks(
        5
    )
    assert ran == Facts(moved="march", loaded=False, fleeing_since=5)
    assert ran.flees
    assert not Facts().flees


@pytest.mark.parametrize(("moved", "slowed"), [("none", True), ("march", False), ("run", False)])
def test_a_turn_ends_what_was_done_and_leaves_where_it_stands(moved: str, slowed: bool) -> None:
    busy = Facts(
        moved=moved, charged=True, counter_charged=True, defensive=True, shot=True, withstood_and_shot=True,
        special=True, regrouped=True, defeated=True, loaded=False, fleeing_since=2, slowed=True, ground="hill",
        cover="light",
    )  # fmt: skip
    left = Facts(loaded=False, fleeing_since=2, slowed=slowed, ground="hill", cover="light")
    assert busy.after_turn() == left, "a slowed unit is slowed until it moves"


def test_commandment_points_and_their_prices() -> None:
    assert dict(command.POINTS) == {"daimyo": 4, "taisho": 3, "busho": 2, "daisho-samurai": 1}
    assert command.ON_HILL == 2
    assert (command.TAISHO_ABILITY, command.REGROUPING, command.STRATEGIC_ORDER) == (2, 1, 3)


@pytest.mark.parametrize("source", LASTING)
def test_an_effect_is_gone_after_the_turn_it_is_said_to_end_with(source: EffectId) -> None:
    effect = from_now(source, "a1", 3)
    last = ends_after(effect)
    for turn in (3, 4, 5):
        assert (effect in after_turn([effect], turn)) is (last is None or turn < last)
