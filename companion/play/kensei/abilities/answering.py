"""What an ability answers, window by window: a charge, a roll, another ability. Whom it concerns, and what the word
alone already says (9:5:6, 11:3, 12:5, 12:6:3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.play.kensei.abilities import disturbing, in_combat, rerolling
from companion.play.kensei.orders.before import withstood
from companion.play.kensei.orders.plans import reaction_of
from companion.play.kensei.orders.reacting import GONE, awaited, charge_of, is_open
from companion.play.kensei.owned import Owned
from companion.play.kensei.state import State, must
from companion.rules.kensei.abilities.rule import Form, Window
from companion.rules.text import Refusal, Text

Concerns = Callable[[State, Owned, Form, str], Refusal | None]


def no_answer(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Why this one has nothing to answer there: it is over, was taken back, or is another's. No table can wish it."""
    concerns = CONCERNS.get(form.window)
    return concerns(state, one, form, about) if concerns is not None else None


def answered(state: State, form: Form, about: str) -> State:
    """The state in which the word that it is used has said what it says by itself."""
    then = SAID.get(form.window)
    return then(state, about) if then is not None else state


def answerable(state: State, seat: str) -> Iterator[tuple[Window, str]]:
    """What this side might answer now: windows with what they are about."""
    for ask in state.asks:
        if ask.kind == "react" and ask.seat == seat:
            yield "charged", ask.about
    for roll in state.rolls:
        yield "honor-due", roll.id
        yield "roll-failed", roll.id
    for use in state.uses:
        yield ("ability" if use.seat != seat else "roll-failed"), use.id


# ---- a charge


def _charged(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    charge, names = charge_of(state, about), {"who": one.title, "ability": one.ability.name}
    if charge is None or not is_open(state, charge):
        return Refusal(GONE, "9:5:6")
    if one.piece.id != charge.target or not one.acts_for_piece:
        return Refusal(Text("%(who)s is not the target of that charge.", names), one.ability.rule)
    if any(ask.kind == "charge" and ask.about == about for ask in state.asks):
        return Refusal(Text("The charger has moved: %(ability)s comes before that.", names), one.ability.rule)
    reaction = reaction_of(state, charge.target)
    if reaction is not None and reaction.what in ("flee", "counter"):
        words = Text("%(ability)s goes with withstanding: %(who)s does something else. Take that back first.", names)
        return Refusal(words, one.ability.rule)
    return None


def _withstands(state: State, about: str) -> State:
    """Who uses one withstands: that needs no further word."""
    charge = must(charge_of(state, about))
    ask = awaited(state, charge)
    return state if ask is None else withstood(state, charge).without_asks(ask.about)


CONCERNS: Mapping[Window, Concerns] = {
    "charged": _charged,
    "before-in": in_combat.before_in,
    "challenging": in_combat.challenging,
    "challenged": in_combat.challenged,
    "honor-due": rerolling.due,
    "roll-failed": rerolling.failed,
    "ability": disturbing.disturbed,
}
"""Whom a window concerns, where it is about something; in every other window all of a side."""
SAID: Mapping[Window, Callable[[State, str], State]] = {"charged": _withstands, "ability": disturbing.paused}
