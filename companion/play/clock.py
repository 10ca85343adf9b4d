"""A clock for turns, where a table wants one: how long each seat took, counted from the times of its entries.

What lies between two entries belongs to who made the second; no tap is added for it. A longer pause is a break.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.play.desk import Desk
from companion.play.game import Seat
from companion.play.timestamps import from_timestamp
from companion.store import rows

CLOCK = "clock"
"""The choice of a table's setup that wants a clock: yes."""
BREAK = 30 * 60
"""Seconds after which somebody is at the table no more: a longer pause counts for nobody."""


@dataclass(frozen=True, slots=True)
class TimeTaken:
    """Whole seconds by seat, and the newest entry (ISO 8601, UTC), since when the time of the next one runs."""

    seconds: tuple[tuple[Seat, int], ...]
    since: str = ""

    def of(self, seat: Seat) -> int:
        """The seconds of one seat."""
        return dict(self.seconds).get(seat, 0)


def spent(entries: Iterable[tuple[Seat, datetime]]) -> TimeTaken:
    """What each seat took; `entries` in the order they were made, each with whose act it is."""
    found: dict[Seat, float] = {}
    previous: datetime | None = None
    for seat, at in entries:
        took = 0.0 if previous is None else (at - previous).total_seconds()
        if 0 <= took <= BREAK:
            found[seat] = found.get(seat, 0.0) + took
        previous = at
    since = "" if previous is None else f"{previous:%Y-%m-%dT%H:%M:%SZ}"
    return TimeTaken(tuple((seat, int(seconds)) for seat, seconds in found.items()), since)


def clock(desk: Desk, table_id: str, ended: datetime | None = None) -> TimeTaken:
    """The clock of a table, which stops when its game has `ended`: a name set right later is nobody's turn. What a seat
    entered quietly does not count: its time would tell of it.
    """
    with desk.store.glance() as db:
        entries = [(row.seat, from_timestamp(row.at)) for row in rows.times(db, table_id)]
    return spent((seat, at) for seat, at in entries if ended is None or at <= ended)
