"""Facts and effects over the turns, and what Commandment Points pay for (7:4:7, 8:2, 8:3, 11:1, 11:4:2)."""

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
    left_behind,
)
from companion.rules.kensei.turn.facts import Facts

DESTROYED, RUN_THROUGH = Effect("destroyed-enemy", "a1", 3), Effect("run-through", "a1", 3)


def test_both_end_with_the_turn_after() -> None:
    kept = after_turn([DESTROYED, RUN_THROUGH], 3)
    assert kept == (DESTROYED, RUN_THROUGH)
    assert after_turn(kept, 4) == ()


def test_an_effect_lies_on_one_only() -> None:
    assert effects_on([DESTROYED, RUN_THROUGH], "a1", 4) == {"destroyed-enemy", "run-through"}
    assert effects_on([DESTROYED, RUN_THROUGH], "a1", 3) == {"run-through"}
    assert effects_on([DESTROYED, RUN_THROUGH], "b1", 4) == effects_on([DESTROYED], "a0", 4) == frozenset()


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
    """An ability two, a try to call a unit back one, a strategic order three (8:3:1 to 8:3:3, K30)."""
    assert dict(command.POINTS) == {"daimyo": 4, "taisho": 3, "busho": 2, "daisho-samurai": 1}
    assert command.ON_HILL == 2
    assert (command.TAISHO_ABILITY, command.REGROUPING, command.STRATEGIC_ORDER) == (2, 1, 3)


@pytest.mark.parametrize("source", LASTING)
def test_an_effect_is_gone_after_the_turn_it_is_said_to_end_with(source: EffectId) -> None:
    effect = from_now(source, "a1", 3)
    last = ends_after(effect)
    for turn in (3, 4, 5):
        assert (effect in after_turn([effect], turn)) is (last is None or turn < last)


def test_who_leaves_his_place_leaves_behind_what_stands_there_and_nothing_else() -> None:
    """12:5:4, K75: stakes stay where they were raised; those of others, and what lies on him, stay with them."""
    lying = tuple(
        Effect(source, on, 2) for on in ("a1", "a2", "b1") for source in ("two-swords", "wall-of-stakes", "chanted-at")
    )
    left = left_behind(lying, "a2")
    assert [(e.source, e.on) for e in lying if e not in left] == [("wall-of-stakes", "a2")]
    assert left_behind(lying, "a9") == lying


@pytest.mark.parametrize("turn", [1, 2, 3, 6, 7])
def test_what_is_said_to_lie_on_somebody_counts_at_once(turn: int) -> None:
    for source, lasting in LASTING.items():
        effect = from_now(source, "a1", turn)
        assert counts(effect, turn)
        assert effect.since == turn - (lasting.begins == "next-turn")
        last = ends_after(effect)
        ends = {"turn": turn, "next-turn": effect.since + 1, "place": None}[lasting.ends]
        assert last == ends
        assert (after_turn([effect], turn) == ()) is (last == turn)
    waiting = Effect("destroyed-enemy", "a1", turn)
    assert [counts(waiting, now) for now in (turn - 1, turn, turn + 1)] == [False, False, True]
