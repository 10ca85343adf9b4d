"""An honor roll that one unit skips because its general called it to its duty (Fulfil Your Duty, 12:6:2, K72)."""

from __future__ import annotations

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.after.owing import owed_by
from companion.play.kensei.after.target import DUTY, called_to_duty
from companion.play.kensei.markers import with_effect
from companion.play.kensei.state import HonorRoll, State
from companion.rules.text import Refusal, Text

RULE = "12:6:2"


class SkipData(Data):
    """The honor roll that is owed."""

    owed: str


def may_skip(state: State, roll: HonorRoll) -> bool:
    """Whether this roll can be skipped: a unit's, by a side whose general has said so this turn."""
    piece = state.piece(roll.piece)
    return piece is not None and not roll.is_ki and called_to_duty(state, piece)


def _skip(state: State, event: Event, data: SkipData) -> State | Refusal:
    owed = owed_by(state, data.owed)
    piece = state.piece(owed.piece) if owed is not None else None
    if owed is None or piece is None or piece.seat != event.seat:
        return Refusal(Text("No such honor roll of yours is owed: look at the table as it is now."), RULE)
    if not may_skip(state, owed):
        return Refusal(Text("One unit skips one roll in the turn of Fulfil Your Duty, once: else roll."), RULE)
    return with_effect(state.without_roll(owed.id), piece.seat, DUTY, present=False)


def _line(before: State, event: Event, data: SkipData, after: State) -> Line:
    owed = owed_by(before, data.owed)
    piece = before.piece(owed.piece) if owed is not None else None
    assert piece is not None
    return Line(Text("%(unit)s fulfils its duty: no honor roll.", {"unit": piece.title}))


ACTS = (Act("skip-roll", SkipData, _skip, _line, called=lambda _: Text("a roll skipped"), sees=everybody),)
