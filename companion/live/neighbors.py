"""The other processes that serve the same database: who they are, and what is told among them.

A ring needs to go to the others, and so does what is stored nowhere: who is at a table, whose guess was wrong. How it
goes is a `Wire`'s matter: PostgreSQL's LISTEN/NOTIFY, or a look at the SQLite file a few times a second. One thread
holds the wire, comes back by itself when it breaks, and says each time that something may have been missed.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

BEAT_SECONDS = 10.0
"""How often a process that has neighbors says that it is there, and does what is to be done now and then."""
LOST_SECONDS = 35.0
"""After this silence a neighbor is taken to be gone."""
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds before the wire is tried again; the last for every further time."""
HELD = 10_000
"""Notes that are held for a wire that is broken; older ones go."""
SENT_ANYWAY = ("hello", "here", "bye")
"""What is not kept for a broken wire: whoever is back says it anyway."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Note:
    """What one process (`host`) tells all others."""

    host: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Received:
    """What a wire brought: rings by name, notes, and whether versions have to be looked up because they are stored."""

    rings: Mapping[str, int]
    notes: Sequence[Note] = ()
    look: bool = False


class Wire(Protocol):
    """A way to the other processes. All but `wake` is called from one thread; a failure is any exception."""

    def open(self) -> None:
        """Connects; what is sent from now on is heard."""

    def send(self, rings: Mapping[str, int], notes: Sequence[Note]) -> None:
        """Tells all others."""

    def receive(self, timeout: float) -> Received:
        """What came; waits for it `timeout` seconds at most, and no longer once woken."""

    def wake(self) -> None:
        """Ends the wait in `receive`, or the next one. From any thread."""

    def close(self) -> None:
        """Disconnects. Harmless to repeat."""


class Neighbors:
    """The processes beside this one. What is told before `join`, or while the wire is broken, waits."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.host = secrets.token_hex(6)
        self._clock = clock
        self._known: dict[str, float] = {}
        self._rings: dict[str, int] = {}
        self._notes: deque[Note] = deque(maxlen=HELD)
        self._lock = threading.Lock()
        self._on_note: dict[str, Callable[[str, str], None]] = {}
        self._on_ring: Callable[[str, int], None] = lambda name, version: None
        self._on_missed: Callable[[bool], None] = lambda everything: None
        self._on_lost: Callable[[], None] = lambda: None
        self._on_joined: list[Callable[[], None]] = []
        self._on_left: list[Callable[[str], None]] = []
        self._periodic: list[Callable[[], None]] = []
        self._wire: Wire | None = None
        self._thread: threading.Thread | None = None
        self._ending = threading.Event()
        self._beaten = self._done = clock()

    @property
    def alone(self) -> bool:
        """Whether no other process has been heard of."""
        return not self._known

    @property
    def count(self) -> int:
        """How many other processes have been heard of."""
        return len(self._known)

    def subscribe(self, subject: str, handler: Callable[[str, str], None]) -> None:
        """Calls `handler(host, text)` for each note on this subject."""
        self._on_note[subject] = handler

    def watch(self, joined: Callable[[], None], left: Callable[[str], None]) -> None:
        """Calls `joined` when a process came that knows nothing yet, and `left` with the host of one that has gone."""
        self._on_joined.append(joined)
        self._on_left.append(left)

    def periodically(self, act: Callable[[], None]) -> None:
        """Calls `act` every few seconds, whether or not there are others and the wire holds."""
        self._periodic.append(act)

    def on_ring(
        self, rung: Callable[[str, int], None], missed: Callable[[bool], None], lost: Callable[[], None]
    ) -> None:
        """Calls `rung` for each ring; `missed` where stored versions have to be looked up, with True where anything
        at all may have been missed; `lost` when the wire breaks."""
        self._on_ring, self._on_missed, self._on_lost = rung, missed, lost

    def join(self, wire: Wire) -> None:
        """Begins to listen and to tell."""
        self._wire = wire
        self._thread = threading.Thread(target=self._run, name="neighbors", daemon=True)
        self._thread.start()

    def ring(self, name: str, version: int) -> None:
        """Tells the others that this has that version now. What was overtaken is not told."""
        with self._lock:
            self._rings[name] = max(version, self._rings.get(name, 0))
        self._wake()

    def publish(self, subject: str, text: str) -> None:
        """Tells the others, if there are any."""
        if not self.alone:
            self._queue(subject, text)

    def close(self) -> None:
        """Says good-bye and ends. Harmless to repeat."""
        self._ending.set()
        self._wake()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2.0)

    def _queue(self, subject: str, text: str = "") -> None:
        with self._lock:
            self._notes.append(Note(self.host, subject, text))
        self._wake()

    def _wake(self) -> None:
        if self._wire is not None:
            self._wire.wake()

    # The thread

    def _run(self) -> None:
        assert self._wire is not None
        failed = 0
        while not self._ending.is_set():
            try:
                self._do_what_is_due()
                self._wire.open()
                self._queue("hello")
                self._on_missed(True)
                self._greet()  # they may have missed what was told
                while not self._ending.is_set():
                    self._turn(self._wire)
                    failed = 0
                self._queue("bye")
                self._send(self._wire)
            except Exception as problem:  # whatever breaks the wire, it is tried again: nobody else would start it
                if not failed and not self._ending.is_set():
                    log.warning("The other processes cannot be reached just now: %s", problem)
                    self._on_lost()
                self._ending.wait(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1
            finally:
                self._wire.close()

    def _turn(self, wire: Wire) -> None:
        self._do_what_is_due()
        self._send(wire)
        received = wire.receive(max(0.0, self._beaten + BEAT_SECONDS - self._clock()))
        for name, version in received.rings.items():
            self._on_ring(name, version)
        for note in received.notes:
            if note.host != self.host:
                self._take(note)
        if received.look and not self.alone:
            self._on_missed(False)
        if self._clock() - self._beaten >= BEAT_SECONDS:
            self._beat()

    def _do_what_is_due(self) -> None:
        if self._clock() - self._done >= BEAT_SECONDS:
            self._done = self._clock()
            for act in self._periodic:
                act()

    def _send(self, wire: Wire) -> None:
        with self._lock:
            rings, notes = self._rings, tuple(self._notes)
            self._rings = {}
            self._notes.clear()
        if not rings and not notes:
            return
        try:
            wire.send(rings, notes)
        except Exception:
            again = [note for note in notes if note.subject not in SENT_ANYWAY]
            with self._lock:  # told again once the wire is back
                self._rings = {**rings, **self._rings}
                self._notes = deque([*again, *self._notes], maxlen=HELD)
            raise

    def _take(self, note: Note) -> None:
        stranger = note.host not in self._known
        self._known[note.host] = self._clock()
        if note.subject == "bye":
            self._remove(note.host)
        elif note.subject == "hello" or stranger:
            self._queue("here")
            self._greet()
        handler = self._on_note.get(note.subject)
        if handler is not None:
            handler(note.host, note.text)

    def _greet(self) -> None:
        for joined in self._on_joined:
            joined()

    def _beat(self) -> None:
        self._beaten = self._clock()
        silent = [host for host, heard in self._known.items() if self._beaten - heard > LOST_SECONDS]
        for host in silent:
            self._remove(host)
        if silent:
            self._queue("hello")  # whoever has only slept answers
        else:
            self.publish("here", "")

    def _remove(self, host: str) -> None:
        self._known.pop(host, None)
        for left in self._on_left:
            left(host)
