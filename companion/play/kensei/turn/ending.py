"""The end of a turn: which markers come off the table, which are turned over, how the points stand (7:4:7, 2:6:4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.markers import BY_ID, MARKERS, Marker
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn import victory
from companion.play.kensei.turn.phases import next_turn
from companion.rules.kensei.victory import Scored

TURNED = BY_ID["fleeing"], BY_ID["regroup"]
"""The two sides of one marker: what ran this turn may be called back in the next (2:6:4)."""


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The points of a side, and all that scored them."""

    seat: str
    points: int
    why: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class EndingView:
    """What the players do on the table when this turn ends."""

    off: tuple[tuple[Marker, tuple[str, ...]], ...]
    """Each marker that comes off, and beside whom it lies."""
    fell_short: tuple[str, ...]
    """Whose charge fell short in it: that counts in the next turn (9:5:7, K54)."""
    turned: tuple[str, ...]
    """Beside whom the run-away marker is turned over."""


def scores(state: State) -> tuple[ScoreView, ...]:
    """The points of both sides so far; nothing where no points decide."""
    found = victory.verdict(state)
    if found is None or victory.last_turn(state) is None or not state.begun:
        return ()
    return tuple(ScoreView(seat, found.points(seat), found.why[seat]) for seat in SEATS)


def ending(state: State) -> EndingView | None:
    """What ends with this turn, while it is about to; nothing at a table from before that was told."""
    if not state.battle or not state.begun or state.over or state.phase != "resolution":
        return None
    after = next_turn(state)
    pairs = [(piece, now) for piece in state.pieces if piece.standing and (now := after.piece(piece.id))]
    short = [was.title for was, _ in pairs if state.fell_short.get(was.id) == state.turn]
    turned = [was.title for was, now in pairs if TURNED[0].shown(state, was) and TURNED[1].shown(after, now)]
    return EndingView(tuple(_off(state, after, pairs)), tuple(short), tuple(turned))


def _off(state: State, after: State, pairs: list[tuple[Piece, Piece]]) -> Iterator[tuple[Marker, tuple[str, ...]]]:
    for marker in MARKERS:
        if marker is TURNED[0]:
            continue
        beside = [was.title for was, now in pairs if marker.shown(state, was) and not marker.shown(after, now)]
        if beside:
            yield marker, tuple(beside)
