"""How the database is opened. Every transaction begins explicitly, and a writing one takes its lock at once.

With sqlite3's own habit (begin when the first write comes) two phones that read, think and then write fail with
"database is locked" however long they wait; BEGIN IMMEDIATE makes the second one wait its turn instead.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

from companion.store.own_file import OwnFile
from companion.store.trouble import StoreTrouble

BUSY_SECONDS = 20.0
"""How long a writer waits for another before it gives up."""
ENDS = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""How long a connection to PostgreSQL waits for a server that says nothing, in libpq's words: without them two minutes
for a new one, and for ever where a machine has vanished behind an open one."""


def without_password(url: str) -> str:
    """The address of a database as it may be printed, also one that cannot be read."""
    if url.startswith("sqlite"):
        return url  # a file's name may hold anything
    before, at, behind = url.rpartition("@")
    shown = f"{before.split('://')[0]}://…@{behind}" if at else url
    return re.sub(r"(password=)[^&]*", r"\1…", shown)


def database_file(url: str) -> Path | None:
    """The file of a SQLite address, or None where the database is not a file.

    Raises ValueError for a SQLite database in memory: every connection would see another one.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    if not parsed.database or parsed.database == ":memory:" or parsed.query.get("mode") == "memory":
        raise ValueError("A database in memory cannot hold tables: give a file, as in sqlite:///data/gunbai.sqlite3")
    return Path(parsed.database)


def open_engine(url: str, own: OwnFile | None) -> Engine:
    """An engine for the address, SQLite set up for many threads and processes (WAL, synchronous FULL).

    Reading and writing have one each: however many taps wait for their turn to write, a page finds a connection.
    """
    if own is None:
        # None beyond those that stay: PostgreSQL begins a process for each, and a tap would wait for it.
        return create_engine(patient(make_url(url)), pool_size=16, max_overflow=0, pool_timeout=5, pool_pre_ping=True)
    return _sqlite_engine(make_url(url), own)


def patient(url: URL) -> URL:
    """The address of a PostgreSQL database with an end to every wait; what it says itself about one counts."""
    given = url.query.get("options", ())
    options = f"-c lock_timeout={int(BUSY_SECONDS * 1000)}", *([given] if isinstance(given, str) else given)
    return url.set(query={**ENDS, **url.query, "options": " ".join(options)})


def _make_wal(cursor: sqlite3.Cursor) -> None:
    """Waits for who fills the same new file, as another server that starts: SQLite itself does not wait here."""
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if not problem.sqlite_errorname.startswith("SQLITE_BUSY") or monotonic() > until:
                raise
            sleep(0.01)


def _sqlite_engine(url: URL, own: OwnFile) -> Engine:
    # A waiting writer keeps its connection: there are as many as a busy evening has taps at once.
    engine = create_engine(url, pool_size=8, max_overflow=56, connect_args={"timeout": BUSY_SECONDS})

    def check(*_: Any) -> None:
        if not own.same():
            raise StoreTrouble("swapped")

    event.listen(engine, "do_connect", check)  # which would make a file that was removed

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        check()  # once more: until its first statement a connection touches nothing
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
        _make_wal(cursor)
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        begin = connection.get_execution_options().get("companion_begins", "BEGIN")
        if begin:
            connection.connection.cursor().execute(begin)

    return engine
