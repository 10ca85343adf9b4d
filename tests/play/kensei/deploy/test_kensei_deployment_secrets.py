"""Which card was laid is its own side's secret: two battles that differ in it only look the same (7:3)."""

from __future__ import annotations

import re

import pytest

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from tests.play.kensei.deploy.secrets import SETUP, told
from tests.play.kensei.field import Field, fielded

PLANTED = (("a1", "a2"), ("a2", "a1"))


def battle(order: tuple[str, ...]) -> Field:
    """Side A lays its cards in this order, B in between."""
    field = fielded(*2 * ["yumi-samurai 10, katana-samurai 8 + daisho-samurai"], **SETUP)
    field.act("a", "deploy-first", first="a")
    for number, piece in enumerate(order, 1):
        field.act("a", "lay", piece=piece)
        field.act("b", "lay", piece=f"b{number}")
    return field


@pytest.mark.parametrize("seat", ["b", None])
def test_two_battles_that_differ_in_the_card_laid_look_the_same(seat: str | None) -> None:
    one, other = (battle(order) for order in PLANTED)
    assert told(one, seat) == told(other, seat)
    assert len(KENSEI.secrets(one.state)) == len(KENSEI.secrets(other.state))


def test_its_own_side_sees_the_difference() -> None:
    one, other = (told(battle(order), "a") for order in PLANTED)
    assert one != other


@pytest.mark.parametrize("guess", ["a1", "a2", "b1"])
def test_guessing_gets_the_same_answer_whatever_was_laid(guess: str) -> None:
    for act, form in (("lay", {"piece": guess}), ("face-up", {"card": 1}), ("cards-up", {})):
        answers = {re.sub(r"\d", "", battle(order).refused("a", act, by="b", **form)) for order in PLANTED}
        assert len(answers) == 1
    assert len({battle(order).refused("b", "lay", piece="a1") for order in PLANTED}) == 1


def test_turning_up_opens_what_was_laid_and_counts_as_seen() -> None:
    field = battle(PLANTED[0])
    laid = Event("lay", "a", "a", {"piece": "a1"})
    assert [KENSEI.show_event(field.state, laid, seat) for seat in ("a", "b", None)] == [laid.data, {}, {}]
    before = field.state
    field.act("a", "cards-up")
    assert KENSEI.line(before, Event("cards-up", "a", "a", {}), field.state).reveals
    assert KENSEI.show_event(field.state, laid, None) == laid.data
    other = Event("lay", "b", "b", {"piece": "b1"})
    assert KENSEI.show_event(field.state, other, "a") == {}


def test_a_card_shown_to_a_spy_counts_as_seen() -> None:
    field = battle(PLANTED[0])
    before = field.state
    field.act("a", "face-up", card=1)
    assert KENSEI.line(before, Event("face-up", "a", "a", {"card": 1}), field.state).reveals
    shown = [KENSEI.show_event(field.state, Event("lay", "a", "a", {"piece": piece}), "b") for piece in ("a1", "a2")]
    assert shown == [{"piece": "a1"}, {}]
