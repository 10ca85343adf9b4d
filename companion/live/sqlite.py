"""The wire between processes of one computer over one SQLite file: a look at its data version a few times a second.

Rings need no writing: a process that sees that another has committed looks up the versions it waits for. What is
stored nowhere else goes through the small table `told`; nobody waits until that is on the disk.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.live.neighbors import Note, Received

LOOK_SECONDS = 0.15
"""Between two looks; a ring is heard within this time and that of reading the versions."""
BUSY_SECONDS = 2
KEPT = 1000
"""So many notes are kept for who looks late; older ones go."""


class SqliteWire:
    """A `Wire`."""

    def __init__(self, file: Path, own: Callable[[], bool]) -> None:
        """`own` says whether the file is still that which the store has opened: another is left alone."""
        self._file = file
        self._own = own
        self._db: sqlite3.Connection | None = None
        self._woken = threading.Event()
        self._opened_once = False
        self._version = 0
        self._read = 0

    def open(self) -> None:
        self._db = sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)
        self._check()  # before its first statement a connection touches nothing
        self._db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        self._db.execute("PRAGMA synchronous = NORMAL")
        if self._opened_once:  # what was told meanwhile is heard first
            self._version = -1
            return
        self._version = self._data_version(self._db)
        self._read = int(self._db.execute("SELECT coalesce(max(number), 0) FROM told").fetchone()[0])
        self._opened_once = True

    def send(self, rings: Mapping[str, int], notes: Sequence[Note]) -> None:
        assert self._db is not None
        if not notes:
            return  # the others see that something was committed
        self._check()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            rows = [(note.host, note.subject, note.text) for note in notes]
            self._db.executemany("INSERT INTO told (host, subject, text) VALUES (?, ?, ?)", rows)
            # The newest stays, so that no number is given out twice.
            self._db.execute("DELETE FROM told WHERE number <= (SELECT max(number) FROM told) - ?", (KEPT,))
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def receive(self, timeout: float) -> Received:
        assert self._db is not None
        end = time.monotonic() + timeout
        while (seen := self._data_version(self._db)) == self._version:
            left = end - time.monotonic()
            if left <= 0 or self._woken.wait(min(LOOK_SECONDS, left)):
                self._woken.clear()
                return Received({})
            self._check()
        self._version = seen
        found = self._db.execute(
            "SELECT number, host, subject, text FROM told WHERE number > ? ORDER BY number", (self._read,)
        ).fetchall()
        if found:
            self._read = found[-1][0]
        return Received({}, [Note(host, subject, text) for _, host, subject, text in found], look=True)

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _check(self) -> None:
        if not self._own():
            raise OSError(f"{self._file} is another file by now")

    @staticmethod
    def _data_version(db: sqlite3.Connection) -> int:
        """Rises when another connection, of this process or another, has committed."""
        return int(db.execute("PRAGMA data_version").fetchone()[0])
