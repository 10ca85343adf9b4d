"""The Commandment roll at the start of a turn: one die a side, and the winner says who acts first (7:4:2, K69).

It is asked and never demanded. Any other act goes on without it; `first` settles it by hand; it falls away when the
phase is left.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.game import Event, Line
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.frozen import freeze_number, thaw_number
from companion.play.kensei.ask.kinds import Kind, by_faces, choice
from companion.play.kensei.ask.names import free_name, given
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.fight.words import joined
from companion.play.kensei.muster.sides import calling
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import Ask, AskKind, Commandment, State
from companion.rules.dice import pips
from companion.rules.kensei.turn.command import commandment, total, won_by
from companion.rules.text import Number, Text, player_at, player_first

RULE = "7:4:2"


def tidied(state: State) -> State:
    """With the roll of a turn that has just begun; without one whose phase was left."""
    if not state.battle or not state.begun or state.over:
        return state
    if state.phase != "orders":
        return state.without_asks(state.command.id)
    return state if state.command.turn == state.turn else _asked(state)


def _asked(state: State) -> State:
    name = free_name(state, f"t{state.turn}.command")
    state = given(replace(state, command=Commandment(state.turn, name)), name)
    for seat in SEATS:
        state = state.with_ask(Ask(f"{name}.{seat}", "command", seat, name))
    return state


def number_of(state: State, seat: str) -> Number:
    """What a side adds to its die; as it was once the die fell."""
    if seat in state.command.numbers:
        return thaw_number(state.command.numbers[seat])
    leader = calling(state, seat)
    left = (h.profile for piece in state.of(seat) for h in piece.heroes if h.alive and not h.hidden)
    return commandment(leader.profile if leader else None, left)


def total_of(state: State, seat: str) -> int | None:
    """A side's result, None while its die is due."""
    die = state.command.dice.get(seat)
    return None if die is None else total(number_of(state, seat), die)


def settled(state: State) -> State:
    """The state in which nothing is asked any more about who acts first."""
    return state.without_asks(state.command.id)


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    names = {"side": player_first(ask.seat), "hr": number_of(state, ask.seat).value}
    return (
        Text("Commandment roll: 1 die and HR %(hr)s.", names),
        Text("%(side)s makes the Commandment roll.", names),
    )


def _choice_words(state: State, ask: Ask) -> tuple[Text, Text]:
    names = {"side": player_first(ask.seat)}
    return (
        Text("You have the command. Who acts first?"),
        Text("%(side)s says who acts first.", names),
    )


def _read(state: State, ask: Ask) -> tuple[int, ...] | None:
    return pads.all_faces(ask.pad)


def _thrown(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    """After a side's die. With both, the higher has the command and is asked for its choice; a tie is rolled again."""
    roll = state.command
    number = freeze_number(number_of(state, ask.seat))
    roll = replace(roll, dice={**roll.dice, ask.seat: faces[0]}, numbers={**roll.numbers, ask.seat: number})
    state = replace(state, command=roll, asks=tuple(one for one in state.asks if one.id != ask.id))
    a, b = (total_of(state, seat) for seat in SEATS)
    if a is None or b is None:
        return state
    winner = won_by(a, b)
    if winner is None:
        return _asked(state)
    state = replace(state, command=replace(roll, winner=winner), first=winner)
    return state.with_ask(Ask(f"{roll.id}.first", "first", winner, roll.id))


def _line(before: State, event: Event, data: PadData | RollData, after: State, ask: Ask) -> Line:
    number = number_of(before, ask.seat)
    die = pads.lone_face(data)
    sum_ = total(number, die)
    values = {"side": player_at(ask.seat), "die": pips(die), "hr": number.value, "total": sum_}
    told = Text("Commandment roll of %(side)s: %(die)s and HR %(hr)s, %(total)s.", values)
    if after.command.id != before.command.id:
        return Line(joined([told, Text("A tie: both roll again.")]))
    if after.command.winner:
        return Line(joined([told, Text("%(side)s has the command.", {"side": player_first(after.command.winner)})]))
    return Line(told)


KINDS: dict[AskKind, Kind] = {
    "command": Kind(
        RULE,
        lambda state, ask: 1,
        _words,
        _read,
        _thrown,
        _line,
        refused=by_faces(RULE, Text("The Commandment roll counts by its face: tap what the die shows.")),
    ),
    "first": choice(RULE, _choice_words, Text("No die is due here: say who acts first.")),
}
