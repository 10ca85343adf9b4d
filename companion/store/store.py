"""The store: one database, opened when first needed, read and written in explicit transactions."""

from __future__ import annotations

import errno
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from companion.store import backup as copies
from companion.store.engine import database_file, open_engine, patient
from companion.store.key import key_path
from companion.store.own_file import OwnFile, aside_name
from companion.store.schema import metadata
from companion.store.trouble import Kind, StoreTrouble, trouble_of

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x67756E626169  # any number of our own: one process migrates a PostgreSQL database at a time
_ERA = {
    True: "PRAGMA user_version",  # which `copies.restore` sets
    False: "SELECT oid FROM pg_database WHERE datname = current_database()",  # each that is made gets one of its own
}
"""What is another number after a restore, on SQLite and on PostgreSQL."""
READS, WRITES = 0, 1
"""The engines of a store."""


def _own(file: Path) -> OwnFile:
    try:
        return OwnFile(file, _moment())
    except OSError as problem:
        kind: Kind = "full" if problem.errno == errno.ENOSPC else "read-only"
        raise StoreTrouble(kind, f"{file}: {problem.strerror or problem}") from problem


def _moment() -> str:
    return datetime.now().strftime("%Y%m%d-%H%M%S")


def _revision(connection: Connection, scripts: ScriptDirectory) -> str | None:
    """Its schema's, None where nothing is ours yet. Raises StoreTrouble for tables that this version would spoil."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None and metadata.tables.keys() & inspect(connection).get_table_names():
        raise StoreTrouble("foreign")
    if found is not None and found not in {one.revision for one in scripts.walk_revisions()}:
        raise StoreTrouble("newer")
    return found


@contextmanager
def _troubles() -> Iterator[None]:
    """Says of the database's errors what they come from; those of our own statements stay what they are."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as problem:
        trouble = trouble_of(problem)
        if trouble is None:
            raise
        raise trouble from problem


class Store:
    """A database by its address, `sqlite:///data/gunbai.sqlite3` or `postgresql+psycopg://…`."""

    def __init__(self, url: str, key_file: str = "") -> None:
        """Keeps the address, and where its server's key is if not beside it; nothing is opened yet. Raises ValueError
        for a database in memory.
        """
        self.url, self._key_file = url, key_file
        self.file = database_file(url)
        self._engines: tuple[Engine, Engine] | None = None
        self._own: OwnFile | None = None
        self._era: int | None = None
        self.news: list[str] = []
        """What was made, or put aside, by opening it: a sentence each, for who runs the server."""
        self._opening = threading.Lock()

    @property
    def engines(self) -> tuple[Engine, Engine]:
        """The SQLAlchemy engines for reading and for writing, made on first use."""
        with self._opening:
            if self._engines is None:
                if self.file is not None:
                    self._own = _own(self.file)
                    if (aside := self._own.put_aside) is not None:
                        self.news.append(f"What another database had left beside {self.file} was put aside: {aside}")
                self._engines = open_engine(self.url, self._own), open_engine(self.url, self._own)
            return self._engines

    @property
    def address(self) -> str:
        """The address of a PostgreSQL database as libpq reads it."""
        url = patient(make_url(self.url)).set(drivername="postgresql").render_as_string(hide_password=False)
        place, mark, settings = url.partition("?")
        return place + mark + settings.replace("+", "%20")  # libpq knows a space by no other name

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One reading transaction: everything seen in it is of one moment. Raises StoreTrouble where there is none."""
        options = {} if self.file is not None else {"isolation_level": "REPEATABLE READ"}
        with self._connected(READS, **options) as connection, connection.begin():
            yield connection

    @contextmanager
    def glance(self) -> Iterator[Connection]:
        """For one statement that only reads, which needs no transaction. Raises StoreTrouble where there is none."""
        options = {"companion_begins": ""} if self.file is not None else {"isolation_level": "AUTOCOMMIT"}
        with self._connected(READS, **options) as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One writing transaction: committed at the end of the block, rolled back if it raises. Raises StoreTrouble
        where it was not committed, or into a file that is the database no longer.
        """
        with self._connected(WRITES, companion_begins="BEGIN IMMEDIATE") as connection:
            with connection.begin():
                yield connection
            self._same_file()

    @contextmanager
    def _connected(self, engine: int, **options: Any) -> Iterator[Connection]:
        with _troubles(), self.engines[engine].connect() as connection:
            self._same_file()
            connection.execution_options(**options)
            yield connection

    def _same_file(self) -> None:
        """What is written into a file that was removed, or given another one's name, is lost with it."""
        if not self.is_own():
            raise StoreTrouble("swapped")

    def is_own(self) -> bool:
        """Whether the file, if it is one, is still that which was opened: not removed, replaced or overwritten."""
        return self._own is None or self._own.same()

    def migrate(self) -> None:
        """Brings the database to the newest schema. Harmless to repeat, and when several processes start at once."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with self._rebuilding() as connection:
            if self.file is None:
                connection.execute(text("SET LOCAL lock_timeout = 0"))  # another may be at it, and take its time
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATION_LOCK})
            config.attributes["connection"] = connection
            scripts = ScriptDirectory.from_config(config)
            found = _revision(connection, scripts)
            if found is None:
                metadata.create_all(connection)
                command.stamp(config, "head")
            elif found != scripts.get_current_head():
                command.upgrade(config, "head")
        if found is None:
            self.news.append(f"A new database was made: {self.file or make_url(self.url).database}")
        if self._own is not None:
            self._own.settled()

    @contextmanager
    def _rebuilding(self) -> Iterator[Connection]:
        """A writing transaction in which SQLite's tables may be made anew: to change a constraint is to copy the table
        and drop the old one, which rows of others point at meanwhile. In the end they are checked."""
        with self._connected(WRITES, companion_begins="BEGIN IMMEDIATE") as connection:
            raw = connection.connection.driver_connection if self.file is not None else None
            if raw is not None:
                raw.execute("PRAGMA foreign_keys = OFF")
            try:
                with connection.begin():
                    yield connection
                    if raw is not None and (lost := raw.execute("PRAGMA foreign_key_check").fetchall()):
                        raise ValueError(f"rows point nowhere: {lost[:3]}")
            finally:
                if raw is not None:
                    raw.execute("PRAGMA foreign_keys = ON")

    def backup(self, path: Path | str) -> Path:
        """Writes a consistent copy, with the server's key, to `path` while the database is in use; an older copy there
        is replaced.

        Raises ValueError when the database is not a SQLite file, or `path` is the database itself, StoreTrouble when it
        is damaged.
        """
        if self.file is None:
            raise ValueError("Only a SQLite database is copied this way: use pg_dump for PostgreSQL.")
        target = Path(path)
        if target.resolve() == self.file.resolve():
            raise ValueError("The copy needs another name than the database itself.")
        with _troubles(), closing(sqlite3.connect(self.file)) as database:
            copies.backup(database, target, key_path(self.url, self._key_file))
        return target

    def leave(self) -> str:
        """Before `close`: what is to be said of a file that is the database no longer, "" where all is well. That file
        is left as it is; what was played into the one before it is saved aside, where it can still be read."""
        if self._own is None or self._own.same():
            return ""
        aside: Path | None = None
        if not self._own.overwritten():
            aside = aside_name(self._own.path, _moment())
            try:
                with closing(self.engines[1].raw_connection()) as pooled:
                    file: sqlite3.Connection = pooled.driver_connection  # type: ignore[assignment]
                    copies.backup(file, aside, key_path(self.url, self._key_file), whole=False)
            except (SQLAlchemyError, sqlite3.Error, StoreTrouble, OSError):
                aside = None
        self._own.clear_away(None if aside else aside_name(self._own.path, _moment()))
        kept = f"is kept in {aside}. To put that, or" if aside else "is lost. To put"
        return (
            f"{self._own.path} was removed, replaced or overwritten while this ran, and was left as it is. What was "
            f"played until then {kept} a backup back: python -m companion restore FILE"
        )

    def restore(self, path: Path | str, moment: str) -> copies.Restored:
        """Brings a backup to the newest schema and puts it in the database's place; see `copies.restore`."""
        if self.file is None:
            raise ValueError("Only a SQLite database is put back this way: use pg_restore for PostgreSQL.")
        self.close()
        key = key_path(self.url, self._key_file)
        return copies.restore(Path(path), self.file, key, MIGRATIONS, moment, renew=self._migrate_copy)

    def _migrate_copy(self, file: Path) -> None:
        copy = Store(make_url(self.url).set(database=str(file)).render_as_string(hide_password=False))
        try:
            copy.migrate()
        finally:
            copy.close()

    @property
    def era(self) -> int:
        """A number that is another after each restore: what was shown before it is not what there is now."""
        if self._era is None:
            with self.read() as connection:
                self._era = int(connection.exec_driver_sql(_ERA[self.file is not None]).scalar_one())
        return self._era

    def close(self) -> None:
        """Closes all connections; the store opens again when used."""
        with self._opening:
            with self._own.left_alone() if self._own is not None else nullcontext():
                for engine in self._engines or ():
                    engine.dispose()
            if self._own is not None:
                self._own.close()
            self._engines = self._own = None
            self._era = None
