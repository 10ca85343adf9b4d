"""How often somebody may guess: token buckets in memory, the clock passed in."""

from __future__ import annotations

import threading
from dataclasses import dataclass


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


class Limiter:
    """How many guesses one address may make, and all of them together: each `(at once, seconds for one more)`.

    In memory, for one process. The clock is passed in: seconds of any clock that does not run backwards.
    """

    def __init__(self, each: tuple[int, float], everybody: tuple[int, float]) -> None:
        self._each = each
        self._everybody = Bucket(*everybody, tokens=everybody[0], counted=0.0)
        self._buckets: dict[str, Bucket] = {}
        self._lock = threading.Lock()

    def wait(self, address: str, now: float) -> float:
        """Takes one guess for this address. Seconds to wait before it may guess; 0 when this guess is allowed."""
        with self._lock:
            self._forget(now)
            own = self._buckets.setdefault(address, Bucket(*self._each, tokens=self._each[0], counted=now))
            seconds = max(own.missing(now), self._everybody.missing(now))
            if seconds == 0:
                own.tokens -= 1
                self._everybody.tokens -= 1
            return seconds

    def give_back(self, address: str) -> None:
        """The guess was right: it does not count."""
        with self._lock:
            if address in self._buckets:
                self._buckets[address].tokens += 1
            self._everybody.tokens += 1

    def _forget(self, now: float) -> None:
        """Drops addresses whose bucket is full again, once there are many, so that memory stays bounded."""
        if len(self._buckets) >= 1000:
            for bucket in self._buckets.values():
                bucket.missing(now)
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if bucket.tokens < bucket.size}
