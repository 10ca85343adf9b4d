"""Rolls that an ability answers: an honor roll is not rolled, or a failed one again (12:5, 12:6:3, K73, K74, K77)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.play.kensei import markers
from companion.play.kensei.abilities import duelling
from companion.play.kensei.after.again import has_failed, rolled_again
from companion.play.kensei.owned import Owned
from companion.play.kensei.state import HonorRoll, Spent, State, must
from companion.play.kensei.turn import taisho
from companion.play.kensei.uses import Use, form_of, lies_on, roll_kind
from companion.rules.kensei.abilities.rule import CannotRefuse, Form, Lasts, NotRolled, Outcome, RollsAgain
from companion.rules.kensei.turn.command import REGROUPING
from companion.rules.text import Refusal, Text

PAST = Text("That roll is past, or was taken back: look at the table as it is now.")
RULE = "11:3:1"


def waits(state: State, use: Use) -> str:
    """The question that waits until this use is decided: that of the roll itself, or of the flight after it."""
    if form_of(use).window not in ("honor-due", "roll-failed"):
        return ""
    return next((ask.id for ask in state.asks if ask.about == use.about), "")


def can_be_undone(outcomes: Iterable[Outcome]) -> bool:
    """Whether what came of an ability can be taken away again: it only lasts on somebody, or binds a challenge."""
    return all(isinstance(outcome, Lasts | CannotRefuse) for outcome in outcomes)


def undone(state: State, use: Use, outcomes: Iterable[Outcome]) -> State:
    """The state without what came of it."""
    outcomes = tuple(outcomes)
    if any(isinstance(outcome, CannotRefuse) for outcome in outcomes):
        state = duelling.may_refuse_again(state, use)
    lasting = [(outcome.effect, lies_on(use, outcome)) for outcome in outcomes if isinstance(outcome, Lasts)]
    for effect, bearers in lasting:
        for on in bearers:
            state = markers.with_effect(state, on, effect, present=False)
    return state


# ---- whom it concerns


def due(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Whether this is an honor roll of its own that nobody has thrown."""
    roll = state.roll(about)
    if roll is None or not roll.asking or roll.is_ki or not state.untouched(roll.id):
        return Refusal(PAST, RULE)
    return None if roll.piece == one.piece.id else _not_its(one)


def failed(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Whether this is a roll of its unit that has failed, and nothing was thrown after it."""
    roll, wanted = state.roll(about), next(o.what for o in form.won if isinstance(o, RollsAgain))
    if roll is not None:
        if not has_failed(state, roll):
            return Refusal(PAST, RULE)
        its = roll.piece == one.piece.id and (wanted == "any" or not roll.is_ki)
        return None if its else _not_its(one)
    use = state.use(about)
    if use is None or not _may_be_thrown_again(state, use):
        return Refusal(PAST, RULE)
    its = use.user == one.piece.id and one.hero is not None and wanted == "any"
    return None if its else _not_its(one)


def _may_be_thrown_again(state: State, use: Use) -> bool:
    """Whether its user's own roll has failed, and nothing came of that which stays."""
    own = roll_kind(use) in ("own", "each") and bool(use.dice)
    return own and use.holds is False and use.id == state.fresh and can_be_undone(form_of(use).lost)


def _not_its(one: Owned) -> Refusal:
    names = {"who": one.title, "ability": one.ability.name}
    return Refusal(Text("%(ability)s of %(who)s is for other rolls than that.", names), one.ability.rule)


# ---- what comes of it


def not_rolled(state: State, use: Use, outcome: NotRolled) -> State:
    """The state in which the roll it is about holds without a die, where that is still to be thrown."""
    roll = state.roll(use.about)
    if roll is None or not roll.asking:
        return state
    state = state.with_roll(replace(roll, open=True, holds=True, spared=use.id)).without_asks(roll.id)
    return _called_back(state, roll) if roll.regroups else state


def _called_back(state: State, roll: HonorRoll) -> State:
    piece = must(state.piece(roll.piece))
    paid = Spent(roll.id, piece.seat, "regroup", REGROUPING, piece.id, holds=True)
    return replace(taisho.called_back(state, piece), spent=(*state.spent, paid))


def again(state: State, use: Use, outcome: RollsAgain) -> State:
    """The state in which the failed roll it is about is due again."""
    roll, failed_use = state.roll(use.about), state.use(use.about)
    if roll is not None:
        return rolled_again(state, roll) if has_failed(state, roll) else state
    if failed_use is None or failed_use.holds is not False:
        return state
    kept = state.settings.failed_ability == "kept" and not failed_use.taisho
    ac = failed_use.ac + (failed_use.price if kept else 0)
    state = undone(state, failed_use, form_of(failed_use).lost)
    return state.with_use(replace(failed_use, holds=None, dice={}, ac=ac, again=failed_use.again + 1))
