"""Cells of the table of abilities held against a battle that runs: when each is offered and what stands against it,
until when it counts, and what a second use in the turn is told (12:5, 12:6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import get_args

import pytest

from companion.play.kensei.abilities.offers import Offer, offers
from companion.play.kensei.owned import label
from companion.play.kensei.turn.phases import next_turn
from companion.rules.kensei.abilities.rule import Lasts, Window
from companion.rules.kensei.turn.effects import effects_on
from tests.play.kensei.abilities.table import Row
from tests.play.kensei.abilities.test_kensei_ability_table import (
    ARRANGED,
    Driven,
    arranged_ones,
    driven,
    form_of,
    named,
    settled,
)


def offered(made: Driven, row: Row, window: Window, about: str) -> list[Offer]:
    """This form of it, as the table offers it."""
    found = offers(made.field.state, "a", window, about)
    mine = (one for one in found if (one.owned.ability.id, one.owned.taisho) == (row.ability, row.taisho))
    return [one for one in mine if one.form.id == row.form_id]


@arranged_ones
def test_it_is_offered_in_the_window_of_its_row_and_in_no_other(row: Row) -> None:
    made = driven(row)
    for window in get_args(Window):
        for about in dict.fromkeys(("", made.about)):
            found = offered(made, row, window, about)
            if window != row.window:
                assert not found, window
            elif about == made.about:
                (one,) = found
                assert one.owned.user == made.one.user
                assert str(one.price) == row.price.split()[0]
                assert str(label(one.owned, one.form)) == one.owned.ability.name, "no moment allows two forms"


Arrange = Callable[[Driven], None]


def engaged(made: Driven) -> None:
    made.field.act("a", "touch", one=made.one.piece.id, other="b1", charged="earlier")


def apart(made: Driven) -> None:
    made.field.act("a", "part", one=made.one.piece.id, other="b1")


def first_turn(made: Driven) -> None:
    apart(made)
    made.field.act("a", "touch", one=made.one.piece.id, other="b1", charged="one")


def shot(made: Driven) -> None:
    made.field.act("a", "mark", piece=made.one.piece.id, marker="shot", on=True)


def from_the_flank(made: Driven) -> None:
    charges = (replace(one, zone="flank") for one in made.field.state.charges)
    made.field.state = replace(made.field.state, charges=tuple(charges))


def as_it_is(made: Driven) -> None:
    """The battle has just begun: nobody charges, nobody runs away, not every card lies."""


OBSTACLES: Mapping[str, tuple[Arrange, str]] = {
    "engaged": (engaged, "while engaged"),
    "no-charge": (as_it_is, "It needs a charge"),
    "apart": (apart, "Nobody is in contact with"),
    "first-turn": (first_turn, "Only from the second turn of a combat on"),
    "shot": (shot, "after shooting this turn"),
    "flank": (from_the_flank, "does not come from the front"),
    "turn-1": (as_it_is, "Only from the second turn on."),
    "one-runs": (as_it_is, "two or more units in flight"),
}
"""How each comes about at a table, and the sentence of the chip. Cards and hidden characters: their own tests."""
HINDERED = [(row, name) for row in ARRANGED for name in row.no.split() if name in OBSTACLES]


@pytest.mark.parametrize(("row", "name"), HINDERED, ids=lambda one: one if isinstance(one, str) else named(one))
def test_what_stands_against_it_is_said_at_its_chip(row: Row, name: str) -> None:
    made = driven(row)
    if name == "no-charge" and row.window == "charging":
        made.field.state = replace(made.field.state, charges=(), plans=())
    arrange, sentence = OBSTACLES[name]
    arrange(made)
    (one,) = offered(made, row, form_of(row).window, made.about)
    assert one.against is not None
    expected = "Announce its charge" if (name, row.window) == ("no-charge", "charging") else sentence
    assert expected in str(one.against)


LASTING_ROWS = tuple(row for row in ARRANGED if any(isinstance(one, Lasts) for one in form_of(row).won))


@pytest.mark.parametrize("row", LASTING_ROWS, ids=named)
def test_it_counts_until_the_row_says(row: Row) -> None:
    made = driven(row)
    use = settled(row, made, holds=True)
    (lasting,) = (one for one in made.form.won if isinstance(one, Lasts))
    on = {"self": use.user, "side": "a"}.get(lasting.on) or (use.losers or use.targets)[0]
    counts = []
    state = made.field.state
    for _ in range(4):
        counts.append(lasting.effect in effects_on(state.effects, on, state.turn))
        state = next_turn(state)
    turns = {"turn": 1, "next-turn": 2, "place": 4}[row.end]
    assert counts == [True] * turns + [False] * (4 - turns)
