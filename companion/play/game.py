"""The values in which a table and its game (`companion/play/acts.py`) speak: events, lines, what is due, a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.rules.text import Text

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


ASIDE = "aside"
"""In the data of an entry after a corrected one: the names of what is owed only since that, and waits meanwhile. No
form has it: only a correction that is folded writes it."""
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

    def text_for(self, seat: Seat | None) -> Text | None:
        """What this seat (None: a spectator) reads of it; None if nothing."""
        return self.private.get(seat, self.public) if seat is not None else self.public


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
