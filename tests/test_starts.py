"""What a start says to who runs the server: what was made, what cannot be used, and how that is mended."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.config import Config, ConfigError, from_environment
from companion.store import Store, StoreTrouble, server_key
from companion.web.services import Services
from tests.databases import empty_database
from tests.running import started
from tests.system import postgres

ROOT = Path(__file__).resolve().parent.parent
GUNICORN = ("-m", "gunicorn", "-c", "python:companion.hosting")
MIGRATE = ("-m", "companion", "migrate")
SERVE = ("app.py", "--port", "0", "--host", "127.0.0.1")


def failed(tmp_path: Path, *command: str, **settings: str) -> str:
    """What a start that comes to nothing says: a line, and no traceback."""
    environ = {
        **os.environ,
        "COMPANION_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite3'}",
        "COMPANION_HOST": "127.0.0.1",
        "PORT": "0",
        **settings,
    }
    answer = subprocess.run(
        [sys.executable, *(command or SERVE)], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60
    )
    assert answer.returncode not in (0, None), answer.stdout
    assert "Traceback" not in answer.stderr
    return answer.stderr


def test_what_was_made_is_said_once_and_what_is_missing_later_too(tmp_path: Path, free_port: int) -> None:
    """As a start prints it; the later ones are asked what they would print."""
    file = tmp_path / "data" / "tables.sqlite3"
    database, key = f"A new database was made: {file}", f"A new key was made: {file}.key"
    for command, how in (GUNICORN, signal.SIGTERM), ((), signal.SIGINT):
        shutil.rmtree(file.parent, ignore_errors=True)
        with started(tmp_path, free_port, *command, COMPANION_HOST="127.0.0.1") as server:
            printed = server.end(how)[1]
        assert database in printed
        assert key in printed
    said = []
    for gone in ("", ".key", "nothing but the database"):
        if gone:
            file.with_name(file.name + gone).unlink() if gone == ".key" else file.unlink()
        services = Services(Config(database_url=f"sqlite:///{file}"))
        assert services.store
        assert services.key
        said.append((database in services.news, key in services.news))
        services.close()
        assert not list(file.parent.glob("*-wal")), "it has let go of the file"
    assert said == [(False, False), (False, True), (True, False)]


def newer(file: Path) -> str:
    url = empty_database(file)
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    return url


def foreign(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE tables (legs)")
    return f"sqlite:///{file}"


@pytest.mark.parametrize(
    ("make", "says"),
    [(newer, "made by a newer version of this program; install that version"), (foreign, "those of another program")],
)
def test_a_database_of_another_program_or_version_is_refused_as_it_is(
    tmp_path: Path, make: Callable[[Path], str], says: str
) -> None:
    file = tmp_path / "tables.sqlite3"
    store = Store(make(file))
    with closing(sqlite3.connect(file)) as database:
        before = list(database.iterdump())
    with pytest.raises(StoreTrouble, match=says):
        store.migrate()
    store.close()
    with closing(sqlite3.connect(file)) as database:
        assert list(database.iterdump()) == before
    assert says in failed(tmp_path, *(SERVE if make is newer else MIGRATE))


@pytest.mark.parametrize("scheme", ["mysql://", "postgresql+psycopg2://", "postgresql://", ""])
def test_an_address_of_no_database_we_know_is_said(scheme: str) -> None:
    with pytest.raises(ConfigError, match=r"write sqlite:///FILE or postgresql\+psycopg://USER@HOST/NAME") as told:
        from_environment({"COMPANION_DATABASE_URL": f"{scheme}me:secret@host/gunbai"})
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("command", [SERVE, GUNICORN, MIGRATE], ids=" ".join)
def test_every_command_says_it_without_a_traceback(tmp_path: Path, command: tuple[str, ...]) -> None:
    said = failed(tmp_path, *command, COMPANION_DATABASE_URL="mysql://me:secret@host/gunbai")
    assert "sqlite:///FILE or postgresql+psycopg://" in said
    assert "secret" not in said


INTERRUPTED = """
import os, runpy, signal, sys

during, start = sys.argv[1:3]

class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == during:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Impatient())
sys.argv = [start, *sys.argv[3:]]
sys.path.insert(0, os.getcwd())
runpy.run_path(start, run_name="__main__") if start.endswith(".py") else runpy.run_module(start, run_name="__main__")
"""


def test_a_python_without_what_it_needs_names_the_command_that_makes_it(tmp_path: Path) -> None:
    (said,) = failed(tmp_path, "-S", "app.py").splitlines()
    assert "is not installed here. `make run`, or `python run.py` without make, makes the environment" in said


@pytest.mark.parametrize("during", ["sqlalchemy", "flask"])
@pytest.mark.parametrize("start", [("app.py",), ("companion", "serve")], ids=" ".join)
def test_ctrl_c_during_the_start_says_nothing_more(tmp_path: Path, start: tuple[str, ...], during: str) -> None:
    said = failed(tmp_path, "-c", INTERRUPTED, during, *start, "--port", "0", "--host", "127.0.0.1")
    assert said.strip() == ""


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (".", "cannot be read: Is a directory. Let this user"),
        ("file/key", "cannot be made: File exists. Let this user"),
        ("/proc/none/key", "cannot be made: No such file or directory. Let this user"),
    ],
)
def test_a_key_file_that_cannot_be_used_says_which_and_what_to_do(tmp_path: Path, path: str, says: str) -> None:
    (tmp_path / "file").write_bytes(b"no folder")
    with pytest.raises(ValueError, match=says) as told:
        server_key("postgresql+psycopg://host/gunbai", tmp_path / path)
    assert str(tmp_path / path) in str(told.value)
    assert "COMPANION_KEY_FILE" in str(told.value)


def test_gunicorn_does_not_call_the_key_a_database(tmp_path: Path) -> None:
    url, key = empty_database(tmp_path / "tables.sqlite3"), tmp_path / "key"
    key.write_bytes(b"short")
    said = failed(tmp_path, *GUNICORN, COMPANION_DATABASE_URL=url, COMPANION_KEY_FILE=str(key))
    assert f"{key} is not a server key" in said
    assert "The database" not in said


def test_a_database_postgresql_does_not_know_is_not_one_that_does_not_answer() -> None:
    with postgres() as server:
        store = Store(server.url.replace("/postgres?", "/nowhere?"))
        assert store.url != server.url
        with pytest.raises(StoreTrouble, match='it answers, but: database "nowhere" does not exist') as told:
            store.migrate()
        store.close()
    assert told.value.kind == "gone"
    assert "COMPANION_DATABASE_URL" in str(told.value)
    with pytest.raises(StoreTrouble, match="it does not answer"):
        store.migrate()
    store.close()


NO_ADDRESS = r"COMPANION_PUBLIC_URL is .*; write it like https://games.example"
NO_NAME = r"COMPANION_HOSTS has .*, which is no name"


@pytest.mark.parametrize(
    ("setting", "says", "text"),
    [
        *(
            ("COMPANION_PUBLIC_URL", NO_ADDRESS, text)
            for text in ("foo", "games.example", "https://games.example/sub/", "http://a b", "ftp://a", "https://a:b")
        ),
        *(("COMPANION_HOSTS", NO_NAME, text) for text in ("http://a b", "games.example:8000", "a, b/c", "two names")),
    ],
)
def test_what_no_phone_could_ask_for_is_refused(setting: str, says: str, text: str) -> None:
    with pytest.raises(ConfigError, match=says):
        from_environment({setting: text})


def test_addresses_and_names_that_can_be_asked_for_are_taken() -> None:
    for text in ("https://games.example", "https://games.example/", "http://10.0.0.4:8000", "http://[::1]:80"):
        assert from_environment({"COMPANION_PUBLIC_URL": text}).public_url == text
    for text in ("*", "games.example, club.local.", "a,,b"):
        assert from_environment({"COMPANION_HOSTS": text}).hosts == text
