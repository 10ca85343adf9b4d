"""A battle put away for another day: a line of each side about where things stand, for both to read."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from companion.play.acts import Act, Data, OneLine, everybody, said
from companion.play.game import Event, Line
from companion.play.kensei.state import State
from companion.rules.text import player_first

MOST_LETTERS = 200


class NoteData(Data):
    """Nothing takes the line away."""

    text: OneLine = Field("", max_length=MOST_LETTERS)


def _note(state: State, event: Event, data: NoteData) -> State:
    rest = {seat: text for seat, text in state.notes.items() if seat != event.seat}
    return replace(state, notes={**rest, event.seat: data.text} if data.text else rest)


def _note_line(before: State, event: Event, data: NoteData, after: State) -> Line:
    if not data.text:
        return said("%(side)s takes its line away.", side=player_first(event.seat))
    return said("%(side)s notes where things stand: %(text)s", side=player_first(event.seat), text=data.text)


ACTS = (Act("note", NoteData, _note, _note_line, sees=everybody),)
