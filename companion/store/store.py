"""The store: one database, opened when first needed, read and written in explicit transactions."""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, make_url, text

from companion.store.engine import database_file, open_engine

MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x67756E626169  # any number of our own: one process migrates a PostgreSQL database at a time


class Store:
    """A database by its address, `sqlite:///data/gunbai.sqlite3` or `postgresql+psycopg://…`."""

    def __init__(self, url: str) -> None:
        """Keeps the address; nothing is opened yet. Raises ValueError for a database in memory."""
        self.url = url
        self.file = database_file(url)
        self._engine: Engine | None = None
        self._opening = threading.Lock()

    @property
    def engine(self) -> Engine:
        """The SQLAlchemy engine, made on first use."""
        with self._opening:
            if self._engine is None:
                self._engine = open_engine(self.url)
            return self._engine

    @property
    def address(self) -> str:
        """The address of a PostgreSQL database as libpq reads it."""
        return make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One reading transaction: everything seen in it is of one moment."""
        with self.engine.connect() as connection:
            if self.file is None:
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One writing transaction: committed at the end of the block, rolled back if it raises."""
        with self.engine.connect() as connection:
            connection.execution_options(companion_writes=True)
            with connection.begin():
                yield connection

    def migrate(self) -> None:
        """Brings the database to the newest schema. Harmless to repeat, and when several processes start at once."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with self.write() as connection:
            if self.file is None:
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def backup(self, path: Path | str) -> Path:
        """Writes a consistent copy to `path` while the database is in use; an older copy there is replaced.

        Raises ValueError when the database is not a SQLite file, or `path` is the database itself.
        """
        if self.file is None:
            raise ValueError("Only a SQLite database is copied this way: use pg_dump for PostgreSQL.")
        target = Path(path)
        if target.resolve() == self.file.resolve():
            raise ValueError("The copy needs another name than the database itself.")
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        try:
            os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            with closing(sqlite3.connect(self.file)) as source, closing(sqlite3.connect(partial)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return target

    def close(self) -> None:
        """Closes all connections; the store opens again when used."""
        with self._opening:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None
