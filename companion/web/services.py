"""What the pages stand on, made when a page first needs it and kept for the life of the app."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import cast

from flask import current_app

from companion.config import Config
from companion.live import SharedBell, Streams, Wire
from companion.live.sqlite import SqliteWire
from companion.network import Interface, answering, choose, interfaces
from companion.play.armies.brought import Brought
from companion.play.armies.evenings import Evenings
from companion.play.armies.kept import LIST_TOPIC, Lists
from companion.play.armies.shelf_marks import ShelfMarks
from companion.play.presence import Presence
from companion.play.printing import Prints
from companion.play.records import Records
from companion.play.registry import GAMES
from companion.play.tables import Tables
from companion.store import Store, StoreTrouble, army_rows, rows, server_key
from companion.web.allowances import LIMITS, StreamPlaces
from companion.web.limiter import Limiter, SharedLimiter

A_DAY = 24 * 3600.0
BREATH = 0.1
"""Seconds between two tables that are closed for their age: meanwhile others play."""
LEAVE_SECONDS = 0.5
"""How long the one that is just closed may take at the end. Where some program holds the database it would be twenty;
what is not committed by then is as if it had not been begun."""

log = logging.getLogger(__name__)


def services() -> Services:
    """The services of the app that answers now."""
    return cast("Services", current_app.extensions["gunbai"])


def versions(store: Store, names: Collection[str]) -> dict[str, int]:
    """The stored versions of these tables and lists, under the names their bells have; what is gone is left out."""
    lists = [name.removeprefix(LIST_TOPIC) for name in names if name.startswith(LIST_TOPIC)]
    tables = [name for name in names if not name.startswith(LIST_TOPIC)]
    with store.read() as db:
        found = rows.table_versions(db, tables)
        found |= {LIST_TOPIC + list_id: seq for list_id, seq in army_rows.list_seqs(db, lists).items()}
    return found


def throw(dice: int) -> tuple[int, ...]:
    """Faces of ten-sided dice as the program throws them: 1 to 10, each as likely, from the system's own chance."""
    return tuple(secrets.randbelow(10) + 1 for _ in range(dice))


def _wire(store: Store) -> Wire:
    """The way to other processes over the same database."""
    if store.file is not None:
        return SqliteWire(store.file, store.is_own)
    from companion.live.postgres import PostgresWire  # its driver need not be there for SQLite

    return PostgresWire(store.address)


class Services:
    """Settings, bell, store and tables of one app. The database is not touched before `store` is asked for."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.bell = SharedBell()
        self.clock = time.monotonic
        neighbors, clock = self.bell.neighbors, lambda: self.clock()
        self.presence = Presence(self.bell, clock, neighbors)
        self.streams = Streams(self.bell, most=config.max_streams, heartbeat=config.heartbeat_seconds)
        self.limits: dict[str, Limiter] = {
            what: SharedLimiter(what, neighbors, clock, *each) for what, each in LIMITS.items()
        }
        self.stream_places = StreamPlaces(config.max_streams, neighbors)
        self.port = config.port
        self._next_closing = 0.0
        self._begun: tuple[datetime, float] | None = None
        self._ending = threading.Event()
        self.closing: threading.Thread | None = None
        """Closes old tables just now, or has done so last."""
        self._address: str | None = None
        self._address_known = False
        self._store: Store | None = None
        self._tables: Tables | None = None
        self._key: bytes | None = None
        self.news: list[str] = []
        """What had to be made to begin: a sentence each, for who runs the server."""
        self.farewell = ""
        """What is to be said when all is closed; "" where every table is kept."""
        self._making = threading.RLock()

    @property
    def store(self) -> Store:
        """The store, at its first use brought to the newest schema (made, if it is not there)."""
        with self._making:
            if self._store is None:
                store = Store(self.config.database_url, self.config.key_file)
                store.migrate()
                self._store = store
                self.news += store.news
                self.bell.join(_wire(store), lambda names: versions(store, names))
            return self._store

    @property
    def key(self) -> bytes:
        """The key that signs cookies, made once and kept beside the database."""
        with self._making:
            if self._key is None:
                try:
                    self._key = server_key(self.config.database_url, self.config.key_file, self.news)
                except ValueError as problem:
                    raise StoreTrouble("key", str(problem)) from problem
            return self._key

    def address(self) -> str | None:
        """The address to show to phones: of the network the server was started for, else of the likeliest one."""
        with self._making:
            if not self._address_known:
                self.show(choose(answering(interfaces(), self.config.host), self.config.interface))
            return self._address

    def show(self, interface: Interface | None) -> None:
        """Sets the network whose address phones are shown; None: this computer is on none."""
        self._address, self._address_known = (interface.address if interface else None), True

    @property
    def tables(self) -> Tables:
        """Every table, over the store and the bell."""
        with self._making:
            if self._tables is None:
                self._tables = Tables(self.store, self.bell, GAMES, now=lambda: datetime.now(UTC), throw=throw)
            return self._tables

    def close_old(self) -> None:
        """Begins to close tables of long ago, at most once a day: when the server starts, and when a table is made.
        Nobody waits for it."""
        with self._making:
            if self.config.days_kept and self.clock() >= self._next_closing:
                self._next_closing = self.clock() + A_DAY
                act = partial(self._close_old, self._ending)
                self.closing = threading.Thread(target=act, name="closing old tables", daemon=True)
                self.closing.start()

    def _close_old(self, ending: threading.Event) -> None:
        try:
            self.tables.close_old(self.config.days_kept, self.today(), lambda: ending.wait(BREATH), self.records.keep)
        except StoreTrouble as problem:  # it is tried again tomorrow
            log.warning("Old tables could not be closed: %s", problem)

    def today(self) -> datetime:
        """Now, as far as it can be believed: the newest entry there was at the start, and the time since then. By a
        clock that is wrong by years every table would be old."""
        with self._making:
            now = datetime.now(UTC)
            if self._begun is None:
                self._begun = min(now, self.tables.newest_change() or now), self.clock()
            newest, at = self._begun
            return min(now, newest + timedelta(seconds=self.clock() - at))

    @property
    def records(self) -> Records:
        """The histories of all households."""
        return Records(self.store, self.tables)

    @property
    def lists(self) -> Lists:
        """Every army list, over the store and the bell."""
        return Lists(self.store, self.bell)

    @property
    def prints(self) -> Prints:
        """What phones remember of printing."""
        return Prints(self.store)

    @property
    def brought(self) -> Brought:
        """Which lists were brought to which tables."""
        return Brought(self.store)

    @property
    def evenings(self) -> Evenings:
        """Evenings that take lists."""
        return Evenings(self.store)

    @property
    def shelf_marks(self) -> ShelfMarks:
        """How phones have marked the lists they keep."""
        return ShelfMarks(self.store)

    def end_streams(self) -> None:
        """Ends every open stream now, for a server that stops."""
        self.bell.close()

    def close(self) -> None:
        """Gives back what is open; the app may be used again afterwards, but hears of no other process any more."""
        self.end_streams()
        self._ending.set()
        if self.closing is not None:
            self.closing.join(LEAVE_SECONDS)
        self._ending = threading.Event()
        if self._store is not None:
            self.farewell = self._store.leave()
            self._store.close()
