"""How often somebody may guess, and whose turn it is once there are too many guesses: the clock passed in."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from dataclasses import dataclass
from typing import Protocol

WAITING_MOST_SECONDS = 120.0
"""Nobody is given a turn later than this."""
KEPT_SECONDS = 600.0
"""A turn that nobody takes is forgotten so long after its time."""


@dataclass(frozen=True, slots=True)
class Turn:
    """When a guess beyond the limit may be made. Without a ticket all turns are taken, and one is free in `seconds`."""

    seconds: float
    ticket: str


class Guesses(Protocol):
    """What pages need of whoever counts guesses: in this process, or where several processes share it."""

    def wait(self, address: str, now: float) -> float:
        """Takes one guess for this address. Seconds to wait before it may guess; 0 when this guess is allowed."""

    def give_back(self, address: str) -> None:
        """The guess was right: it does not count."""

    def turn(self, address: str, who: str, now: float) -> Turn:
        """The turn of a guess that has to wait. `who` has one turn at a time, however often he asks."""

    def called(self, ticket: str, now: float) -> float | None:
        """Seconds until this turn; 0 takes it, once. None for a ticket that is none, or was used."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: `size` at once, then one every `seconds_each`. `tokens` were left at the time `counted`."""

    size: int
    seconds_each: float
    tokens: float
    counted: float

    def missing(self, now: float) -> float:
        """Seconds until it holds a token; 0 when it does."""
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.counted) / self.seconds_each)
        self.counted = now
        return max(0.0, (1 - self.tokens) * self.seconds_each)

    def full(self, now: float) -> bool:
        """Whether nothing of it is used, so that it need not be remembered."""
        self.missing(now)
        return self.tokens >= self.size


class Buckets:
    """A bucket for each, all of one kind. Full ones are forgotten once there are many, so that memory stays bounded."""

    MANY = 1000

    def __init__(self, size: int, seconds_each: float) -> None:
        self._size = size
        self._seconds_each = seconds_each
        self._known: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, who: str, now: float) -> Bucket:
        """The bucket of `who`, full where it is new."""
        if len(self._known) >= self.MANY:
            self._known = {name: one for name, one in self._known.items() if not one.full(now)}
        return self._known.setdefault(who, Bucket(self._size, self._seconds_each, float(self._size), now))

    def known(self, who: str) -> Bucket | None:
        """The bucket of `who`, if there is one."""
        return self._known.get(who)


class Limiter:
    """How many guesses one address may make, and all of them together: each `(at once, seconds for one more)`.

    In memory, for one process. The clock is passed in: seconds of any clock that does not run backwards.
    """

    def __init__(self, each: tuple[int, float], everybody: tuple[int, float]) -> None:
        self._everybody = Bucket(*everybody, tokens=everybody[0], counted=0.0)
        self._buckets = Buckets(*each)
        self._turns: dict[str, tuple[float, str, str]] = {}
        self._lock = threading.Lock()

    def wait(self, address: str, now: float) -> float:
        with self._lock:
            self._forget(now)
            own = self._buckets.of(address, now)
            seconds = self._missing(own, now)
            if seconds == 0:
                self._take(own)
            return seconds

    def count(self, address: str, now: float) -> None:
        """Counts a guess that was let through elsewhere, whether or not one was left."""
        with self._lock:
            self._forget(now)
            own = self._buckets.of(address, now)
            self._missing(own, now)  # what has come back until now is there before it is taken
            self._take(own)

    def turn(self, address: str, who: str, now: float) -> Turn:
        with self._lock:
            self._forget(now)
            mine = next((one for one, (_, *whose) in self._turns.items() if whose == [address, who]), None)
            if mine is not None:
                return Turn(max(0.0, self._turns[mine][0] - now), mine)
            own = self._buckets.of(address, now)
            seconds = self._missing(own, now)
            if seconds > WAITING_MOST_SECONDS:
                return Turn(seconds - WAITING_MOST_SECONDS, "")
            self._take(own)  # what is not there yet: who comes later waits for what comes after it
            ticket = secrets.token_urlsafe(12)
            self._turns[ticket] = (now + seconds, address, who)
            return Turn(seconds, ticket)

    def called(self, ticket: str, now: float) -> float | None:
        with self._lock:
            moment = self._turns.get(ticket, (None,))[0]
            if moment is None or moment > now:
                return moment if moment is None else moment - now
            del self._turns[ticket]
            return 0.0

    def grant(self, turn: Turn, address: str, who: str, now: float) -> None:
        """Notes a turn that was given elsewhere."""
        if turn.ticket not in self._turns:
            self.count(address, now)
            with self._lock:
                self._turns[turn.ticket] = (now + turn.seconds, address, who)

    def forget(self, ticket: str) -> None:
        """This turn was taken elsewhere."""
        with self._lock:
            self._turns.pop(ticket, None)

    def _missing(self, own: Bucket, now: float) -> float:
        return max(own.missing(now), self._everybody.missing(now))

    def _take(self, own: Bucket) -> None:
        own.tokens -= 1
        self._everybody.tokens -= 1

    def give_back(self, address: str) -> None:
        with self._lock:
            if (own := self._buckets.known(address)) is not None:
                own.tokens += 1
            self._everybody.tokens += 1

    def _forget(self, now: float) -> None:
        """Drops turns that nobody has taken."""
        if any(moment + KEPT_SECONDS < now for moment, *_ in self._turns.values()):
            kept = {one: turn for one, turn in self._turns.items() if turn[0] + KEPT_SECONDS >= now}
            self._turns = kept


class Quota(Protocol):
    """How much of one thing each may make: in this process, or where several processes share it."""

    def take(self, who: str, now: float) -> float:
        """Takes one of what is left to `who`. 0, or the seconds until there is one."""


class Quotas:
    """`size` at once for each, then one more every `seconds_each`: in memory, for one process."""

    def __init__(self, size: int, seconds_each: float) -> None:
        self._buckets = Buckets(size, seconds_each)
        self._lock = threading.Lock()

    def take(self, who: str, now: float) -> float:
        with self._lock:
            bucket = self._buckets.of(who, now)
            seconds = bucket.missing(now)
            if seconds == 0:
                bucket.tokens -= 1
            return seconds

    def count(self, who: str, now: float) -> None:
        """Counts what was taken elsewhere, whether or not anything was left."""
        with self._lock:
            bucket = self._buckets.of(who, now)
            bucket.missing(now)
            bucket.tokens -= 1


class Held(Protocol):
    """What is held open at a time, by each: never more than `most`."""

    most: int

    def take(self, who: str) -> bool:
        """One more for `who`; False where that would be too many."""

    def release(self, who: str) -> None:
        """One less."""


class HeldHere:
    """What is held open in one process."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, who: str) -> bool:
        with self._lock:
            if self._counts[who] + self._beside(who) >= self.most:
                return False
            self._counts[who] += 1
            return True

    def release(self, who: str) -> None:
        with self._lock:
            self._counts[who] -= 1
            if self._counts[who] <= 0:
                del self._counts[who]

    def _beside(self, who: str) -> int:
        """How many `who` holds at other processes."""
        return 0
