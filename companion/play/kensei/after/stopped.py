"""A pursuit that runs into another enemy: it ends there in contact, and is fought in the next turn (10:1:1, K58)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.after import words
from companion.play.kensei.after.flight import chase_of, with_chase
from companion.play.kensei.flights import Chase, Flight
from companion.play.kensei.pieces import Piece, other
from companion.play.kensei.state import State
from companion.rules.kensei.turn.contacts import Contact, named
from companion.rules.text import Refusal, Text

RULE = "11:4:5"


class StoppedData(Data):
    """`on`: this enemy stood in the way, or did not."""

    chase: str
    enemy: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class StopView:
    """A chip: another enemy who may have stood in the way of a pursuit."""

    chase: str
    enemy: str
    label: Text
    on: bool


def stops(state: State, flight: Flight) -> Iterator[StopView]:
    """Who may have stopped the pursuits of a flight."""
    for chase in flight.chases:
        pursuer = state.piece(chase.piece)
        if chase.faces is None or pursuer is None or not pursuer.standing:
            continue
        for enemy in _in_the_way(state, flight, pursuer):
            label = Text("%(enemy)s stopped %(unit)s", {"enemy": enemy.title, "unit": pursuer.title})
            yield StopView(chase.id, enemy.id, label, chase.stopped_by == enemy.id)


def _in_the_way(state: State, flight: Flight, pursuer: Piece) -> Iterator[Piece]:
    for enemy in state.of(other(pursuer.seat)):
        if enemy.standing and not enemy.facts.flees and enemy.id != flight.piece:
            yield enemy


def _found(state: State, name: str) -> tuple[Flight, Chase, Piece] | None:
    names = {chase.id for flight in state.flights for chase in flight.chases if chase.faces is not None}
    if name not in names:
        return None
    flight, chase = chase_of(state, name)
    pursuer = state.piece(chase.piece)
    return (flight, chase, pursuer) if pursuer is not None and pursuer.standing else None


def _stopped(state: State, event: Event, data: StoppedData) -> State | Refusal:
    found = _found(state, data.chase)
    if found is None:
        return Refusal(Text("No pursuit of that name has been thrown: look at the table as it is now."), RULE)
    flight, chase, pursuer = found
    able = {enemy.id: enemy.title for enemy in _in_the_way(state, flight, pursuer)}
    if data.enemy not in able:
        values = {"able": tuple(able.values()) or Text("nobody")}
        return Refusal(Text("These may have stood in the way of the pursuit: %(able)s.", values), RULE)
    kept = tuple(c for c in state.contacts if c.cause != "pursuit" or not c.joins(pursuer.id, chase.stopped_by))
    state = with_chase(replace(state, contacts=kept), flight, replace(chase, stopped_by=data.enemy if data.on else ""))
    if not data.on:
        return state
    running = state.running  # the free attack that had opened is not made
    if running is not None and (running.attacker, running.defender) == (pursuer.id, flight.piece):
        state = state.without_chain(running.id) if running.numbers is None else state
    return replace(state, contacts=named(state.contacts, Contact(pursuer.id, data.enemy, state.turn, "pursuit")))


def _stopped_line(before: State, event: Event, data: StoppedData, after: State) -> Line:
    flight, chase = chase_of(after, data.chase)
    return Line(words.came(after, flight, chase) if data.on else words.not_stopped(after, flight, chase))


ACTS = (
    Act(
        "stopped", StoppedData, _stopped, _stopped_line, called=lambda _: Text("who stops the pursuit"), sees=everybody
    ),
)
