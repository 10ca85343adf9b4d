"""The web server: gevent's. One thread holds every connection and every stream; requests run in pools of threads.

Nothing is patched: the app runs in plain threads, with plain locks and blocking databases, and never sees gevent. What
stands in the loop's thread is only what moves bytes. A request is read whole before a thread takes it, and its answer
is made whole before it is sent, so that no thread ever waits for a phone. A stream is opened in a thread and then waits
in the loop, for its bell or for its phone to leave.
"""

from __future__ import annotations

import errno
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any

import gevent
from gevent import pywsgi
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from gevent.pool import Pool
from gevent.socket import socket as LoopSocket
from gevent.threadpool import ThreadPool

from companion.live.stream import ASKED_FIRST, HOLD, IN_ENVIRON, TOO_MANY, Stream

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOOKS, CHANGES = 8, 8
"""Requests that are answered at a time: those that ask (GET, HEAD), and those that change something. Others wait their
turn in the loop, where they cost no thread.

They have threads of their own because a change may wait for the database's one writer, up to twenty seconds where some
program holds it. In threads for all, sixteen such taps would stop every page of every phone; so they stop only taps. A
page needs no lock: only the first look at a table after its rules have changed writes.

Eight each, because more would gain nothing: Python computes in one thread at a time, SQLite writes for one, and what
is left to wait for, a disk or PostgreSQL's answer, is short. So 1,500 phones share what two cores give: sixteen
requests at once, as when one pool held all.
"""
HEAVY = 1
"""Requests of one line that take long, at a time. Each line waits for a process of its own, which does one thing after
the other; as many threads as wait for it would leave none for taps."""
TURN_SECONDS = 25.0
"""How long one waits for his turn in such a line; then, and where it is full, the app is told to refuse him
(`TOO_MANY`)."""
BEATING = 2
"""Threads for the heartbeats of all streams: a database that does not answer shall not take those of the requests. A
table's streams look once in ten seconds, however many they are, and otherwise wait in the loop: 1,500 phones at 375
tables are 38 looks a second."""
IDLE_SECONDS = 150.0
"""An open connection without a request; longer than proxies keep one, so that none sends a tap into its end."""
HEAD_SECONDS = 20.0
BODY_SECONDS = 60.0
"""From the first byte of a request to the last of its head, and then of its body. Who takes longer is hung up on,
without an answer: to a page almost any answer means that its tap has come. A line that breaks is lost signal to every
browser, and to every page since the first: it keeps the tap, and sends it again with the same key."""
DROPPED_SECONDS = 2.0
"""How long what nobody wants is read on, so that the phone comes to read why."""
GONE_SECONDS = 30.0
"""A phone that does not say that it has anything we sent is gone, where the system can tell (Linux)."""
SPARE = 64
"""Connections beyond the limit that are taken until others have made room."""
LONGEST_LINE = 256 * 1024
"""Of a request's first line: a list's link holds the whole list."""
LONGEST_FIELD, MOST_LINES = 64 * 1024, 100
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*\r\n")
ENCODING, LENGTH = b"transfer-encoding:", b"content-length:"
REQUEST_LINE = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ \t\r\n]+ HTTP/1\.[01]\r\n")
LARGE = 64 * 1024
"""Of a larger body the app is asked whether it wants it, before it is read."""
IN_MEMORY = 256 * 1024
"""A larger body goes through a file."""
GONE = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ECONNABORTED, "timed out")
"""What a socket says of a phone that has left without a word, besides what gevent knows."""
LAST = ("Connection", "close")
OUR_CONNECTION = "gunbai.connection"

Heavy = Callable[[str, str], str]
"""The line in which a request of this method at this path waits, because it takes long; empty: in none."""

pywsgi.MAX_REQUEST_LINE = LONGEST_LINE


class Line:
    """A line of requests that take long, with an end."""

    def __init__(self, most: int, hub: Any) -> None:
        self._pool = ThreadPool(HEAVY, hub)
        self._turn = BoundedSemaphore(HEAVY)
        self._most = most
        self._here = 0

    @property
    def full(self) -> bool:
        """Whether who comes now finds no place."""
        return self._here >= self._most

    def ask(self, what: Callable[[], Any]) -> Any:
        """What comes of it, in the order of asking; None where it gets no turn."""
        if self.full:
            return None
        self._here += 1
        try:
            if not self._turn.acquire(timeout=TURN_SECONDS):
                return None
            try:
                return self._pool.apply(what)
            finally:
                self._turn.release()
        finally:
            self._here -= 1

    def kill(self) -> None:
        """Ends its threads, as far as they are not at work."""
        self._pool.kill()


@dataclass
class Loop:
    """One server: its listening socket, its limits, its end."""

    app: WSGIApplication
    listener: socket.socket
    connections: int
    """So many are open at a time; of those without a request some make room for new ones."""
    body: int
    """Bytes of a request that are read at most: of a longer one the app sees the length alone, and has to refuse it."""
    heavy: Heavy = lambda method, path: ""
    """Tells those that take long."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """How many may wait in each line of those."""
    _hub: Any = None
    _ending: Any = None
    _asked_to_end: bool = False

    def run(self, stop: Callable[[], None], seconds: float) -> None:
        """Serves until `end`. Then it calls `stop`, in a thread, which ends the streams; gives requests under way so
        many seconds; and closes every connection."""
        self._hub = hub = gevent.get_hub()
        self._ending = Event()
        answering = _Answering(self.app, hub, self.lines, self.body, self.heavy)
        server = _Server(
            LoopSocket(fileno=self.listener.detach()),
            answering,
            log=None,
            error_log=None,  # of what clients send that is no request; what goes wrong here is printed
            handler_class=_Connection,
            spawn=Pool(self.connections + SPARE),
            environ={"wsgi.multithread": True, "wsgi.errors": sys.stderr, "SERVER_NAME": socket.gethostname()},
        )
        server.most = self.connections
        server.start()
        try:
            if not self._asked_to_end:
                self._ending.wait()
        finally:
            stopping = threading.Thread(target=stop, name="end of streams", daemon=True)
            stopping.start()
            server.let_go()
            ends = time.monotonic() + seconds
            server.stop(timeout=seconds)
            stopping.join(_left(ends))
            with gevent.Timeout(_left(ends), False):  # a thread that is still at work ends with the process
                answering.kill()
            hub.destroy(destroy_loop=True)

    def end(self) -> None:
        """Asks `run` to end. Safe from a signal handler and from any thread; a second time is harmless."""
        self._asked_to_end = True
        if self._ending is not None and not self._ending.is_set():
            self._hub.loop.run_callback_threadsafe(self._ending.set)


def _left(ends: float) -> float:
    """The seconds until then, and at least a moment."""
    return max(0.05, ends - time.monotonic())


class _Server(pywsgi.WSGIServer):  # type: ignore[misc]  # gevent has no types
    """gevent's server, with a limit of connections beyond which the one goes whose request, or the rest of it, has been
    awaited longest."""

    most = 0
    taken = 0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.silent: dict[_Connection, Any] = {}

    def handle(self, sock: Any, address: Any) -> None:
        self.taken += 1
        try:
            if self.taken > self.most and self.silent:
                self._drop(next(iter(self.silent)))
            super().handle(sock, address)
        finally:
            self.taken -= 1

    def let_go(self) -> None:
        """Closes every connection without a request."""
        self.close()
        for connection in tuple(self.silent):
            self._drop(connection)

    def _drop(self, connection: _Connection) -> None:
        self.silent.pop(connection).kill(block=False)


class _Connection(pywsgi.WSGIHandler):  # type: ignore[misc]
    """gevent's connection, with an end to every wait for the phone."""

    ignored_socket_errors = (*pywsgi.WSGIHandler.ignored_socket_errors, *GONE)

    def __init__(self, sock: Any, address: Any, server: _Server) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # head and body are sent apart
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(GONE_SECONDS * 1000))
        sock.settimeout(IDLE_SECONDS)  # of a single read or write: for the phone that reads nothing of its answer
        super().__init__(sock, address, server)

    def handle(self) -> None:
        try:
            super().handle()
        finally:
            self.server.silent.pop(self, None)

    def read_requestline(self) -> str:
        self.server.silent[self] = gevent.getcurrent()
        with gevent.Timeout(IDLE_SECONDS, TimeoutError):
            self.rfile.peek(1)
        self._head_ends = time.monotonic() + HEAD_SECONDS
        with gevent.Timeout(HEAD_SECONDS, TimeoutError):
            line: str = super().read_requestline()
        return line

    def MessageClass(self, sent: IO[bytes], _seekable: int) -> Any:
        """The head of a request, as gunicorn takes it too: what two servers may read as two different requests is
        refused, and with it whatever a proxy might let slip past."""
        lines: list[bytes] = []
        while len(lines) <= MOST_LINES and (line := sent.readline(LONGEST_FIELD)) not in (b"\r\n", b""):
            if not FIELD.match(line):
                raise ValueError("a line of the head that is none")
            lines.append(line)
        lengths = [line.partition(b":")[2].strip() for line in lines if line[:15].lower() == LENGTH]
        encodings = [line.partition(b":")[2].strip().lower() for line in lines if line[:18].lower() == ENCODING]
        if encodings and (encodings != [b"chunked"] or lengths):
            raise ValueError("a body whose end is not told by one rule")
        if len(lengths) > 1 or not all(map(bytes.isdigit, lengths)):
            raise ValueError("two lengths, or one that is no number")
        return super().MessageClass(BytesIO(b"".join((*lines, b"\r\n"))), 0)

    def read_request(self, raw_requestline: str) -> bool:
        if not REQUEST_LINE.fullmatch(raw_requestline):
            raise ValueError("no first line of HTTP/1.0 or 1.1")
        try:
            with gevent.Timeout(_left(self._head_ends), TimeoutError):
                read: bool = super().read_request(raw_requestline)
        except HTTPException as problem:  # gevent would print it: nobody here has done anything wrong
            raise ValueError(str(problem)) from problem
        # From now on the rest of it is awaited: it goes after all who are silent by now.
        self.server.silent[self] = self.server.silent.pop(self, gevent.getcurrent())
        return read

    def has_sent(self) -> None:
        """Its request is whole: nothing is awaited of it any more."""
        self.server.silent.pop(self, None)

    def _handle_client_error(self, problem: Exception) -> object:
        """gevent's place for another answer than its 400; None hangs up."""
        return None if isinstance(problem, OSError) else super()._handle_client_error(problem)

    def log_request(self) -> None:
        """Nothing: nobody's taps are written down."""

    def get_environ(self) -> WSGIEnvironment:
        environ: WSGIEnvironment = super().get_environ()
        environ[OUR_CONNECTION] = self
        return environ


class _Answer:
    """What the app has answered: its head and its body, or a stream with its first bytes."""

    def __init__(self, app: WSGIApplication, environ: WSGIEnvironment) -> None:
        """Runs the app, in a thread of the pool."""
        self.status = ""
        self.headers: list[tuple[str, str]] = []
        self.stream: Stream | None = None
        written: list[bytes] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Any:
            self.status, self.headers = status, headers
            return written.append

        parts = app(environ, start_response)
        self.close: Callable[[], None] = getattr(parts, "close", lambda: None)
        try:
            if environ["REQUEST_METHOD"] != "HEAD":
                self.stream = environ.get(IN_ENVIRON)
            self.body = b"".join((*written, *((next(self.stream),) if self.stream else parts)))
        except BaseException:
            self.close()
            raise
        if self.stream is None:
            self.close()


class _Answering:
    """The app as the loop asks it, in threads: for requests that ask, for those that change something, for the
    heartbeats of streams, and in lines for what takes long."""

    def __init__(self, app: WSGIApplication, hub: Any, lines: Mapping[str, int], most: int, heavy: Heavy) -> None:
        self._app = app
        self._looks, self._changes, self._beats = (ThreadPool(threads, hub) for threads in (LOOKS, CHANGES, BEATING))
        self._lines = {name: Line(most_waiting, hub) for name, most_waiting in lines.items()}
        self._most = most
        self._heavy = heavy

    def kill(self) -> None:
        """Ends its threads, as far as they are not at work."""
        for one in (self._looks, self._changes, self._beats, *self._lines.values()):
            one.kill()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        connection, sent = environ.pop(OUR_CONNECTION), environ["wsgi.input"]
        environ[HOLD] = 0.0
        answer, whole = self._refusal(environ), False
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:
            try:
                if answer is not None:
                    self._drop(sent, environ)
                else:
                    with gevent.Timeout(BODY_SECONDS, TimeoutError):
                        whole = self._read(environ, body)
            except (OSError, gevent.GreenletExit) as problem:
                _read_no_more(sent)
                if isinstance(problem, pywsgi._InvalidClientInput):
                    raise  # that is no body; gevent answers 400
                raise ConnectionAbortedError(errno.ECONNABORTED, "cut off in sending") from problem
            connection.has_sent()
            if answer is None:
                answer = self._answer(environ)
        gevent.sleep(environ[HOLD])
        if isinstance(answer, Exception):
            raise answer
        ends = answer.stream or not whole or environ.get("HTTP_CONNECTION", "").lower() == "close"
        start_response(answer.status, [*answer.headers, LAST] if ends else answer.headers)
        if answer.stream is None:
            return [answer.body]
        environ.clear()  # a stream is held for hours, and needs nothing of its request
        return self._streamed(answer, connection.socket)

    def _answer(self, environ: WSGIEnvironment) -> _Answer | Exception:
        """What the app answers, in a thread; who finds the line full that he has to wait in gets a refusal at once."""
        method = environ["REQUEST_METHOD"]
        if name := self._heavy(method, environ["PATH_INFO"]):
            found: _Answer | Exception | None = self._lines[name].ask(lambda: self._asked(environ))
            if found is not None:
                return found
            environ[TOO_MANY] = True
        pool = self._looks if method in ("GET", "HEAD") else self._changes
        answer: _Answer | Exception = pool.apply(self._asked, (environ,))
        return answer

    def _refusal(self, environ: WSGIEnvironment) -> _Answer | Exception | None:
        """Why the app does not want the large body of this request; None where it does, or where that is small."""
        if int(environ.get("CONTENT_LENGTH") or 0) <= LARGE and "HTTP_TRANSFER_ENCODING" not in environ:
            return None
        asked: WSGIEnvironment = {**environ, "wsgi.input": BytesIO(), ASKED_FIRST: True}
        name = self._heavy(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if name and self._lines[name].full:
            asked[TOO_MANY] = True
        answer: _Answer | Exception = self._looks.apply(self._asked, (asked,))
        if isinstance(answer, _Answer) and answer.status.startswith("100"):
            environ[ASKED_FIRST] = False
            return None
        environ[HOLD] = asked[HOLD]
        return answer

    def _asked(self, environ: WSGIEnvironment) -> _Answer | Exception:
        try:
            return _Answer(self._app, environ)
        except Exception as problem:  # raised in the loop, where gevent says it once and answers 500
            return problem

    def _read(self, environ: WSGIEnvironment, body: IO[bytes]) -> bool:
        """Reads the body, and says whether that is all of it: of one that is too large only the length is kept."""
        sent = environ["wsgi.input"]
        environ["wsgi.input"] = body
        if not environ["wsgi.input_terminated"]:  # who wants another protocol than ours sends no body
            return True
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if length <= self._most:
            while (length := body.tell()) <= self._most and (piece := sent.read(64 * 1024)):
                body.write(piece)
        body.seek(0)
        if length > self._most:
            self._drop(sent, environ)
            body.truncate()
        if environ.pop("HTTP_TRANSFER_ENCODING", None) is not None:
            environ["CONTENT_LENGTH"] = str(length)
        return length <= self._most

    def _drop(self, sent: Any, environ: WSGIEnvironment) -> None:
        """Reads on for a moment, then no more: the connection is closed after the answer. Who asked first himself
        (`Expect`) has sent nothing."""
        left = 0 if "HTTP_EXPECT" in environ else self._most
        with gevent.Timeout(DROPPED_SECONDS, False):
            while left > 0 and (piece := sent.read(64 * 1024)):
                left -= len(piece)
        _read_no_more(sent)

    def _streamed(self, answer: _Answer, line: Any) -> Iterator[bytes]:
        """A stream as its bell rings, until it ends or the phone leaves."""
        stream = answer.stream
        assert stream is not None
        hub, woken, here = gevent.get_hub(), Event(), True

        def leave() -> None:
            nonlocal here
            here = False
            watcher.stop()
            woken.set()

        stream.set_callback(lambda: hub.loop.run_callback_threadsafe(woken.set))
        watcher = hub.loop.io(line.fileno(), 1)
        watcher.start(leave)  # who listens has nothing to say but that he goes, or wants something else
        try:
            yield answer.body
            while not stream.closed:
                woken.wait(stream.heartbeat)
                if not here:
                    return
                woken.clear()
                chunk = stream.rung()
                if not chunk and not stream.closed:
                    chunk = stream.sign_of_life() or self._beats.apply(stream.beat)
                yield chunk
        finally:
            watcher.stop()
            watcher.close()
            answer.close()


def _read_no_more(sent: Any) -> None:
    """gevent would read what is left of a body; its connection is closed instead."""
    sent.content_length, sent.chunked_input = 0, False
