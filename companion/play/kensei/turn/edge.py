"""Over the edge of the table: what leaves it counts as destroyed, and its characters as slain (11:4:4, K84)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.after.flight import destroyed
from companion.play.kensei.fight.words import joined, unveiled
from companion.play.kensei.state import State, must
from companion.rules.text import Refusal, Text


class OffTableData(Data):
    piece: str


def _off_table(state: State, event: Event, data: OffTableData) -> State | Refusal:
    piece = state.piece(data.piece)
    if piece is None or not piece.standing:
        return Refusal(Text("Nothing of that unit is left on the table: choose another."), "11:4:4")
    if not piece.facts.flees:
        words = Text(
            "%(unit)s does not run away: it stops at the edge. Mark it as running away, or correct it by hand.",
            {"unit": piece.title},
        )
        return Refusal(words, "11:4:4")
    for flight in state.flights:
        if flight.piece == piece.id and flight.faces:
            state = state.with_flight(replace(flight, end="edge"))
    return destroyed(state, piece, f"t{state.turn}.{piece.id}.edge", off_table=True)


def _line(before: State, event: Event, data: OffTableData, after: State) -> Line:
    piece = must(before.piece(data.piece))
    told = Text("%(unit)s has left the table and counts as destroyed.", {"unit": piece.title})
    return Line(joined([told, *unveiled(before, after)]))


ACTS = (
    Act(
        "off-table",
        OffTableData,
        _off_table,
        _line,
        commutes=False,
        called=lambda _: Text("who left the table"),
        sees=everybody,
    ),
)
