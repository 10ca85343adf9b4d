"""What every kind of question says of itself: how many dice, which words, what an answer is and what follows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.play.game import Event
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.state import Ask, State
from companion.rules.text import Refusal, Text, counted

Faces = tuple[int, ...]


def _unchanged(state: State, ask: Ask) -> State:
    return state


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of ask. `words`: the next physical act as its owner's phone says it, and what the others show.

    `answered`: what follows the answer. `line`: what the log says of it, of the states before and after it.
    `started`: what the first dice change before the answer is there.
    """

    rule: str
    dice: int | Callable[[State, Ask], int]
    words: Callable[[State, Ask], tuple[Text, Text]]
    answered: Callable[[State, Event, Ask, Any], State]
    line: Callable[[State, State, Ask, Any], Text | None]
    read: Callable[[State, Ask], Any] | None = None
    """The tally that the ask's pad holds, None while dice are missing. Of most kinds the faces are the answer."""
    started: Callable[[State, Ask], State] = _unchanged
    refused: Callable[[State, Ask], Refusal | None] = lambda state, ask: None
    """Why no dice can be entered now."""

    def count(self, state: State, ask: Ask) -> int:
        """How many dice are due."""
        return self.dice if isinstance(self.dice, int) else self.dice(state, ask)

    def filled(self, state: State, ask: Ask, data: PadData | RollData, by: str) -> Ask | Refusal:
        """The ask with these dice in its pad."""
        if refused := self.refused(state, ask):
            return refused
        dice = self.count(state, ask)
        if self.read is None and (data.bins or (isinstance(data, RollData) and not data.faces)):
            return Refusal(
                counted(
                    "This roll counts by its face: tap what the die shows.",
                    "This roll counts by its faces: tap the face of each die.",
                    dice,
                ),
                self.rule,
            )
        pad = pads.filled(ask.pad, data, dice, by)
        return pad if isinstance(pad, Refusal) else replace(ask, pad=pad)

    def answer(self, state: State, ask: Ask) -> Any:
        """What the ask's pad says, None while dice are missing, a refusal where that cannot be."""
        return pads.all_faces(ask.pad) if self.read is None else self.read(state, ask)


def choice(rule: str, words: Callable[[State, Ask], tuple[Text, Text]], instead: Text) -> Kind:
    """A kind that a choice answers and no dice do; `instead` is said to who enters some."""

    def nothing(*given: Any) -> Any:
        return None

    return Kind(rule, 0, words, nothing, nothing, refused=lambda state, ask: Refusal(instead, rule))
