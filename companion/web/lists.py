"""The builder of an army list: its pages and taps."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from companion.content import catalog
from companion.play.armies.edits import PATHS
from companion.play.armies.kept import topic_of
from companion.rules.kensei.army import breaks_at
from companion.web import list_frame
from companion.web.answers import render_page
from companion.web.fields import other_fields, text_sent, whole
from companion.web.i18n import _
from companion.web.list_table import waits_for_it
from companion.web.quotas import form_key
from companion.web.regions import news
from companion.web.security import device
from companion.web.services import services

bp = Blueprint("lists", __name__)

RESERVED = frozenset({"op", "key", "seen", "page", "anchor"})
"""Fields of a tap that are ours; everything else is the edit's."""
IN_TEMPLATES = {
    "topic_of": topic_of,
    "crest_of": list_frame.crest_of,
    "name_of": list_frame.name_of,
    "units_named": list_frame.units_named,
    "path_names": PATHS,
}
"""What every template may call or look up; besides it knows the book's tables, and what makes the key of a form."""
bp.record(lambda state: state.app.jinja_env.globals.update(IN_TEMPLATES, new_key=form_key, catalog=catalog()))


@bp.get("/l/<token>", defaults={"page": "army"}, endpoint="show")
@bp.get("/l/<token>/<any(add, check, more):page>", endpoint="page")
def show(token: str, page: str) -> Response:
    """A page of the builder."""
    return list_frame.full_page(list_frame.list_or_404(token), page, waits=waits_for_it())


@bp.get("/l/<token>/now")
def now(token: str) -> Response:
    """What changed since the phone last looked."""
    kept = list_frame.list_or_404(token)
    look = list_frame.look_of(kept, list_frame.page_asked())
    return news(look, lambda: list_frame.changed_regions(kept, look))


@bp.post("/l/<token>/here")
def here(token: str) -> Response:
    """The page says whether it can be seen; nobody waits for that at a list."""
    return Response(status=204)


@bp.post("/l/<token>/edit")
def edit(token: str) -> Response:
    """One edit. The same key again gets the same answer and changes nothing."""
    kept = list_frame.list_or_404(token)
    seen = whole(text_sent("seen"))  # without one it is entered all the same
    form = other_fields(RESERVED)
    done = services().lists.edit(kept.id, device(), text_sent("op"), form, text_sent("key"), seen)
    return list_frame.answer(token, done)


@bp.post("/l/<token>/undo")
def undo(token: str) -> Response:
    """Takes back this phone's own last edit, or the one that was on its way when Undo was tapped (`tap`)."""
    key, tap = text_sent("key"), text_sent("tap")
    return list_frame.answer(token, services().lists.undo(list_frame.list_or_404(token).id, device(), key, tap))


@bp.post("/l/<token>/redo")
def redo(token: str) -> Response:
    """Makes the edit again that this phone undid last."""
    return list_frame.answer(token, services().lists.redo(list_frame.list_or_404(token).id, device(), text_sent("key")))


@bp.get("/l/<token>/level/<int:level>")
def level(token: str, level: int) -> Response:
    """What another level would break, before it is chosen."""
    kept = list_frame.list_or_404(token)
    if level not in catalog().levels:
        abort(404, _("The levels go from 1 to 10."))
    breaks = breaks_at(kept.army, catalog(), level)
    return render_page("list_level.html", **list_frame.strip_values(kept, "check"), level=level, breaks=breaks)
