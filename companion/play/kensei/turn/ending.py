"""The end of a turn: which markers come off the table, which are turned over, how the points stand (7:4:7, 2:6:4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.ask.forest import UNHURRIED
from companion.play.kensei.combat import listing
from companion.play.kensei.markers import BY_ID, MARKERS, Marker
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn import taisho, victory
from companion.play.kensei.turn.phases import next_turn, still_open
from companion.rules.kensei.victory import Scored
from companion.rules.text import Refusal, Text

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
    undone: tuple[Refusal, ...]
    """What the turn leaves behind: combats that were not fought, and who runs and was forgotten."""
    last: bool
    """It was the last turn: to go on is not what comes next."""


def scores(state: State) -> tuple[ScoreView, ...]:
    """The points of both sides so far; nothing where no points decide."""
    found = victory.verdict(state)
    if found is None or victory.last_turn(state) is None or not state.begun:
        return ()
    return tuple(ScoreView(seat, found.points(seat), found.why[seat]) for seat in SEATS)


def ending(state: State) -> EndingView | None:
    """What ends with this turn, while it is about to; nothing where no type of battle was chosen."""
    if not state.battle or state.over or state.phase != "resolution":
        return None
    after = next_turn(state)
    pairs = [(piece, now) for piece in state.pieces if piece.standing and (now := after.piece(piece.id))]
    short = [was.title for was, _ in pairs if state.fell_short.get(was.id) == state.turn]
    turned = [was.title for was, now in pairs if TURNED[0].shown(state, was) and TURNED[1].shown(after, now)]
    return EndingView(
        tuple(_off(state, after, pairs)), tuple(short), tuple(turned), tuple(_undone(state)), _is_last(state)
    )


def words(state: State) -> Text | None:
    """The sentence of the turn's end; none while anything of the turn is open on any side."""
    found = ending(state)
    if found is None or any(still_open(state)) or any(ask.kind not in UNHURRIED for ask in state.asks):
        return None
    names = {"turn": state.turn}
    if found.off:
        return Text("Turn %(turn)s ends: take these markers off.", names)
    return Text("Turn %(turn)s ends.", names)


def _is_last(state: State) -> bool:
    return state.turn >= (victory.last_turn(state) or state.turn + 1)


def _undone(state: State) -> Iterator[Refusal]:
    """What may be forgotten and is lost with the turn. Who was only now pursued into fights in the next (11:4:5)."""
    for one in listing.left(state):
        met = [c for c in state.contacts if {c.one, c.other} <= set(one.members)]
        if any(not (c.cause == "pursuit" and c.since == state.turn) for c in met):
            fight = {"combat": listing.title(state, one.members)}
            yield Refusal(Text("Not fought: %(combat)s.", fight), "10:1")
    if running := tuple(piece.title for seat in SEATS for piece in taisho.left_running(state, seat)):
        units = {"units": running}
        yield Refusal(Text("Neither called back nor run on: %(units)s.", units), "8:3:2")


def _off(state: State, after: State, pairs: list[tuple[Piece, Piece]]) -> Iterator[tuple[Marker, tuple[str, ...]]]:
    for marker in MARKERS:
        if marker is TURNED[0]:
            continue
        beside = [was.title for was, now in pairs if marker.shown(state, was) and not marker.shown(after, now)]
        if beside:
            yield marker, tuple(beside)
