"""“We forgot −1”: an attack whose dice have fallen is put right, with the consequences shown first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, request

from companion.play.takeback import Where
from companion.play.values import Replacement
from companion.rules.text import Refusal
from companion.web import frame, games, regions
from companion.web.answers import render_page, see_other
from companion.web.asker import Asker
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.log import correct
from companion.web.services import services

bp = Blueprint("forgot", __name__, url_prefix="/t/<table_id>/forgot")

OURS = frozenset({"key", "seen", "chain"})


@dataclass(frozen=True, slots=True)
class Opened:
    """The attack of a page: where what is said of it goes in the log, and what the page shows."""

    who: Asker
    seq: int
    where: Where
    view: Any
    wished: tuple[Replacement, ...]


@bp.get("")
def show(table_id: str) -> Response:
    """What may have been forgotten, then what has to be known of the dice, then what would change."""
    return _page(_opened(table_id))


@bp.post("")
def put_right(table_id: str) -> Response:
    """Does what the page showed."""
    one = _opened(table_id)
    done = correct(one.who, one.seq, one.wished, one.where)
    if isinstance(done, tuple):
        return _page(one, *done)
    return see_other("table.show", table_id=table_id)


def _opened(table_id: str) -> Opened:
    who = frame.who_asks(table_id, "log")
    chain = request.values.get("chain", "")[:120]
    passage = partial(services().tables.passage, table_id)
    found = None if who.curtain else games.of(who.table).thrown(who.table.state, chain, passage)
    if found is None:
        abort(404, _("The dice of that attack are not entered, or were undone or corrected since."))
    sent = {name: value for name, value in request.values.items() if name not in OURS}
    form = {**sent, "chain": chain, "thrown": found.thrown, "over": found.over}
    read = who.table.game.read("forgot", form)
    view = found.view({}, read) if isinstance(read, Refusal) else found.view(read, None)
    wished = (Replacement("forgot", form, who.seat),)
    return Opened(who, found.seq, "before" if found.over else "after", view, wished)


def _page(one: Opened, problem: str = "", status: int = 200) -> Response:
    who, preview = one.who, None
    if one.view.ready and who.seat is not None:
        preview = services().tables.preview_amend(
            who.table.id, who.device, who.seat, one.seq, one.wished, where=one.where, looked_on=who.shut
        )
    if isinstance(preview, Refusal):
        problem, preview = say(preview), None
    elif one.view.refusal is not None and not problem:
        problem = say(one.view.refusal)
    return render_page(
        "forgot.html",
        status,
        table=who.table,
        one=one.view,
        sent={name: value for name, value in request.values.items() if name not in ("key", "seen")},
        numbers=("dc", "at", "df", "ar", "damage_bonus"),
        problem=problem,
        preview=preview,
        new_key=regions.new_key(),
        **games.of(who.table).values,
    )
