"""The Commandment roll as it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State
from companion.play.kensei.turn import command
from companion.rules.text import Number, Text


@dataclass(frozen=True, slots=True)
class CommandDie:
    """One side's die of the Commandment roll; `step` is the question while it is due."""

    seat: str
    step: str
    number: Number
    die: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class CommandView:
    """The Commandment roll while it is asked. `choice` is the question who acts first, asked of the `winner`."""

    dice: tuple[CommandDie, ...]
    winner: str
    choice: str
    awaited: tuple[tuple[str, Text], ...]
    """Who is still asked, and what the others show meanwhile."""

    def waiting_for(self, seat: str) -> tuple[Text, ...]:
        """What this seat waits for."""
        return tuple(words for asked, words in self.awaited if asked != seat)

    def of(self, seat: str) -> CommandDie:
        return next(one for one in self.dice if one.seat == seat)


def command_view(state: State) -> CommandView | None:
    """The roll of this turn, None once nothing is asked about it."""
    roll = state.command
    asks = {(ask.kind, ask.seat): ask.id for ask in state.asks if ask.about == roll.id}
    if not asks or state.over:
        return None
    dice = (
        CommandDie(
            seat,
            asks.get(("command", seat), ""),
            command.number_of(state, seat),
            roll.dice.get(seat),
            command.total_of(state, seat),
        )
        for seat in SEATS
    )
    choice = next((step for (kind, _), step in asks.items() if kind == "first"), "")
    awaited = ((a.seat, command.KINDS[a.kind].words(state, a)[1]) for a in state.asks if a.about == roll.id)
    return CommandView(tuple(dice), roll.winner, choice, tuple(awaited))
