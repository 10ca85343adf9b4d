"""Under 5 cm of an enemy when its side's orders begin: it owes a charge, or runs twice its MV (11:4:1, K54, K91).

Only the players know: a charge that falls short ends 5 cm away (9:5:7), which is not under it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.after import words
from companion.play.kensei.ask.names import free_name, given
from companion.play.kensei.fighters import body
from companion.play.kensei.flights import Flight
from companion.play.kensei.markers import breaks
from companion.play.kensei.orders.announcing import own
from companion.play.kensei.orders.reacting import able, in_contact
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import State, must
from companion.rules.text import Refusal, Text

RULE = "11:4:1"
PACES = 2
"""It runs so many times its MV."""


class NearData(Data):
    """Whether a unit stands under 5 cm of an enemy."""

    piece: str
    on: bool = True


class RunNearData(Data):
    """The unit that owed a charge and runs."""

    piece: str


@dataclass(frozen=True, slots=True)
class NearView:
    """A unit that owes a charge, and how far it runs without one."""

    piece: str
    seat: str
    sentence: Text
    cm: int


def owing(state: State, seat: str) -> tuple[Piece, ...]:
    """Who of a side owes a charge still: not engaged, and none announced."""
    if state.phase != "orders" or not state.begun or state.over:
        return ()
    charging = {charge.piece for charge in state.charges}
    return tuple(p for p in state.of(seat) if is_near(state, p) and p.id not in charging)


def is_near(state: State, piece: Piece) -> bool:
    """Whether it is said to stand there, may act, and touches nobody."""
    return piece.id in state.near and able(piece) and not in_contact(state, piece)


def _near(state: State, event: Event, data: NearData) -> State | Refusal:
    piece = own(state, event, data.piece, late=True)
    if isinstance(piece, Refusal):
        return piece
    rest = tuple(one for one in state.near if one != piece.id)
    return replace(state, near=(*rest, piece.id) if data.on else rest)


def _run(state: State, event: Event, data: RunNearData) -> State | Refusal:
    piece = own(state, event, data.piece, late=True)
    if isinstance(piece, Refusal):
        return piece
    if piece not in owing(state, piece.seat):
        names = {"unit": piece.title}
        return Refusal(Text("%(unit)s owes no charge: it is under 5 cm of nobody, or has one announced.", names), RULE)
    name = free_name(state, f"t{state.turn}.{piece.id}.near")
    flight = Flight(name, piece.id, cm=runs_cm(piece))
    return breaks(given(state, name).with_flight(flight), piece, state.turn)


def runs_cm(piece: Piece) -> int:
    """How far it runs (11:4:1)."""
    return PACES * body(piece).mv


def near_views(state: State) -> Iterator[NearView]:
    """Who owes a charge, as it is said."""
    for piece in (piece for seat in SEATS for piece in owing(state, seat)):
        names = {"unit": piece.title, "cm": runs_cm(piece)}
        told = Text("%(unit)s stands under 5 cm of an enemy: it charges, or runs %(cm)s cm.", names)
        yield NearView(piece.id, piece.seat, told, runs_cm(piece))


def _near_line(before: State, event: Event, data: NearData, after: State) -> Line:
    piece = must(after.piece(data.piece))
    names = {"unit": piece.title}
    if data.on:
        return Line(Text("%(unit)s stands under 5 cm of an enemy.", names))
    return Line(Text("%(unit)s does not stand under 5 cm of an enemy.", names))


def _run_line(before: State, event: Event, data: RunNearData, after: State) -> Line:
    return Line(words.runs(after, after.flights[-1]))


ACTS = (
    Act("near", NearData, _near, _near_line, called=lambda _: Text("who is under 5 cm"), sees=everybody),
    Act("run-near", RunNearData, _run, _run_line, called=lambda _: Text("a run without dice"), sees=everybody),
)
