"""The web server: what it refuses before it is read, what it holds back, and what waits in lines with an end."""

import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import serve
from companion.live import server
from companion.live.stream import ASKED_FIRST, HOLD, TOO_MANY
from tests.conftest import LiveServer
from tests.live.test_server import LONG, all_of, answered, echo, knock, post, serving, tap
from tests.running import new_table


class Asked:
    """An app that says of each body whether it wants it, and notes what it was asked."""

    def __init__(self, *, wants: bool) -> None:
        self.wants = wants
        self.seen: list[tuple[bool | None, int]] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        asked = environ.get(ASKED_FIRST)
        self.seen.append((asked, len(environ["wsgi.input"].read())))
        if asked and self.wants:
            start_response("100 Continue", [])
            return []
        start_response("200 OK" if self.wants else "429 Too Many Requests", [("Content-Length", "4")])
        return [b"said"]


class Slow:
    """An app whose answers at /slow wait until they may go on, and that refuses who finds the line full."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Semaphore(0), threading.Event()
        self.at_once: list[int] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ.get(TOO_MANY):
            start_response("503 Service Unavailable", [])
            return [b"too many"]
        if environ["PATH_INFO"] == "/slow" and not environ.get(ASKED_FIRST):
            self.at_once.append(1)
            self.begun.release()
            assert self.go_on.wait(LONG)
            self.at_once.append(-1)
        return echo(environ, start_response)

    @contextmanager
    def served(self, most: int, **more: Any) -> Iterator[tuple[Callable[[bytes], socket.socket], int]]:
        """What knocks at a server on which one of these is being answered; and its port."""
        lines = {"slow": most, "other": 1}
        with serving(self, heavy=lambda _, path: HEAVY.get(path, ""), lines=lines, **more) as port, ExitStack() as held:
            held.callback(self.go_on.set)
            yield lambda said: held.enter_context(knock(port, said)), port


HEAVY = {"/slow": "slow", "/other": "other"}
GET_SLOW = b"GET /slow HTTP/1.0\r\n\r\n"


LARGE_HEAD = b"POST / HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: 100000\r\n"


def test_the_app_is_asked_before_a_large_body_is_read() -> None:
    app = Asked(wants=True)
    with serving(app, body=200_000) as port:
        with knock(port, LARGE_HEAD + b"Expect: 100-continue\r\n\r\n") as line:
            assert line.recv(100).startswith(b"HTTP/1.1 100 "), "and who asks whether he shall send it is told so"
            line.sendall(b"x" * 100_000)
            assert b" 200 OK" in all_of(line)
        assert app.seen == [(True, 0), (False, 100_000)]
        with knock(port, post(b"x" * 1000, "Connection: close")) as line:
            assert b" 200 OK" in all_of(line)
        assert app.seen[2:] == [(None, 1000)], "a small one is read at once"


@pytest.mark.parametrize("length", [b"Content-Length: 100000", b"Transfer-Encoding: chunked"])
def test_a_large_body_that_is_not_wanted_is_not_read(length: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "DROPPED_SECONDS", 0.05)
    app, head = Asked(wants=False), LARGE_HEAD.replace(b"Content-Length: 100000", length)
    with serving(app, body=200_000) as port:
        for expects in (b"", b"Expect: 100-continue\r\n"):
            with knock(port, head + expects + b"\r\n") as line:
                answer = all_of(line)
            assert answer.startswith(b"HTTP/1.1 429 ")
            assert b"Connection: close" in answer
    assert app.seen == [(True, 0)] * 2


def test_an_answer_is_held_back_for_as_long_as_the_app_says_and_no_thread_with_it() -> None:
    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/held":
            environ[HOLD] = 0.5
        return echo(environ, start_response)

    with serving(app) as port, ExitStack() as held:
        begun = time.monotonic()
        many = [held.enter_context(knock(port, b"GET /held HTTP/1.0\r\n\r\n")) for _ in range(4 * server.LOOKS)]
        while select.select(many, (), (), 0)[0] == []:
            assert answered(port)
        assert time.monotonic() - begun >= 0.5
        assert all(b" 200 OK" in all_of(line) for line in many)


# ---- heavy work


def test_what_takes_long_takes_turns_keeps_nobody_waiting_and_its_line_has_an_end() -> None:
    most, app = 20, Slow()
    with app.served(most) as (ask, port):
        slow = [ask(GET_SLOW) for _ in range(most)]
        assert app.begun.acquire(timeout=LONG)
        assert answered(port)
        late = ask(GET_SLOW)
        readable, _, _ = select.select((*slow, late), (), (), LONG)
        assert len(readable) == 1, "who comes beyond the end is refused before any other has his answer"
        assert b" 503 " in all_of(readable[0])
        assert b" 200 OK" in all_of(ask(b"GET /other HTTP/1.0\r\n\r\n")), "another line"
        app.go_on.set()
        for line in {*slow, late} - {*readable}:
            assert b" 200 OK" in all_of(line)
    assert app.at_once == [1, -1] * most, "one at a time"


def test_who_gets_no_turn_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.live.server.TURN_SECONDS", 0.01)
    app = Slow()
    with app.served(2) as (ask, _):
        first = ask(GET_SLOW)
        assert app.begun.acquire(timeout=LONG)
        assert b" 503 " in all_of(ask(GET_SLOW))
        app.go_on.set()
        assert b" 200 OK" in all_of(first)


def test_who_finds_the_line_full_sends_his_body_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is told so at once, however slowly he would send it."""
    monkeypatch.setattr(server, "DROPPED_SECONDS", 0.05)
    app = Slow()
    with app.served(1, body=200_000) as (ask, _):
        ask(GET_SLOW)
        assert app.begun.acquire(timeout=LONG)
        assert b" 503 " in all_of(ask(LARGE_HEAD.replace(b" / ", b" /slow ") + b"\r\nhalf"))


def test_a_full_line_is_a_refusal_in_words(client: FlaskClient) -> None:
    for ask, path in ((client.get, "/print/calibration.pdf"), (client.post, "/api/replay")):
        answer = ask(path, environ_overrides={TOO_MANY: True, HOLD: 0.0})
        assert answer.status_code == 503
        assert "Too many are waiting for this already. Try again in a few seconds." in answer.text
        assert int(answer.headers["Retry-After"]) > 0


def test_the_paths_of_all_that_takes_long_are_heavy(app: Flask) -> None:
    """To look at the choices for a suggestion waits for no kit."""
    known = {"token": "k7qd", "table_id": "t1", "number": "2", "part": "kit"}
    heavy = set()
    for rule in app.url_map.iter_rules():
        path = "".join(known.get(text, "1") if place else text for place, text in rule._trace if text != "|")
        lines = {serve.heavy(method, "/" + path.lstrip("/")) for method in rule.methods or ()} - {""}
        assert lines <= {*serve.LINES}
        heavy |= {rule.endpoint} if lines else set()
    assert heavy == {
        *("printing.show", "printing.choose", "printing.page", "printing.download", "printing.calibration"),
        *("pack_up.sheet", "list_tools.suggested", "list_table.suggested", "api.kensei_print", "replay.replay"),
        *("home_screen.png", "home_screen.ico"),
    }
    assert serve.heavy("POST", "/l/k7qd/suggest")
    assert not serve.heavy("GET", "/l/k7qd/suggest")


def test_a_print_under_way_keeps_no_tap_waiting(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    port = int(live_server.url.rsplit(":", 1)[1])
    table, cookie = new_table(port)
    begun, go_on = threading.Event(), threading.Event()
    draw = live_server.app.view_functions["printing.calibration"]

    def slowly(**place: str) -> Any:
        begun.set()
        assert go_on.wait(LONG)
        return draw(**place)

    monkeypatch.setitem(live_server.app.view_functions, "printing.calibration", slowly)
    for waits in ("companion.live.server", "companion.worker"):
        monkeypatch.setattr(f"{waits}.TURN_SECONDS", 600.0)  # however slow the machine is
    with ExitStack() as held:
        held.callback(go_on.set)
        prints = [held.enter_context(knock(port, b"GET /print/calibration.pdf HTTP/1.0\r\n\r\n")) for _ in range(20)]
        assert begun.wait(LONG)
        assert tap(port, table, cookie) == 200
        go_on.set()
        for line in prints:
            assert b"%PDF" in all_of(line)
