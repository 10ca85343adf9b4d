"""Server-sent events: the ring of the bell on its way to one phone, and nothing else.

`id` is the table's version, so a phone that comes back says with Last-Event-ID what it has seen, and is rung at once
if that is not the newest. A sign of life is an event too, which the page hears, and says when the next one comes at the
latest: of a line that died without a word nobody else tells it. No stream holds a database connection or a request's
context while it waits. A server with a thread for each stream iterates it; one that must not wait is told when to ask
(`set_callback`, `rung`), and beats by itself.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import InitVar, dataclass

from companion.live.bell import Bell

HEARTBEAT_SECONDS = 10.0
RETRY_MILLISECONDS = 2000
LATELY = 0.9
"""Of a heartbeat: less than a whole one, so that a stream that is alone looks at each."""
IN_ENVIRON = "gunbai.stream"
"""Where a page leaves the stream it answers with, for a server that has no thread to iterate it in."""
TOO_MANY = "gunbai.too_many"
"""Where a server says that the line is full in which a request would have to wait, so that the app refuses it."""
ASKED_FIRST = "gunbai.asked_first"
"""True where a server asks, before it reads a large body, whether the app wants it: that answers 100, or its refusal.
False in the request itself, which follows; absent where nothing was asked."""
HOLD = "gunbai.hold"
"""Where the app says for how many seconds its answer shall be held back; absent from a server that cannot do that."""


@dataclass(frozen=True, slots=True)
class Full:
    """No stream is free: answer 503, and the page goes on by polling."""

    most: int


@dataclass(eq=False)
class Stream:
    """The bytes of one phone's stream. Its server must call `close`; iterating to the end closes it too."""

    _streams: Streams
    _topic: str
    _current: Callable[[], int | None]
    _seen: int | None
    _on_beat: Callable[[], None]
    _on_close: Callable[[], None]
    device: InitVar[str | None]
    _greeted: bool = False
    closed: bool = False
    """Whether it has come to its end."""

    def __post_init__(self, device: str | None) -> None:
        self._listener = self._streams.bell.listen(self._topic, device)  # before the version is read
        self._closing = threading.Lock()

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> bytes:
        """The next ring or heartbeat; waits for it. Ends when the table is gone or the server goes down."""
        if self.closed:
            raise StopIteration
        if not self._greeted:
            return self._greet()
        ring = self.rung(self.heartbeat)
        if self.closed:
            raise StopIteration
        return ring or self.sign_of_life() or self.beat()

    @property
    def heartbeat(self) -> float:
        """Seconds of silence before a sign of life."""
        return self._streams.heartbeat

    def set_callback(self, wake: Callable[[], None]) -> None:
        """Calls `wake`, from any thread, whenever `rung` would not be empty or the server goes down; now, if so."""
        self._listener.set_callback(wake)

    def rung(self, timeout: float = 0.0) -> bytes:
        """The ring, if it comes within `timeout` seconds. Empty otherwise; closed, where the server goes down."""
        version = self._listener.wait(timeout)
        if self._streams.bell.closed:
            self.close()
        if self.closed or version is None:
            return b""
        # A nudge comes without a version; the bell may not know one yet.
        return self._ring(max(version, self._seen or 0))

    def _greet(self) -> bytes:
        self._greeted = True
        version = self._current()
        if version is None:
            return self._gone()
        hello = b"retry: %d\n" % RETRY_MILLISECONDS + self._still_here()
        return hello if version == self._seen else hello + self._ring(version)

    def beat(self) -> bytes:
        """A heartbeat, which finds out too what another process has changed. It looks into the database."""
        self._on_beat()
        version = self._current()
        if version is None:
            return self._gone()
        if version == self._seen:
            return self._still_here()
        self._streams.bell.ring(self._topic, version)  # no other stream heard of it either, and they may not look
        return self.rung() or self._ring(version)

    def sign_of_life(self) -> bytes:
        """A heartbeat without a look, where another stream of the topic has looked lately. Empty where it is this one's
        turn to `beat`: the phones of a table cost one look in a heartbeat, not one each."""
        if self._streams.is_gone(self._topic):
            return self._gone()
        return b"" if self._streams.looks(self._topic) else self._still_here()

    def _still_here(self) -> bytes:
        return b"event: beat\ndata: %d\n\n" % round(self.heartbeat * 1000)

    def _ring(self, version: int) -> bytes:
        self._seen = version
        return b"id: %d\nevent: changed\ndata: %d\n\n" % (version, version)

    def _gone(self) -> bytes:
        self._streams.gone(self._topic)
        self.close()
        return b"event: gone\ndata:\n\n"

    def close(self) -> None:
        """Frees the stream's place. Harmless to repeat, from any thread."""
        with self._closing:
            if self.closed:
                return
            self.closed = True
        self._listener.close()
        self._streams.release(self._topic)
        self._on_close()


class Streams:
    """All open streams of this process: counted, and never more than were allowed."""

    def __init__(self, bell: Bell, *, most: int, heartbeat: float = HEARTBEAT_SECONDS) -> None:
        """`most` streams at a time; `heartbeat` seconds between signs of life."""
        self.bell = bell
        self.most = most
        self.heartbeat = heartbeat
        self._open: Counter[str] = Counter()
        self._looked: dict[str, float] = {}
        self._gone: set[str] = set()
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many are open now."""
        return self._open.total()

    def open(
        self,
        topic: str,
        *,
        current: Callable[[], int | None],
        last_seen: int | None = None,
        on_beat: Callable[[], None] = lambda: None,
        on_close: Callable[[], None] = lambda: None,
        device: str | None = None,
    ) -> Stream | Full:
        """A stream for one phone at a table or a list, or Full.

        `current` reads the stored version (None: it is gone), at the start and whenever it is this stream's turn
        to `beat`; `last_seen` is the Last-Event-ID; `on_beat` and `on_close` are told of each `beat` and of the end;
        `device` is the phone, where it is known: it hears what is for it alone too.
        """
        with self._lock:
            if self._open.total() >= self.most or self.bell.closed:
                return Full(self.most)
            self._open[topic] += 1
            self._gone.discard(topic)
        return Stream(self, topic, current, last_seen, on_beat, on_close, device)

    def release(self, topic: str) -> None:
        """One stream of the topic less; called by the stream itself."""
        with self._lock:
            self._open[topic] -= 1
            if not self._open[topic]:
                del self._open[topic]
                self._looked.pop(topic, None)
                self._gone.discard(topic)

    def looks(self, topic: str) -> bool:
        """Whether a stream of the topic has to look at what is stored: if none has within this heartbeat."""
        now = time.monotonic()
        with self._lock:
            if now - self._looked.get(topic, -self.heartbeat) < LATELY * self.heartbeat:
                return False
            self._looked[topic] = now
            return True

    def gone(self, topic: str) -> None:
        """One of the topic's streams has found that there is no such table or list any more."""
        with self._lock:
            self._gone.add(topic)

    def is_gone(self, topic: str) -> bool:
        """Whether one of its streams has found that."""
        return topic in self._gone
