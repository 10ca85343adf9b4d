"""What a game is to a table: one object with five verbs, and the values they speak in.

`start(setup) → state` · `apply(state, event) → state or Refusal` · `due(state) → what each seat does next` ·
`view(state, seat)` · `result(state)`. Seats, undo, amend, sync, log and export are written once over these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from companion.rules.text import Refusal, Text

Seat = str
"""A place at the table: "a", "b", … in the order of the game's `seats`. Spectators have none (None)."""

How = Literal["hand", "app", ""]
"""How dice came about: thrown on the table, thrown by the program, or no dice in this event."""


@dataclass(frozen=True, slots=True)
class Event:
    """One act at a table, as it is kept for ever.

    `type` and `data` are the game's own; `data` is plain JSON. `seat` is whose act it is, `by` the seat of the
    phone that entered it (they differ when somebody answers for an absent player).
    """

    type: str
    seat: Seat
    by: Seat
    data: Mapping[str, Any] = field(default_factory=dict)
    how: How = ""


AGAIN = "again "
"""How the step of a line begins that counts earlier lines anew: then come a number and how the steps of those begin."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log. `private` replaces `public` for the seats named in it.

    An event without a line of its own (a single tap on the pad) has `Line()`: it is kept, replayed and undone,
    but not listed. `step` groups the events of one step, so that amending the line replaces all of them.
    """

    public: Text | None = None
    private: Mapping[Seat, Text] = field(default_factory=dict)
    step: str = ""
    reveals: bool = False
    """Somebody saw something secret by this event: undoing it needs consent. The game finds out, not the act."""


@dataclass(frozen=True, slots=True)
class Due:
    """What one seat does next. The first of a seat's acts is the one its phone shows big."""

    seat: Seat
    kind: str
    sentence: Text
    step: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    owed: bool = False
    """It may wait: listed among the owed acts and shown before the phase is left."""
    secret: bool = False
    """What it takes is for this seat's eyes alone."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended: seats by place (ties share one), and points where the game has any."""

    places: tuple[tuple[Seat, ...], ...]
    points: Mapping[Seat, int] = field(default_factory=dict)
    sentence: Text | None = None
    teams: tuple[tuple[Seat, ...], ...] = ()
    """Who played together: partners share the points of their team, and are no rivals."""


S = TypeVar("S")


class Game(Protocol[S]):
    """The one object of a game. All its functions are pure: same arguments, same answer."""

    id: str
    name: str
    seats: tuple[Seat, ...]
    rules_version: str
    """Ends in a number, which is raised when `apply` or `line` would answer an old log differently; lines and snapshots
    are then made anew. Raised too when a release brings an act or a field that the one before does not know: by it a
    process of that release, which still serves the same database, knows to keep its hands off (`outdated`)."""

    def start(self, setup: Mapping[str, Any]) -> S | Refusal:
        """The state a new table begins with. `setup` holds the choices of the new-table page, as plain JSON."""

    def again(self, state: S, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The setup of another game of the same players once this one, which had that setup, is over."""

    def apply(self, state: S, event: Event) -> S | Refusal:
        """The state after the event, or why it cannot happen now."""

    def due(self, state: S) -> tuple[Due, ...]:
        """What each seat does next, most urgent first. Who holds the baton has the first act of all."""

    def view(self, state: S, seat: Seat | None) -> Any:
        """What this seat (None: a spectator) may see: the only way from a state to a page, export or print."""

    def result(self, state: S) -> Result | None:
        """How it ended, or None while it goes on."""

    def line(self, before: S, event: Event, after: S) -> Line:
        """What the log says of this event."""

    def called(self, state: S, event: Event) -> Text | None:
        """What a player calls this event by itself, as undo says it; None where its line says just that.
        `state` tells what players are called now.
        """

    def show_event(self, state: S, event: Event, seat: Seat | None) -> Mapping[str, Any] | None:
        """The event's data as this seat may see it now; None where even its existence is secret."""

    def read(self, event_type: str, form: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """Checks and normalizes what a page or client sent into an event's data; every problem in one Refusal."""

    def stamped(self, state: S, event: Event) -> Mapping[str, Any]:
        """The event's data with what is fixed at the moment it is entered, such as a name that later events use."""

    def commutes(self, event_type: str) -> bool:
        """Whether the event names all it depends on, so that a stale version does not matter."""

    def sets_up(self, event_type: str) -> bool:
        """Whether it is one of the small steps that make a side ready: the log folds them."""

    def quiet(self, event_type: str) -> bool:
        """Whether the event is its own seat's alone: no other phone is rung for it, and no number it sees counts it."""

    def has_secret(self, state: S) -> bool:
        """Whether any seat's view holds something the others may not see (one phone for all: hand-over curtain)."""

    def guards_seats(self, state: S) -> bool:
        """Whether a seat may show something for whose sake it is its holder's alone to give away. Everybody reads
        it off the requests: it must follow from what lies open."""

    def dump(self, state: S) -> str:
        """The state as JSON for a snapshot."""

    def load(self, text: str) -> S:
        """The state back from `dump`."""
