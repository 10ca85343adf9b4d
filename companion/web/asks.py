"""Which request a phone shows in the place for it: one at a time, and what may be done with it there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from companion.play.values import Request, Table
from companion.web.asker import Asker

Part = Literal["answer", "own", "other", "declined"]
"""What a request is to this phone: to be answered here; its own, which waits; somebody else's to answer; its own, to
which another said no."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as a phone shows it."""

    request: Request
    part: Part


def asked(who: Asker) -> Asked | None:
    """The request this phone shows: first what it may answer, then what waits, then what was declined."""
    found = [Asked(one, _part(one, who)) for one in who.table.asks]
    found.sort(key=lambda one: one.part != "answer")
    found += [Asked(one, "declined") for one in who.table.declined if _own(one, who)]
    return found[0] if found else None


def _part(one: Request, who: Asker) -> Part:
    if _own(one, who):
        return "own"
    if one.kind == "seat":
        return "answer" if gives_seat(one, who.table, who.device, who.mine) else "other"
    return "answer" if who.seat is not None else "other"


def _own(one: Request, who: Asker) -> bool:
    """Whether it was made on this phone."""
    return one.by == who.device if one.kind == "seat" else one.by in who.mine


def gives_seat(one: Request, table: Table, device: str | None, mine: Collection[str]) -> bool:
    """Whether this phone may give a seat that is asked for. Any player may; but to be shared it is its players' to
    give, and while something is hidden its first holder's, however long his phone has been away.
    """
    if one.by == device:
        return False
    if one.together:
        return one.seat in mine
    if table.game.guards_seats(table.state):
        return any(held.seat == one.seat and held.device == device for held in table.seats)
    return bool(mine)
