"""The command line, run as a process: what it says and how it exits."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.network import Interface

ROOT = Path(__file__).resolve().parent.parent


def run(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "COMPANION_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite3'}"}
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=30)


def test_migrate_makes_the_database_and_may_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        answer = run(tmp_path, "migrate")
        assert answer.returncode == 0
        assert "up to date" in answer.stdout
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        assert database.execute("select count(*) from sqlite_master where type = 'table'").fetchone()[0] > 1


def test_backup_writes_a_whole_copy_and_replaces_an_older_one(tmp_path: Path) -> None:
    run(tmp_path, "migrate")
    target = tmp_path / "safe" / "copy.sqlite3"
    for _ in range(2):
        answer = run(tmp_path, "backup", str(target))
        assert answer.returncode == 0
        assert str(target) in answer.stdout
    with closing(sqlite3.connect(target)) as copy, closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as original:
        assert copy.execute("pragma integrity_check").fetchone()[0] == "ok"
        query = "select sql from sqlite_master order by name"
        assert copy.execute(query).fetchall() == original.execute(query).fetchall()


def test_backup_without_a_database_says_so(tmp_path: Path) -> None:
    answer = run(tmp_path, "backup", str(tmp_path / "copy.sqlite3"))
    assert answer.returncode == 1
    assert "no database yet" in answer.stderr
    assert not (tmp_path / "copy.sqlite3").exists()
    assert not (tmp_path / "tables.sqlite3").exists()


@pytest.mark.parametrize("target", ["/proc/none/copy.sqlite3", "tables.sqlite3", "."])
def test_backup_to_an_impossible_place_says_so(tmp_path: Path, target: str) -> None:
    run(tmp_path, "migrate")
    answer = run(tmp_path, "backup", str(tmp_path / target))
    assert answer.returncode == 1
    assert answer.stderr.strip()
    assert "Traceback" not in answer.stderr
    assert run(tmp_path, "migrate").returncode == 0


@pytest.mark.parametrize("arguments", [(), ("dance",), ("backup",), ("serve", "--prot", "1")])
def test_what_is_not_understood_exits_with_2_and_the_usage(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    answer = run(tmp_path, *arguments)
    assert answer.returncode == 2
    assert "usage:" in answer.stderr


def test_help_names_every_command(tmp_path: Path) -> None:
    answer = run(tmp_path, "--help")
    assert answer.returncode == 0
    for command in ("serve", "migrate", "backup", "restore"):
        assert command in answer.stdout


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://gunbai:s3cret@127.0.0.1:9/x",
        "postgresql+psycopg://gunbai:an@s3cret@127.0.0.1:9/x",
        "postgresql+psycopg://127.0.0.1:9/x?user=gunbai&password=s3cret&sslmode=disable",
    ],
)
@pytest.mark.parametrize("arguments", [("migrate",), ("serve", "--port", "0"), ("restore", "none")])
def test_no_password_is_printed(tmp_path: Path, url: str, arguments: tuple[str, ...], free_port: int) -> None:
    """Nobody listens at the port."""
    place = f"127.0.0.1:{free_port}"
    settings = {
        "COMPANION_DATABASE_URL": url.replace("127.0.0.1:9", place),
        "COMPANION_KEY_FILE": str(tmp_path / "key"),
    }
    command = [sys.executable, "-m", "companion", *arguments]
    environ = {**os.environ, **settings}
    answer = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 1
    assert "s3cret" not in answer.stdout + answer.stderr
    if arguments[0] != "restore":  # which refuses before it looks
        assert f"The database postgresql+psycopg://{'…@' * ('@' in url)}{place}/x" in answer.stderr


def test_a_database_that_is_a_file_is_named_whole(tmp_path: Path) -> None:
    folder = tmp_path / "ana@home"
    folder.mkdir()
    (folder / "tables.sqlite3").write_bytes(b"no database at all" * 500)
    answer = run(folder, "migrate")
    assert answer.returncode == 1
    assert f"The database sqlite:///{folder}/tables.sqlite3 cannot be used" in answer.stderr


EVERY = (Interface("wlan0", "192.168.0.17", True), Interface("eth0", "10.0.0.4"))


@pytest.mark.parametrize(
    ("typed", "chosen"), [(["2"], "eth0"), ([""], "wlan0"), (["3", "x", "0", "1"], "wlan0"), ([], "wlan0")]
)
def test_with_several_networks_a_person_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: list[str], chosen: str
) -> None:
    answers = iter(typed)

    def type_next(_prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", type_next)
    network = cli.ask_network(EVERY)
    assert network is not None
    assert network.name == chosen
    printed = capsys.readouterr().out
    assert "192.168.0.17" in printed
    assert "10.0.0.4" in printed


def test_nobody_is_asked_where_nobody_can_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert cli.ask_network(EVERY) == EVERY[0]
    assert cli.ask_network(()) is None
