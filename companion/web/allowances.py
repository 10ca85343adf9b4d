"""How much each phone may make within the hour and hold open: the numbers, and what counts them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.live import Neighbors
from companion.web.limiter import Held, Quota
from companion.web.shared_limits import SharedHeld, SharedQuotas

Kind = Literal["tables", "lists", "asks"]

STREAMS_EACH = 12
"""Pages of one phone that are rung at a time, at tables where it sits; beyond that they ask every few seconds."""
STRANGERS_SHARE = 0.5
"""The part of all streams that phones without a seat can hold together behind one address."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What phones may make of one kind of thing."""

    of_phone: Quota
    of_address: Quota
    """Of all phones behind an address that brought no cookie."""


@dataclass(frozen=True, slots=True)
class House:
    """What everybody may make and hold open."""

    allowances: dict[Kind, Allowance]
    seated: Held
    strangers: Held


def house(streams: int, neighbors: Neighbors, clock: Callable[[], float]) -> House:
    """The usual allowances, of a server that holds so many streams in each process."""

    def shared(name: str, size: int, seconds_each: float) -> Quota:
        return SharedQuotas(name, size, seconds_each, neighbors, clock)

    return House(
        {
            "tables": Allowance(shared("tables", 40, 90.0), shared("tables of strangers", 1000, 4.0)),
            "lists": Allowance(shared("lists", 100, 36.0), shared("lists of strangers", 1000, 4.0)),
            "asks": Allowance(shared("asks", 6, 600.0), shared("asks of strangers", 500, 4.0)),
        },
        SharedHeld("seated", STREAMS_EACH, neighbors),
        SharedHeld("strangers", max(1, int(streams * STRANGERS_SHARE)), neighbors),
    )
