"""Copies of a SQLite database of the last days, beside it: made by the program itself, bounded in number and size."""

from __future__ import annotations

import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from companion.store.own_file import sibling
from companion.store.store import Store
from companion.store.trouble import StoreTrouble

DAYS = 7
MOST_BYTES = 1 << 30
"""All copies together, but for the newest."""
EVERY_SECONDS = 3600.0
"""The copy of today is renewed so often, where something was played."""
LEFT_OVER_SECONDS = 24 * 3600.0
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def copies_of(database: Path, today: date) -> list[Path]:
    """The copies beside a database, the newest first; one that a wrong clock has dated ahead is the oldest."""
    begins = f"{database.name}.day-"
    found = [file for file in database.parent.glob(f"{begins}*") if _DAY.fullmatch(file.name.removeprefix(begins))]
    return sorted(found, key=lambda file: (file.name <= begins + today.isoformat(), file.name), reverse=True)


class DailyCopies:
    """Keeps the copies of a store that is a file, until `end`."""

    def __init__(self, store: Store, report: Callable[[str], None], today: Callable[[], date] = date.today) -> None:
        """`report` is given in a sentence why there is no copy; the same one once."""
        assert store.file is not None
        self._store, self._file = store, store.file
        self._report, self._today = report, today
        self._reported = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="daily copies", daemon=True)

    def begin(self) -> str:
        """Begins, in a thread of its own; the sentence for who runs the server."""
        self._thread.start()
        return f"The last {DAYS} days are copied beside the database, to {self._file}.day-…"

    def end(self, seconds: float) -> None:
        """No copy is begun any more; one that is being made has so long."""
        self._ended.set()
        self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            try:
                trouble = self.keep()
            except (OSError, StoreTrouble) as problem:
                trouble = f"No copy of today could be made beside {self._file}: {problem}."
            if trouble and trouble != self._reported:
                self._report(trouble)
            self._reported = trouble
            if self._ended.wait(EVERY_SECONDS):
                return

    def keep(self) -> str:
        """Makes the copy of today, where something has changed since the last one, and removes what is too old or too
        much; why there is none, or "". A damaged database takes the place of no copy.

        Raises StoreTrouble for a damaged database, OSError where nothing can be written.
        """
        self._clear_away()
        today = self._file.with_name(f"{self._file.name}.day-{self._today().isoformat()}")
        copies = copies_of(self._file, self._today())
        if not self._store.is_own() or (copies and copies[0].stat().st_mtime >= self._changed()):
            return ""
        size, free = self._file.stat().st_size, shutil.disk_usage(self._file.parent).free
        if free < 3 * size:
            return f"No copy of today was made beside {self._file}: only {free >> 20} MB of the disk are free."
        begun = time.time()
        self._store.backup(today)
        os.utime(today, (begun, begun))  # what was written meanwhile may not be in it
        copies = copies_of(self._file, self._today())
        kept = 0
        for number, copy in enumerate(copies):
            kept += copy.stat().st_size
            if number and (number >= DAYS or kept > MOST_BYTES):
                copy.unlink(missing_ok=True)
        return ""

    def _changed(self) -> float:
        """When the database was written last."""
        files = [file for file in (self._file, sibling(self._file, "-wal")) if file.exists()]
        return max((file.stat().st_mtime for file in files), default=0.0)

    def _clear_away(self) -> None:
        """What was being copied when a program was killed."""
        for file in self._file.parent.glob(f".{self._file.name}.day-*"):
            if file.stat().st_mtime < time.time() - LEFT_OVER_SECONDS:
                file.unlink(missing_ok=True)
