"""A backup put back: data and key together, the database before it aside, no page of before taken for the newest."""

import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.cli import main
from companion.config import Config
from companion.store import Store, server_key
from companion.store.backup import RestoreError
from companion.web import create_app
from tests.store.test_store import ROOMS, next_release
from tests.web.phones import Phone, Sitting

ROOT = Path(__file__).parents[2]
MOMENT = "20261122-080000"
WRITTEN = 60
"""So many tables does a server write before it is killed."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


def words(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [row[0] for row in database.execute("SELECT words FROM tables ORDER BY words")]


WRITER = """
import os, signal, sys
from companion.store import Store
from tests.store.test_store import TABLE
from companion.store.schema import tables
store = Store(sys.argv[1])
store.migrate()
for number in range(int(sys.argv[3])):
    with store.write() as db:
        db.execute(tables.insert().values({**TABLE, "id": f"t{number}", "words": f"{sys.argv[2]}{number:03}"}))
os.kill(os.getpid(), signal.SIGKILL)
"""


@cache
def left_by(name: str) -> dict[str, bytes]:
    """What a killed server leaves that wrote so many tables: all of them may still be in the WAL alone."""
    with TemporaryDirectory() as folder:
        writer = [sys.executable, "-c", WRITER, f"sqlite:///{folder}/tables", name, str(WRITTEN)]
        assert subprocess.run(writer, cwd=ROOT).returncode == -signal.SIGKILL
        return {file.name.removeprefix("tables"): file.read_bytes() for file in Path(folder).iterdir()}


def killed_in_use(file: Path, name: str) -> None:
    for end, content in left_by(name).items():
        Path(f"{file}{end}").write_bytes(content)


def test_after_kill_9_with_a_full_wal_the_old_goes_aside_whole_and_the_backup_is_there(
    url: str, tmp_path: Path
) -> None:
    database, saved = tmp_path / "tables.sqlite3", tmp_path / "saved"
    killed_in_use(database, "early")
    key = server_key(url)
    store = Store(url)
    store.backup(saved)
    store.close()
    killed_in_use(database, "late")
    assert (tmp_path / "tables.sqlite3-wal").stat().st_size > 100_000
    (tmp_path / "tables.sqlite3.key").write_bytes(b"x" * 32)
    restored = Store(url).restore(saved, MOMENT)
    assert restored.key
    assert restored.aside == tmp_path / f"tables.sqlite3.before-{MOMENT}"
    assert words(database) == [f"early{number:03}" for number in range(WRITTEN)]
    assert words(restored.aside) == [f"late{number:03}" for number in range(WRITTEN)]
    assert server_key(url) == key
    assert (tmp_path / f"tables.sqlite3.key.before-{MOMENT}").read_bytes() == b"x" * 32
    for file in (database, tmp_path / "tables.sqlite3.key", saved):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert key not in database.read_bytes()


def test_a_server_that_runs_is_not_restored_under_its_feet(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command is a process of its own, as whoever runs the server gives it."""
    store = Store(url)
    store.migrate()
    store.backup(tmp_path / "saved")
    monkeypatch.setenv("COMPANION_DATABASE_URL", url)
    command = ["restore", str(tmp_path / "saved")]
    refused = subprocess.run([sys.executable, "-m", "companion", *command], cwd=ROOT, capture_output=True, text=True)
    assert refused.returncode == 1
    assert "Nothing was put back." in refused.stderr
    assert "Stop it first, then restore." in refused.stderr
    store.close()
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "is kept in" in told.out
    assert "holds no key" in told.out


def test_what_is_no_backup_changes_nothing(url: str, tmp_path: Path) -> None:
    store = Store(url)
    store.migrate()
    server_key(url)
    saved = store.backup(tmp_path / "saved")
    store.close()
    before = files(tmp_path)
    (tmp_path / "rubbish").write_bytes(b"rubbish" * 1000)
    (tmp_path / "half").write_bytes(saved.read_bytes()[:20_000])
    for name, statement in (
        ("other", "CREATE TABLE tables (id)"),
        ("newer", "UPDATE alembic_version SET version_num = '9999'"),
        ("keyless", "UPDATE backup_key SET key = 'x'"),
    ):
        (tmp_path / name).write_bytes(saved.read_bytes() if name != "other" else b"")
        with closing(sqlite3.connect(tmp_path / name)) as changed:
            changed.execute(statement)
            changed.commit()
    for name, says in (
        ("nowhere", "There is no file"),
        ("rubbish", "is no backup of this program"),
        ("half", "is (damaged|no backup)"),
        ("other", "is no backup of this program"),
        ("newer", "by a newer version"),
        ("keyless", "the key in it is none"),
        ("tables.sqlite3", "is the database itself"),
    ):
        with pytest.raises(RestoreError, match=says):
            Store(url).restore(tmp_path / name, MOMENT)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_a_backup_that_cannot_be_brought_up_to_date_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    killed_in_use(tmp_path / "tables.sqlite3", "early")
    server_key(url)
    store = Store(url)
    saved = store.backup(tmp_path / "saved")
    store.close()
    next_release(tmp_path / "migrations", monkeypatch, "UPDATE nowhere SET room = 1")
    before = files(tmp_path)
    monkeypatch.setenv("COMPANION_DATABASE_URL", url)
    assert main(["restore", str(saved)]) == 1
    assert capsys.readouterr().err.startswith("Nothing was put back. ")
    assert files(tmp_path) == before
    assert len(words(tmp_path / "tables.sqlite3")) == WRITTEN


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_an_older_backup_is_brought_up_to_date_and_leaves_one_file_beside_a_broken_database(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(url)
    store.migrate()
    saved = store.backup(tmp_path / "saved")
    store.close()
    (tmp_path / "tables.sqlite3").write_bytes(b"no database at all" * 500)
    next_release(tmp_path / "migrations", monkeypatch, ROOMS)
    restored = Store(url).restore(saved, MOMENT)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("0002",)
        assert database.execute("SELECT count(room) FROM tables").fetchone() == (0,)
    assert not [file.name for file in tmp_path.iterdir() if file.name.startswith(".")]
    assert restored.aside is not None
    assert restored.aside.read_bytes().startswith(b"no database"), "it goes aside as it is"


class Killed(BaseException):
    """The power went off just then."""


@pytest.mark.parametrize("links", [True, False], ids=["links", "a disk without links"])
def test_there_is_a_database_at_every_moment(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Or the next start would make an empty one."""
    database = tmp_path / "tables.sqlite3"
    killed_in_use(database, "early")
    store = Store(url)
    saved = store.backup(tmp_path / "saved")
    store.close()
    killed_in_use(database, "late")

    def killed(*_: object) -> None:
        raise Killed

    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(Killed):
        Store(url).restore(saved, MOMENT)
    late = [f"late{number:03}" for number in range(WRITTEN)]
    assert words(database) == words(tmp_path / f"tables.sqlite3.before-{MOMENT}") == late


def test_a_page_of_before_the_restore_is_not_the_newest_though_its_version_is(config: Config, tmp_path: Path) -> None:
    app = create_app(config)
    sitting = Sitting(app)
    services = app.extensions["gunbai"]
    services.store.backup(tmp_path / "saved")
    sitting.ana.act("muster", unit="katana-samurai")
    seen = sitting.ana.get("/now")
    tag, version = seen.headers["ETag"], sitting.table.version
    assert sitting.ana.get("/now", **{"If-None-Match": tag}).status_code == 304
    services.close()
    Store(config.database_url).restore(tmp_path / "saved", MOMENT)

    again = create_app(replace(config))
    client = again.test_client()
    client.set_cookie("gunbai", str(sitting.ana.client.get_cookie("gunbai").value))  # type: ignore[union-attr]
    ana = Phone(client, sitting.id, "a")
    ana.act("muster", unit="kiba-musha")
    services = again.extensions["gunbai"]
    assert services.tables.get(sitting.id).version == version
    fresh = ana.get("/now", **{"If-None-Match": tag})
    assert fresh.status_code == 200
    assert "Kiba Musha" in ana.get().text
    services.close()
