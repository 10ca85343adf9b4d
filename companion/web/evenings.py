"""Evenings that take army lists: their pages for the organizer and for the players, each by a link of its own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from companion.play.armies import reading
from companion.play.armies.evenings import Evening, Sent, against
from companion.play.entry import PLAYER_MOST
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text
from companion.web import list_frame, list_links, quotas
from companion.web.answers import qr_code, render_page, see_other
from companion.web.fields import text_sent, whole
from companion.web.i18n import _
from companion.web.security import device, known_device
from companion.web.services import services
from companion.web.shell import public_url

bp = Blueprint("evenings", __name__)

FARTHEST_ZONE = 24 * 60
"""Minutes; no zone of the earth is farther from UTC."""
NO_END = Refusal(Text("Choose the day and time until which lists can be sent."))


# ---- the organizer


@bp.get("/evenings")
def index() -> Response:
    """A new evening, and those this phone has made."""
    return _new_page()


@bp.post("/evenings")
def make() -> Response:
    """Makes an evening and opens its page."""
    form = request.form
    until, koku = _moment(form), form.get("koku", "").strip()
    if until is None:
        return _new_page(NO_END)
    if koku and whole(koku) is None:
        return _new_page(Refusal(Text("Koku must be a whole number. Leave the field empty for the koku of the level.")))
    phone, sent, evenings = device(), quotas.form_sent(), services().evenings
    terms = (form.get("name", ""), whole(form.get("level", "")) or 0, whole(koku), until)
    made = quotas.count_made("lists", evenings.made(phone, sent), lambda: evenings.make(phone, *terms, sent))
    if isinstance(made, Refusal):
        return _new_page(made)
    return see_other("evenings.host", token=made.host_token)


@bp.get("/evening/<token>")
def host(token: str) -> Response:
    """The organizer's page: his links, who has sent a list and whether it is legal."""
    return _host_page(_by_host(token))


@bp.get("/evening/<token>/link.svg")
def code(token: str) -> Response:
    """The players' link as a QR code."""
    return qr_code(_link(_by_host(token)))


@bp.post("/evening/<token>/open")
def open_all(token: str) -> Response:
    """Opens all lists to all."""
    evening = _by_host(token)
    services().evenings.open_all(evening.id)
    return _to_host(evening)


@bp.post("/evening/<token>/until")
def ends(token: str) -> Response:
    """Sets another end."""
    evening, until = _by_host(token), _moment(request.form)
    refused = services().evenings.ends(evening.id, until) if until is not None else NO_END
    return _host_page(evening, refused) if refused else _to_host(evening)


@bp.post("/evening/<token>/delete")
def delete(token: str) -> Response:
    """Deletes the evening for good."""
    services().evenings.delete(_by_host(token).id)
    return see_other("evenings.index")


def _to_host(evening: Evening) -> Response:
    return see_other("evenings.host", token=evening.host_token)


def _by_host(token: str) -> Evening:
    return services().evenings.by_host(token) or _gone()


def _gone() -> Evening:
    abort(404, _("There is no such evening: it was deleted, or the address is incomplete."))


def _link(evening: Evening) -> str:
    return public_url() + url_for("evenings.show", token=evening.token)


def _new_page(refused: Refusal | None = None) -> Response:
    mine = services().evenings.mine(known_device())
    return render_page("evenings/new.html", 422 if refused else 200, mine=mine, problem=refused, sent=request.form)


def _host_page(evening: Evening, refused: Refusal | None = None) -> Response:
    sent = services().evenings.sent(evening.id)
    link, own = _link(evening), public_url() + url_for("evenings.host", token=evening.host_token)
    values = {**_about(evening), "all": sent, "link": link, "own": own, "problem": refused}
    return render_page("evenings/host.html", 422 if refused else 200, **values)


def _moment(form: Mapping[str, str]) -> datetime | None:
    """The moment that was typed, in the zone the phone says: minutes it lies behind UTC."""
    zone = form.get("zone", "0")
    behind = int(zone) if zone.removeprefix("-").isdecimal() and len(zone) <= 5 else 0
    try:
        typed = datetime.fromisoformat(form.get("until", "").strip()[:16])
        return typed.replace(tzinfo=UTC) + timedelta(minutes=max(-FARTHEST_ZONE, min(behind, FARTHEST_ZONE)))
    except (ValueError, OverflowError):
        return None


# ---- the players


@bp.get("/e/<token>")
def show(token: str) -> Response:
    """The players' page: what is asked for, and what this phone has sent; all lists once they are open."""
    return _players_page(_by_token(token))


@bp.post("/e/<token>/send")
def send(token: str) -> Response:
    """Sends one of this phone's lists, or one that is pasted."""
    evening, player = _by_token(token), text_sent("player")
    found = _army_sent(evening)
    if not isinstance(found, Army):
        return _players_page(evening, found)
    phone, evenings = device(), services().evenings
    again = evenings.sent_as_it_is(evening, phone, player, found)
    refused = quotas.count_made("lists", again, lambda: evenings.send(evening.id, phone, player, found))
    if refused is not None:
        return _players_page(evening, refused=refused)
    return see_other("evenings.show", token=token)


def _army_sent(evening: Evening) -> Army | reading.Pasted:
    if wanted := text_sent("list"):
        kept = next((one for one in list_frame.kept_here() if one.id == wanted), None)
        return kept.army if kept is not None else abort(422, _("This phone no longer keeps that list."))
    found = reading.read_any(text_sent("text"), {"level": str(evening.level)})
    return found.army if found.army is not None and not found.problems else found


@bp.post("/e/<token>/withdraw")
def withdraw(token: str) -> Response:
    """Takes back a list of this phone."""
    evening = _by_token(token)
    refused = services().evenings.withdraw(evening.id, device(), text_sent("sent"))
    if refused is not None:
        return _players_page(evening, refused=refused)
    return see_other("evenings.show", token=token)


@bp.get("/e/<token>/<sent>")
def read(token: str, sent: str) -> Response:
    """A list that was sent: one's own, and once they are open anybody's."""
    evening = _by_token(token)
    there = (*_own(evening), *services().evenings.sent(evening.id))
    found = next((one for one in there if one.id == sent and one.army is not None), None)
    if found is None or found.army is None:
        abort(404, _("There is no such list here, or the lists of this evening are not open yet."))
    return render_page(
        "evenings/read.html", **_about(evening), **list_links.shown(found.army), player=found.player, whole=True,
        alone=False, marked="", problems=against(found.army, evening),
    )  # fmt: skip


def _by_token(token: str) -> Evening:
    return services().evenings.by_token(token) or _gone()


def _own(evening: Evening) -> tuple[Sent, ...]:
    return services().evenings.own(evening.id, known_device())


def _players_page(evening: Evening, found: reading.Pasted | None = None, refused: Refusal | None = None) -> Response:
    own = [(one, against(one.army, evening)) for one in _own(evening) if one.army is not None]
    return render_page(
        "evenings/show.html",
        422 if found or refused else 200,
        **_about(evening),
        own=own,
        all=services().evenings.sent(evening.id) if evening.opened_at else (),
        mine=[(kept, against(kept.army, evening)) for kept in list_frame.kept_here()],
        unread=found.problems if found is not None else (),
        problem=refused,
        form=request.form,
        most=PLAYER_MOST,
    )


def _about(evening: Evening) -> dict[str, Any]:
    return {"evening": evening, "takes": evening.takes(services().evenings.now())}
