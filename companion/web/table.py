"""A table in play: its pages, the taps, undo, and what the live doorbell fetches."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, url_for
from markupsafe import Markup, escape

from companion.play.tables import WATCHING
from companion.play.values import Done, Stale, Table, Tap
from companion.rules.text import Refusal
from companion.web import explaining, frame, games, people, regions, seats
from companion.web.answers import answer_file, render_page, see_other
from companion.web.asker import Asker, draw_curtain, hand_over, lift_curtain
from companion.web.fields import number_sent, other_fields, seen, text_asked, text_sent
from companion.web.i18n import _
from companion.web.security import known_device, no_store
from companion.web.services import services

bp = Blueprint("table", __name__, url_prefix="/t/<table_id>")

RESERVED = frozenset({"type", "seat", "by", "key", "seen", "page", "then"})
"""Fields of a tap that are ours; everything else is the game's."""


@bp.get("")
@bp.get("/<any(forces, log, more):page>", endpoint="page")
def show(table_id: str, page: str = "") -> Response:
    """The table as this phone's seat sees it."""
    page = page or frame.page_asked()
    phone = known_device()
    if services().tables.version(table_id) is None and (kept := services().tables.closed(table_id, phone)):
        return render_page("closed.html", 410, table_id=table_id, closed=kept)
    who = frame.who_asks(table_id, page)
    frame.look_in(table_id)
    return explaining.first_look(frame.full_page(who, page, _lost_words(who)))


def _lost_words(who: Asker) -> Markup | str:
    """What has become of this phone's seat: for as long as a recovery link keeps it elsewhere, and once after else."""
    brought = services().tables.brought_from(who.table.id, who.device)
    if any(seat not in who.mine for seat in brought):
        message = _(
            "The recovery link of this phone's seat was used: another phone has the seat now, and the link is "
            "used up. If that was not you, tell the others, and ask for the seat again under %(seats)s."
        )
    elif text_asked("lost") and not who.mine:
        message = _("This phone has no seat here any more. Ask for it again under %(seats)s.")
    else:
        return ""
    link = Markup('<a href="{}">{}</a>').format(url_for("seats.show", table_id=who.table.id), _("Seats"))
    return escape(message) % {"seats": link}


@bp.get("/closed.json")
def closed_log(table_id: str) -> Response:
    """The log of a table that was closed because nobody touched it for long, as this phone may read it."""
    kept = services().tables.closed(table_id, known_device())
    if kept is None:
        abort(404)
    return answer_file(json.dumps(kept.log, ensure_ascii=False, indent=1) + "\n", "application/json", "gunbai.json")


@bp.get("/now")
def now(table_id: str) -> Response:
    """What changed since the phone last looked: after a ring, on waking, and every few seconds without a stream."""
    page = frame.page_asked()
    who = frame.who_asks(table_id, page)
    frame.look_in(table_id)
    if text_asked("held") and not who.mine:  # somebody has brought the seat to another phone: no page goes on so
        there = url_for("table.show", table_id=table_id, page=page, lost="yes")
        return no_store(Response(status=204, headers={"X-Next": there}))
    look = frame.look_of(who, page)
    return frame.with_next_game(regions.news(look, lambda: frame.changed_regions(who, look)), who.table)


@bp.post("/tap")
def tap(table_id: str) -> Response:
    """One act. The same key again gets the same answer and changes nothing."""
    phone = known_device()
    form: dict[str, Any] = {**other_fields(RESERVED)}
    if form.get("app") == "true":
        form["app"] = True
    asked = Tap(
        type=text_sent("type"),
        form=form,
        seat=text_sent("seat"),
        by=text_sent("by"),
        key=text_sent("key"),
        seen=seen(),
    )
    who = frame.who_asks(table_id, frame.page_asked())
    kind = frame.explained_to(who, frame.page_asked())
    done = services().tables.tap(table_id, phone, asked)
    if isinstance(done, Refusal | Stale):
        return frame.answer(table_id, done)
    if asked.type == "player":
        _renamed(table_id, phone, asked.seat)
    explaining.done(who, kind, asked)
    return _entered(_to_the_table(table_id, frame.answer(table_id)), done)


def _to_the_table(table_id: str, response: Response) -> Response:
    """The table's page tells how a game went that was ended under More, and what is due after an act whose form says
    so: its player is led there."""
    table = frame.table_or_404(table_id)
    ended = frame.page_asked() == "more" and table.game.result(table.state) is not None
    if not ended and text_sent("then") != "table":
        return response
    return regions.next_page(response, url_for("table.show", table_id=table_id))


def _entered(response: Response, done: object) -> Response:
    """With the number of the entry this tap made: the taps behind it have seen it where it is the next one to what
    their page showed (`queue.js`). A quiet entry, which is numbered apart, is next to none.
    """
    if isinstance(done, Done):
        response.headers["X-Entered"] = str(done.seq)
    return response


def _renamed(table_id: str, phone: str, seat: str) -> None:
    """The seat is held under the name its player has taken in the game."""
    table = frame.table_or_404(table_id)
    mine = table.seats_of(phone)
    seat = seat or next(iter(mine), "")  # it may have been given up just now
    name = games.of(table).names(table).get(seat)
    if name and seat in mine:
        services().tables.sit(table_id, phone, seat, name)


@bp.post("/again")
def again(table_id: str) -> Response:
    """Another game of the same players: begun by the first tap, and where it is by any other."""
    frame.table_or_404(table_id)
    done = services().tables.begin_next(table_id, known_device())
    if isinstance(done, Refusal):
        return frame.answer(table_id, done)
    there = url_for("table.show", table_id=services().tables.latest(done))
    return regions.next_page(frame.answer(table_id), there)


@bp.post("/undo")
def undo(table_id: str) -> Response:
    """Takes back this seat's last act, or asks the other player for it."""
    who = frame.who_asks(table_id, frame.page_asked())
    if who.seat is None:
        return frame.answer(table_id, Refusal(WATCHING))
    act = text_sent("tap") or number_sent("act")
    key = text_sent("key")
    done = services().tables.undo(table_id, who.device, who.seat, key, act, eyes=who.eyes)
    return _entered(frame.answer(table_id, done), done)


@bp.post("/answer")
def answer_ask(table_id: str) -> Response:
    """Allows or declines what another player asked for."""
    asked = text_sent("ask")
    allow = text_sent("allow") == "yes"
    before = frame.table_or_404(table_id)
    taken = next((a for a in before.asks if allow and a.id == asked and a.kind == "seat" and not a.together), None)
    done = services().tables.answer(table_id, known_device(), asked, allow, text_sent("key"), text_sent("read"))
    if isinstance(done, Refusal | Stale):
        return frame.answer(table_id, done)
    after = frame.table_or_404(table_id)
    if taken and (got := after.held(taken.seat)) and got.player != people.nameless():
        # By the name he got: one that another player has by now stays with that one.
        seats.introduce(table_id, taken.by, taken.seat, got.player)
    if before.seats_of(known_device()) and not after.seats_of(known_device()):
        # Who gave his last seat away is told so, as he would be had somebody else done it: he only watches from now on.
        there = url_for("table.show", table_id=table_id, page=frame.page_asked(), lost="yes")
        return regions.next_page(frame.answer(table_id), there)
    return frame.answer(table_id)


@bp.post("/withdraw")
def withdraw(table_id: str) -> Response:
    """Takes back one's own request."""
    done = services().tables.withdraw(table_id, known_device(), text_sent("ask"))
    return frame.answer(table_id, done)


@bp.post("/hand")
def hand(table_id: str) -> Response:
    """The phone goes to the player of another of its seats, whose act it is then."""
    return hand_over(_back_to(table_id), *_seat_here(table_id))


@bp.post("/open")
def open_secret(table_id: str) -> Response:
    """Draws the curtain for a player of this phone who would see what is for his eyes alone."""
    return draw_curtain(_back_to(table_id), *_seat_here(table_id))


@bp.post("/call")
def call(table_id: str) -> Response:
    """Lifts the curtain for a player of this phone, who says that he has it."""
    return lift_curtain(_back_to(table_id), *_seat_here(table_id), frame.page_asked())


def _seat_here(table_id: str) -> tuple[Table, str]:
    """The table and the seat of the form, which this phone has to hold."""
    table, seat = frame.table_or_404(table_id), text_sent("seat")
    if seat not in table.seats_of(known_device()):
        abort(422, _("This phone does not hold that seat."))
    return table, seat


def _back_to(table_id: str) -> Response:
    return see_other("table.show", table_id=table_id, page=frame.page_asked())


@bp.post("/here")
def here(table_id: str) -> Response:
    """The page says whether it can be seen: a locked phone shows as asleep to the others."""
    phone = known_device()
    if phone and services().tables.get(table_id):
        services().presence.visible(table_id, phone, text_sent("visible") == "yes")
    return Response(status=204)


@bp.post("/explained")
def explained(table_id: str) -> Response:
    """This phone knows a kind of act, or wants all of them explained again."""
    if not explaining.learn(frame.table_or_404(table_id), text_sent("kind")):
        abort(422, _("There is no such kind of act. Open the table again."))
    return frame.answer(table_id)


@bp.post("/rename")
def rename(table_id: str) -> Response:
    """Another name for the table."""
    done = services().tables.rename(table_id, known_device(), text_sent("name"))
    return frame.answer(table_id, done)


@bp.get("/delete")
def ask_delete(table_id: str) -> Response:
    """Asks once more before a table is gone for good."""
    return render_page("delete.html", **frame.beside(frame.who_asks(table_id, "log")))


@bp.post("/delete")
def delete(table_id: str) -> Response:
    """Deletes the table; only the phone that made it may. What was played to its end stays in the history."""
    services().records.keep(table_id)
    done = services().tables.delete(table_id, known_device())
    if isinstance(done, Refusal):
        return frame.answer(table_id, done)
    return see_other("start.index")
