"""The taps of dice, for attacks and honor rolls alike: the step they name says whose they are."""

from __future__ import annotations

from companion.play.acts import Act
from companion.play.game import Event, Line
from companion.play.kensei.after import honor as honors
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.fight import chain as attacks
from companion.play.kensei.fight import words as telling
from companion.play.kensei.state import State
from companion.rules.text import Refusal


def _enter(state: State, event: Event, data: PadData | RollData) -> State | Refusal:
    if data.step.startswith("h"):
        return honors.enter(state, event, data)
    return attacks.enter(state, event, data)


def _line(before: State, event: Event, data: PadData | RollData, after: State) -> Line:
    if data.step.startswith("h"):
        return honors.enter_line(before, event, data, after)
    return telling.enter_line(before, event, data, after)


ACTS = (Act("pad", PadData, _enter, _line, dice=True), Act("roll", RollData, _enter, _line, dice=True))
