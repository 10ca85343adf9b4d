"""The store: one database, opened when first needed, read and written in explicit transactions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

from companion.store import backup as copies
from companion.store.engine import database_file, open_engine
from companion.store.key import key_path

MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x67756E626169  # any number of our own: one process migrates a PostgreSQL database at a time


class Store:
    """A database by its address, `sqlite:///data/gunbai.sqlite3` or `postgresql+psycopg://…`."""

    def __init__(self, url: str) -> None:
        """Keeps the address; nothing is opened yet. Raises ValueError for a database in memory."""
        self.url = url
        self.file = database_file(url)
        self._engine: Engine | None = None
        self._era: int | None = None
        self._opening = threading.Lock()

    @property
    def engine(self) -> Engine:
        """The SQLAlchemy engine, made on first use."""
        with self._opening:
            if self._engine is None:
                self._engine = open_engine(self.url)
            return self._engine

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

    def backup(self, path: Path | str, key_file: Path | str | None = None) -> Path:
        """Writes a consistent copy, with the server's key, to `path` while the database is in use; an older copy there
        is replaced.

        Raises ValueError when the database is not a SQLite file, or `path` is the database itself.
        """
        if self.file is None:
            raise ValueError("Only a SQLite database is copied this way: use pg_dump for PostgreSQL.")
        target = Path(path)
        if target.resolve() == self.file.resolve():
            raise ValueError("The copy needs another name than the database itself.")
        copies.backup(self.file, target, key_path(self.url, key_file))
        return target

    def restore(self, path: Path | str, moment: str, key_file: Path | str | None = None) -> copies.Restored:
        """Puts a backup in the database's place and brings it to the newest schema; see `copies.restore`."""
        if self.file is None:
            raise ValueError("Only a SQLite database is put back this way: use pg_restore for PostgreSQL.")
        self.close()
        restored = copies.restore(Path(path), self.file, key_path(self.url, key_file), MIGRATIONS, moment)
        self.migrate()
        return restored

    @property
    def era(self) -> int:
        """A number that is another after each restore: what was shown before it is not what there is now."""
        if self._era is None:
            with self.read() as connection:
                sqlite = self.file is not None
                self._era = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one()) if sqlite else 0
        return self._era

    def close(self) -> None:
        """Closes all connections; the store opens again when used."""
        with self._opening:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None
            self._era = None
