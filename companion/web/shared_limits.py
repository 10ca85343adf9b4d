"""Limits that every process over the same database keeps alike: what one of them lets through, the others count too.

Told over the wire between processes, so that nothing of it costs a write, and a tap tells nothing. What two processes
let through in the same few milliseconds may be one too many.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

from companion.live import Neighbors
from companion.web.limiter import HeldHere, Limiter, Quotas, Turn

Clock = Callable[[], float]
"""This process's own seconds. Clocks of processes differ, so none is told."""


class SharedGuesses:
    """`Guesses` of one process among several."""

    def __init__(
        self, each: tuple[int, float], everybody: tuple[int, float], neighbors: Neighbors, clock: Clock
    ) -> None:
        self._own = Limiter(each, everybody)
        self._neighbors = neighbors
        self._clock = clock
        neighbors.hear("guess", lambda _host, address: self._own.count(address, clock()))
        neighbors.hear("guessed right", lambda _host, address: self._own.give_back(address))
        neighbors.hear("turn", lambda _host, text: self._granted(text))
        neighbors.hear("turn taken", lambda _host, ticket: self._own.forget(ticket))

    def wait(self, address: str, now: float) -> float:
        seconds = self._own.wait(address, now)
        if seconds == 0:
            self._neighbors.tell("guess", address)
        return seconds

    def give_back(self, address: str) -> None:
        self._own.give_back(address)
        self._neighbors.tell("guessed right", address)

    def turn(self, address: str, who: str, now: float) -> Turn:
        turn = self._own.turn(address, who, now)
        if turn.ticket:
            self._neighbors.tell("turn", json.dumps([turn.ticket, turn.seconds, address, who]))
        return turn

    def called(self, ticket: str, now: float) -> float | None:
        seconds = self._own.called(ticket, now)
        if seconds == 0:
            self._neighbors.tell("turn taken", ticket)
        return seconds

    def _granted(self, text: str) -> None:
        ticket, seconds, address, who = json.loads(text)
        self._own.grant(Turn(seconds, ticket), address, who, self._clock())


class SharedQuotas(Quotas):
    """`Quotas` of one process among several; `name` is the same at all of them, and no other limit's."""

    def __init__(self, name: str, size: int, seconds_each: float, neighbors: Neighbors, clock: Clock) -> None:
        super().__init__(size, seconds_each)
        self._subject = f"made {name}"
        self._neighbors = neighbors
        neighbors.hear(self._subject, lambda _host, who: self.count(who, clock()))

    def take(self, who: str, now: float) -> float:
        seconds = super().take(who, now)
        if seconds == 0:
            self._neighbors.tell(self._subject, who)
        return seconds


class SharedHeld(HeldHere):
    """What is held open at all processes together. Each tells how much it holds now, and all of it to who comes."""

    def __init__(self, name: str, most: int, neighbors: Neighbors) -> None:
        super().__init__(most)
        self._subject = f"held {name}"
        self._neighbors = neighbors
        self._elsewhere: dict[str, Counter[str]] = {}
        neighbors.hear(self._subject, self._told)
        neighbors.meet(self._tell_all, self._parted)

    def take(self, who: str) -> bool:
        taken = super().take(who)
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
            self._neighbors.tell(self._subject, json.dumps([who, self._counts[who]]))

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
