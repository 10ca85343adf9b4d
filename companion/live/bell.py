"""Who waits for a table, and how they learn that it changed.

The bell says only that something changed and the version it has now; what changed is fetched by each phone for
itself. It is rung after the commit, never before. This one lives in the process; `SharedBell` rings every process over
the same database.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from typing import Protocol


class Ear(Protocol):
    """One listener at one table. What is rung between two waits is not lost."""

    def wait(self, timeout: float) -> int | None:
        """The newest version once something has been rung or nudged since the last wait, or None after `timeout`
        seconds or when the bell closes."""

    def hark(self, wake: Callable[[], None]) -> None:
        """For who must not wait: calls `wake`, from any thread, whenever `wait` would end at once; now, if it would."""

    def close(self) -> None:
        """Stops listening. Harmless to repeat."""


class Doorbell(Protocol):
    """What tables, presence and streams need of a bell."""

    @property
    def closed(self) -> bool:
        """Whether the server is going down: whoever waits should end."""

    def ring(self, table_id: str, version: int) -> None:
        """The table has this version now: wakes everybody who has seen an older one."""

    def nudge(self, table_id: str) -> None:
        """Something outside the stored table changed (presence): wakes everybody, without a new version."""

    def whisper(self, table_id: str, devices: Collection[str]) -> None:
        """Something changed that only these phones may know of: wakes them alone, without a new version."""

    def listen(self, table_id: str, device: str | None = None) -> Ear:
        """Starts to listen from this moment on, as this phone where it is known."""

    def close(self) -> None:
        """Wakes everybody for the last time."""


class _Chime:
    """What the bell knows of one table: its newest version, how often it sounded, for all and for one phone alone, and
    who listens."""

    __slots__ = ("condition", "harking", "listeners", "sounded", "version", "whispered")

    def __init__(self, lock: threading.Lock) -> None:
        self.condition = threading.Condition(lock)
        self.version = 0
        self.sounded = 0
        self.whispered: Counter[str] = Counter()
        self.listeners = 0
        self.harking: set[_Ear] = set()

    def wake(self) -> None:
        """Lets everybody see whether that was for them. With the lock held."""
        self.condition.notify_all()
        for ear in self.harking:
            ear.wake()

    def heard_by(self, device: str | None) -> int:
        """How often it sounded for this phone."""
        return self.sounded + (self.whispered[device] if device is not None else 0)


class Bell:
    """The doorbell of one process."""

    REMEMBERED = 4096
    """Tables nobody listens to are forgotten beyond this number, oldest first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._chimes: OrderedDict[str, _Chime] = OrderedDict()
        self._closed = False

    @property
    def closed(self) -> bool:
        return self._closed

    def ring(self, table_id: str, version: int) -> None:
        with self._lock:
            chime = self._chime(table_id)
            if version > chime.version:  # two taps may ring in the other order than they were committed
                chime.version = version
                chime.sounded += 1
                chime.wake()

    def nudge(self, table_id: str) -> None:
        with self._lock:
            chime = self._chimes.get(table_id)
            if chime is not None and not self._closed:  # at the end every phone that leaves would wake all others
                chime.sounded += 1
                chime.wake()

    def whisper(self, table_id: str, devices: Collection[str]) -> None:
        with self._lock:
            chime = self._chimes.get(table_id)
            if chime is not None:
                chime.whispered.update(devices)
                chime.wake()  # who is not meant waits on

    def listen(self, table_id: str, device: str | None = None) -> Ear:
        with self._lock:
            chime = self._chime(table_id)
            chime.listeners += 1
            return _Ear(self, chime, device)

    def awaited(self) -> frozenset[str]:
        """What somebody listens to just now."""
        with self._lock:
            return frozenset(name for name, chime in self._chimes.items() if chime.listeners)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for chime in self._chimes.values():
                chime.wake()

    def _chime(self, table_id: str) -> _Chime:
        chime = self._chimes.get(table_id)
        if chime is None:
            chime = self._chimes[table_id] = _Chime(self._lock)
            self._forget()
        self._chimes.move_to_end(table_id)
        return chime

    def _forget(self) -> None:
        while len(self._chimes) > self.REMEMBERED:
            idle = next((key for key, chime in self._chimes.items() if not chime.listeners), None)
            if idle is None or idle == next(reversed(self._chimes)):
                return
            del self._chimes[idle]


class _Ear:
    """A listener of `Bell`."""

    def __init__(self, bell: Bell, chime: _Chime, device: str | None) -> None:
        self._bell = bell
        self._chime = chime
        self._device = device
        self._heard = chime.heard_by(device)
        self._listening = True
        self._wake: Callable[[], None] | None = None

    def wait(self, timeout: float) -> int | None:
        end = time.monotonic() + timeout
        with self._chime.condition:
            while not self._rung():
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self._chime.condition.wait(left)
            if self._bell.closed:
                return None
            self._heard = self._chime.heard_by(self._device)
            return self._chime.version

    def hark(self, wake: Callable[[], None]) -> None:
        with self._chime.condition:
            self._wake = wake
            if self._listening:
                self._chime.harking.add(self)
            self.wake()

    def wake(self) -> None:
        """Called by the chime, with the lock held."""
        if self._wake is not None and self._rung():
            self._wake()

    def _rung(self) -> bool:
        return self._bell.closed or self._chime.heard_by(self._device) != self._heard

    def close(self) -> None:
        with self._chime.condition:
            if self._listening:
                self._listening = False
                self._chime.listeners -= 1
                self._chime.harking.discard(self)
