"""A die of each side with what it adds: the higher sum wins, and equal ones are rolled again (2:6:2).

The Commandment roll (7:4:2), the deployment roll and the advantage roll (7:3) are such, asked and never demanded; and
the two of who breaks away and who follows him (4:3:8).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.play.kensei.ask.kinds import KINDS, Words
from companion.play.kensei.asks import Ask, AskKind, split_name
from companion.play.kensei.chains import freeze_number, thaw_number
from companion.play.kensei.pieces import SEATS, OpposedRoll, SeatId, other
from companion.play.kensei.state import State
from companion.rules.dice import pips
from companion.rules.kensei.turn.command import total, won_by
from companion.rules.text import Number, Text, joined

TIE = Text("A tie: both roll again.")


def again(tied: str, first: Words) -> Words:
    """The words of an opposed roll that is made again, with the dice and attributes that were equal. Who has thrown
    once more has read them."""
    return joined([Text("A tie, %(dice)s: both roll again.", {"dice": tied}), first[0]]), first[1]


@dataclass(frozen=True, slots=True)
class ContestDie:
    """One side's die as it is shown; `step` is the question while it is due."""

    seat: str
    step: str
    number: Number
    die: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class Contested:
    """One of these rolls as it is shown while it is asked. `name`: what is added to the dice."""

    dice: tuple[ContestDie, ...]
    awaited: tuple[tuple[str, Text], ...]
    """Who is still asked, and what the others show meanwhile."""
    winner: str
    name: str = ""
    choice: str = ""
    """What is asked of the winner: the name of that question."""

    def of(self, seat: str) -> ContestDie:
        return next(one for one in self.dice if one.seat == seat)

    def waiting_for(self, seat: str) -> tuple[Text, ...]:
        """What this seat waits for."""
        return tuple(words for asked, words in self.awaited if asked != seat)


@dataclass(frozen=True, slots=True)
class Contest:
    """One of these rolls: the kind of its questions, where the state keeps it, and what each side adds to its die."""

    kind: AskKind
    kept: Callable[[State], OpposedRoll]
    keep: Callable[[State, OpposedRoll], State]
    adds: Callable[[State, str], Number]
    about: str = ""
    """What its questions are about; empty: the roll itself."""
    first: SeatId = "a"
    """The side that is asked first."""

    def asked(self, state: State, name: str, tied: str = "") -> State:
        """The state in which both sides are asked for a die of the roll of this name; `tied`: what fell before."""
        name = state.free_name(name)
        state = self.keep(state.given(name), OpposedRoll(name, tied=tied))
        for seat in (self.first, other(self.first)):
            state = state.with_ask(Ask(f"{name}.{seat}", self.kind, seat, self.about or name))
        return state

    def number(self, state: State, seat: str) -> Number:
        """What a side adds to its die; as it was once the die fell."""
        numbers = self.kept(state).numbers
        return thaw_number(numbers[seat]) if seat in numbers else self.adds(state, seat)

    def total(self, state: State, seat: str) -> int | None:
        """A side's sum, None while its die is due."""
        die = self.kept(state).dice.get(seat)
        return None if die is None else total(self.number(state, seat), die)

    def thrown(self, state: State, ask: Ask, die: int) -> State:
        """After a side's die: with both of them one has won, or they are asked again."""
        roll, number = self.kept(state), freeze_number(self.number(state, ask.seat))
        roll = replace(roll, dice={**roll.dice, ask.seat: die}, numbers={**roll.numbers, ask.seat: number})
        state = self.keep(state, roll).without_ask(ask.id)
        a, b = (self.total(state, seat) for seat in SEATS)
        if a is None or b is None:
            return state
        winner = won_by(a, b)
        if winner is None:
            fell = (f"{pips(roll.dice[seat])} + {self.number(state, seat).value}" for seat in SEATS)
            return self.asked(state, split_name(roll.id)[0], " = ".join(fell))
        return self.keep(state, replace(roll, winner=winner))

    def words(self, state: State, first: Words) -> Words:
        """What is asked, and what others read meanwhile: after a tie with what fell."""
        tied = self.kept(state).tied
        return again(tied, first) if tied else first

    def line(self, before: State, after: State, die: Text, won: Callable[[str], Text]) -> Text:
        """What the log says of a die: what it came to, and with the second that both roll again, or who has won."""
        roll = self.kept(after)
        if roll.id != self.kept(before).id:
            return joined([die, TIE])
        return joined([die, won(roll.winner)]) if roll.winner else die

    def shown(self, state: State) -> Contested:
        """The roll as pages show it."""
        roll = self.kept(state)
        asked = [ask for ask in state.asks if ask.about == roll.id]
        steps = {ask.seat: ask.id for ask in asked if ask.kind == self.kind}
        dice = (
            ContestDie(
                seat, steps.get(seat, ""), self.number(state, seat), roll.dice.get(seat), self.total(state, seat)
            )
            for seat in SEATS
        )
        awaited = ((ask.seat, KINDS[ask.kind].words(state, ask)[1]) for ask in asked)
        return Contested(tuple(dice), tuple(awaited), roll.winner)
