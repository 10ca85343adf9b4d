"""Which request a phone shows in the place for it: one at a time, and what may be done with it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.play.values import Request
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
    return "answer" if _may_answer(one, who) else "other"


def _own(one: Request, who: Asker) -> bool:
    """Whether it was made on this phone."""
    return one.by == who.device if one.kind == "seat" else one.by in who.mine


def _may_answer(one: Request, who: Asker) -> bool:
    """Any player may, but for a seat to be shared, which is its players' to give, or a seat while something is hidden:
    that is its first holder's.
    """
    if one.kind == "seat" and one.together:
        return one.seat in who.mine
    if one.kind == "seat" and who.table.game.guards_seats(who.table.state):
        return any(held.seat == one.seat and held.device == who.device for held in who.table.seats)
    return who.seat is not None
