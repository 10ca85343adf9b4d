"""A file that is moved or copied over the database of a running server, or removed: it is left as it is, what was
played is kept where that is possible, and nothing of the one is ever written into the other."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store
from companion.store.schema import tables
from tests.running import Running, new_table, started
from tests.store.test_restore import WRITTEN, killed_in_use, words
from tests.store.test_store import TABLE


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of another evening, of 45 tables."""
    store = Store(f"sqlite:///{tmp_path / 'other' / 'tables.sqlite3'}")
    store.migrate()
    with store.write() as db:
        for number in range(45):
            db.execute(tables.insert().values({**TABLE, "id": f"t{number}", "words": f"saved{number:02}"}))
    store.backup(tmp_path / "backup")
    store.close()
    return tmp_path / "backup"


def refused_tap(server: Running) -> None:
    with pytest.raises(AssertionError, match="removed or replaced while the server ran"):
        new_table(server.port)


def started_again(file: Path) -> None:
    """What the next start does with it: it holds what was saved."""
    store = Store(f"sqlite:///{file}")
    store.migrate()
    store.close()
    assert words(file) == [f"saved{number:02}" for number in range(45)]


@pytest.mark.parametrize("how", ["a backup moved", "a bare file moved", "copied"])
def test_what_comes_over_the_database_is_noticed_and_left_as_it_is(
    tmp_path: Path, free_port: int, saved: Path, how: str
) -> None:
    file = tmp_path / "data" / "tables.sqlite3"
    if how == "a bare file moved":  # a copy of that of a stopped server, which says that it is a WAL
        with closing(sqlite3.connect(saved)) as database:
            database.execute("PRAGMA journal_mode = WAL")
    content = saved.read_bytes()
    with started(tmp_path, free_port) as server:
        for _ in range(5):
            new_table(server.port)
        file.write_bytes(content) if how == "copied" else saved.replace(file)
        for _ in range(3):
            refused_tap(server)
        _, printed = server.end()
    assert file.read_bytes() == content
    assert "Every table is kept" not in printed
    assert "python -m companion restore FILE" in printed
    if how != "copied":
        assert not file.with_name(file.name + "-wal").exists()
        assert server.process.returncode == 1
        (aside,) = file.parent.glob("tables.sqlite3.before-*")
        assert str(aside) in printed
        assert len(words(aside)) == 5, "what was acknowledged"
    started_again(file)


def test_of_a_removed_database_everything_played_is_kept(tmp_path: Path, free_port: int, saved: Path) -> None:
    file = tmp_path / "data" / "tables.sqlite3"
    with started(tmp_path, free_port) as server:
        new_table(server.port)
        file.unlink()
        refused_tap(server)
        _, printed = server.end()
    (aside,) = file.parent.glob("tables.sqlite3.before-*")
    assert str(aside) in printed
    played = words(aside)
    assert len(played) == 1
    store = Store(f"sqlite:///{file}")
    restored = store.restore(aside, "20261122-080000")
    store.close()
    assert restored.key
    assert words(file) == played


def test_what_a_killed_server_left_beside_its_database_is_not_written_into_a_backup(
    tmp_path: Path, saved: Path
) -> None:
    file = tmp_path / "tables.sqlite3"
    killed_in_use(file, "early")
    before = shutil.copy(file, tmp_path / "before")
    shutil.copy(f"{file}-wal", f"{before}-wal")
    saved.replace(file)
    started_again(file)
    (aside,) = tmp_path.glob("tables.sqlite3.stray-*-wal")
    assert aside.read_bytes() == Path(f"{before}-wal").read_bytes()


@pytest.mark.parametrize("how", ["moved", "removed"])
def test_restore_does_not_mix_in_what_a_killed_server_left(tmp_path: Path, saved: Path, how: str) -> None:
    file = tmp_path / "tables.sqlite3"
    killed_in_use(file, "early")
    again = shutil.copy(saved, tmp_path / "again")
    saved.replace(file) if how == "moved" else file.unlink()
    store = Store(f"sqlite:///{file}")
    restored = store.restore(again, "20261122-080000")
    store.close()
    for one in filter(None, (file, restored.aside)):
        assert words(one) == [f"saved{number:02}" for number in range(45)]


def test_what_a_killed_server_left_beside_its_own_database_is_taken_into_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    killed_in_use(file, "early")
    store = Store(f"sqlite:///{file}")
    store.migrate()
    store.close()
    assert words(file) == [f"early{number:03}" for number in range(WRITTEN)]
