"""An empty database for a test that has nothing to say about how one is made (`tests/store` has)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store import Store


@cache
def _empty() -> bytes:
    """A SQLite file of the newest schema in which nothing has happened."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"
        store = Store(f"sqlite:///{path}")
        store.migrate()
        store.close()
        return path.read_bytes()


def empty_database(path: Path) -> str:
    """Makes an empty database at `path`, and gives its address. The migrations run once for all of them."""
    path.write_bytes(_empty())
    return f"sqlite:///{path}"
