"""One history for a household: the link that brings a phone in, and who shares it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for

from companion.web.answers import qr_code, render_page, see_other
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.records import history
from companion.web.security import device, known_device
from companion.web.services import services
from companion.web.shell import only_here, public_url

bp = Blueprint("household", __name__, url_prefix="/played")


def _link(word: str) -> str:
    return f"{public_url()}{url_for('household.joining', word=word)}"


@bp.get("/share")
def show() -> Response:
    """The link to the history, its QR code, and the phones that share it."""
    return _page()


def _page(problem: str = "") -> Response:
    link, status = _link(services().records.word(device())), 422 if problem else 200
    return render_page(
        "household.html", status, link=link, only_here=only_here(link), phones=history().phones, problem=problem
    )


@bp.get("/share.svg")
def qr() -> Response:
    """The link as a QR code."""
    return qr_code(_link(services().records.word(device())))


@bp.get("/h/<word>")
def joining(word: str) -> Response:
    """Where the link leads: asks before this phone shares the history."""
    found = services().records.behind(word, known_device())
    if found is None:
        abort(404, _("This link leads to no history: it is incomplete, or was renewed. Ask for the new one."))
    device()
    phones, games = found
    return render_page("history_join.html", word=word, phones=phones, games=games, mine=len(history().entries))


@bp.post("/h/<word>")
def join(word: str) -> Response:
    """This phone shares the history from now on."""
    refused = services().records.join(word, device())
    if refused is not None:
        abort(422, say(refused))
    return see_other("records.show")


@bp.post("/share/renew")
def renew() -> Response:
    """Another link; the old one leads nowhere any more."""
    services().records.renew(device())
    return see_other("household.show")


@bp.post("/share/leave")
def leave() -> Response:
    """This phone, or another one that is put out, shares the history no more."""
    other = request.form.get("phone")
    refused = services().records.leave(device(), other)
    if refused is not None:
        return _page(say(refused))
    return see_other("records.show" if other is None else "household.show")
