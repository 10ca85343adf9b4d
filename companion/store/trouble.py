"""What can befall a database from outside, told apart by what a player or who runs the server can do about it."""

from __future__ import annotations

import sqlite3
from typing import Literal, get_args

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

Kind = Literal["held", "full", "read-only", "gone", "swapped", "broken", "newer", "foreign", "key"]

_REASONS: dict[Kind, str] = {
    "held": "another program holds it locked; end that one, or wait until it is done",
    "full": "the disk is full; make room there",
    "read-only": "its file or folder cannot be written; give this user the right to, or move it",
    "gone": "it does not answer; start it, or look at its address",
    "swapped": "its file was removed or replaced while the server ran; stop the server and put a backup back: "
    "python -m companion restore FILE",
    "broken": "its file is damaged; put a backup back: python -m companion restore FILE",
    "newer": "it was made by a newer version of this program; install that version, or put a backup of this one back",
    "foreign": "its tables are those of another program; name another database in COMPANION_DATABASE_URL",
    "key": "the server key cannot be used",
}
_SQLITE: dict[str, Kind] = {
    "SQLITE_BUSY": "held",
    "SQLITE_LOCKED": "held",
    "SQLITE_FULL": "full",
    "SQLITE_IOERR": "gone",
    "SQLITE_READONLY": "read-only",
    "SQLITE_PERM": "read-only",
    "SQLITE_CANTOPEN": "gone",
    "SQLITE_CORRUPT": "broken",
    "SQLITE_NOTADB": "broken",
}
_POSTGRES: dict[str, Kind] = {
    "25006": "read-only",
    "40": "held",
    "53100": "full",
    "53": "gone",
    "55": "held",
    "57": "gone",
    "08": "gone",
}
"""By SQLSTATE, or by its class; 40 ends one of two transactions that wait for each other."""


class StoreTrouble(Exception):
    """The database could not be used; nothing of this transaction is kept. `str` says it to who runs the server."""

    def __init__(self, kind: Kind, more: str = "") -> None:
        assert kind in get_args(Kind)
        super().__init__(more or _REASONS[kind])
        self.kind = kind


def trouble_of(problem: Exception) -> StoreTrouble | None:
    """What an error of the database comes from; None for one that our own statements have made."""
    if isinstance(problem, PoolTimeoutError):
        return StoreTrouble("held")
    error = problem.orig if isinstance(problem, DBAPIError) else problem
    if isinstance(error, sqlite3.Error):
        kind = next((_SQLITE[name] for name in _names(error) if name in _SQLITE), None)
        return StoreTrouble(kind) if kind is not None else None
    if not isinstance(problem, DBAPIError):
        return None
    state = getattr(error, "sqlstate", None) or ""
    lost = problem.connection_invalidated or (not state and isinstance(problem, OperationalError))
    known = _POSTGRES.get(state, _POSTGRES.get(state[:2], "gone" if lost else None))
    if known is None:
        return None
    _before, answered, reason = str(error).rpartition("FATAL:")
    if state or not answered or not reason.strip():
        return StoreTrouble(known)
    reason = reason.strip().splitlines()[0]
    return StoreTrouble(known, f"it answers, but: {reason}; mend that, or correct COMPANION_DATABASE_URL")


def _names(error: sqlite3.Error) -> tuple[str, ...]:
    """The name of a SQLite error and that of its family: SQLITE_IOERR_WRITE is a SQLITE_IOERR."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return name, "_".join(name.split("_")[:2])
