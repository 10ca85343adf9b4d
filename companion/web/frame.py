"""The frame of every table page: who asks, from which seat, and the page's regions.

A page is made of regions, each a named block of the game's template; what they are made from is a `TableLook`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for

from companion.play.game import Due
from companion.play.memo import Memo
from companion.play.presence import Where
from companion.play.tables import LogEntry, Table
from companion.play.values import folded
from companion.rules.text import Refusal, Text
from companion.web import games, regions
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.security import device, known_device, no_store
from companion.web.services import services

PAGES: dict[str, tuple[str, ...]] = {
    "table": ("bar", "act", "owed", "last"),
    "forces": ("bar", "forces", "last"),
    "log": ("bar", "log", "last"),
    "more": ("bar", "more", "last"),
}
"""The pages of a table and the regions of each, top to bottom."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose phone asks about a table, and as which seat it looks just now."""

    table: Table
    device: str | None
    mine: tuple[str, ...]
    seat: str | None
    curtain: str | None = None
    """This phone holds several seats and one of them must be called first: nothing else is shown."""

    @property
    def hot_seat(self) -> bool:
        return len(self.mine) > 1


def table_or_404(table_id: str) -> Table:
    """The table, or a page that says it is gone."""
    table = services().tables.get(table_id)
    if table is None:
        abort(404, _("There is no such table: it was deleted, or the address is incomplete."))
    return table


def asker(table: Table) -> Asker:
    """Who asks, and from which seat. A phone that holds several seats is shown nothing secret before one of them is
    called.
    """
    phone = known_device()
    mine = table.seats_of(phone) if phone else ()
    if len(mine) < 2:
        return Asker(table, phone, mine, mine[0] if mine else None)
    baton = _baton(table)
    if not table.game.has_secret(table.state):
        return Asker(table, phone, mine, baton if baton in mine else mine[0])
    called = request.cookies.get(_called_cookie(table.id), "")
    wanted = baton if baton in mine else None
    if called not in mine or (wanted and wanted != called):
        handed_to = called.removeprefix(_HANDED)
        return Asker(table, phone, mine, None, curtain=wanted or (handed_to if handed_to in mine else mine[0]))
    return Asker(table, phone, mine, called)


_HANDED = "to-"
"""Stands before the seat a phone was handed to, until that player says he has it."""


def _called_cookie(table_id: str) -> str:
    return f"called-{table_id}"


def call(response: Response, table_id: str, seat: str) -> Response:
    """Remembers on this phone which of its seats has been called to it."""
    response.set_cookie(_called_cookie(table_id), seat, max_age=12 * 3600, samesite="Lax", httponly=True, path="/")
    return response


def hand_over(response: Response, table_id: str, seat: str) -> Response:
    """Lowers the curtain for another of this phone's seats: its player lifts it."""
    return call(response, table_id, _HANDED + seat)


def _baton(table: Table) -> str | None:
    """Whose dice are due: the seat of the first act that names a step."""
    due = _due(table)
    return due[0].seat if due and due[0].step and not due[0].owed else None


_DUE: Memo[tuple[Due, ...]] = Memo(256)


def _due(table: Table) -> tuple[Due, ...]:
    """What is due, the same for everybody who looks at this version."""
    return _DUE.get((table.id, table.version), lambda: table.game.due(table.state))


@dataclass(frozen=True, slots=True)
class TableLook(regions.Look):
    """A page of one version of a table, as one phone sees it."""

    table_id: str
    version: int
    device: str | None
    """The phone, where a region may name it; None for all others, so that they share what they see."""
    mine: tuple[str, ...]
    seat: str | None
    curtain: str | None
    presence: tuple[tuple[str, Where], ...]
    """Where the phone of each seat is."""


def look_of(who: Asker, page: str) -> TableLook:
    """All that this phone's page depends on."""
    table = who.table
    named = who.device in (table.owner, *(ask.by for ask in table.asks))
    places = services().presence.places(table.id, [seat.device for seat in table.seats])
    return TableLook(
        page,
        regions.reader(),
        table.id,
        table.version,
        who.device if named else None,
        who.mine,
        who.seat,
        who.curtain,
        tuple(zip((seat.seat for seat in table.seats), places, strict=True)),
    )


def _render(look: TableLook, table: Table) -> tuple[regions.Region, ...]:
    names = PAGES[look.page]
    blocks = {name: name for name in names}
    if look.curtain:  # it hangs in the place of the first region under the bar, and nothing stands below it
        blocks = {**dict.fromkeys(names, ""), names[0]: names[0], names[1]: "curtain"}
    return regions.render(look, games.of(table).template, blocks, _values(look, table))


_RENDERED = regions.Renderings(256, _render)


def _values(look: TableLook, table: Table) -> dict[str, Any]:
    """Everything the templates of a table may show to this look; secrets only through the game's `view`."""
    who = Asker(table, look.device, look.mine, look.seat, look.curtain)
    due = _due(table)
    lines, older = log_lines(who) if look.page == "log" else ((), None)
    seen = table.game.view(table.state, look.seat)
    return {
        **games.of(table).values(),
        "table": table,
        "who": who,
        "view": seen,
        "crests": games.of(table).crests(seen),
        "due": due,
        "act": _act(due, who),
        "result": table.game.result(table.state),
        "lines": lines,
        "folded": folded,
        "older": older,
        "last": table.last.get(look.seat),
        "players": {seat.seat: seat.player for seat in table.seats},
        "presence": dict(look.presence),
        "free_seats": [seat.seat for seat in table.seats if seat.device is None],
    }


LOG_LINES = 50


def log_lines(who: Asker, before: int | None = None) -> tuple[tuple[LogEntry, ...], int | None]:
    """A page of the log from before the entry `before`, and the entry before which there is more of it, if there is."""
    found = services().tables.log(who.table.id, who.seat, before=before, limit=LOG_LINES + 1)
    return found[:LOG_LINES], found[LOG_LINES - 1].seq if len(found) > LOG_LINES else None


def _act(due: tuple[Due, ...], who: Asker) -> Due | None:
    """The act this phone shows big: the baton when it is in this hand, else this seat's own first act."""
    if due and due[0].seat in who.mine:
        return due[0]
    return next((d for d in due if d.seat == who.seat and not d.owed), None)


def full_page(who: Asker, page: str, notice: str = "", status: int = 200) -> Response:
    """The whole page, for a first look, a reload, and phones without JavaScript."""
    look = look_of(who, page)
    html = render_template(
        games.of(who.table).template,
        regions={region.name: region.markup() for region in _RENDERED.of(look, who.table)},
        notice=notice,
        version=look.tag,
        table=who.table,
        who=who,
        page=page,
    )
    return no_store(Response(html, status))


def changed_regions(who: Asker, look: TableLook, notice: str = "", status: int = 200) -> Response:
    """What a phone has to swap after a tap or a ring: changed regions, the notice, and the version they show.

    The answer to a tap always brings the act: the page has shown already what it expected of the tap.
    """
    anew = ("act",) if request.method == "POST" else ()
    response = regions.swap(_RENDERED.of(look, who.table), notice, look, who.table.seq, status, anew=anew)
    response.headers["X-Table-Version"] = str(who.table.version)  # as the stream rings it
    return response


def page_asked() -> str:
    """Which page of the table the phone shows."""
    page = request.values.get("page", "table")
    return page if page in PAGES else "table"


def answer(table_id: str, refusal: Refusal | Text | None = None, status: int = 200) -> Response:
    """The answer to any act at a table: fresh regions for htmx, the page itself for a plain form."""
    who = asker(table_or_404(table_id))
    page = page_asked()
    notice = say(refusal) if refusal else ""
    if regions.wants_fragment():
        return changed_regions(who, look_of(who, page), notice, status)
    if refusal is not None:
        return full_page(who, page, notice, status)
    return redirect(url_for("table.show", table_id=table_id, page=page), 303)  # type: ignore[return-value]


def crests(table: Table) -> dict[str, str]:
    """The crest of each seat that has chosen one, as anybody may see it."""
    return games.of(table).crests(table.game.view(table.state, None))


def names(table: Table) -> dict[str, str]:
    """How the game's sentences call its players, as anybody may read it."""
    return games.of(table).names(table.game.view(table.state, None))


def my_device() -> str:
    """This phone's name, made now if it has none."""
    return device()
