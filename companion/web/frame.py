"""The frame of every table page: who asks, from which seat, and the page's regions.

A page is made of regions, each a named block of the game's template. A region carries a fingerprint of its content
(`data-rev`); a phone says which ones it has, and gets only those that changed. So nothing that is the same is ever
swapped, and the pad under a thumb stays where it is.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from jinja2_fragments.flask import render_block

from companion.play.game import Due
from companion.play.tables import LogEntry, Table
from companion.rules.text import Refusal, Text
from companion.web import games, regions
from companion.web.i18n import gettext as _
from companion.web.i18n import language, say
from companion.web.memo import Memo
from companion.web.security import device, known_device, no_store
from companion.web.services import services
from companion.web.shell import theme

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
    """The seat this phone looks from (RULES of the curtain: nothing secret is shown before its seat is called)."""
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


def context(who: Asker, page: str) -> dict[str, Any]:
    """Everything the templates of a table may show to this phone; secrets only through the game's `view`."""
    table = who.table
    due = _due(table)
    lines, older = log_lines(who) if page == "log" else ((), None)
    seen = table.game.view(table.state, who.seat)
    return {
        **games.VALUES[table.game.id](),
        "new_key": lambda: regions.KEY_HERE,
        "url_for": _url_for,
        "table": table,
        "who": who,
        "page": page,
        "view": seen,
        "crests": games.crests(seen),
        "due": due,
        "act": _act(due, who),
        "result": table.game.result(table.state),
        "lines": lines,
        "older": older,
        "last": table.last.get(who.seat),
        "players": {s.seat: s.player for s in table.seats},
        "presence": {s.seat: services().presence.of(table.id, s.device) for s in table.seats},
        "free_seats": [s.seat for s in table.seats if s.device is None],
    }


LOG_LINES = 50


def log_lines(who: Asker, before: int | None = None) -> tuple[tuple[LogEntry, ...], int | None]:
    """A page of the log from before the entry `before`, and the entry before which there is more of it, if there is."""
    found = services().tables.log(who.table.id, who.seat, before=before, limit=LOG_LINES + 1)
    return found[:LOG_LINES], found[LOG_LINES - 1].seq if len(found) > LOG_LINES else None


_ADDRESSES: Memo[str] = Memo(4096)


def _url_for(endpoint: str, **values: Any) -> str:
    """`url_for`, remembered: a page names the same few addresses in dozens of forms, and so does its next version."""
    key = (request.script_root, endpoint, *values.items())
    return _ADDRESSES.get(key, lambda: url_for(endpoint, **values))


def _act(due: tuple[Due, ...], who: Asker) -> Due | None:
    """The act this phone shows big: the baton when it is in this hand, else this seat's own first act."""
    if due and due[0].seat in who.mine:
        return due[0]
    return next((d for d in due if d.seat == who.seat and not d.owed), None)


_RENDERED: Memo[tuple[regions.Region, ...]] = Memo(256)
"""Regions by all they depend on, so that phones that see the same (two spectators) share one rendering."""


def _regions(who: Asker, page: str) -> tuple[regions.Region, ...]:
    """Every region of the page as this phone sees it."""
    table = who.table
    named = who.device in (table.owner, *(ask.by for ask in table.asks))
    nobody = who if named else replace(who, device=None)  # so that nothing in a shared rendering can depend on it
    presence = services().presence.counter(table.id)
    eyes = (nobody.device, who.mine, who.seat, who.curtain, language(), theme())
    return _RENDERED.get((table.id, table.version, presence, page, eyes), lambda: _render(nobody, page))


def _render(who: Asker, page: str) -> tuple[regions.Region, ...]:
    template = f"{who.table.game.id}.html"
    values = context(who, page)
    made = []
    for name in PAGES[page]:
        block = "curtain" if who.curtain and name != "bar" else name
        html = "" if block == "curtain" and name != PAGES[page][1] else render_block(template, block, **values)
        made.append(regions.make(name, html))
    return tuple(made)


def full_page(who: Asker, page: str, notice: str = "", status: int = 200) -> Response:
    """The whole page, for a first look, a reload, and phones without JavaScript."""
    html = render_template(
        f"{who.table.game.id}.html",
        regions={region.name: region.markup() for region in _regions(who, page)},
        notice=notice,
        version=version_tag(who),
        table=who.table,
        who=who,
        page=page,
    )
    return no_store(Response(html, status))


def changed_regions(who: Asker, page: str, notice: str = "", status: int = 200) -> Response:
    """What a phone has to swap after a tap or a ring: changed regions, the notice, and the version they show.

    The answer to a tap always brings the act: the page has shown already what it expected of the tap.
    """
    anew = ("act",) if request.method == "POST" else ()
    response = regions.swap(_regions(who, page), notice, version_tag(who), who.table.seq, status, anew=anew)
    response.headers["X-Table-Version"] = str(who.table.version)  # as the stream rings it
    return response


def version_tag(who: Asker) -> str:
    """What a phone has seen when it has seen this: table, presence, perspective and language."""
    presence = services().presence.counter(who.table.id)
    seen = f"{who.table.version}.{presence}.{who.seat}.{who.curtain}.{language()}"
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


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
        return changed_regions(who, page, notice, status)
    if refusal is not None:
        return full_page(who, page, notice, status)
    return redirect(url_for("table.show", table_id=table_id, page=page), 303)  # type: ignore[return-value]


def crests(table: Table) -> dict[str, str]:
    """The crest of each seat that has chosen one, as anybody may see it."""
    return games.crests(table.game.view(table.state, None))


def my_device() -> str:
    """This phone's name, made now if it has none."""
    return device()
