"""The web server: what it takes from phones that are slow, silent, greedy or gone, and how streams wait in its loop."""

import resource
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion import serve
from companion.config import Config
from companion.live import Bell, Streams, server
from companion.live.stream import ASKED_FIRST, IN_ENVIRON
from companion.web import create_app
from companion.web.services import Services
from tests.conftest import LiveServer
from tests.conftest import serving as serving_app
from tests.running import event, new_table, open_stream

LONG = 60.0
"""Seconds until a test gives up. None of them waits that long where things work."""


def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Answers with the body it was sent; what is longer than it may be, it refuses by its length."""
    if environ.get(ASKED_FIRST):
        start_response("100 Continue", [])
        return []
    if int(environ.get("CONTENT_LENGTH") or 0) > 1000:
        start_response("413 Too Large", [("Content-Length", "8")])
        return [b"too much"]
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@contextmanager
def serving(app: Any, *, connections: int = 100, body: int = 1000, **more: Any) -> Iterator[int]:
    """An app on a port of its own, until the block ends."""
    listener = serve.listener("127.0.0.1", 0)
    port = int(listener.getsockname()[1])
    stop = more.pop("stop", lambda: None)
    loop = server.Loop(app, listener, connections=connections, body=body, **more)
    thread = threading.Thread(target=loop.run, args=(stop, 5.0))
    thread.start()
    try:
        yield port
    finally:
        loop.end()
        loop.end()
        thread.join(LONG)
    assert not thread.is_alive(), "the server did not stop"


def knock(port: int, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), LONG)
    line.sendall(said)
    return line


def all_of(line: socket.socket) -> bytes:
    """Everything the server says until it hangs up."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def post(body: bytes, *heads: str) -> bytes:
    head = "\r\n".join(("POST /echo HTTP/1.1", "Host: t", f"Content-Length: {len(body)}", *heads))
    return head.encode() + b"\r\n\r\n" + body


def answered(port: int) -> bool:
    with knock(port, post(b"ping", "Connection: close")) as line:
        return all_of(line).endswith(b"\r\n\r\nping")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "::"])
def test_it_listens_where_it_is_told_to(host: str) -> None:
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("this system has no IPv6")
    with serve.listener(host, 0) as listener:
        with socket.create_connection(("127.0.0.1", listener.getsockname()[1]), LONG) as line:
            assert line.getpeername()[1] == listener.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            serve.listener(host, listener.getsockname()[1])


def test_as_many_files_as_are_allowed_are_said() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert serve.allow_files(64) == 64
        allowed = serve.allow_files(10**9)
        assert allowed == resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 10**9, "no system allows so many"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# ---- requests


def test_a_connection_is_kept_until_the_phone_or_the_app_ends_it() -> None:
    with serving(echo) as port:
        line = HTTPConnection("127.0.0.1", port, timeout=LONG)
        for text in (b"one", b"", b"three"):
            line.request("POST", "/echo", text)
            answer = line.getresponse()
            assert (answer.status, answer.read()) == (200, text)
            assert answer.getheader("Server") is None
        line.request("POST", "/echo", b"last", {"Connection": "close"})
        answer = line.getresponse()
        assert (answer.read(), answer.getheader("Connection")) == (b"last", "close")
        line.close()


def test_a_whole_list_fits_into_an_address() -> None:
    def where(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [str(len(environ["QUERY_STRING"])).encode()]

    with serving(where) as port:
        line = HTTPConnection("127.0.0.1", port, timeout=LONG)
        line.request("GET", "/?" + "x" * 200_000)
        assert line.getresponse().read() == b"200000"
        line.close()
        with knock(port, b"GET /?" + b"x" * server.LONGEST_LINE) as raw:
            assert b" 414 " in raw.recv(200)


def test_bodies_come_whole_however_they_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "IN_MEMORY", 100)  # the larger ones go through a file
    with serving(echo) as port:
        line = HTTPConnection("127.0.0.1", port, timeout=LONG)
        for body in (b"x" * 1000, iter([b"in ", b"three ", b"pieces" * 100])):
            line.request("POST", "/echo", body, encode_chunked=not isinstance(body, bytes))
            answer = line.getresponse()
            assert answer.status == 200
            assert answer.read() in (b"x" * 1000, b"in three " + b"pieces" * 100)
        line.close()


def test_of_a_body_that_is_too_large_the_app_sees_the_length_alone() -> None:
    chunks = b"".join(b"%x\r\n%s\r\n" % (600, b"x" * 600) for _ in range(3)) + b"0\r\n\r\n"
    chunked = b"POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
    with serving(echo) as port:
        for said in (post(b"x" * 1001), chunked):
            with knock(port, said) as line:
                answer = all_of(line)
            assert answer.startswith(b"HTTP/1.1 413 ")
            assert answer.endswith(b"too much")
            assert b"Connection: close" in answer
        assert answered(port)


NO_REQUESTS = [
    b"rubbish\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nContent-Length: five\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: x\r\n" % n for n in range(200)) + b"\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000 + b"\r\n\r\n",
    b"GET /\r\n",
    b"GET / HTTP/0.9\r\n\r\n",
    b"GET / HTTP/1.1\nHost: t\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: t\nX: y\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: t\r\n\n",
    b"GET / HTTP/1.1\r\nHost : t\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: t\r\n folded\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
    b"POST /echo HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 2\r\n\r\nxy",
    b"POST /echo HTTP/1.1\r\nContent-Length: +1\r\n\r\nx",
    b"POST /echo HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    b"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n",
]


def test_what_is_no_request_is_refused_and_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    with serving(echo) as port:
        for said in NO_REQUESTS:
            with knock(port, said) as line:
                assert b" 400 " in line.recv(200), said[:100]
        with knock(port, b"POST /echo HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf") as line:
            line.shutdown(socket.SHUT_WR)  # who leaves in the middle of a body leaves nothing behind
            assert all_of(line) == b""
        assert answered(port)
    assert capfd.readouterr().err == ""


def test_an_app_that_fails_is_answered_for_and_the_next_request_is_well(capfd: pytest.CaptureFixture[str]) -> None:
    def fails(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/fail":
            raise LookupError("of our own making")
        return echo(environ, start_response)

    with serving(fails) as port:
        line = HTTPConnection("127.0.0.1", port, timeout=LONG)
        line.request("GET", "/fail")
        assert line.getresponse().status == 500
        line.close()
        assert answered(port)
    assert capfd.readouterr().err.count("LookupError: of our own making") == 1


# ---- phones that are slow, or silent


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("IDLE_SECONDS", b""),
        ("HEAD_SECONDS", b"GET / HT"),
        ("HEAD_SECONDS", b"POST /t/x/tap HTTP/1.1\r\nHos"),
        ("HEAD_SECONDS", b"POST /t/x/tap HTTP/1.1\r\nHost: t\r\n"),
        ("BODY_SECONDS", b"POST /echo HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf"),
        ("BODY_SECONDS", b"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nha"),
    ],
)
def test_every_wait_for_a_phone_has_an_end(
    monkeypatch: pytest.MonkeyPatch, limit: str, said: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """And no answer: one would say of a tap that was cut off that it had come."""
    monkeypatch.setattr(server, limit, 0.05)
    with serving(echo) as port, knock(port, said) as line:
        assert all_of(line) == b""
    assert capfd.readouterr().err == ""


def test_beyond_the_limit_the_longest_silent_goes_and_a_new_phone_gets_in() -> None:
    with serving(echo, connections=5) as port, ExitStack() as held:
        silent = [held.enter_context(knock(port, b"POST / HTTP/1.1\r\nHos" if n % 2 else b"")) for n in range(20)]
        assert answered(port)
        for line in silent[:15]:
            assert line.recv(10) == b"", "hung up, in the order they came"
        silent[-1].sendall(b"t: t\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        assert b" 200 OK" in all_of(silent[-1]), "who came last is there still"


def test_who_never_ends_sending_goes_too_and_without_an_answer() -> None:
    begun = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nwor"
    with serving(echo, connections=5) as port, ExitStack() as held:
        slow = [held.enter_context(knock(port, begun)) for _ in range(3)]
        slow[0].sendall(b"dy end")
        assert b" 200 OK" in slow[0].recv(1000), "it was waited for"
        for _ in range(12):
            held.enter_context(knock(port, begun))
        assert answered(port)
        assert [all_of(line) for line in slow[1:]] == [b"", b""]


# ---- streams


def tap(port: int, table: str, cookie: str) -> int:
    line = HTTPConnection("127.0.0.1", port, timeout=LONG)
    form = urlencode({"type": "muster", "seat": "a", "unit": "katana-samurai", "key": "a-key-of-one-tap"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "Cookie": cookie}
    line.request("POST", f"/t/{table}/tap", form, headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def told_of_leaving(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """What waits until one more stream has given its place back."""
    services: Services = app.extensions["gunbai"]
    freed, release = threading.Semaphore(0), services.streams.release

    def released(table: str) -> None:
        release(table)
        freed.release()

    monkeypatch.setattr(services.streams, "release", released)
    return lambda: freed.acquire(timeout=LONG)


def test_more_streams_than_threads_ring_after_a_tap(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(replace(config, max_streams=200, heartbeat_seconds=3600))
    services: Services = app.extensions["gunbai"]
    left = told_of_leaving(app, monkeypatch)
    with serving_app(app, config) as live:
        port = int(live.url.rsplit(":", 1)[1])
        table, cookie = new_table(port)
        streams = [open_stream(port, table, "", timeout=LONG) for _ in range(60)]
        assert {stream.status for stream in streams} == {200}
        before = {event(stream)["id"] for stream in streams}
        assert tap(port, table, cookie) == 200
        for stream in streams:
            assert event(stream)["id"] not in before
            stream.close()
        assert all(left() for _ in streams), "a phone that leaves is noticed long before the next heartbeat"
        assert services.streams.count == 0


def test_a_head_of_a_stream_holds_no_place(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    left = told_of_leaving(live_server.app, monkeypatch)
    port = int(live_server.url.rsplit(":", 1)[1])
    table, _cookie = new_table(port)
    line = HTTPConnection("127.0.0.1", port, timeout=LONG)
    line.request("HEAD", f"/t/{table}/stream")
    assert line.getresponse().status == 200
    assert left()
    line.close()


class Heard:
    """An app whose only page is a stream, with a version that can be set and looked at."""

    def __init__(self, heartbeat: float) -> None:
        self.bell = Bell()
        self.streams = Streams(self.bell, most=100, heartbeat=heartbeat)
        self.version: int | None = 1
        self.looked_in: set[int] = set()

    def current(self) -> int | None:
        self.looked_in.add(threading.get_ident())
        return self.version

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        opened = environ[IN_ENVIRON] = self.streams.open("t", current=self.current)
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        return opened

    def listen(self, port: int) -> tuple[HTTPConnection, HTTPResponse]:
        line = HTTPConnection("127.0.0.1", port, timeout=LONG)
        line.request("GET", "/")
        return line, line.getresponse()


def test_a_heartbeat_looks_in_a_thread_and_tells_what_it_finds() -> None:
    app = Heard(heartbeat=0.02)
    with serving(app) as port:
        _line, answer = app.listen(port)
        assert event(answer)["id"] == "1"
        assert [answer.readline() for _ in range(3)] == [b"event: beat\n", b"data: 20\n", b"\n"]
        app.version = 2
        assert event(answer)["id"] == "2"
        app.version = None
        assert b"event: gone" in answer.read()
        assert app.streams.count == 0
        loops = {thread.ident for thread in threading.enumerate() if thread.name.endswith("(run)")}
        assert loops
        assert app.looked_in
        assert not loops & app.looked_in


def test_all_streams_come_to_a_proper_end_when_the_server_stops() -> None:
    app = Heard(heartbeat=3600)
    with ExitStack() as held:
        port = held.enter_context(serving(app, stop=app.bell.close))
        answers = [app.listen(port)[1] for _ in range(30)]
        for answer in answers:
            assert event(answer)["id"] == "1"
        held.close()
        for answer in answers:
            assert answer.read() == b"", "to the end: a stream that is cut off raises IncompleteRead"
    assert app.streams.count == 0
