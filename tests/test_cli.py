"""The command line: what it says and how it exits."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli, terminal
from companion.network import Interface

Answer = tuple[int, str, str]
"""The exit code, what was printed, and what was said of errors."""
Run = Callable[..., Answer]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command over the database of the test, or with other settings."""
    monkeypatch.setenv("COMPANION_DATABASE_URL", f"sqlite:///{tmp_path / 'tables.sqlite3'}")

    def ran(*arguments: str, **settings: str) -> Answer:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        try:
            code = cli.main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        return code, *capsys.readouterr()

    return ran


def test_a_database_is_made_and_saved_and_both_may_be_repeated(run: Run, tmp_path: Path) -> None:
    original, target = tmp_path / "tables.sqlite3", tmp_path / "safe" / "copy.sqlite3"
    code, _, wrong = run("backup", str(target))
    assert code == 1
    assert "no database yet" in wrong
    assert not target.exists()
    assert not original.exists()
    for command, says in (("migrate",), "up to date"), (("backup", str(target)), str(target)):
        for _ in range(2):
            code, printed, _ = run(*command)
            assert code == 0
            assert says in printed
    with closing(sqlite3.connect(target)) as copy, closing(sqlite3.connect(original)) as made:
        assert copy.execute("pragma integrity_check").fetchone()[0] == "ok"
        query = "select sql from sqlite_master order by name"
        assert copy.execute(query).fetchall() == made.execute(query).fetchall() != []


@pytest.mark.parametrize("target", ["/proc/none/copy.sqlite3", "tables.sqlite3", "."])
def test_backup_to_an_impossible_place_says_so(run: Run, tmp_path: Path, target: str) -> None:
    run("migrate")
    code, _, wrong = run("backup", str(tmp_path / target))
    assert code == 1
    assert wrong.strip()
    assert run("migrate")[0] == 0


@pytest.mark.parametrize("arguments", [(), ("dance",), ("backup",), ("serve", "--prot", "1")])
def test_what_is_not_understood_exits_with_2_and_the_usage(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, wrong = run(*arguments)
    assert code == 2
    assert "usage:" in wrong


def test_help_names_every_command(run: Run) -> None:
    code, printed, _ = run("--help")
    assert code == 0
    for command in ("serve", "migrate", "backup", "restore"):
        assert command in printed


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://gunbai:s3cret@127.0.0.1:9/x",
        "postgresql+psycopg://gunbai:an@s3cret@127.0.0.1:9/x",
        "postgresql+psycopg://127.0.0.1:9/x?user=gunbai&password=s3cret&sslmode=disable",
    ],
)
def test_no_password_is_printed(run: Run, tmp_path: Path, url: str, free_port: int) -> None:
    """Nobody listens at the port."""
    place = f"127.0.0.1:{free_port}"
    settings = {
        "COMPANION_DATABASE_URL": url.replace("127.0.0.1:9", place),
        "COMPANION_KEY_FILE": str(tmp_path / "key"),
    }
    restored = run("restore", "none", **settings)
    migrated, served = run("migrate"), run("serve", "--port", "0")
    for code, printed, wrong in (restored, migrated, served):
        assert code == 1
        assert "s3cret" not in printed + wrong
    for _, _, wrong in (migrated, served):  # `restore` refuses before it looks
        assert f"The database postgresql+psycopg://{'…@' * ('@' in url)}{place}/x" in wrong


def test_a_database_that_is_a_file_is_named_whole(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "ana@home"
    folder.mkdir()
    (folder / "tables.sqlite3").write_bytes(b"no database at all" * 500)
    code, _, wrong = run("migrate", COMPANION_DATABASE_URL=f"sqlite:///{folder / 'tables.sqlite3'}")
    assert code == 1
    assert f"The database sqlite:///{folder}/tables.sqlite3 cannot be used" in wrong


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


@pytest.mark.parametrize(
    ("environ", "spoken"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "tlh:es"}, "es"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "ja_JP"}, "en"),
        ({}, "en"),
    ],
)
def test_the_command_line_speaks_as_its_environment_says(environ: dict[str, str], spoken: str) -> None:
    assert terminal.language(environ) == spoken


@pytest.mark.parametrize(
    ("language", "says"), [("de", "neuesten Stand"), ("es", "al día"), ("fr", "à jour"), ("C", "up")]
)
def test_a_host_reads_it_in_his_language(run: Run, language: str, says: str) -> None:
    assert says in run("migrate", LC_ALL=language, LANGUAGE="")[1]
