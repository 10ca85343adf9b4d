"""Two tables that differ in a secret only, made out of the golden sessions.

A twin of a session is the same session with one event changed in what a seat may not see of it, or without an event
of which that seat may not even know. It lasts as long as the seat sees the same at both.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.play.acts import Game
from companion.play.game import Event, Seat
from companion.rules.text import Refusal
from tests.playthroughs.runner import Entry, entries, playthroughs

FINGERPRINT = re.compile(r"\b[0-9a-f]{8,64}\b")
"""What a seal shows of a secret: nobody can guess from it what it stands for."""
OTHERS = 4
"""So many other values are tried in a hidden field before the event is given up."""


@dataclass(frozen=True, slots=True)
class Twin:
    """Two states of one game that `eyes` cannot tell apart. `about` is the event in which they differ."""

    game: Game[Any]
    eyes: Seat
    about: Event
    states: tuple[tuple[Any, Any], ...]
    """From behind that event to the last moment at which nothing has shown it."""
    later: tuple[Event, ...]
    """What the session goes on with behind that event."""

    def following(self, moment: int) -> dict[str, Mapping[str, Any]]:
        """The data of the next event of each kind after one of the `states`."""
        return {event.type: event.data for event in reversed(self.later[moment:])}


def twins(session: Sequence[Entry]) -> Iterator[Twin]:
    """Twins of a session: for each kind of event and each seat from which something of it is kept, the first in each
    field that is changed, and the first that is left out."""
    game = session[0][0]
    found: set[tuple[str, Seat, str]] = set()
    seen = cache(lambda at, eyes: game.view(session[at][3], eyes))
    for at, (_, before, event, after) in enumerate(session):
        for eyes in seats_of(game, before):
            if eyes in (event.by, event.seat):
                continue  # a phone knows what was tapped on it
            for field, changed in _changes(game, event, after, eyes):
                kind = (event.type, eyes, field)
                states = _together(session, at, changed, eyes, seen) if kind not in found else ()
                if states:
                    found.add(kind)
                    yield Twin(game, eyes, event, states, tuple(one[2] for one in session[at + 1 :]))


def seats_of(game: Game[Any], state: Any) -> tuple[Seat, ...]:
    """The seats in play at this table."""
    return tuple(player.seat for player in state.players) if hasattr(state, "players") else game.seats


@cache
def words(game: Game[Any]) -> Mapping[str, list[Any]]:
    """For each field of a game's events, the values it has in all its sessions, in the order in which they come."""
    found: dict[str, list[Any]] = {}
    for _, _, event, _ in everything(game):
        for name, value in event.data.items():
            known = found.setdefault(name, [])
            if value not in known:
                known.append(value)
    return found


def everything(game: Game[Any]) -> Iterator[Entry]:
    """Every event of every session of a game."""
    for path in playthroughs():
        session = entries(path.read_text())
        if session[0][0] is game:
            yield from session


def _changes(game: Game[Any], event: Event, after: Any, eyes: Seat) -> Iterator[tuple[str, Event | None]]:
    """The event with another value in a field these eyes may not see, and that field; None: it was never entered."""
    shown = game.show_event(after, event, eyes)
    if shown is None:
        yield "", None
    for name, value in event.data.items():
        if name in (shown or {}) or name == "nonce":
            continue
        near = [value + 1, value - 1] if type(value) is int else []  # it may change nothing that is seen
        others = [*near, *(other for other in words(game)[name] if other != value and type(other) is type(value))]
        for other in others[:OTHERS]:
            yield name, replace(event, data={**event.data, name: other})


def _together(
    session: Sequence[Entry], at: int, changed: Event | None, eyes: Seat, seen: Callable[[int, Seat], Any]
) -> tuple[tuple[Any, Any], ...]:
    """The states of both, as long as these eyes see the same; nothing, where nothing differs. What is `seen` of the
    session itself is worked out once for all its twins."""
    other = session[at][1]
    found = []
    for number, (game, _, event, after) in enumerate(session[at:]):
        instead = changed if number == 0 else event
        if instead is not None:
            other = game.apply(other, instead)
        if isinstance(other, Refusal) or other == after or not _same(seen(at + number, eyes), game.view(other, eyes)):
            break
        found.append((after, other))
    return tuple(found)


def _same(one: Any, other: Any) -> bool:
    """Whether two views differ in nothing but fingerprints."""
    return bool(one == other) or FINGERPRINT.sub("seal", repr(one)) == FINGERPRINT.sub("seal", repr(other))
