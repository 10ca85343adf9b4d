"""How often one may guess, make things, and listen: who is counted as what, and the numbers.

| what                        | a phone (its cookie)     | a network (IPv4, or IPv6 /64) | all networks          |
|-----------------------------|--------------------------|-------------------------------|-----------------------|
| wrong words of a table      | a place in the line      | 60, then 1 in 6 s             | 600, then 1 in 0.5 s  |
| wrong codes of a list       | a place in the line      | 60, then 1 in 6 s             | 600, then 1 in 0.5 s  |
| new tables                  | 40, then 1 in 90 s       | 1,000, then 1 in 4 s          | 5,000, then 1 in 1 s  |
| new lists                   | 100, then 1 in 36 s      | 3,000, then 1 in 4 s          | 15,000, then 1 in 1 s |
| seats asked for, at a table | 6, then 1 in 10 min      | 30, then 1 in 1 min           |                       |
| tables computed anew        |                          | 60, then 1 in 3 s             | 240, then 1 in 1 s    |
| streams of who sits there   | 12; 2 where they are few | 9 of 10                       | all                   |
| streams of strangers        |                          | 1 of 2, and with all 9 of 10  | all                   |

One line can have 256 or 65,536 IPv6 networks (a /56, a /48). So between a network and all there is a limit for either:

| what                 | IPv6 /56             | IPv6 /48              |
|----------------------|----------------------|-----------------------|
| wrong words or codes | 80, then 1 in 3 s    | 120, then 1 in 1.5 s  |
| new tables           | 1,000, then 1 in 4 s | 2,000, then 1 in 2 s  |
| new lists            | 3,000, then 1 in 4 s | 6,000, then 1 in 2 s  |
| tables computed anew | 60, then 1 in 3 s    | 120, then 1 in 2 s    |
| streams              |                      | as one network        |

Long keys (in QR codes, links, addresses of lists) are never counted, nor are words of tables where a phone was before.
A cookie can be had for nothing, so its own limit alone stops nobody: what a phone does counts for its network too,
whose limit is wide enough for a hall. Beyond a limit those go first who had the fewest turns in the last minutes, and
then those who asked first (`limiter`), phones as well as networks: many cookies take no more turns together than one,
and who comes for the first time waits for none that guesses on and on. The 600 and the 60 are there
for as many that come at once, with a guess each.
Streams that find no place are no loss but of speed: their pages ask every few seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from companion.live import Neighbors
from companion.web.limiter import SharedHeld

Kind = Literal["tables", "lists", "asks"]
"""What is made within the hour; the page that is refused says of which."""
LIMITS: Mapping[Kind | Literal["guess", "replays"], tuple[tuple[int, float], ...]] = {
    "guess": ((60, 6.0), (80, 3.0), (120, 1.5), (600, 0.5)),
    "tables": ((40, 90.0), (1000, 4.0), (1000, 4.0), (2000, 2.0), (5000, 1.0)),
    "lists": ((100, 36.0), (3000, 4.0), (3000, 4.0), (6000, 2.0), (15_000, 1.0)),
    "asks": ((6, 600.0), (30, 60.0)),
    "replays": ((60, 3.0), (60, 3.0), (120, 2.0), (240, 1.0)),
}
"""How many at once, and seconds for one more: from the narrowest line that somebody stands in to the widest."""

STREAMS_EACH = 12
"""Pages of one phone that are rung at a time, at tables where it sits; beyond that they ask every few seconds."""
STREAMS_FEW = 2
"""The same, once its network holds so many that places are scarce."""
SCARCE, NETWORKS_SHARE, STRANGERS_SHARE = 0.75, 0.9, 0.5
"""Of all streams: where they become scarce for a network; what it can hold, so that others find a place too; what
phones without a seat can hold together behind one address, so that who plays finds a place."""


class StreamPlaces:
    """How many streams may be open: every process has as many places, and they are counted over all."""

    def __init__(self, streams: int, neighbors: Neighbors) -> None:
        self._streams = streams
        self._neighbors = neighbors
        self._phones = SharedHeld("streams of phones", neighbors)
        self._networks = SharedHeld("streams of networks", neighbors)
        self._strangers = SharedHeld("streams of strangers", neighbors)

    def take(self, phone: str | None, network: str) -> Callable[[], None] | None:
        """A place for one more stream of this phone, or of a stranger; what it returns gives it back. None: there is no
        more."""
        every = self._streams * (1 + self._neighbors.count)
        each = STREAMS_FEW if self._networks.held(network) >= every * SCARCE else STREAMS_EACH
        if not self._networks.take(network, _share(every, NETWORKS_SHARE)):
            return None
        held, who, most = (
            (self._phones, phone, each) if phone else (self._strangers, network, _share(every, STRANGERS_SHARE))
        )
        if not held.take(who, most):
            self._networks.release(network)
            return None

        def give_back() -> None:
            held.release(who)
            self._networks.release(network)

        return give_back


def _share(every: int, part: float) -> int:
    return max(1, int(every * part))
