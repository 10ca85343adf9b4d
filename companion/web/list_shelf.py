"""The shelf of a phone's army lists: new ones, keeping, copies, history and the bin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.content import catalog
from companion.play.armies.board import board_of
from companion.play.armies.kept import Kept
from companion.play.values import Done
from companion.rules.kensei.army import Army
from companion.rules.text import Text
from companion.web import quotas, regions
from companion.web.i18n import gettext as _
from companion.web.list_frame import answer, beside, crest_of, list_or_404, name_of
from companion.web.numbers import number_sent
from companion.web.security import device, known_device, no_store
from companion.web.services import services

bp = Blueprint("list_shelf", __name__)

SORTED: Mapping[str, Callable[[Kept], Any]] = {
    "date": lambda kept: -kept.changed_at.timestamp(),
    "name": lambda kept: (name_of(kept.army).casefold(), -kept.changed_at.timestamp()),
    "level": lambda kept: (kept.army.level, name_of(kept.army).casefold()),
}
"""The orders of the shelf: last changed first, by name, and the smallest battle first."""
HISTORY_PAGE = 60
"""Edits on one page of the history."""


@bp.get("/lists")
def index() -> Response:
    """A new list in two choices, the lists of this phone, and the way to its bin."""
    phone = known_device()
    mine = services().lists.mine(phone) if phone else ()
    by = request.args.get("by", "date")
    if by not in SORTED:
        abort(404, _("Lists are sorted by: %(ways)s.", ways=", ".join(SORTED)))
    shown = [(one, board_of(one.draft, one.army).verdict) for one in mine if one.deleted_at is None]
    shown.sort(key=lambda one: SORTED[by](one[0]))
    binned = [one for one in mine if one.deleted_at is not None]
    html = render_template(
        "lists.html", mine=shown, binned=binned, **_words(), levels=catalog().levels, sizes=_sizes(), paths=_paths(),
        by=by, kinds=catalog().units,
    )  # fmt: skip
    return no_store(Response(html))


@bp.post("/lists/new")
def new() -> Response:
    """Makes an empty list of a path and a level, and opens its picker."""
    path, level = request.form.get("path", ""), request.form.get("level", type=int)
    if path not in ("buke", "kuge", "sohei") or level not in catalog().levels:
        abort(422, _("Choose a path and a level from 1 to 10."))
    army = Army(path=path, level=level)  # type: ignore[arg-type]
    quotas.count("lists")
    kept = services().lists.make(device(), army, Text("a new list, level %(level)s", {"level": level}))
    return redirect(url_for("lists.page", token=kept.edit_token, page="add"), 303)  # type: ignore[return-value]


KOKU_EACH = 35
"""What a miniature costs on the average of balanced lists: so a level says how many it puts on the table."""


def _sizes() -> dict[int, int]:
    """About how many miniatures a side has at each level, to the nearest five."""
    return {number: 5 * round(level.koku / KOKU_EACH / 5) for number, level in catalog().levels.items()}


def _paths() -> dict[str, str]:
    """The units only this path has."""
    paths = ("buke", "kuge", "sohei")
    return {path: ", ".join(one.name for one in catalog().units.values() if one.path == path) for path in paths}


def _words() -> dict[str, Any]:
    return {"name_of": name_of, "crest_of": crest_of, "new_key": regions.new_key}


@bp.post("/l/<token>/keep")
def keep(token: str) -> Response:
    """This phone keeps the list among its own."""
    kept = list_or_404(token)
    services().lists.keep(kept.id, device())
    return answer(token, Done(kept.seq, kept.seq))


@bp.post("/l/<token>/forget")
def forget(token: str) -> Response:
    """This phone keeps it no longer; its private link still opens it."""
    services().lists.forget(list_or_404(token).id, device())
    return redirect(url_for("list_shelf.index"), 303)  # type: ignore[return-value]


@bp.post("/l/<token>/twin")
def twin(token: str) -> Response:
    """Another list that begins as a copy of this one."""
    army = list_or_404(token).army
    named = replace(army, name=_("%(name)s, copy", name=army.name)[:60]) if army.name else army
    quotas.count("lists")
    kept = services().lists.make(device(), named, Text("a copy of %(name)s", {"name": name_of(army)}))
    return redirect(url_for("lists.show", token=kept.edit_token), 303)  # type: ignore[return-value]


@bp.get("/l/<token>/history")
def history(token: str) -> Response:
    """Every edit in words, newest first."""
    kept = list_or_404(token)
    before = request.args.get("before", type=int)
    told = services().lists.history(kept.id, before, HISTORY_PAGE)
    html = render_template("list_history.html", **beside(kept), told=told, mine=known_device() or "", most=HISTORY_PAGE)
    return no_store(Response(html))


@bp.post("/l/<token>/back")
def back(token: str) -> Response:
    """The list as it was at a point of its history, as a new edit."""
    seq = number_sent("seq") or 0
    done = services().lists.back(list_or_404(token).id, device(), seq, request.form.get("key", ""))
    return answer(token, done, goto=url_for("list_shelf.history", token=token))


@bp.post("/l/<token>/bin")
def to_bin(token: str) -> Response:
    """Into the bin."""
    done = services().lists.to_bin(list_or_404(token).id, device(), request.form.get("key", ""))
    return answer(token, done, goto=url_for("list_shelf.bin"))


@bp.post("/l/<token>/restore")
def restore(token: str) -> Response:
    """Out of the bin."""
    done = services().lists.restore(list_or_404(token).id, device(), request.form.get("key", ""))
    return answer(token, done, goto=url_for("lists.show", token=token))


@bp.get("/lists/bin")
def bin() -> Response:
    """The lists of this phone that lie in the bin."""
    phone = known_device()
    binned = [one for one in services().lists.mine(phone) if one.deleted_at] if phone else []
    html = render_template("list_bin.html", binned=binned, sure=request.args.get("sure", ""), **_words())
    return no_store(Response(html))


@bp.post("/l/<token>/destroy")
def destroy(token: str) -> Response:
    """Deletes a list of the bin for good: asked for once more before (`sure`)."""
    kept = list_or_404(token)
    if request.form.get("sure") != "yes":
        return redirect(url_for("list_shelf.bin", sure=kept.id), 303)  # type: ignore[return-value]
    services().lists.destroy(kept.id)
    return redirect(url_for("list_shelf.index"), 303)  # type: ignore[return-value]
