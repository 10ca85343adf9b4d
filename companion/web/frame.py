"""The frame of every table page: its regions, as the phone that asks may see them.

A page is made of regions, each a named block of the game's template; what they are made from is a `TableLook`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Response, abort, g, render_template, request, url_for

from companion.play.game import Due
from companion.play.presence import Where
from companion.play.values import LogEntry, Stale, Table, folded
from companion.rules.text import Refusal, Text
from companion.web import games, people, regions
from companion.web.answers import see_other
from companion.web.asker import Asker, asked, asker, closed, due_of
from companion.web.explaining import kind_for
from companion.web.i18n import _, say
from companion.web.page_values import PageValues
from companion.web.scenes import captions
from companion.web.security import known_device, no_store
from companion.web.services import services

PAGES: dict[str, tuple[str, ...]] = {
    "table": ("bar", "board", "units", "owed", "act", "explained", "asks", "last"),
    "forces": ("bar", "forces", "asks", "last"),
    "log": ("bar", "log", "asks", "last"),
    "more": ("bar", "more", "asks", "last"),
}
"""The pages of a table and the regions of each, top to bottom; the act is a panel at the foot."""
BESIDE = ("entry", "seats")
"""Pages about a table that show of its regions what is asked, as all do."""


def table_or_404(table_id: str) -> Table:
    """The table, or a page that says it is gone."""
    found = services().tables.get(table_id)
    table = people.localized(
        found or abort(404, _("There is no such table: it was deleted, or the address is incomplete."))
    )
    know_players(table)
    return table


def who_asks(table_id: str, page: str) -> Asker:
    """Who asks for this page of the table."""
    return asker(table_or_404(table_id), page)


def look_in(table_id: str) -> None:
    """The table's other phones see that this one is here."""
    if phone := known_device():
        services().presence.seen(table_id, phone)


def know_players(table: Table) -> None:
    """Sentences of this answer name whoever sits at this table; a free seat by the name it has in the game, if any."""
    names = games.of(table).names(table)
    g.players = {seat.seat: seat.player or names.get(seat.seat, "") for seat in table.seats}


@dataclass(frozen=True, slots=True)
class TableLook(regions.Look):
    """A page of one version of a table, as one phone sees it."""

    table_id: str
    version: int
    device: str
    """The phone, where a region may name it; "" for all others, so that they share what they see."""
    mine: tuple[str, ...]
    seat: str | None
    eyes: str | None
    curtain: str | None
    presence: tuple[tuple[str, Where], ...]
    """Where the phones of each seat are that is taken."""
    quiet: tuple[int, ...]
    """What the seats of this phone entered quietly: no other page changes by it."""
    explained: str
    """The kind of act that is explained to its player."""


def look_of(who: Asker, page: str) -> TableLook:
    """All that this phone's page depends on."""
    table = who.table
    wanted = {ask.seat for ask in table.asks if ask.kind == "seat"}
    holders = (seat.device for seat in table.seats if seat.seat in wanted)  # theirs to give, not a partner's
    named = who.device in (table.owner, *(ask.device for ask in (*table.asks, *table.declined)), *holders)
    return TableLook(
        page,
        regions.reader(),
        table.id,
        table.version,
        who.device if named else "",
        who.mine,
        who.seat,
        who.eyes,
        who.curtain,
        services().presence.of_seats(table.id, {seat.seat: seat.devices for seat in table.seats if seat.device}),
        table.quiet_of(who.mine),
        explained_to(who, page),
    )


def explained_to(who: Asker, page: str) -> str:
    """The kind of act this phone is told about on this page."""
    return kind_for(who, _act(due_of(who.table), who), page)


def _render(look: TableLook, table: Table) -> tuple[regions.Region, ...]:
    know_players(table)
    names = PAGES.get(look.page, ("asks",))
    blocks = {name: name for name in names} | ({} if look.explained else {"explained": ""})
    if look.curtain:  # it hangs in the place of the first region under the bar, and nothing stands below it
        blocks = {**dict.fromkeys(names, ""), **dict(zip(names[:-1], (names[0], "curtain"), strict=False))}
    heads = {"board": "table/clock.html", "act": "table/hand_over.html", "log": "table/previous_game.html"}
    subject = table.id, tuple(g.players.items())  # whose names its sentences say
    rights = look.device, look.mine, look.seat, look.eyes, look.curtain
    return regions.render(look, games.of(table).template, blocks, _values(look, table), heads, subject, rights)


_RENDERED = regions.Renderings(256, _render)


def _values(look: TableLook, table: Table) -> PageValues:
    """Everything the templates of a table may show to this look; secrets only through the game's `view`."""
    who = Asker(table, look.device, look.mine, look.seat, look.eyes, look.curtain)
    pages, due = games.of(table), due_of(table)
    seen = table.game.view(table.state, look.seat if look.eyes == look.seat else None)
    result = table.game.result(table.state)
    last = table.last.get(look.eyes)
    given = {
        **pages.values,
        "table": table,
        "who": who,
        "view": seen,
        "crests": pages.crests(seen),
        "due": due,
        "act": _act(due, who),
        "baton": _baton(due),
        "result": result,
        "folded": folded,
        "last": last and replace(last, text=pages.footer_line(last.text)),
        "asked": asked(_without_seats(who) if look.page == "seats" else who),
        "explained": pages.explained.get(look.explained),
        "explained_kind": look.explained,
        "captions": captions(table, seen, last),
        "players": table.players,
        "presence": dict(look.presence),
    }
    later = {
        "spent": lambda: services().tables.clock(
            table.id, services().tables.played_at(table.id) if result is not None else None
        ),
        "house": lambda: pages.settled(table.state),
        "open_view": lambda: open_view(who, seen),
        "story": lambda: pages.story(table),
        "outcome": lambda: pages.outcome(table),
        "log": lambda: log_lines(who),
        "undo": lambda: _undo(who),
    }
    deep = pages.deep
    return PageValues(given, later, apart={"table": (), "who": (), "view": deep, "open_view": deep})


def _without_seats(who: Asker) -> Asker:
    """For the page of the seats, where each request for one stands in its own place."""
    asks, declined = ([one for one in all_ if one.kind != "seat"] for all_ in (who.table.asks, who.table.declined))
    return replace(who, table=replace(who.table, asks=tuple(asks), declined=tuple(declined)))


def open_view(who: Asker, seen: Any) -> Any:
    """What is shown of the other sides: on one phone for all what nobody hides, elsewhere what this phone sees."""
    return who.table.game.view(who.table.state, None) if who.hot_seat else seen


def _baton(due: tuple[Due, ...]) -> tuple[tuple[str, ...], bool]:
    """Who holds the baton, and whether they have dice in hand: the bar shows no more of what is due."""
    if not due:
        return (), False
    asked = tuple(one.seat for one in due if one.step)
    return asked if due[0].step else tuple(one.seat for one in due if one.kind == due[0].kind), bool(due[0].step)


NAMELESS = Text("your last entry")
"""What an act is called that has no name, or one that not everybody at this phone may read."""


def _undo(who: Asker) -> tuple[int, Text] | None:
    """The act that Undo takes back on this phone: its number, and what it is called; where another line is the newest,
    by what its request and the log call it too, so that nobody takes the one beside the key for it."""
    holder = next((seat.device for seat in who.table.seats if seat.seat == who.seat), None)
    if who.seat is None or holder is None:
        return None
    if who.eyes == who.seat and who.table.seats_of(holder) == (who.seat,):
        found = who.table.undo.get(who.seat)
    else:
        found = services().tables.next_undo(who.table.id, holder, who.seat, who.eyes)
    if found is None:
        return None
    last = who.table.last.get(who.eyes)
    short = last is not None and last.seq == found.seq
    return found.seq, (found.label if short else found.standalone_label) or NAMELESS


LOG_LINES = 50


def log_lines(who: Asker, before: int | None = None) -> tuple[tuple[LogEntry, ...], int | None]:
    """A page of the log from before the entry `before`, and the entry before which there is more of it, if there is."""
    found = services().tables.log(who.table.id, who.eyes, before=before, limit=LOG_LINES + 1)
    return found[:LOG_LINES], found[LOG_LINES - 1].seq if len(found) > LOG_LINES else None


def _act(due: tuple[Due, ...], who: Asker) -> Due | None:
    """The act this phone shows large: its own seat's, or the most urgent of all where another of its seats has that."""
    own = next((one for one in due if one.seat == who.seat and not one.owed), None)
    first_here = bool(due) and due[0].seat in who.mine
    return due[0] if first_here and (own is None or due[0].seat == who.seat) else own


def full_page(who: Asker, page: str, notice: str = "", status: int = 200) -> Response:
    """The whole page, for a first look, a reload, and phones without JavaScript."""
    page = page if page in PAGES else "table"
    look = look_of(who, page)
    html = render_template(
        games.of(who.table).template,
        regions=_RENDERED.markup(look, who.table),
        notice=notice,
        version=look.tag,
        table=who.table,
        who=who,
        page=page,
    )
    return closed(no_store(Response(html, status)), who)


def beside(who: Asker) -> dict[str, Any]:
    """The values of `beside.html`, whichever page it is: what is asked, and what tells it that this changes."""
    look = look_of(who, "entry")
    asks = [region.markup(who.table.seq) for region in shown_beside(look, who.table)]
    return {"table": who.table, "who": who, "asks": asks, "version": look.tag}


def shown_beside(look: TableLook, table: Table) -> tuple[regions.Region, ...]:
    """The regions of a table on a page beside its own."""
    return _RENDERED.of(look, table)


def with_next_game(response: Response, table: Table) -> Response:
    """With the address of the newest game, where its players have gone on: a page that is open follows them there, but
    for one whose report may be half read."""
    if table.next is not None and not games.of(table).reports:
        response.headers["X-Next"] = url_for("table.show", table_id=services().tables.latest(table.next))
    return response


def changed_regions(who: Asker, look: TableLook, notice: str = "", status: int = 200) -> Response:
    """What a phone has to swap after a tap or a ring: changed regions, the notice, and the version they show.

    The answer to a tap always brings the act: the page has shown already what it expected of the tap.
    """
    anew = ("act",) if request.method == "POST" else ()
    response = _RENDERED.swap(look, who.table, notice, status, anew=anew)
    response.headers["X-Table-Version"] = str(who.table.version)  # as the stream rings it
    return closed(with_next_game(response, who.table), who)


def page_asked() -> str:
    """Which page of the table the phone shows."""
    page = request.values.get("page", "table")
    return page if page in PAGES or page in BESIDE else "table"


def answer(table_id: str, done: object = None) -> Response:
    """The answer to any act at a table: fresh regions for htmx, the page itself for a plain form. `done` is what came
    of it; why it was refused is said there."""
    page = page_asked()
    who = who_asks(table_id, page)
    notice, status = "", 200
    if isinstance(done, Refusal | Text):
        notice, status = say(done), 422
    elif isinstance(done, Stale):
        notice, status = say(_meanwhile(done)), 409
    if regions.wants_fragment():
        return changed_regions(who, look_of(who, page), notice, status)
    if notice:
        return full_page(who, page, notice, status)
    return see_other("table.show", table_id=table_id, page=page)


def _meanwhile(stale: Stale) -> Text:
    """What happened since this phone looked, so that its tap was not entered."""
    if not stale.since:
        return Text("Your tap was not entered: the table has changed since you looked. Look again, then tap.")
    return Text(
        "Your tap was not entered: the table has changed since you looked. %(since)s Look again, then tap.",
        {"since": stale.since[0]},
    )


def crests(table: Table) -> dict[str, str]:
    """The crest of each seat that has chosen one, as anybody may see it."""
    return games.of(table).crests(table.game.view(table.state, None))
