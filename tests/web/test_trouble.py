"""A database that is held, full, gone, swapped or broken, or a broken key: a sentence, no 500, and nothing lost."""

import select
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from sqlalchemy import event
from werkzeug.test import TestResponse

from companion.config import Config
from companion.store import Store
from companion.store.engine import ENDS
from companion.store.key import key_path
from companion.web import create_app
from companion.web.services import Services
from tests.conftest import LiveServer
from tests.web.conftest import NotStarted
from tests.web.phones import Sitting, notice

RUN = {"piece": "a1", "marker": "run", "on": "yes"}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer waits a fifth of a second for another, not twenty."""
    monkeypatch.setattr("companion.store.engine.BUSY_SECONDS", 0.2)


def file_of(app: Flask) -> Path:
    services: Services = app.extensions["gunbai"]
    assert services.store.file is not None
    return services.store.file


def refused(answer: TestResponse, says: str) -> None:
    assert answer.status_code == 503, answer.text[:200]
    assert says in notice(answer)
    assert int(answer.headers["Retry-After"]) > 0
    assert "Traceback" not in answer.text


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another program has begun to write and does not end."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_database_held_by_another_program(short: None, app: Flask) -> None:
    sitting = Sitting(app)
    with held(file_of(app)):
        refused(sitting.ana.tap("muster", unit="katana-samurai", key="tap-held-1"), "The tables cannot be reached")
        assert sitting.ana.get().status_code == 200, "looking needs no lock"
        assert sitting.ana.get("/now").status_code == 200
    assert sitting.ana.tap("muster", unit="katana-samurai", key="tap-held-1").status_code == 200
    assert sitting.table.seq == 1


def test_forty_taps_that_wait_freeze_no_page(
    app: Flask, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the server players run: its threads are as many as they are."""
    monkeypatch.setattr("companion.store.engine.BUSY_SECONDS", 3600.0)
    sitting = Sitting(app)
    sitting.ana.act("muster", unit="katana-samurai")
    cookie = sitting.ana.client.get_cookie("gunbai")
    assert cookie is not None
    headers = {"Cookie": f"gunbai={cookie.value}", "HX-Request": "true"}
    typed = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
    with ExitStack() as held_open:

        def line() -> HTTPConnection:
            made = HTTPConnection(urlsplit(live_server.url).netloc, timeout=60)
            held_open.callback(made.close)
            return made

        taps = [line() for _ in range(40)]
        with held(file_of(app)):
            for number, tap in enumerate(taps):
                form = {
                    "type": "name",
                    "seat": "a",
                    "piece": "a1",
                    "name": f"Name {number}",
                    "key": f"forty-{number:03}",
                }
                tap.request("POST", f"{sitting.ana.path}/tap", urlencode(form), typed)
            phone = line()
            for _ in range(20):
                for page in ("", "/now"):
                    phone.request("GET", sitting.ana.path + page, headers=headers)
                    answer = phone.getresponse()
                    answer.read()
                    assert answer.status == 200
            assert select.select([tap.sock for tap in taps], [], [], 0)[0] == [], "every page was there before them"
        assert [tap.getresponse().status for tap in taps] == [200] * 40
    assert sitting.table.seq == 41


def test_a_full_disk(app: Flask) -> None:
    """The limit of pages is SQLite's own way to be full: the same error as that of a disk."""
    sitting = Sitting(app)
    services: Services = app.extensions["gunbai"]

    def filled(connection: object, *_: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]  # type: ignore[attr-defined]
        connection.execute(f"PRAGMA max_page_count = {pages}")  # type: ignore[attr-defined]

    writer = services.store.engines[1]
    writer.dispose()
    event.listen(writer, "connect", filled)
    before = sitting.table.seq
    taps = 0
    while (answer := sitting.ana.tap("side", clan="x" * 39 + str(taps % 10))).status_code == 200:
        taps += 1
        assert taps < 200
    refused(answer, "The disk of the server is full")
    assert sitting.table.seq == before + taps, "what was acknowledged is there"
    assert sitting.ana.get().status_code == 200
    event.remove(writer, "connect", filled)
    writer.dispose()
    assert sitting.ana.tap("side", clan="Roomy").status_code == 200


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_no_tap_is_acknowledged_into_a_file_that_is_the_database_no_longer(app: Flask, how: str) -> None:
    """Who only looks is not told that something was not entered. A server is ready while its database answers."""
    sitting, client = Sitting(app), app.test_client()
    answer = client.get("/ready")
    assert (answer.status_code, answer.text) == (200, "ready\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    file = file_of(app)
    file.rename(file.with_name("elsewhere"))
    if how == "replaced":
        Store(f"sqlite:///{file}").migrate()
    for _ in range(2):
        refused(sitting.ana.tap("muster", unit="katana-samurai"), "removed or replaced while the server ran")
    for answer in (
        sitting.ana.get(),
        sitting.ana.get("/now"),
        client.get(f"{sitting.ana.path}/forces"),
        client.get("/ready"),
    ):
        refused(answer, "removed or replaced")
        assert "entered" not in notice(answer)
    form = {"type": "muster", "seat": "a", "unit": "katana-samurai", "key": "by-a-plain-form"}
    plain = sitting.ana.client.post(f"{sitting.ana.path}/tap", data=form)
    assert "This was not entered" in plain.text
    assert client.get("/").status_code == 200
    if how == "replaced":
        with closing(sqlite3.connect(file)) as other:
            assert other.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_a_file_swapped_in_the_middle_of_a_tap(app: Flask) -> None:
    sitting = Sitting(app)
    file = file_of(app)
    services: Services = app.extensions["gunbai"]
    event.listen(services.store.engines[1], "commit", lambda _: file.rename(file.with_name("elsewhere")), once=True)
    refused(sitting.ana.tap("muster", unit="katana-samurai"), "removed or replaced while the server ran")


def test_a_broken_database_names_the_way_back(config: Config, tmp_path: Path, not_started: NotStarted) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"no database at all, but long enough to be read as one" * 100)
    app = create_app(config)
    refused(app.test_client().get("/j/amber-fox-river"), "must put a backup back")
    assert "must put a backup back" in app.test_client().post("/join", data={"words": "amber fox river"}).text
    assert "python -m companion restore FILE" in not_started(COMPANION_DATABASE_URL=config.database_url)


def test_a_broken_key_is_said_at_the_start_and_on_the_page(app: Flask, config: Config, not_started: NotStarted) -> None:
    Sitting(app)
    key_path(config.database_url).write_bytes(b"short")
    again = create_app(config)
    client = again.test_client()
    client.set_cookie("gunbai", "ImFib3V0Ig.c2lnbmVk")
    for answer in (client.get("/"), client.post("/new", data={"game": "tenno", "player": "Ana", "way": "score"})):
        refused(answer, "The server cannot read its key")
    said = not_started(COMPANION_DATABASE_URL=config.database_url)
    assert "is not a server key: it must hold 32 bytes" in said


def test_a_database_that_is_not_there_or_never_answers_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is none, or somebody takes the connection and says nothing."""
    monkeypatch.setitem(ENDS, "connect_timeout", "2")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for where in (f"nobody@/none?host={tmp_path}", f"u:p@127.0.0.1:{silent.getsockname()[1]}/none"):
            app = create_app(Config(database_url=f"postgresql+psycopg://{where}", key_file=str(tmp_path / "key")))
            refused(app.test_client().get("/j/amber-fox-river"), "The tables cannot be reached at the moment")
