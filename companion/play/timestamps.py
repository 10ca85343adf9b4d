"""Times as the store keeps them, ISO text in UTC, and what stands over a store and a clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from companion.store import Store


def from_timestamp(text: str) -> datetime:
    """A time as the store keeps it."""
    return datetime.fromisoformat(text)


def timestamp(at: datetime) -> str:
    """A time for the store to keep."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def utc_now() -> datetime:
    """Now."""
    return datetime.now(UTC)


class StoreService:
    """Something that is kept in a store beside the tables."""

    def __init__(self, store: Store, *, now: Callable[[], datetime] = utc_now) -> None:
        self._store = store
        self.now = now

    def _timestamp(self) -> str:
        return timestamp(self.now())
