"""Copies of the last days that the program keeps by itself: how many, how large, and the way back when the file is
damaged."""

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from companion import cli
from companion.store import Store, StoreTrouble, server_key
from companion.store.daily import DAYS, DailyCopies, copies_of
from companion.store.schema import tables
from tests.running import new_table, started
from tests.store.test_store import TABLE

MONDAY = date(2026, 11, 23)


class Kept:
    """A database with one table, whose name changes, and a day that can be set."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.sqlite3"
        self.url = f"sqlite:///{self.file}"
        self.store = Store(self.url)
        self.store.migrate()
        server_key(self.url)
        self.day = MONDAY
        self.told: list[str] = []
        self.copies = DailyCopies(self.store, self.told.append, lambda: self.day)
        with self.store.write() as db:
            db.execute(tables.insert().values(TABLE))

    def play(self, name: str) -> None:
        """Something changes, some seconds after the last copy."""
        for copy in self.there():
            os.utime(copy, (copy.stat().st_mtime - 5,) * 2)
        with self.store.write() as db:
            db.execute(update(tables).values(name=name))

    def there(self) -> list[Path]:
        return copies_of(self.file, self.day)

    def days(self) -> list[str]:
        return [copy.name.removeprefix("tables.sqlite3.day-") for copy in self.there()]

    def damage(self) -> None:
        """A disk that has lost what lies in the middle."""
        self.store.close()
        with self.file.open("r+b") as file:
            file.seek(8192)
            file.write(b"\xff" * (self.file.stat().st_size - 8192))


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.store.close()


def name_in(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT name FROM tables").fetchone()[0])


def test_the_last_seven_days_are_kept_each_as_it_was_last(kept: Kept) -> None:
    for day in range(9):
        kept.day = MONDAY + timedelta(days=day)
        for hour in "morning", "evening":
            kept.play(f"{hour} of {kept.day}")
            assert kept.copies.keep() == ""
    assert kept.days() == [str(MONDAY + timedelta(days=day)) for day in range(8, 1, -1)]
    assert [name_in(copy) for copy in kept.there()] == [f"evening of {day}" for day in kept.days()]
    assert all(copy.stat().st_mode & 0o077 == 0 for copy in kept.there()), "for their owner only"


def test_a_day_on_which_nothing_changed_pushes_out_no_other_and_a_date_ahead_goes_first(kept: Kept) -> None:
    kept.play("played")
    kept.copies.keep()
    for _ in range(DAYS + 1):
        kept.day += timedelta(days=1)
        assert kept.copies.keep() == ""
    assert kept.days() == [str(MONDAY)]
    kept.day = MONDAY + timedelta(days=365)  # by a wrong clock
    kept.play("next year")
    kept.copies.keep()
    for day in range(DAYS):
        kept.day = MONDAY + timedelta(days=day)
        kept.play("now")
        kept.copies.keep()
    assert kept.days() == [str(MONDAY + timedelta(days=day)) for day in range(DAYS - 1, -1, -1)]


def test_all_copies_together_are_bounded_and_the_newest_is_kept_whatever_its_size(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.play("0")
    kept.copies.keep()
    monkeypatch.setattr("companion.store.daily.MOST_BYTES", int(2.5 * kept.there()[0].stat().st_size))
    for day in range(1, 4):
        kept.day = MONDAY + timedelta(days=day)
        kept.play(str(day))
        kept.copies.keep()
    assert len(kept.days()) == 2
    monkeypatch.setattr("companion.store.daily.MOST_BYTES", 1)
    kept.play("more")
    kept.copies.keep()
    assert [name_in(copy) for copy in kept.there()] == ["more"]


def test_a_disk_that_is_nearly_full_is_left_to_play_and_what_a_killed_program_left_is_cleared_away(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = (kept.file.with_name(f".tables.sqlite3.day-2026-01-01.{end}") for end in ("a", "b"))
    for file in (old, new):
        file.touch()
    os.utime(old, (time.time() - 2 * 24 * 3600,) * 2)
    kept.copies.keep()
    assert (old.exists(), new.exists()) == (False, True), "the other may be of a program at work"
    kept.day += timedelta(days=1)
    kept.play("more")
    real = shutil.disk_usage(kept.file.parent)
    monkeypatch.setattr("shutil.disk_usage", lambda _: real._replace(free=2 * kept.file.stat().st_size))
    assert "MB of the disk are free" in kept.copies.keep()
    assert kept.days() == [str(MONDAY)]


def test_a_damaged_database_takes_the_place_of_no_copy(kept: Kept) -> None:
    kept.play("whole")
    kept.copies.keep()
    kept.damage()
    with pytest.raises(StoreTrouble, match="its file is damaged"):
        Store(kept.url).backup(kept.there()[0])
    assert name_in(kept.there()[0]) == "whole"
    left = {file.name for file in kept.file.parent.iterdir()}
    assert left == {"tables.sqlite3", "tables.sqlite3.key", f"tables.sqlite3.day-{MONDAY}"}


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(kept: Kept, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("COMPANION_DATABASE_URL", kept.url)

    def ran(*words: str) -> tuple[int, str, str]:
        return cli.main(words), *capsys.readouterr()

    return ran


def test_restore_offers_the_copies_when_the_file_is_damaged(
    kept: Kept, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, wrong = run("restore")
    assert (code, "No copies are kept beside this database" in wrong) == (1, True)
    for day in range(2):
        kept.day = MONDAY + timedelta(days=day)
        kept.play(str(kept.day))
        kept.copies.keep()
    newest, older = kept.there()
    kept.file.write_bytes(b"no database at all, but long enough to be read as one" * 100)
    code, _, wrong = run("migrate")
    assert code == 1
    assert wrong.index(f"python -m companion restore {newest}") < wrong.index(f"python -m companion restore {older}")
    code, printed, wrong = run("restore")
    assert (code, "Nothing was put back. Name one of them." in wrong) == (1, True)
    assert str(older) in printed
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: "2")
    code, printed, _ = run("restore")
    assert code == 0
    assert f"Every table of {older} is back" in printed
    assert name_in(kept.file) == str(MONDAY)


def test_the_server_keeps_them_and_says_where(tmp_path: Path, free_port: int) -> None:
    with started(tmp_path, free_port) as server:
        new_table(server.port)
        for _ in range(600):
            if found := list((tmp_path / "data").glob("tables.sqlite3.day-*")):
                break
            time.sleep(0.1)
        _, printed = server.end(signal.SIGINT)
    assert len(found) == 1
    assert printed.count(f"copied beside the database, to {tmp_path / 'data' / 'tables.sqlite3'}.day-") == 1
