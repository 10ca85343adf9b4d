"""Army lists: making one, the builder's pages and taps, history and bin."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.content import catalog
from companion.live import Full
from companion.play.armies.board import board_of
from companion.play.armies.edits import title
from companion.play.armies.kept import Kept, bell_of
from companion.play.armies.picker import GROUPS, picks
from companion.play.values import Done, Refused
from companion.rules.kensei.army import Army, breaks_at
from companion.rules.text import Refusal, Text
from companion.web import regions
from companion.web.i18n import gettext as _
from companion.web.i18n import language, say
from companion.web.marks import CRESTS
from companion.web.memo import Memo
from companion.web.security import device, known_device, no_store
from companion.web.services import services
from companion.web.shell import theme

bp = Blueprint("lists", __name__)

PAGES: dict[str, tuple[str, ...]] = {
    "army": ("bar", "units", "characters", "last"),
    "add": ("bar", "add", "last"),
    "check": ("bar", "check", "last"),
    "more": ("bar", "more", "last"),
}
"""The builder's pages and the regions of each, top to bottom."""

RESERVED = frozenset({"op", "key", "seen", "page", "anchor"})
"""Fields of a tap that are ours; everything else is the edit's."""
HISTORY_PAGE = 60
"""Edits on one page of the history."""
_CRESTS = frozenset(id_ for id_, _name in CRESTS)


# ---- which list


def list_or_404(token: str) -> Kept:
    """The list of a private link, or a page that says it is gone."""
    kept = services().lists.by_edit(token)
    if kept is None:
        abort(404, _("There is no such list: it was deleted for good, or the address is incomplete."))
    return kept


def name_of(army: Army) -> str:
    """What a list is called where nobody has named it yet."""
    return army.name or _("%(path)s, level %(level)s", path=army.path.capitalize(), level=army.level)


def crest_of(army: Army) -> str:
    """The list's crest, or the program's sign where it has none that is known."""
    return army.mon if army.mon in _CRESTS else "gunbai"


def kept_here() -> list[Kept]:
    """The lists this phone keeps, last changed first, without those in the bin."""
    phone = known_device()
    return [one for one in services().lists.mine(phone) if one.deleted_at is None] if phone else []


# ---- all lists of this phone


@bp.get("/lists")
def index() -> Response:
    """A new list in two choices, the lists of this phone, and the way to its bin."""
    phone = known_device()
    mine = services().lists.mine(phone) if phone else ()
    shown = [(one, board_of(one.draft, one.army).verdict) for one in mine if one.deleted_at is None]
    binned = [one for one in mine if one.deleted_at is not None]
    html = render_template("lists.html", mine=shown, binned=binned, **_words(), levels=catalog().levels)
    return no_store(Response(html))


@bp.post("/lists/new")
def new() -> Response:
    """Makes an empty list of a path and a level, and opens its picker."""
    path, level = request.form.get("path", ""), request.form.get("level", type=int)
    if path not in ("buke", "kuge", "sohei") or level not in catalog().levels:
        abort(422, _("Choose a path and a level from 1 to 10."))
    army = Army(path=path, level=level)  # type: ignore[arg-type]
    kept = services().lists.make(device(), army, Text("a new list, level %(level)s", {"level": level}))
    return redirect(url_for("lists.page", token=kept.edit_token, page="add"), 303)  # type: ignore[return-value]


def _words() -> dict[str, Any]:
    return {"name_of": name_of, "crest_of": crest_of, "new_key": regions.new_key}


# ---- the builder


@bp.get("/l/<token>", defaults={"page": "army"}, endpoint="show")
@bp.get("/l/<token>/<any(add, check, more):page>", endpoint="page")
def show(token: str, page: str) -> Response:
    """A page of the builder."""
    return _full(list_or_404(token), page)


@bp.get("/l/<token>/now")
def now(token: str) -> Response:
    """What changed since the phone last looked."""
    kept, page = list_or_404(token), _page_asked()
    tag = _version(kept)
    if request.if_none_match.contains_weak(tag):
        return no_store(Response(status=304))
    response = regions.swap(_regions(kept, page), "", tag, kept.seq)
    response.set_etag(tag, weak=True)
    return response


@bp.get("/l/<token>/stream")
def stream(token: str) -> Response:
    """Server-sent events of one list, for as long as the phone listens; 503 when no stream is free."""
    mine, kept = services(), list_or_404(token)
    last = request.headers.get("Last-Event-ID", "")
    opened = mine.streams.open(
        bell_of(kept.id),
        current=lambda: mine.lists.seq(kept.id),
        last_seen=int(last) if last.isascii() and last.isdecimal() and len(last) < 16 else None,
    )
    if isinstance(opened, Full):
        abort(503, _("All live connections are in use. This page asks for news every few seconds instead."))
    response = Response(opened, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return no_store(response)


@bp.post("/l/<token>/here")
def here(token: str) -> Response:
    """The page says whether it can be seen; nobody waits for that at a list."""
    return Response(status=204)


@bp.post("/l/<token>/edit")
def edit(token: str) -> Response:
    """One edit. The same key again gets the same answer and changes nothing."""
    kept = list_or_404(token)
    form = {name: value for name, value in request.form.items() if name not in RESERVED}
    done = services().lists.edit(kept.id, device(), request.form.get("op", ""), form, request.form.get("key", ""))
    return answer(token, done)


@bp.post("/l/<token>/undo")
def undo(token: str) -> Response:
    """Takes back this phone's own last edit."""
    return answer(token, services().lists.undo(list_or_404(token).id, device(), request.form.get("key", "")))


@bp.post("/l/<token>/redo")
def redo(token: str) -> Response:
    """Makes the edit again that this phone undid last."""
    return answer(token, services().lists.redo(list_or_404(token).id, device(), request.form.get("key", "")))


@bp.get("/l/<token>/level/<int:level>")
def level(token: str, level: int) -> Response:
    """What another level would break, before it is chosen."""
    kept = list_or_404(token)
    if level not in catalog().levels:
        abort(404, _("The levels go from 1 to 10."))
    html = render_template(
        "list_level.html", **beside(kept, "check"), level=level, breaks=breaks_at(kept.army, catalog(), level),
        rows=catalog().levels,
    )  # fmt: skip
    return no_store(Response(html))


def answer(token: str, done: Done | Refused, goto: str = "") -> Response:
    """The answer to any tap: fresh regions for htmx, the page itself for a plain form (or `goto`, once it is done)."""
    refusal: Refusal | None = done.refusal if isinstance(done, Refused) else None
    page, status = _page_asked(), 422 if refusal else 200
    notice = say(refusal) if refusal else ""
    if regions.wants_fragment():
        kept = list_or_404(token)
        return regions.swap(_regions(kept, page), notice, _version(kept), kept.seq, status)
    if refusal is not None:
        return _full(list_or_404(token), page, notice, status)
    anchor = request.form.get("anchor", "")
    where = goto or _address(token, page) + (f"#{anchor}" if anchor.isalnum() else "")
    return redirect(where, 303)  # type: ignore[return-value]


def told(token: str, sentence: str) -> Response:
    """The list with something to tell about it."""
    return _full(list_or_404(token), "army", sentence)


def _address(token: str, page: str) -> str:
    if page == "army":
        return url_for("lists.show", token=token)
    return url_for("lists.page", token=token, page=page)


def _page_asked() -> str:
    page = request.values.get("page", "army")
    return page if page in PAGES else "army"


# ---- rendering


_RENDERED: Memo[tuple[regions.Region, ...]] = Memo(128)


def _regions(kept: Kept, page: str) -> tuple[regions.Region, ...]:
    phone = known_device() or ""
    owned = services().lists.miniatures(phone) if phone else {}
    keeps = bool(phone) and services().lists.keeps(kept.id, phone)
    key = (kept.id, kept.seq, page, phone, keeps, tuple(owned.items()), language(), theme())

    def render() -> tuple[regions.Region, ...]:
        return regions.render("list.html", PAGES[page], {**_values(kept, page, phone, owned), "keeps": keeps})

    return _RENDERED.get(key, render)


def _values(kept: Kept, page: str, phone: str, owned: dict[str, int]) -> dict[str, Any]:
    lists = services().lists
    return {
        **frame(kept),
        "page": page,
        "board": board_of(kept.draft, kept.army, owned),
        "picks": picks(kept.army, owned) if page == "add" else {},
        "groups": GROUPS,
        "reach": lists.reach(kept.id, phone),
        "last": next(iter(lists.history(kept.id, limit=1)), None),
        "crests": CRESTS,
        "levels": catalog().levels,
    }


def frame(kept: Kept) -> dict[str, Any]:
    """What every page about one list names."""
    return {
        "kept": kept,
        "army": kept.army,
        "token": kept.edit_token,
        "catalog": catalog(),
        "titles": {one: title(kept.draft, one) for one in (*kept.draft["unit"], *kept.draft["character"])},
        "list_name": name_of(kept.army),
        "crest": crest_of(kept.army),
        "new_key": regions.new_key,
    }


def beside(kept: Kept, page: str = "army") -> dict[str, Any]:
    """What a page beside the builder names: the limit strip stands on it too. A fix tapped there leads to `page`."""
    return {**frame(kept), "board": board_of(kept.draft, kept.army), "page": page}


def _full(kept: Kept, page: str, notice: str = "", status: int = 200) -> Response:
    html = render_template(
        "list.html",
        **frame(kept),
        regions={region.name: region.markup() for region in _regions(kept, page)},
        notice=notice,
        version=_version(kept),
        page=page,
        shelf=bell_of(kept.id),
    )
    return no_store(Response(html, status))


def _version(kept: Kept) -> str:
    """What a phone has seen when it has seen this."""
    phone = known_device() or ""
    return hashlib.sha256(f"{kept.id}.{kept.seq}.{phone}.{language()}".encode()).hexdigest()[:16]


# ---- keeping, copying, history, bin


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
    return redirect(url_for("lists.index"), 303)  # type: ignore[return-value]


@bp.post("/l/<token>/twin")
def twin(token: str) -> Response:
    """Another list that begins as a copy of this one."""
    army = list_or_404(token).army
    named = replace(army, name=_("%(name)s, copy", name=army.name)[:60]) if army.name else army
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
    seq = request.form.get("seq", default=0, type=int)
    done = services().lists.back(list_or_404(token).id, device(), seq, request.form.get("key", ""))
    return answer(token, done, goto=url_for("lists.history", token=token))


@bp.post("/l/<token>/bin")
def to_bin(token: str) -> Response:
    """Into the bin."""
    done = services().lists.to_bin(list_or_404(token).id, device(), request.form.get("key", ""))
    return answer(token, done, goto=url_for("lists.bin"))


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
        return redirect(url_for("lists.bin", sure=kept.id), 303)  # type: ignore[return-value]
    services().lists.destroy(kept.id)
    return redirect(url_for("lists.index"), 303)  # type: ignore[return-value]
