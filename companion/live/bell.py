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
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class _Channel:
    """What the bell knows of one topic: its newest version, how often it rang, for all and for one phone alone, and
    who listens."""

    condition: threading.Condition
    version: int = 0
    rings: int = 0
    phone_rings: Counter[str] = field(default_factory=Counter)
    listeners: int = 0
    with_callback: set[Listener] = field(default_factory=set)

    def wake(self) -> None:
        """Lets everybody see whether that was for them. With the lock held."""
        self.condition.notify_all()
        for listener in self.with_callback:
            listener.wake()

    def count_for(self, device: str | None) -> int:
        """How often it rang for this phone."""
        return self.rings + (self.phone_rings[device] if device is not None else 0)


class Bell:
    """The doorbell of one process. A topic is what it rings for: a table by its id, or a list (`topic_of`)."""

    REMEMBERED = 4096
    """Topics nobody listens to are forgotten beyond this number, oldest first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._channels: OrderedDict[str, _Channel] = OrderedDict()
        self.closed = False
        """Whether the server is going down: whoever waits should end."""

    def ring(self, topic: str, version: int) -> None:
        """It has this version now: wakes everybody who has seen an older one."""
        with self._lock:
            channel = self._channel(topic)
            if version > channel.version:  # two taps may ring in the other order than they were committed
                channel.version = version
                channel.rings += 1
                channel.wake()

    def nudge(self, topic: str) -> None:
        """Something that is not stored changed (presence): wakes everybody, without a new version."""
        with self._lock:
            channel = self._channels.get(topic)
            if channel is not None and not self.closed:  # at the end every phone that leaves would wake all others
                channel.rings += 1
                channel.wake()

    def ring_phones(self, topic: str, devices: Collection[str]) -> None:
        """Something changed that only these phones may know of: wakes them alone, without a new version."""
        with self._lock:
            channel = self._channels.get(topic)
            if channel is not None:
                channel.phone_rings.update(devices)
                channel.wake()  # who is not meant waits on

    def listen(self, topic: str, device: str | None = None) -> Listener:
        """Starts to listen from this moment on, as this phone where it is known."""
        with self._lock:
            channel = self._channel(topic)
            channel.listeners += 1
            return Listener(self, channel, device)

    def awaited(self) -> frozenset[str]:
        """What somebody listens to just now."""
        with self._lock:
            return frozenset(name for name, channel in self._channels.items() if channel.listeners)

    def close(self) -> None:
        """Wakes everybody for the last time."""
        with self._lock:
            self.closed = True
            for channel in self._channels.values():
                channel.wake()

    def _channel(self, topic: str) -> _Channel:
        channel = self._channels.get(topic)
        if channel is None:
            channel = self._channels[topic] = _Channel(threading.Condition(self._lock))
            self._forget()
        self._channels.move_to_end(topic)
        return channel

    def _forget(self) -> None:
        while len(self._channels) > self.REMEMBERED:
            idle = next((key for key, channel in self._channels.items() if not channel.listeners), None)
            if idle is None or idle == next(reversed(self._channels)):
                return
            del self._channels[idle]


class Listener:
    """One listener to one topic. What is rung between two waits is not lost."""

    def __init__(self, bell: Bell, channel: _Channel, device: str | None) -> None:
        self._bell = bell
        self._channel = channel
        self._device = device
        self._seen = channel.count_for(device)
        self._listening = True
        self._wake: Callable[[], None] | None = None

    def wait(self, timeout: float) -> int | None:
        """The newest version once something has been rung or nudged since the last wait, or None after `timeout`
        seconds or when the bell closes."""
        end = time.monotonic() + timeout
        with self._channel.condition:
            while not self._rung():
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self._channel.condition.wait(left)
            if self._bell.closed:
                return None
            self._seen = self._channel.count_for(self._device)
            return self._channel.version

    def set_callback(self, wake: Callable[[], None]) -> None:
        """For who must not wait: calls `wake`, from any thread, whenever `wait` would end at once; now, if it would."""
        with self._channel.condition:
            self._wake = wake
            if self._listening:
                self._channel.with_callback.add(self)
            self.wake()

    def wake(self) -> None:
        """Called by the channel, with the lock held."""
        if self._wake is not None and self._rung():
            self._wake()

    def _rung(self) -> bool:
        return self._bell.closed or self._channel.count_for(self._device) != self._seen

    def close(self) -> None:
        """Stops listening. Harmless to repeat."""
        with self._channel.condition:
            if self._listening:
                self._listening = False
                self._channel.listeners -= 1
                self._channel.with_callback.discard(self)
