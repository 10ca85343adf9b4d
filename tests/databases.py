"""An empty database for a test that has nothing to say about how one is made (`tests/store` has), and no wait for the
disk."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Engine, create_engine, event

from companion.store import Store, engine
from companion.store.own_file import OwnFile


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


def never_wait_for_the_disk() -> None:
    """What this process commits to a SQLite file counts at once, written down or not: here nobody pulls the plug.
    Servers in processes of their own wait for it, as players' do. Nor is a statement compiled anew for each database:
    that was a sixth of what a test of a page needs before its first page."""
    opened = engine._sqlite_engine
    shared = create_engine("sqlite://")
    shared.connect().close()  # which tells its dialect what this SQLite can do

    def unsafe(url: URL, own: OwnFile) -> Engine:
        made = opened(url, own)
        made.dialect, made._compiled_cache = shared.dialect, shared._compiled_cache
        event.listen(made, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF").close())
        return made

    engine._sqlite_engine = unsafe
