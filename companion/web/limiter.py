"""How often somebody may do what costs or could be guessed at, and whose turn it is once there is too much of it.

Nobody is turned away for good. What is beyond the limit waits in the order of asking, and its place is kept as long as
it asks again now and then: who is not there when his turn comes is passed over, so that only those who really wait
make others wait. The clock is passed in: seconds of any clock that does not run backwards.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field

COME_SECONDS = 5.0
"""Who waits asks again at least so often."""
THERE_SECONDS = 10.0
"""Who has not asked for so long is passed over until he asks again."""
KEPT_SECONDS = 600.0
"""A place nobody asks for is given up after so long: a phone in the pocket keeps its own, and so does who was told to
come in some minutes."""
MANY = 1000
"""Lines are looked through for empty ones when there are so many, and then whenever they have doubled."""


@dataclass(slots=True)
class Line:
    """`size` at once, then one every `seconds_each`, to each in the order of asking. `tokens` are left of it."""

    size: int
    seconds_each: float
    tokens: float
    counted: float
    asked: int = 0
    places: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Who waits: the how-manieth he was to ask, and when he asked last; who did so longest ago is first."""

    def ask(self, who: str, now: float) -> float:
        """Seconds until it is the turn of `who`; 0: now. From now on he has a place."""
        self._fill(now)
        mine, _ = self.places.pop(who, (self.asked, now))
        self.places[who] = mine, now
        self.asked += 1
        before = 0
        for place, seen in reversed(self.places.values()):
            if seen + THERE_SECONDS < now:
                break
            before += place < mine
        return max(0.0, (before + 1 - self.tokens) * self.seconds_each)

    def take(self, who: str, now: float) -> None:
        """The turn of `who` is used, and his place is free."""
        self._fill(now)
        self.tokens -= 1
        self.places.pop(who, None)

    def idle(self, now: float) -> bool:
        """Whether nothing of it is used and nobody waits, so that it need not be remembered."""
        self._fill(now)
        return self.tokens >= self.size and not self.places

    def _fill(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.counted) / self.seconds_each)
        self.counted = now
        while self.places:
            who, (_, seen) = next(iter(self.places.items()))
            if seen + KEPT_SECONDS >= now:
                return
            del self.places[who]


class Lines:
    """A line for each, all of one kind; what is not in use is forgotten, so that memory stays bounded."""

    def __init__(self, size: int, seconds_each: float) -> None:
        self._kind = (size, seconds_each)
        self._known: dict[tuple[str, ...], Line] = {}
        self._many = MANY

    def __len__(self) -> int:
        return len(self._known)

    def of(self, name: tuple[str, ...], now: float) -> Line:
        """The line of this name, with nothing used where it is new."""
        if name not in self._known:
            if len(self._known) >= self._many:
                self._known = {known: line for known, line in self._known.items() if not line.idle(now)}
                self._many = max(MANY, 2 * len(self._known))
            size, seconds_each = self._kind
            self._known[name] = Line(size, seconds_each, float(size), now)
        return self._known[name]


class Limiter:
    """How much each of a group may do, and the whole group together: each `(at once, seconds for one more)`.

    In memory, for one process. Within a group its members take turns, and within a member whoever asks for it.
    """

    def __init__(self, each: tuple[int, float], together: tuple[int, float]) -> None:
        self._each = Lines(*each)
        self._together = Lines(*together)
        self._lock = threading.Lock()

    def wait(self, group: str, member: str, who: str, now: float) -> float:
        """Seconds until `who` may do it; 0 when he does it now, which counts."""
        with self._lock:
            own, whole = self._each.of((group, member), now), self._together.of((group,), now)
            seconds = own.ask(who, now) or whole.ask(member, now)
            if seconds == 0:
                own.take(who, now)
                whole.take(member, now)
            return seconds

    def give_back(self, group: str, member: str, now: float) -> None:
        """What was done last does not count."""
        with self._lock:
            for line in (self._each.of((group, member), now), self._together.of((group,), now)):
                line.tokens += 1

    def count(self, group: str, member: str, who: str, now: float) -> None:
        """Counts what was let through elsewhere, whether or not it was its turn."""
        with self._lock:
            self._each.of((group, member), now).take(who, now)
            self._together.of((group,), now).take(member, now)

    def waits(self, group: str, member: str, who: str, now: float) -> None:
        """Keeps the place of who waits elsewhere."""
        with self._lock:
            if self._each.of((group, member), now).ask(who, now) == 0:
                self._together.of((group,), now).ask(member, now)


class HeldHere:
    """What is held open at a time, by each, in one process."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, who: str, most: int) -> bool:
        """One more for `who`; False where he would hold more than `most`."""
        with self._lock:
            if self._counts[who] + self._beside(who) >= most:
                return False
            self._counts[who] += 1
            return True

    def release(self, who: str) -> None:
        """One less."""
        with self._lock:
            self._counts[who] -= 1
            if self._counts[who] <= 0:
                del self._counts[who]

    def held(self, who: str) -> int:
        """How much `who` holds, at all processes."""
        with self._lock:
            return self._counts[who] + self._beside(who)

    def _beside(self, who: str) -> int:
        """How much `who` holds at other processes."""
        return 0
