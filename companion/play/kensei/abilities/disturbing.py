"""An ability that disturbs another one while its die is due (12:6:3, K77).

Nobody waits for it: its window is open until that die is entered.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.abilities.lending import THEIRS
from companion.play.kensei.abilities.rerolling import can_be_undone, undone
from companion.play.kensei.owned import Owned
from companion.play.kensei.state import State
from companion.play.kensei.uses import Use, form_of, roll_kind
from companion.rules.kensei.abilities.rule import Disturbs, Form
from companion.rules.text import Refusal, Text

LATE = Text("That ability is decided, or was taken back: it can be disturbed until its die is entered.")


def disturbed(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Whether this is an enemy's ability that can still be disturbed, once."""
    use = state.use(about)
    if use is None or not is_open(state, use):
        return Refusal(LATE, one.ability.rule)
    if use.seat == one.piece.seat or use.taisho:
        return Refusal(Text("It disturbs abilities of enemy units and characters only."), one.ability.rule)
    if any(other.about == about and other.ability == one.ability.id for other in state.uses):
        return Refusal(Text("That ability was disturbed already."), one.ability.rule)
    return None


def is_open(state: State, use: Use) -> bool:
    """Whether its user's die is due; or it had none, and nothing was thrown since."""
    if roll_kind(use) == "none":
        return use.holds is True and use.id == state.fresh and can_be_undone(form_of(use).won)
    thrown = any(not name.startswith(THEIRS) for name in use.dice)
    return use.holds is None and not thrown and any(ask.about == use.id and ask.seat == use.seat for ask in state.asks)


def paused(state: State, about: str) -> State:
    """The state in which the dice of the disturbed ability wait."""
    return state.without_asks(about)


def disturbs(state: State, use: Use, outcome: Disturbs) -> State:
    """The state in which its KI is lower, or in which it is cancelled where it has no roll."""
    other = state.use(use.about)
    if other is None:
        return state
    if roll_kind(other) == "none":
        return undone(state, other, form_of(other).won).with_use(replace(other, holds=False))
    return state.with_use(replace(other, lowered=other.lowered + outcome.ki))
