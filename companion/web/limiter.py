"""How often somebody may do what costs or could be guessed at, and whose turn it is once there is too much of it.

Nobody is turned away for good. What is beyond the limit waits in the order of asking, and its place is kept as long as
it asks again now and then: who is not there when his turn comes is passed over, so that only those who really wait
make others wait. The clock is passed in: seconds of any clock that does not run backwards.

Every process over the same database keeps these limits alike: what one of them lets through, the others count too. It
is told over the wire between them, so that nothing of it costs a write. What two processes let through in the same few
milliseconds may be one too many.
"""

from __future__ import annotations

import json
import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.live import Neighbors

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
    """`size` at once, then one every `seconds_each`: first to those who had the fewest turns of late, and among them in
    the order of asking. So who comes for the first time waits for none who was here again and again. `tokens` are left.
    """

    size: int
    seconds_each: float
    tokens: float
    counted: float
    asked: int = 0
    places: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Who waits: the number in which he came, and when he asked last; who did so longest ago is first."""
    present: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Who of them has asked of late, in the same order: his turns when he did, and his number."""
    ranks: list[tuple[int, int]] = field(default_factory=list)
    """The same in the order in which it is their turn: thousands wait where somebody guesses, and each asks again."""
    turns: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Who had turns of late: how many, and when the last; who had it longest ago is first."""

    def ask(self, who: str, now: float) -> float:
        """Seconds until it is the turn of `who`; 0: now. From now on he has a place."""
        self._fill(now)
        self._leave_turn_order(who)
        place, _ = self.places.pop(who, (self.asked, now))
        self.places[who] = place, now
        self.asked += 1
        rank = self.turns.get(who, (0, 0.0))[0], place
        before = bisect_left(self.ranks, rank)
        self.ranks.insert(before, rank)
        self.present[who] = rank
        return max(0.0, round((before + 1 - self.tokens) * self.seconds_each, 6))  # sixths do not add up to a whole one

    def take(self, who: str, now: float) -> None:
        """The turn of `who` is used, and his place is free."""
        self._fill(now)
        self.tokens -= 1
        self._leave_turn_order(who)
        self.places.pop(who, None)
        had, _ = self.turns.pop(who, (0, now))
        self.turns[who] = had + 1, now

    def give_back(self, who: str) -> None:
        """The turn that `who` had last does not count."""
        self.tokens += 1
        had, at = self.turns.get(who, (0, 0.0))
        if had > 1:
            self.turns[who] = had - 1, at
        else:
            self.turns.pop(who, None)

    def idle(self, now: float) -> bool:
        """Whether nothing of it is used and nobody waits, so that it need not be remembered."""
        self._fill(now)
        return self.tokens >= self.size and not self.places

    def _leave_turn_order(self, who: str) -> None:
        """Nobody waits for him until he asks again."""
        rank = self.present.pop(who, None)
        if rank is not None:
            del self.ranks[bisect_left(self.ranks, rank)]

    def _fill(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.counted) / self.seconds_each)
        self.counted = now
        while self.present and self.places[who := next(iter(self.present))][1] + THERE_SECONDS < now:
            self._leave_turn_order(who)
        for kept in (self.places, self.turns):
            while kept:
                who, (_, seen) = next(iter(kept.items()))
                if seen + KEPT_SECONDS >= now:
                    break
                del kept[who]


class Lines:
    """A line for each, all of one kind; what is not in use is forgotten, so that memory stays bounded."""

    def __init__(self, size: int, seconds_each: float) -> None:
        self._kind = (size, seconds_each)
        self.known: dict[str, Line] = {}
        self._many = MANY

    def of(self, name: str, now: float) -> Line:
        """The line of this name, with nothing used where it is new."""
        if name not in self.known:
            if len(self.known) >= self._many:
                self.known = {known: line for known, line in self.known.items() if not line.idle(now)}
                self._many = max(MANY, 2 * len(self.known))
            size, seconds_each = self._kind
            self.known[name] = Line(size, seconds_each, float(size), now)
        return self.known[name]


Path = Sequence[str | None]
"""The names of the lines that somebody stands in, the narrowest first; None where he is in none of this kind."""


class Limiter:
    """How much each may do, and all together: a limit `(at once, seconds for one more)` for each kind of line, from the
    narrowest to the widest. In a line those of the narrower ones take turns, and in the narrowest whoever asks.

    In memory, for one process.
    """

    def __init__(self, *limits: tuple[int, float]) -> None:
        self._lines = tuple(Lines(*limit) for limit in limits)
        self._lock = threading.Lock()

    def wait(self, path: Path, who: str, now: float) -> float:
        """Seconds until `who` may do it; 0 when he does it now, which counts."""
        with self._lock:
            standing = self._standing(path, who, now)
            seconds = self._ask(standing, now)
            if seconds == 0:
                for line, member in standing:
                    line.take(member, now)
            return seconds

    def give_back(self, path: Path, who: str, now: float) -> None:
        """What `who` did last does not count."""
        with self._lock:
            for line, member in self._standing(path, who, now):
                line.give_back(member)

    def count(self, path: Path, who: str, now: float) -> None:
        """Counts what was let through elsewhere, whether or not it was its turn."""
        with self._lock:
            for line, member in self._standing(path, who, now):
                line.take(member, now)

    def waits(self, path: Path, who: str, now: float) -> None:
        """Keeps the place of who waits elsewhere."""
        with self._lock:
            self._ask(self._standing(path, who, now), now)

    def _standing(self, path: Path, who: str, now: float) -> list[tuple[Line, str]]:
        """The lines of a path, each with who stands in it: the narrower line, and in the narrowest whoever asks."""
        found: list[tuple[Line, str]] = []
        for lines, name in zip(self._lines, path, strict=True):
            if name is not None:
                found.append((lines.of(name, now), who))
                who = name
        return found

    @staticmethod
    def _ask(standing: list[tuple[Line, str]], now: float) -> float:
        """The wait in the first line that is not at his turn yet: he has no place in those behind it."""
        return next((seconds for line, member in standing if (seconds := line.ask(member, now))), 0.0)


Clock = Callable[[], float]
"""This process's own seconds. Clocks of processes differ, so none is told."""


class SharedLimiter(Limiter):
    """`Limiter` of one process among several; `name` is the same at all of them, and no other limit's."""

    def __init__(self, name: str, neighbors: Neighbors, clock: Clock, *limits: tuple[int, float]) -> None:
        super().__init__(*limits)
        self._name = name
        self._neighbors = neighbors
        for what, act in (("taken", self.count), ("waits", self.waits), ("given back", super().give_back)):
            neighbors.subscribe(f"{name} {what}", self._on_message(act, clock))

    def wait(self, path: Path, who: str, now: float) -> float:
        seconds = super().wait(path, who, now)
        self._publish("waits" if seconds else "taken", path, who)
        return seconds

    def give_back(self, path: Path, who: str, now: float) -> None:
        super().give_back(path, who, now)
        self._publish("given back", path, who)

    def _publish(self, what: str, path: Path, who: str) -> None:
        self._neighbors.publish(f"{self._name} {what}", json.dumps((path, who)))

    @staticmethod
    def _on_message(act: Callable[..., None], clock: Clock) -> Callable[[str, str], None]:
        return lambda _host, text: act(*json.loads(text), clock())


class SharedHeld:
    """What is held open at a time, by each, at all processes together. Each tells how much it holds now, and all of it
    to who comes.
    """

    def __init__(self, name: str, neighbors: Neighbors) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.RLock()
        self._subject = f"held {name}"
        self._neighbors = neighbors
        self._elsewhere: dict[str, Counter[str]] = {}
        neighbors.subscribe(self._subject, self._receive)
        neighbors.watch(self._publish_all, self._parted)

    def take(self, who: str, most: int) -> bool:
        """One more for `who`; False where he would hold more than `most`."""
        with self._lock:
            if self.held(who) >= most:
                return False
            self._counts[who] += 1
            self._publish(who)
            return True

    def release(self, who: str) -> None:
        """One less."""
        with self._lock:
            self._counts[who] -= 1
            self._publish(who)
            if self._counts[who] <= 0:
                del self._counts[who]

    def held(self, who: str) -> int:
        """How much `who` holds, at all processes."""
        with self._lock:
            return self._counts[who] + sum(counts[who] for counts in self._elsewhere.values())

    def _publish(self, who: str) -> None:
        """With the lock held, or an older count might be told after a newer one."""
        self._neighbors.publish(self._subject, json.dumps([who, self._counts[who]]))

    def _publish_all(self) -> None:
        with self._lock:
            for who in self._counts:
                self._publish(who)

    def _receive(self, host: str, text: str) -> None:
        who, count = json.loads(text)
        with self._lock:
            counts = self._elsewhere.setdefault(host, Counter())
            counts[who] = count
            if not count:
                del counts[who]

    def _parted(self, host: str) -> None:
        with self._lock:
            self._elsewhere.pop(host, None)
