"""Whether one player alone may end the battle: what is hidden comes to light with it.

He may where the rules give the result and the other side has gone on playing by itself: in this turn, and since the
last entry that one side made for the other or by hand. That follows from entries everybody reads, so that neither
asking nor not asking tells whether anything is hidden.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.game import Event
from companion.play.kensei.pieces import other
from companion.play.kensei.state import State
from companion.play.kensei.turn.victory import winner_of

BY_HAND = frozenset({"correct", "forgot", "mark"})


def listened(before: State, event: Event, after: State, *, open_to_all: bool) -> State:
    """The state that remembers who has been heard by this event, which all see or not."""
    if after.turn != before.turn:
        heard: tuple[str, ...] = ()
    elif not open_to_all:
        return after
    elif event.type in BY_HAND or event.seat != event.by or _of_the_others(before, event):
        heard = (event.by,)
    else:
        heard = tuple(sorted({*before.heard, event.by}))
    return after if heard == after.heard else replace(after, heard=heard)


def _of_the_others(state: State, event: Event) -> bool:
    piece = state.piece(str(event.data.get("piece")))
    return piece is not None and piece.seat != event.by


def free_result(state: State, seat: str | None) -> str:
    """The result with which this seat may end the battle without the other's word; empty where there is none."""
    return winner_of(state) if seat is not None and other(seat) in state.heard else ""
