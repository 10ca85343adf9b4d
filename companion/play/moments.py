"""Moments as the store keeps them, ISO text in UTC, and what stands over a store and a clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from companion.store import Store


def moment(text: str) -> datetime:
    """A moment as the store keeps it."""
    return datetime.fromisoformat(text)


def written(at: datetime) -> str:
    """A moment for the store to keep."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def this_moment() -> datetime:
    """Now."""
    return datetime.now(UTC)


class Keeper:
    """Something that is kept in a store beside the tables."""

    def __init__(self, store: Store, *, now: Callable[[], datetime] = this_moment) -> None:
        self._store = store
        self.now = now

    def _moment(self, away: timedelta = timedelta()) -> str:
        return written(self.now() + away)
