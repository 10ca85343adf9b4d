"""How much each phone may make within the hour and hold open: the numbers, and what counts them in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.web.limiter import Held, Quota, Quotas

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
    """What everybody may make and hold open, in this process."""

    allowances: dict[Kind, Allowance]
    seated: Held
    strangers: Held


def house(streams: int) -> House:
    """The usual allowances, of a server that holds so many streams."""
    return House(
        {
            "tables": Allowance(Quotas(40, 90.0), Quotas(1000, 4.0)),
            "lists": Allowance(Quotas(100, 36.0), Quotas(1000, 4.0)),
            "asks": Allowance(Quotas(6, 600.0), Quotas(500, 4.0)),
        },
        Held(STREAMS_EACH),
        Held(max(1, int(streams * STRANGERS_SHARE))),
    )
