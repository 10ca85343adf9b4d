"""Whole copies of a SQLite database with its server's key, made while it is in use, and put back when it is not."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from alembic.script import ScriptDirectory

from companion.store.key import KEY_BYTES
from companion.store.own_file import aside_name, aside_of_another, move_side_files, partial_file, sync
from companion.store.trouble import StoreTrouble

_KEY = "backup_key"


class RestoreError(ValueError):
    """Nothing was put back, for the reason in the message."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: where the database before it lies now, if there was one, and whether the key came along."""

    aside: Path | None
    key: bool


def backup(database: sqlite3.Connection, target: Path, key: Path, *, whole: bool = True) -> None:
    """Writes a consistent copy of the database, and the key if there is one, to `target`; an older copy is replaced.

    Raises StoreTrouble for a damaged database, which replaces nothing, unless it need not be `whole`.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with partial_file(target) as partial:
        with closing(sqlite3.connect(partial)) as copy:
            database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
            if key.exists():
                copy.execute(f"CREATE TABLE {_KEY} (key BLOB NOT NULL)")
                copy.execute(f"INSERT INTO {_KEY} VALUES (?)", (key.read_bytes(),))
            copy.commit()
            if whole and copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise StoreTrouble("broken")
        sync(partial)
        partial.replace(target)


def restore(
    file: Path, database: Path, key: Path, migrations: Path, moment: str, renew: Callable[[Path], None]
) -> Restored:
    """Puts a backup and its key in the place of the database, which is kept aside with all that lies beside it. `renew`
    brings the copy to the newest schema before it takes that place.

    Raises RestoreError where the backup is none, or a server has the database open. Whatever is raised, nothing was
    changed: at every moment there is a whole database, that of before or that of the backup.
    """
    if file.resolve() == database.resolve():
        raise RestoreError(f"{file} is the database itself. Name the backup that is to take its place.")
    kept_key = _checked(file, migrations)
    aside_of_another(database, moment)
    _not_in_use(database)
    database.parent.mkdir(parents=True, exist_ok=True)
    with partial_file(database) as partial, _ready(kept_key, key) as new_key:
        with closing(sqlite3.connect(file)) as backup, closing(sqlite3.connect(partial)) as copy:
            backup.backup(copy)
            copy.execute(f"DROP TABLE IF EXISTS {_KEY}")
            # Pages of the time before carry the number of before, so that no phone takes one for the newest.
            copy.execute(f"PRAGMA user_version = {secrets.randbelow(2**31 - 1) + 1}")
            copy.commit()
            copy.execute("VACUUM")  # the key leaves no trace in the database
        renew(partial)
        sync(partial)
        aside = _put_aside(database, moment)
        if new_key is not None:
            _put_aside(key, moment)
        partial.replace(database)
        if new_key is not None:
            new_key.replace(key)
    return Restored(aside, kept_key is not None)


@contextmanager
def _ready(kept: bytes | None, key: Path) -> Iterator[Path | None]:
    """A key beside the one that it is to replace; None where there is nothing to replace."""
    if kept is None or (key.exists() and key.read_bytes() == kept):
        yield None
        return
    key.parent.mkdir(parents=True, exist_ok=True)
    with partial_file(key) as partial:
        partial.write_bytes(kept)
        sync(partial)
        yield partial


def _checked(file: Path, migrations: Path) -> bytes | None:
    """The key in a backup, if it holds one, after a look whether the backup is whole and of this program."""
    if not file.is_file():
        raise RestoreError(f"There is no file {file}. Name the backup that is to be put back.")
    try:
        with closing(sqlite3.connect(f"file:{file.resolve().as_posix()}?mode=ro", uri=True)) as copy:
            found = copy.execute("PRAGMA integrity_check").fetchone()
            version = copy.execute("SELECT version_num FROM alembic_version").fetchone()
            held = copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_KEY,)).fetchone()
            key = copy.execute(f"SELECT key FROM {_KEY}").fetchone() if held else None
    except sqlite3.Error as problem:
        raise RestoreError(f"{file} is no backup of this program: {problem}.") from problem
    if found != ("ok",):
        raise RestoreError(f"{file} is damaged: {found[0] if found else 'it cannot be read'}. Take another backup.")
    known = {one.revision for one in ScriptDirectory(str(migrations)).walk_revisions()}
    if version is None or version[0] not in known:
        raise RestoreError(f"{file} was made by a newer version of this program. Install that version first.")
    if key is not None and len(key[0]) != KEY_BYTES:
        raise RestoreError(f"{file} is damaged: the key in it is none. Take another backup.")
    return bytes(key[0]) if key is not None else None


def _not_in_use(database: Path) -> None:
    """Refuses a database that a server has open; what a killed one left beside it is taken into it."""
    if not database.exists():
        return
    with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as probe:
        try:
            probe.execute("PRAGMA locking_mode = EXCLUSIVE")
            probe.execute("BEGIN EXCLUSIVE")
            probe.execute("COMMIT")
            probe.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.OperationalError as problem:
            raise RestoreError(f"A server has {database} open ({problem}). Stop it first, then restore.") from problem
        except sqlite3.DatabaseError:
            return  # no database any more: it goes aside as it is


def _put_aside(file: Path, moment: str) -> Path | None:
    """Another name for a file, which keeps its own until another takes it, and for what lies beside it, so that it can
    be opened still; None where there is none."""
    if not file.exists():
        return None
    aside = aside_name(file, moment)
    try:
        os.link(file, aside)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no second name
        shutil.copy2(file, aside)
        sync(aside)
    move_side_files(file, aside)  # all of it is in the file by now; the next one would take it for its own
    return aside
