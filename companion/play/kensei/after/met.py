"""What a flight met, as only the table knows: edge, ground, an enemy, friends (11:4:2, 11:4:4, 11:4:5; K59, K84)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.after import words
from companion.play.kensei.after.flight import gone
from companion.play.kensei.flights import Flight
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State, must
from companion.rules.kensei.after.flight import ENDS, End
from companion.rules.kensei.turn.effects import Effect
from companion.rules.text import Refusal, Text

FRIENDS = "friends"
NOTHING = "nothing"
TOLD: tuple[End, ...] = tuple(end for end, how in ENDS.items() if not how.known)
"""What players say of a flight's end."""


class MetData(Data):
    """`what` is an end, `friends` with the piece that was run through, or `nothing`; `on`: it did, or did not."""

    flight: str
    what: str
    who: str = ""
    on: bool = True


@dataclass(frozen=True, slots=True)
class MetView:
    """A chip: what the flight may have met, and whether it did."""

    what: str
    who: str
    label: Text
    on: bool


def meetings(state: State, flight: Flight) -> tuple[MetView, ...]:
    """What may still be said of a flight: nothing once it is destroyed."""
    runner = state.piece(flight.piece)
    if runner is None or not _may_meet(state, runner) or not flight.ran:
        return ()
    clear = MetView(NOTHING, "", Text("nothing in its way"), flight.end is None and not flight.through)
    ends = (MetView(end, "", ENDS[end].label, flight.end == end) for end in TOLD)
    passed = (
        MetView(FRIENDS, friend.id, Text("through %(unit)s", {"unit": friend.title}), friend.id in flight.through)
        for friend in friends(state, runner)
        if not friend.facts.flees or friend.id in flight.through
    )
    return (clear, *ends, *passed)


def _may_meet(state: State, runner: Piece) -> bool:
    """Whether it is on the table and still runs: who does not, stops at the edge (11:4:4)."""
    return runner.standing and runner.facts.flees


def friends(state: State, runner: Piece) -> Iterator[Piece]:
    """Who of its own side may have stood in its way."""
    return (piece for piece in state.of(runner.seat) if piece.standing and piece.id != runner.id)


def _met(state: State, event: Event, data: MetData) -> State | Refusal:
    flight = state.flight(data.flight)
    if flight is None or not flight.ran:
        return Refusal(Text("That flight is past: look at the table as it is now."), "11:4:2")
    runner = state.piece(flight.piece)
    if runner is None or not runner.standing:
        return Refusal(Text("Nothing of it is left on the table: undo that first, to say it anew."), "11:4:5")
    if not _may_meet(state, runner):
        words_ = Text("%(unit)s does not run away: mark it as running away first.", {"unit": runner.title})
        return Refusal(words_, "11:4:4")
    if data.what == NOTHING:
        return _clear(state, flight)
    if data.what == FRIENDS:
        return _through(state, flight, runner, data)
    end = next((one for one in TOLD if one == data.what), None)
    if end is None:
        values = {"known": ", ".join((*TOLD, FRIENDS, NOTHING))}
        return Refusal(Text("A flight may meet one of these: %(known)s.", values), "11:4:5")
    flight = replace(flight, end=end if data.on else None)
    state = state.with_flight(flight)
    return gone(state, flight) if data.on and ENDS[end].destroyed else state


def _clear(state: State, flight: Flight) -> State:
    """Nothing stood in its way after all."""
    state = state.with_flight(replace(flight, end=None, through=()))
    for friend in flight.through:
        state = _run_through(state, friend)
    return state


def newest(before: State, event: Event, after: State) -> State:
    """With the flight that has just run, until its side does anything else than say what it met."""
    ran = {(one.id, one.faces, one.cm, one.further) for one in before.flights}
    now = [one.id for one in after.flights if one.ran and (one.id, one.faces, one.cm, one.further) not in ran]
    if now:
        return replace(after, newest_flight=now[-1])
    flight = after.flight(after.newest_flight)
    runner = None if flight is None else after.piece(flight.piece)
    if runner is not None and (event.seat != runner.seat or event.type in ("met", "stopped")):
        return after
    return replace(after, newest_flight="") if after.newest_flight else after


def _through(state: State, flight: Flight, runner: Piece, data: MetData) -> State | Refusal:
    able = {friend.id: friend.title for friend in friends(state, runner)}
    if data.who not in able:
        values = {"able": tuple(able.values()) or Text("nobody")}
        return Refusal(Text("Of its friends these may have stood in its way: %(able)s.", values), "11:4:2")
    passed = tuple(one for one in flight.through if one != data.who)
    state = state.with_flight(replace(flight, through=(*passed, data.who) if data.on else passed))
    return _run_through(state, data.who)


def _run_through(state: State, friend: str) -> State:
    """With what the flights of this turn do to a friend, whatever one of an earlier turn still does to it."""
    now = Effect("run-through", friend, state.turn)
    effects = tuple(effect for effect in state.effects if effect != now)
    through = any(friend in flight.through for flight in state.flights)
    return replace(state, effects=(*effects, now) if through else effects)


def _met_line(before: State, event: Event, data: MetData, after: State) -> Line:
    flight = must(after.flight(data.flight))
    if data.what == FRIENDS:
        return Line(words.through(after, (data.who,)) if data.on else words.not_through(after, data.who))
    return Line(words.ended(after, flight) or words.clear(after, flight))


ACTS = (Act("met", MetData, _met, _met_line, sees=everybody),)
