"""The Commandment roll at the start of a turn: one die a side, and the winner says who acts first (7:4:2, K69).

It is asked and never demanded. Any other act goes on without it; `first` settles it by hand; it falls away when the
phase is left.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.game import Event
from companion.play.kensei.ask.contest import Contest
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind, Words, choice
from companion.play.kensei.state import Ask, State
from companion.rules.dice import pips
from companion.rules.kensei.turn.command import commandment, total
from companion.rules.text import Number, Text, player_at, player_first

RULE = "7:4:2"


def _adds(state: State, seat: str) -> Number:
    leader = state.acting_general(seat)
    left = (h.profile for piece in state.of(seat) for h in piece.seen_heroes)
    return commandment(leader.profile if leader else None, left)


ROLL = Contest("command", lambda state: state.command, lambda state, roll: replace(state, command=roll), _adds)


def tidied(state: State) -> State:
    """With the roll of a turn that has just begun; without one whose phase was left."""
    if not state.battle or not state.under_way:
        return state
    if state.phase != "orders":
        return settled(state)
    return state if state.command.id else ROLL.asked(state, f"t{state.turn}.command")


def settled(state: State) -> State:
    """The state in which nothing is asked any more about who acts first."""
    return state.without_asks(state.command.id)


def _words(state: State, ask: Ask) -> Words:
    names = {"side": player_first(ask.seat), "hr": ROLL.number(state, ask.seat).value}
    first = Text("Commandment roll: 1 die and HR %(hr)s.", names), Text("%(side)s makes the Commandment roll.", names)
    return ROLL.words(state, first)


def _choice_words(state: State, ask: Ask) -> Words:
    names = {"side": player_first(ask.seat)}
    return (Text("You have the command. Who acts first?"), Text("%(side)s says who acts first.", names))


def _thrown(state: State, event: Event, ask: Ask, faces: Faces) -> State:
    """Who wins has the command and is asked for a choice."""
    state = ROLL.thrown(state, ask, faces[0])
    if not state.command.winner:
        return state
    state = replace(state, first=state.commanding)
    return state.with_question("first", state.commanding, state.command.id)


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    number = ROLL.number(before, ask.seat)
    sum_ = total(number, faces[0])
    values = {"side": player_at(ask.seat), "die": pips(faces[0]), "hr": number.value, "total": sum_}
    sentence = Text("Commandment roll of %(side)s: %(die)s + HR %(hr)s = %(total)s.", values)
    has = Text("%(side)s has the command.")
    return ROLL.line(before, after, sentence, lambda winner: replace(has, values={"side": player_first(winner)}))


KINDS |= {
    "command": Kind(RULE, 1, _words, _thrown, _line),
    "first": choice(RULE, _choice_words, Text("No die is needed yet: say who acts first.")),
}
