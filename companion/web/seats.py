"""Seats: taking one, giving it up, being let in, watching, and the ways to bring another phone to the table."""

from __future__ import annotations

import io

import qrcode
import qrcode.image.svg
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.play.tables import Done, Refused, Tap
from companion.web import frame, games, regions
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.security import check_guess, known_device, no_store
from companion.web.services import services
from companion.web.shell import public_url

bp = Blueprint("seats", __name__)


@bp.get("/t/<table_id>/seats")
def show(table_id: str) -> Response:
    """Who sits where; free seats to take; the three words and the QR code for the next phone."""
    return _page(table_id)


def _page(table_id: str, problem: str = "", status: int = 200) -> Response:
    table = frame.table_or_404(table_id)
    phone = known_device()
    mine = table.seats_of(phone) if phone else ()
    if phone:
        services().presence.seen(table_id, phone)
    html = render_template(
        "seats.html",
        table=table,
        mine=mine,
        seats=[s for s in table.seats if s.seat in (games.of(table).in_play(table) or table.game.seats)],
        names=frame.names(table),
        phone=phone,
        presence={s.seat: services().presence.of(table.id, s.device) for s in table.seats},
        crests=frame.crests(table),
        invitation=invitation(table.words),
        links={s: _recovery(table_id, phone, s) for s in mine} if phone else {},
        problem=problem,
    )
    return no_store(Response(html, status))


def invitation(words: str) -> str:
    """The address another phone opens to join."""
    return f"{public_url()}{url_for('start.scanned', words=words)}"


def _recovery(table_id: str, phone: str, seat: str) -> str:
    token = services().tables.seat_link(table_id, phone, seat)
    return "" if isinstance(token, Refused) else f"{public_url()}{url_for('seats.recover', token=token)}"


def _after(table_id: str, done: object) -> Response:
    if isinstance(done, Refused):
        return _page(table_id, say(done.refusal), 422)
    return redirect(url_for("seats.show", table_id=table_id), 303)  # type: ignore[return-value]


@bp.post("/t/<table_id>/sit")
def sit(table_id: str) -> Response:
    """Takes a free seat."""
    table = frame.table_or_404(table_id)
    seat = request.form.get("seat", "")
    called = frame.names(table).get(seat) or _("Player %(seat)s", seat=seat.upper()[:1])
    player = request.form.get("player", "").strip() or called
    done: object = services().tables.sit(table_id, frame.my_device(), seat, player)
    if not isinstance(done, Refused):
        done = introduce(table_id, frame.my_device(), seat, player)
    if isinstance(done, Refused):
        return _page(table_id, say(done.refusal), 422)
    return redirect(url_for("table.show", table_id=table_id), 303)  # type: ignore[return-value]


def introduce(table_id: str, device: str, seat: str, player: str) -> Refused | None:
    """Tells a game whose sentences name its players who sits there now; None where there is nothing to refuse."""
    table = frame.table_or_404(table_id)
    seen = table.game.view(table.state, None)
    if games.of(table).in_play(table) is None or any(p.seat == seat and p.name == player for p in seen.players):
        return None
    tap = Tap(type="player", form={"name": player}, seat=seat, by=seat, key=regions.new_key())
    done = services().tables.tap(table_id, device, tap)
    return done if isinstance(done, Refused) else None


@bp.post("/t/<table_id>/leave")
def leave(table_id: str) -> Response:
    """Gives a seat up; it is free then."""
    frame.table_or_404(table_id)
    return _after(table_id, services().tables.leave(table_id, frame.my_device(), request.form.get("seat", "")))


def nameless() -> str:
    """What somebody who asks for a seat is called until he says his name."""
    return _("Somebody")


@bp.post("/t/<table_id>/ask")
def ask(table_id: str) -> Response:
    """Asks who sits there to hand the seat over."""
    frame.table_or_404(table_id)
    player = request.form.get("player", "").strip() or nameless()
    seat = request.form.get("seat", "")
    done: object = services().tables.ask_for_seat(table_id, frame.my_device(), seat, player)
    if isinstance(done, Done) and player != nameless():  # nobody had to be asked
        done = introduce(table_id, frame.my_device(), seat, player)
    return _after(table_id, done)


@bp.get("/r/<token>")
def recover(token: str) -> str:
    """The recovery link of a seat: asks before it moves the seat to this phone."""
    return render_template("recover.html", token=token)


@bp.post("/r/<token>")
def recovered(token: str) -> Response:
    """Moves the seat to this phone."""
    was_right = check_guess()
    table_id = services().tables.recover(token, frame.my_device())
    if table_id is None or isinstance(table_id, Refused):
        abort(404, _("This recovery link is no longer good: the seat was given up or taken over."))
    was_right()
    return redirect(url_for("table.show", table_id=table_id), 303)  # type: ignore[return-value]


@bp.get("/t/<table_id>/qr.svg")
def qr(table_id: str) -> Response:
    """The invitation as a QR code."""
    table = frame.table_or_404(table_id)
    image = qrcode.make(invitation(table.words), image_factory=qrcode.image.svg.SvgPathImage, border=4)
    out = io.BytesIO()
    image.save(out)
    return no_store(Response(out.getvalue(), mimetype="image/svg+xml"))
