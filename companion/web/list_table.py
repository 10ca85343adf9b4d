"""An army list goes to a table: chosen there, or sent from its own page to a table that waits or to a new one."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.armies import reading
from companion.play.armies.brought import BroughtTo
from companion.play.armies.kept import Kept
from companion.play.kensei.muster.bring import places
from companion.play.kensei.state import State
from companion.play.values import Asked, Done, Stale, Table, Tap
from companion.rules.kensei.army import Army, Verdict, judge
from companion.rules.text import Problem, Refusal, Text
from companion.web import frame, games, list_frame, people
from companion.web.answers import render_page, see_other
from companion.web.fields import text_asked, text_sent, whole
from companion.web.frame import answer, table_or_404
from companion.web.i18n import _, say
from companion.web.print_kits import codes_of
from companion.web.regions import new_key
from companion.web.security import AN_EVENING, known_device, set_cookie
from companion.web.services import services
from companion.web.suggesting import fill

bp = Blueprint("list_table", __name__)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat of this phone at a battle that has not begun."""

    table: Table
    seat: str
    player: str
    level: int | None


# ---- at the table


@bp.get("/t/<table_id>/bring")
def to_table(table_id: str) -> Response:
    """Chooses the list a side brings to its table."""
    return _bring_page(table_id, text_asked("seat"))


@bp.post("/t/<table_id>/bring")
def brought(table_id: str) -> Response:
    """Brings a list of this phone, or one that is pasted: it takes the place of the side's force."""
    seat, words = text_sent("seat"), text_sent("text")
    kept = next((one for one in list_frame.kept_here() if one.id == text_sent("list")), None)
    chosen: Kept | Army | None = kept
    if chosen is None and not words.strip():
        nothing = Text("Nothing was chosen: tap one of the lists, or paste one below.")
        return _bring_page(table_id, seat, words, (Problem("", nothing),))
    if chosen is None:
        found = reading.read_any(words)
        if found.problems or found.army is None:
            return _bring_page(table_id, seat, words, found.problems)
        chosen = found.army
    done = bring(table_id, seat, chosen, text_sent("key"))
    if isinstance(done, Refusal):
        return _bring_page(table_id, seat, words, (Problem("", done.reason),))
    return see_other("table.show", table_id=table_id)


@bp.post("/t/<table_id>/suggest")
def suggested(table_id: str) -> Response:
    """Brings a legal list of the path the side follows: at the level and koku agreed, or where none is at a level that
    is named. Another one each time; it takes the place of the side's force."""
    table, seat, key = table_or_404(table_id), text_sent("seat"), text_sent("key")
    if not isinstance(table.state, State) or seat not in table.seats_of(known_device()):
        return answer(table_id, Text("Only a player at a battle of Kensei can bring an army to it."))
    level = table.state.level or whole(text_sent("level")) or 0
    if level not in catalog().levels:
        return answer(table_id, Text("Choose a level from 1 to 10 for the suggested army."))
    chance = zlib.crc32(key.encode())  # the same tap sent again asks for the same army, the next tap for another
    army = Army(table.state.sides[seat].path, level, koku_limit=table.state.koku_limit)
    if any(one.seat == seat for one in _seats_waiting(table_id)):  # else the table says why, and nothing is sought
        found = fill(army, "balanced", chance, None)
        if isinstance(found, Refusal):
            return answer(table_id, found)
        army = found.army
    done = bring(table_id, seat, army, key)
    return answer(table_id, done)


def bring(table_id: str, seat: str, brought: Kept | Army, key: str) -> Done | Asked | Refusal | Stale:
    """The list, one that is kept or another, as the force of a seat of this phone; bench and notes stay at home. Which
    kept list it is is noted, so that its printed cards open this table on this phone.
    """
    army = (brought.army if isinstance(brought, Kept) else brought).without_bench
    note = services().brought.forgetting(table_id, seat)
    if isinstance(brought, Kept):
        codes = codes_of(army)
        note = services().brought.noting(
            brought.id, lambda state: BroughtTo(table_id, seat, places(army, state, seat), codes)
        )
    tap = Tap("bring", {"army": document_of(army.emptied("note"))}, seat, seat, key)
    return services().tables.tap(table_id, known_device(), tap, note)


def bring_along(table_id: str, seat: str, token: str, form: str) -> None:
    """The list of a private link, where there is one, to a table that was made for it by this form; sent again, it
    brings no second one."""
    kept = services().lists.by_edit(token)
    if kept is not None:
        bring(table_id, seat, kept, form or new_key())


def _verdict(kept: Kept, state: State) -> Verdict:
    """A list of this phone as the table would judge it: at the level agreed there, else at its own."""
    army = kept.army.without_bench
    if state.level is not None:
        army = replace(army, level=state.level, koku_limit=state.koku_limit)
    return judge(army, catalog())


def _bring_page(table_id: str, seat: str, words: str = "", problems: tuple[Problem, ...] = ()) -> Response:
    who = frame.who_asks(table_id, "table")
    table = who.table
    if not isinstance(table.state, State) or seat not in table.seats_of(known_device()):
        abort(404, _("Only a player at a battle of Kensei can bring an army to it."))
    mine = [(one, _verdict(one, table.state)) for one in list_frame.kept_here()]
    last = services().brought.list_at(table.previous, seat) if table.previous else None
    mine.sort(key=lambda one: one[0].id != last)  # only a list this phone keeps: a seat may have changed hands
    return render_page(
        "list_bring.html", 422 if problems else 200, **frame.beside(who), agreed=table.state.level, seat=seat,
        koku=table.state.koku_limit, mine=mine, last=last, words=words, problems=problems,
    )  # fmt: skip


# ---- from the list


@bp.get("/l/<token>/play")
def play(token: str) -> Response:
    """Where this list can be played: the tables of this phone that wait for an army, or a new one."""
    return _play_page(list_frame.list_or_404(token))


@bp.post("/l/<token>/play")
def sent(token: str) -> Response:
    """Brings the list to one of these tables."""
    kept, table_id, seat = list_frame.list_or_404(token), text_sent("table"), text_sent("seat")
    if not any((one.table.id, one.seat) == (table_id, seat) for one in _waiting()):
        return _play_page(kept, _("That table no longer waits for an army from this phone."))
    done = bring(table_id, seat, kept, text_sent("key"))
    if isinstance(done, Refusal):
        return _play_page(kept, say(done))
    return see_other("table.show", table_id=table_id)


def _waiting() -> Iterator[Waiting]:
    for one in services().tables.mine(known_device()):
        if one.game in games.PAGES and games.PAGES[one.game].takes_lists:
            yield from _seats_waiting(one.id)


def _seats_waiting(table_id: str) -> Iterator[Waiting]:
    """The seats of this phone at a table for which it can still bring an army."""
    phone, table = known_device(), services().tables.get(table_id)
    if table is None or not isinstance(table.state, State) or table.state.begun:
        return
    for seat in table.seats:
        if phone in seat.devices and not table.state.sides[seat.seat].ready:
            yield Waiting(table, seat.seat, people.player_name(seat.player), table.state.level)


# ---- a list that is made for a table


FOR_TABLE = "list-for"


def made_for(response: Response, table_id: str, seat: str) -> Response:
    """The answer to the making of a list, after which every page of a list leads back to the table it is for."""
    if not any(one.seat == seat for one in _seats_waiting(table_id)):
        return response
    return set_cookie(response, FOR_TABLE, f"{table_id} {seat}", AN_EVENING)


def waits_for_it() -> Waiting | None:
    """The seat at a table for which this phone makes a list, while it waits for one."""
    table_id, _space, seat = request.cookies.get(FOR_TABLE, "").partition(" ")
    return next((one for one in _seats_waiting(table_id) if one.seat == seat), None) if table_id else None


def _play_page(kept: Kept, problem: str = "") -> Response:
    about, status = list_frame.strip_values(kept), 422 if problem else 200
    return render_page("list_play.html", status, **about, waiting=tuple(_waiting()), problem=problem)
