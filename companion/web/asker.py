"""Who asks for a page of a table, as which seat he acts, whose secrets his phone may show just now, and which request.

A phone of one seat acts and sees as that seat. One that holds several (one phone for all players) acts as the seat
whose dice are due, or the one it was handed to. While the table has secrets it shows none of them, until a player who
opens his own (his army before the battle, who is hidden in it) has said behind a curtain that he has the phone. Who
begins to make what will be secret while nothing is yet needs no curtain.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, get_args

from flask import Response, request

from companion.play.cardgame import row
from companion.play.game import Due
from companion.play.memo import Memo
from companion.play.seats import KEPT
from companion.play.values import Request, Table
from companion.rules.text import Text
from companion.web.security import AN_EVENING, known_device, set_cookie

Mode = Literal["handed", "curtain", "open"]
"""What a phone of several seats was last told of one of them: it was handed to that player; he is called to it, and the
curtain hangs till he comes; he has lifted it."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose phone asks about a table."""

    table: Table
    device: str
    mine: tuple[str, ...]
    seat: str | None
    """As whom it acts now."""
    eyes: str | None
    """Whose secrets it shows now."""
    curtain: str | None = None
    """The player who has to be called to this phone before it shows anything."""
    closes: bool = False
    """What a player had opened on this phone is closed by this answer."""
    opens: bool = False
    """Nothing is secret yet, and what this player makes now on this phone will be: it stays open to him."""

    @property
    def hot_seat(self) -> bool:
        return len(self.mine) > 1

    @property
    def seats_elsewhere(self) -> int:
        """How many seats there are whose players can be asked for something."""
        return len(self.table.others(self.device, self.seat or ""))

    @property
    def shut(self) -> bool:
        """Whether there are secrets that a player of this phone may open."""
        return self.hot_seat and self.eyes is None


def asker(table: Table, page: str) -> Asker:
    """Who asks for this page of the table."""
    phone = known_device()
    mine = table.seats_of(phone)
    if len(mine) < 2:
        own = mine[0] if mine else None
        return Asker(table, phone, mine, own, own)
    due = due_of(table)
    note = _noted(table.id, mine)
    seat = _acting(due, mine, note)
    in_secret = any(one.seat == seat and one.secret for one in due)
    if not table.game.has_secret(table.state):
        return Asker(table, phone, mine, seat, seat, opens=page == "table" and in_secret)
    if page == "table" and not in_secret:
        return Asker(table, phone, mine, seat, None, closes=note is not None and note.mode != "handed")
    if note is not None and note.mode == "open" and (page != "table" or note.seat == seat):
        return Asker(table, phone, mine, note.seat, note.seat)
    if page == "table" or (note is not None and note.mode == "curtain"):
        curtain = note.seat if note and page != "table" else seat
        return Asker(table, phone, mine, None, None, curtain, closes=note is not None and note.mode == "open")
    return Asker(table, phone, mine, seat, None)


_DUE: Memo[tuple[Due, ...]] = Memo(256)


def due_of(table: Table) -> tuple[Due, ...]:
    """What is due, the same for everybody who looks at this version."""
    return _DUE.get((table.id, table.version, table.quiet), lambda: table.game.due(table.state))


# ---- what a phone of several seats was told


@dataclass(frozen=True, slots=True)
class _Note:
    seat: str
    mode: Mode
    step: str
    """The dice that were due when it was handed over: while they are, they do not take it back."""


def _noted(table_id: str, mine: tuple[str, ...]) -> _Note | None:
    seat, _, rest = request.cookies.get(_cookie(table_id), "").partition(" ")
    word, _, step = rest.partition(" ")
    mode = next((one for one in get_args(Mode) if one == word), None)
    return _Note(seat, mode, step) if mode and seat in mine else None


def _acting(due: tuple[Due, ...], mine: tuple[str, ...], note: _Note | None) -> str:
    """The seat whose dice are due, unless the phone was handed to another since; else who was handed it last."""
    step, first = _step(due), next(iter(due), None)
    if step and first is not None and first.seat in mine and (note is None or note.step != step):
        return first.seat
    if note is not None:
        return note.seat
    return next((one.seat for one in due if one.seat in mine and not one.owed), mine[0])


def _step(due: tuple[Due, ...]) -> str:
    """The dice somebody has in hand, by the name of their step, or whose act it is; empty where that is nobody's."""
    first = next(iter(due), None)
    return first.step or first.data.get("whose", "") if first is not None else ""


def hand_over(response: Response, table: Table, seat: str) -> Response:
    """Hands the phone to the player of this seat: he acts from now on, until dice are due that are not now."""
    return _note(response, table.id, _Note(seat, "handed", _step(due_of(table))))


def draw_curtain(response: Response, table: Table, seat: str) -> Response:
    """Draws the curtain for the player of this seat, who wants to see what is secret, until he has the phone."""
    return _note(response, table.id, _Note(seat, "curtain", ""))


def lift_curtain(response: Response, table: Table, seat: str, page: str) -> Response:
    """Lifts the curtain for the player of this seat; on the table's own page until another act is due."""
    return _note(response, table.id, _Note(seat, "open", _step(due_of(table)) if page == "table" else ""))


def closed(response: Response, who: Asker) -> Response:
    """The answer, after which this phone no longer shows anything secret that its page does not need."""
    if who.opens and who.seat is not None:
        return lift_curtain(response, who.table, who.seat, "table")
    note = _noted(who.table.id, who.mine) if who.closes else None
    return response if note is None else _note(response, who.table.id, replace(note, mode="handed"))


def _note(response: Response, table_id: str, note: _Note) -> Response:
    return set_cookie(response, _cookie(table_id), f"{note.seat} {note.mode} {note.step}", AN_EVENING)


def _cookie(table_id: str) -> str:
    return f"called-{table_id}"


# ---- the request in the place for it: one at a time, and what may be done with it there


Part = Literal["answer", "allowed", "own", "other", "declined"]
"""What a request is to this phone: to be answered here; allowed here, while it waits for others; its own, which waits;
somebody else's to answer; its own, to which another said no, or that nobody can answer any more."""


@dataclass(frozen=True, slots=True)
class ShownRequest:
    """A request as a phone shows it."""

    request: Request
    part: Part
    kept: Text | None = None
    """Why only the phone that holds the seat can answer, where its own request waits for that."""
    awaited: Text | None = None
    """The names of all who have still to allow it; None where it is the one other player's or one of the others'."""
    beside: Request | None = None
    """The phone's own request, which waits while this one is to be answered."""


def asked(who: Asker) -> ShownRequest | None:
    """The request this phone shows: first what it may answer, then its own, which it may withdraw, then what waits for
    others, then what was declined."""
    found = [shown for one in who.table.asks if (shown := _asked(one, who))]
    found.sort(key=lambda one: (one.part != "answer", one.part != "own"))
    found += [ShownRequest(one, "declined") for one in who.table.declined if _own(one, who)]
    if not found or found[0].part != "answer":
        return found[0] if found else None
    return replace(found[0], beside=next((one.request for one in found if one.part == "own"), None))


def _asked(one: Request, who: Asker) -> ShownRequest | None:
    """The request as this phone sees it; None where it asks for a seat that is not this phone's to give."""
    table = who.table
    if one.kind == "seat" and _own(one, who):
        guarded = not one.together and table.game.guards_seats(table.state)
        return ShownRequest(one, "own", KEPT if guarded else None)
    if one.kind == "seat":
        return ShownRequest(one, "answer") if gives_seat(one, table, who.device, who.mine) else None
    awaited = table.awaited(one)
    several = awaited and len(table.can_answer(one)) > 1
    names = row([table.player(seat) for seat in awaited]) if several else None
    return ShownRequest(one, _part_of(one, who, awaited), awaited=names)


def _part_of(one: Request, who: Asker, awaited: tuple[str, ...]) -> Part:
    """What a request that is not for a seat is to this phone; `awaited` are those whose yes it still needs, each."""
    if _own(one, who):
        return "own"
    if who.seat is None or not who.table.needed(one):
        return "other" if who.seat is None else "answer"
    if set(awaited).intersection(who.mine):
        return "answer"
    return "allowed" if set(who.table.needed(one)).intersection(who.mine) else "other"


def _own(one: Request, who: Asker) -> bool:
    """Whether this phone may withdraw it: it was made here, from whatever seat, or for a seat that plays here."""
    return one.device == who.device or one.by in who.mine


def gives_seat(one: Request, table: Table, device: str, mine: Collection[str]) -> bool:
    """Whether this phone may give a seat that is asked for. Any player may; but to be shared it is its players' to
    give, and where seats are guarded its first holder's, however long his phone has been away.
    """
    if one.by == device:
        return False
    if one.together:
        return one.seat in mine
    if table.game.guards_seats(table.state):
        return any(held.seat == one.seat and held.device == device for held in table.seats)
    return bool(mine)
