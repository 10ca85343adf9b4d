"""What comes of an ability that held or failed: one way for each kind of outcome, whichever ability it is of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.play.kensei.abilities import answering, hidden
from companion.play.kensei.abilities.throws import harms, leaves, shortens
from companion.play.kensei.after.owing import owe
from companion.play.kensei.deploy import used as used_cards
from companion.play.kensei.markers import with_effect
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Use, lies_on
from companion.rules.kensei.abilities.rule import (
    Enters,
    Form,
    Harms,
    Lasts,
    Leaves,
    LiesOpen,
    OwesHonor,
    ShortensCharge,
    ShowsHidden,
    SwapsCards,
)

Done = Callable[[State, Use, Any], State]


def settled(state: State, use: Use, form: Form) -> State:
    """The state with everything that follows from this use."""
    for outcome in form.won if use.holds else form.lost:
        state = OUTCOMES[type(outcome)](state, use, outcome)
    return state


def _lasts(state: State, use: Use, outcome: Lasts) -> State:
    for one in lies_on(use, outcome):
        state = with_effect(state, one, outcome.effect, present=True)
    return state


def _owes_honor(state: State, use: Use, outcome: OwesHonor) -> State:
    """Who believed it rolls at once: a moment of its own (K55)."""
    for target in use.losers:
        state = owe(state, target, use.id, "ability")
    return state


OUTCOMES: dict[type, Done] = {
    Lasts: _lasts,
    ShortensCharge: shortens,
    Leaves: leaves,
    Harms: harms,
    **answering.OUTCOMES,
    LiesOpen: used_cards.lies_open,
    SwapsCards: used_cards.swapped,
    OwesHonor: _owes_honor,
    ShowsHidden: hidden.asks,
    Enters: hidden.asks,
}
"""Every kind of outcome there is (`rules.kensei.abilities.rule`)."""
