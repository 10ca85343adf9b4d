"""What every kind of question says of itself: how many dice, which words, what an answer is and what follows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.play.game import Event, Line
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.state import Ask, State
from companion.rules.text import Refusal, Text


def _unchanged(state: State, ask: Ask) -> State:
    return state


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of ask. `words`: the next physical act as its owner's phone says it, and what the others show.

    `read`: the answer that the ask's pad holds, None while dice are missing. `started`: what the first dice change
    before the answer is there. `answered`: what follows the answer. `line`: what the log says of it.
    """

    rule: str
    dice: Callable[[State, Ask], int]
    words: Callable[[State, Ask], tuple[Text, Text]]
    read: Callable[[State, Ask], Any]
    answered: Callable[[State, Event, Ask, Any], State]
    line: Callable[[State, Event, PadData | RollData, State, Ask], Line]
    started: Callable[[State, Ask], State] = _unchanged
    refused: Callable[[State, Ask, PadData | RollData], Refusal | None] = lambda state, ask, data: None
    """Why no dice can be entered now, or none of this sort."""
