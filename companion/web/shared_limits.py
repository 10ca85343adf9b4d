"""Limits that every process over the same database keeps alike: what one of them lets through, the others count too.

Told over the wire between processes, so that nothing of it costs a write, and a tap tells nothing. What two processes
let through in the same few milliseconds may be one too many.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

from companion.live import Neighbors
from companion.web.limiter import HeldHere, Limiter, Path

Clock = Callable[[], float]
"""This process's own seconds. Clocks of processes differ, so none is told."""


class SharedLimiter(Limiter):
    """`Limiter` of one process among several; `name` is the same at all of them, and no other limit's."""

    def __init__(self, name: str, neighbors: Neighbors, clock: Clock, *limits: tuple[int, float]) -> None:
        super().__init__(*limits)
        self._name = name
        self._neighbors = neighbors
        for what, heard in (("taken", self.count), ("waits", self.waits), ("given back", super().give_back)):
            neighbors.subscribe(f"{name} {what}", self._hearing(heard, clock))

    def wait(self, path: Path, who: str, now: float) -> float:
        seconds = super().wait(path, who, now)
        self._tell("waits" if seconds else "taken", path, who)
        return seconds

    def give_back(self, path: Path, who: str, now: float) -> None:
        super().give_back(path, who, now)
        self._tell("given back", path, who)

    def _tell(self, what: str, path: Path, who: str) -> None:
        self._neighbors.publish(f"{self._name} {what}", json.dumps((path, who)))

    @staticmethod
    def _hearing(heard: Callable[..., None], clock: Clock) -> Callable[[str, str], None]:
        return lambda _host, text: heard(*json.loads(text), clock())


class SharedHeld(HeldHere):
    """What is held open at all processes together. Each tells how much it holds now, and all of it to who comes."""

    def __init__(self, name: str, neighbors: Neighbors) -> None:
        super().__init__()
        self._subject = f"held {name}"
        self._neighbors = neighbors
        self._elsewhere: dict[str, Counter[str]] = {}
        neighbors.subscribe(self._subject, self._told)
        neighbors.watch(self._tell_all, self._parted)

    def take(self, who: str, most: int) -> bool:
        taken = super().take(who, most)
        if taken:
            self._tell(who)
        return taken

    def release(self, who: str) -> None:
        super().release(who)
        self._tell(who)

    def _beside(self, who: str) -> int:
        return sum(counts[who] for counts in self._elsewhere.values())

    def _tell(self, who: str) -> None:
        with self._lock:  # or an older count might be told after a newer one
            self._neighbors.publish(self._subject, json.dumps([who, self._counts[who]]))

    def _tell_all(self) -> None:
        with self._lock:
            holders = tuple(self._counts)
        for who in holders:
            self._tell(who)

    def _told(self, host: str, text: str) -> None:
        who, count = json.loads(text)
        with self._lock:
            counts = self._elsewhere.setdefault(host, Counter())
            counts[who] = count
            if not count:
                del counts[who]

    def _parted(self, host: str) -> None:
        with self._lock:
            self._elsewhere.pop(host, None)
