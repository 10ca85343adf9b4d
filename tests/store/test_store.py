"""The database: schema, migrations, backups, the server key, and what two writers do to each other."""

import shutil
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select
from sqlalchemy.exc import IntegrityError

from companion.store import Store, StoreTrouble, engine, server_key
from companion.store.engine import database_file
from companion.store.schema import metadata, seats, snapshots, tables

ROOT = Path(__file__).parents[2]
MIGRATIONS = ROOT / "companion" / "store" / "migrations"
TABLE = {
    "id": "t",
    "words": "one",
    "game": "g",
    "name": "n",
    "setup": "{}",
    "owner": "d",
    "version": 0,
    "seq": 0,
    "rules_version": "1",
    "created_at": "now",
    "changed_at": "now",
}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'deep' / 'gunbai.sqlite3'}"


@pytest.fixture
def store(url: str):
    store = Store(url)
    store.migrate()
    yield store
    store.close()


def test_nothing_is_opened_before_first_use_nor_one_in_memory(url, tmp_path):
    Store(url)
    assert not (tmp_path / "deep").exists()
    with pytest.raises(ValueError, match="give a file"):
        Store("sqlite://")


def test_the_migrations_make_exactly_the_schema_of_a_database_of_version_1(url, tmp_path):
    (tmp_path / "deep").mkdir()
    with sqlite3.connect(tmp_path / "deep" / "gunbai.sqlite3") as database:
        database.executescript((ROOT / "tests" / "store" / "version-1.sql").read_text())
    database.close()
    store = Store(url)
    store.migrate()
    assert not store.news
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        for table in metadata.sorted_tables:
            made = {index["name"] for index in inspect(connection).get_indexes(table.name)}
            assert {index.name for index in table.indexes} <= made
    store.close()


def next_release(folder: Path, monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    """From here on the program is one to come: its migration makes a table anew that rows of others point at."""
    shutil.copytree(MIGRATIONS, folder)
    migration = NEXT.format(statement=statement)
    (folder / "versions" / "0002_rooms.py").write_text(migration)
    monkeypatch.setattr("companion.store.store.MIGRATIONS", folder)


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade():
    with op.batch_alter_table("tables", recreate="always") as table:
        table.add_column(sa.Column("room", sa.String()))
    op.execute("{statement}")
"""
ROOMS = "UPDATE tables SET room = words"


def test_a_newer_release_keeps_every_row_and_this_one_leaves_its_database_alone(store, tmp_path, monkeypatch):
    with store.write() as connection:
        connection.execute(tables.insert().values(TABLE))
        connection.execute(snapshots.insert().values(table_id="t", seq=1, rules_version="1", state="{}"))
    store.migrate()  # again, which changes nothing
    next_release(tmp_path / "migrations", monkeypatch, ROOMS)
    store.migrate()
    with store.read() as connection:
        assert connection.exec_driver_sql("SELECT words, room FROM tables").all() == [("one", "one")]
        assert connection.execute(select(snapshots.c.table_id)).all() == [("t",)]
    monkeypatch.undo()
    with pytest.raises(StoreTrouble, match="made by a newer version"):
        store.migrate()


def test_sqlite_is_set_up_to_lose_nothing_also_where_two_start_at_once(url):
    """In processes of their own, as servers: in this one nothing waits for the disk."""
    script = f"""
from companion.store import Store, server_key
store = Store({url!r})
store.migrate()
with store.read() as connection:
    for name in ("journal_mode", "synchronous", "foreign_keys"):
        print(connection.exec_driver_sql(f"PRAGMA {{name}}").scalar_one())
    print(connection.exec_driver_sql("SELECT count(*) FROM alembic_version").scalar_one())
store.close()
print(server_key({url!r}).hex())
"""
    command = [sys.executable, "-W", "error", "-c", script]
    runs = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    expected = b"wal\n2\n1\n1\n%s\n"
    told = [run.communicate(timeout=60) for run in runs]
    assert told == [(expected % server_key(url).hex().encode(), b"")] * 3


def test_a_new_file_that_another_is_filling_is_waited_for_but_not_for_ever(url, monkeypatch):
    """SQLite says at once that such a file cannot be made a WAL, however long it may wait."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0)
    file = database_file(url)
    file.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("CREATE TABLE others (number)")
        other.execute("BEGIN IMMEDIATE")
        with closing(Store(url)) as late, pytest.raises(StoreTrouble) as refused:
            late.migrate()
        assert refused.value.kind == "held"

        monkeypatch.undo()
        waits = []

        def release(seconds: float) -> None:
            waits.append(seconds)
            other.execute("COMMIT")

        monkeypatch.setattr(engine, "sleep", release)
        with closing(Store(url)) as patient, patient.read() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert len(waits) == 1


def test_writers_that_read_first_wait_for_each_other_and_who_fails_leaves_nothing_behind(store):
    """The trap of deferred transactions: without BEGIN IMMEDIATE most of these would fail as locked."""
    with store.write() as connection:
        connection.execute(tables.insert().values(TABLE))

    def count(_: int) -> None:
        for _number in range(25):
            with store.write() as connection:
                seq = connection.execute(select(tables.c.seq).with_for_update()).scalar_one()
                connection.execute(tables.update().values(seq=seq + 1))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(count, range(8)))

    def fail_half_way(table: str) -> None:
        with store.write() as connection:
            connection.execute(tables.update().values(seq=0))
            row = {"table_id": table, "seq": 1, "rules_version": "1", "state": "{}"}
            connection.execute(snapshots.insert().values(row))
            raise RuntimeError("half way")

    for table, reason in (("t", RuntimeError), ("nowhere", IntegrityError)):  # rows of a table need the table
        with pytest.raises(reason):
            fail_half_way(table)
    with store.read() as connection:
        assert connection.execute(select(tables.c.seq)).scalar_one() == 200


def test_a_reader_sees_one_moment_and_holds_nobody_up(store):
    with store.write() as connection:
        connection.execute(tables.insert().values(TABLE))
    with store.read() as reading:
        assert reading.execute(select(tables.c.seq)).scalar_one() == 0
        with store.write() as writing:
            writing.execute(tables.update().values(seq=9))
        assert reading.execute(select(tables.c.seq)).scalar_one() == 0
    with store.read() as reading:
        assert reading.execute(select(tables.c.seq)).scalar_one() == 9


def test_a_backup_taken_while_in_use_is_whole(store, tmp_path):
    with store.write() as connection:
        connection.execute(tables.insert().values(TABLE))
    copy = tmp_path / "copies" / "gunbai.backup"
    with store.write() as connection:
        connection.execute(seats.insert().values(table_id="t", seat="a", device="d", player="Aki", taken_at="now"))
        assert store.backup(copy) == copy  # the open transaction is not in it, and does not block it
    with sqlite3.connect(copy) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert kept.execute("SELECT words FROM tables").fetchall() == [("one",)]
        assert kept.execute("SELECT count(*) FROM seats").fetchone() == (0,)
    kept.close()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    store.backup(copy)  # the older copy is replaced
    with sqlite3.connect(copy) as kept:
        assert kept.execute("SELECT player FROM seats").fetchall() == [("Aki",)]
    kept.close()
    assert [file.name for file in copy.parent.iterdir()] == ["gunbai.backup"]
    assert stat.S_IMODE(store.file.stat().st_mode) == 0o600
    with pytest.raises(ValueError, match="another name"):
        store.backup(store.file)


def test_the_server_key_is_made_once_for_its_owner_only(url, tmp_path):
    with ThreadPoolExecutor(8) as threads:
        (key,) = {*threads.map(lambda _: server_key(url), range(8))}
    assert len(key) == 32
    assert server_key(url) == key
    file = tmp_path / "deep" / "gunbai.sqlite3.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [entry.name for entry in file.parent.iterdir()] == [file.name]
    with pytest.raises(ValueError, match="COMPANION_KEY_FILE"):
        server_key("postgresql+psycopg://host/gunbai")
    assert server_key("postgresql+psycopg://host/gunbai", tmp_path / "key") == (tmp_path / "key").read_bytes()
    (tmp_path / "bad").write_bytes(b"short")
    with pytest.raises(ValueError, match="not a server key"):
        server_key("sqlite:///x", tmp_path / "bad")
