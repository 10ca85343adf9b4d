"""What every kind of question says of itself: how many dice, which words, what an answer is and what follows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.play.game import Event, Line
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.state import Ask, State
from companion.rules.text import Refusal, Text

FACES = Text("This roll counts by its faces: tap the face of each die.")


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


Refused = Callable[[State, Ask, PadData | RollData], Refusal | None]


def choice(rule: str, words: Callable[[State, Ask], tuple[Text, Text]], instead: Text) -> Kind:
    """A kind that a choice answers and no dice do; `instead` is said to who enters some."""

    def no_dice(state: State, ask: Ask, data: PadData | RollData) -> Refusal:
        return Refusal(instead, rule)

    def nothing(*given: Any) -> Any:
        return None

    return Kind(rule, lambda state, ask: 0, words, nothing, nothing, nothing, refused=no_dice)


def by_faces(rule: str, words: Text = FACES) -> Refused:
    """Refuses bins, where the sum or the face itself counts."""

    def refused(state: State, ask: Ask, data: PadData | RollData) -> Refusal | None:
        bins = data.bins or (isinstance(data, RollData) and not data.faces)
        return Refusal(words, rule) if bins else None

    return refused
