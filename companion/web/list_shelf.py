"""The shelf of a phone's army lists: new ones, keeping, copies, history and the bin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from jinja2_fragments.flask import render_block

from companion.content import catalog
from companion.content.army_document import LONGEST_NAME
from companion.content.drawings import OF_PATH
from companion.play.armies.draft import draft_of
from companion.play.armies.edits import PATHS
from companion.play.armies.kept import Kept
from companion.play.armies.shelf_marks import NONE, Mark, tags_of
from companion.play.values import Done
from companion.rules.kensei.army import Army, Verdict, judge
from companion.rules.kensei.deployment.laying import TABLE_CM
from companion.rules.text import Text
from companion.web import regions
from companion.web.answers import render_page, see_other
from companion.web.fields import number_asked, number_sent, text_asked, text_sent, whole
from companion.web.i18n import _, say
from companion.web.list_frame import answer, list_or_404, name_of, strip_values
from companion.web.list_table import made_for
from companion.web.marks import CRESTS
from companion.web.quotas import make_list
from companion.web.security import device, known_device, no_store
from companion.web.services import services

bp = Blueprint("list_shelf", __name__)

SORTED: Mapping[str, Callable[[Kept], Any]] = {
    "date": lambda kept: -kept.changed_at.timestamp(),
    "name": lambda kept: (name_of(kept.army).casefold(), -kept.changed_at.timestamp()),
    "level": lambda kept: (kept.army.level, name_of(kept.army).casefold()),
}
"""The orders of the shelf: last changed first, by name, the smallest battle first. Favorites come before others."""
TAG = "tag:"
"""What stands before a tag where the shelf is asked for the lists that have it."""
HISTORY_PAGE = 60
"""Edits on one page of the history."""


@dataclass(frozen=True, slots=True)
class OnShelf:
    """A list on the shelf of the phone that looks at it, with the marks of this phone."""

    kept: Kept
    verdict: Verdict
    mark: Mark


@bp.get("/lists")
def index() -> Response:
    """A new list in two choices, the lists of this phone, and the way to its bin."""
    return _shelf()


def _shelf(wrong: Mapping[str, str] = {}) -> Response:
    """The shelf as its address or form asks for it; `wrong` is what to say at a list, which shows its tags then."""
    phone, asked = known_device(), request.values
    mine, marks = services().lists.mine(phone), services().shelf_marks.of(phone)
    by, of = asked.get("by", "date"), asked.get("of", "")
    if by not in SORTED:
        abort(404, _("Lists are sorted by: %(ways)s.", ways=", ".join(SORTED)))
    here = [_on_shelf(one, marks) for one in mine if one.deleted_at is None]
    shown = [one for one in here if _matches(one.mark, of)]
    shown.sort(key=lambda one: (not one.mark.favorite, SORTED[by](one.kept)))
    return render_page(
        "lists.html", 422 if wrong else 200, mine=shown, here=here, by=by, of=of,
        tags=tags_of(one.mark for one in here), binned=[one for one in mine if one.deleted_at is not None],
        sizes=_sizes(), table_cm=TABLE_CM, paths=_paths(), crests=CRESTS, of_path=OF_PATH, wrong=wrong,
        unfolded=next(iter(wrong), asked.get("unfold", "")),
        for_table=asked.get("table", ""), for_seat=asked.get("seat", ""),
    )  # fmt: skip


def _on_shelf(kept: Kept, marks: Mapping[str, Mark]) -> OnShelf:
    return OnShelf(kept, judge(kept.army, catalog()), marks.get(kept.id, NONE))


def _matches(mark: Mark, of: str) -> bool:
    """Whether a list is among those asked for: the favorites (`favorites`), those with a tag (`tag:Sunday`), or all."""
    if of.startswith(TAG):
        return of.removeprefix(TAG) in mark.tags
    return mark.favorite or of != "favorites"


@bp.post("/l/<token>/favorite")
def favorite(token: str) -> Response:
    """One of this phone's favorites, or no longer."""
    kept = list_or_404(token)
    services().shelf_marks.favorite(kept.id, device(), on=text_sent("on") == "true")
    return _marked(kept, unfolded="")


@bp.post("/l/<token>/tag")
def tag(token: str) -> Response:
    """A tag of this phone's for the list, given (`tag`) or taken off (`off`)."""
    kept = list_or_404(token)
    words = text_sent("off")
    refused = services().shelf_marks.tag(kept.id, device(), words or text_sent("tag"), on=not words)
    if refused is not None:
        return _shelf({kept.id: say(refused)})
    return _marked(kept, unfolded=kept.id)


def _marked(kept: Kept, unfolded: str) -> Response:
    """The answer to a tap on a mark: the list as it lies on the shelf, or the shelf where it lies."""
    by, of = text_sent("by"), text_sent("of")
    if not regions.wants_fragment():
        there = {"by": by or None, "of": of or None, "unfold": unfolded or None}
        return see_other("list_shelf.index", _anchor=f"l-{kept.id}", **there)
    marks = services().shelf_marks.of(device())
    html = render_block(
        "lists.html", "card", one=_on_shelf(kept, marks), by=by, of=of, tags=tags_of(marks.values()), wrong={},
        unfolded=unfolded,
    )  # fmt: skip
    return no_store(Response(html))


@bp.post("/lists/new")
def new() -> Response:
    """Makes an empty list of a path and a level, and opens its picker; for a table, where one waits for it."""
    path, level = text_sent("path"), whole(text_sent("level"))
    if path not in PATHS or level not in catalog().levels:
        abort(422, _("Choose a path and a level from 1 to 10."))
    army = Army(path=path, level=level, mon=_crest_asked())  # type: ignore[arg-type]
    kept = make_list(army, Text("a new list, level %(level)s", {"level": level}))
    picker = see_other("lists.page", token=kept.edit_token, page="add")
    return made_for(picker, text_sent("table"), text_sent("seat"))


def _crest_asked() -> str:
    """The crest chosen for the new list; none: that of its path."""
    mon = text_sent("mon")
    if mon and mon not in {id_ for id_, _name in CRESTS}:
        abort(422, _("There is no such crest. Choose one from the page."))
    return mon


KOKU_EACH = 35
"""What a miniature costs on the average of balanced lists: so a level says how many it puts on the table."""


def _sizes() -> dict[int, int]:
    """About how many miniatures a side has at each level, to the nearest five."""
    return {number: 5 * round(level.koku / KOKU_EACH / 5) for number, level in catalog().levels.items()}


def _paths() -> dict[str, str]:
    """The units only this path has."""
    return {path: ", ".join(one.name for one in catalog().units.values() if one.path == path) for path in PATHS}


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
    return see_other("list_shelf.index")


@bp.post("/l/<token>/twin")
def twin(token: str) -> Response:
    """Another list that begins as a copy of this one."""
    army = list_or_404(token).army
    room = LONGEST_NAME - len(_("%(name)s, copy", name=""))
    named = replace(army, name=_("%(name)s, copy", name=(army.name or army.path.capitalize())[:room].strip()))
    kept = make_list(named, Text("a copy of %(name)s", {"name": name_of(army)}), draft_of(army))
    return see_other("lists.show", token=kept.edit_token)


@bp.get("/l/<token>/history")
def history(token: str) -> Response:
    """Every edit in words, newest first."""
    kept = list_or_404(token)
    edits = services().lists.history(kept.id, number_asked("before"), HISTORY_PAGE)
    return render_page("list_history.html", **strip_values(kept), edits=edits, mine=known_device(), most=HISTORY_PAGE)


@bp.post("/l/<token>/back")
def back(token: str) -> Response:
    """The list as it was at a point of its history, as a new edit."""
    seq = number_sent("seq") or 0
    done = services().lists.back(list_or_404(token).id, device(), seq, text_sent("key"))
    return answer(token, done, goto=url_for("list_shelf.history", token=token))


@bp.post("/l/<token>/bin")
def to_bin(token: str) -> Response:
    """Into the bin."""
    done = services().lists.to_bin(list_or_404(token).id, device(), text_sent("key"))
    return answer(token, done, goto=url_for("list_shelf.bin"))


@bp.post("/l/<token>/restore")
def restore(token: str) -> Response:
    """Out of the bin."""
    done = services().lists.restore(list_or_404(token).id, device(), text_sent("key"))
    return answer(token, done, goto=url_for("lists.show", token=token))


@bp.get("/lists/bin")
def bin() -> Response:
    """The lists of this phone that lie in the bin."""
    binned = [one for one in services().lists.mine(known_device()) if one.deleted_at]
    return render_page("list_bin.html", binned=binned, sure=text_asked("sure"))


@bp.post("/l/<token>/destroy")
def destroy(token: str) -> Response:
    """Deletes a list of the bin for good: asked for once more before (`sure`)."""
    kept = list_or_404(token)
    if text_sent("sure") != "yes":
        return see_other("list_shelf.bin", sure=kept.id)
    services().lists.destroy(kept.id)
    return see_other("list_shelf.index")
