"""The frame of every page about one army list: which list, its regions, and the answer to a tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Response, abort, render_template, request, url_for

from companion.content import catalog
from companion.content.drawings import crest_for
from companion.play.armies.board import GROUPS, board_of, picks
from companion.play.armies.draft import army_of, titles_of
from companion.play.armies.kept import Kept, topic_of
from companion.play.armies.mend import level_instead, ways_to_mend
from companion.play.values import Done
from companion.rules.kensei.army import Army, problems
from companion.rules.text import Refusal
from companion.web import regions
from companion.web.answers import go_to
from companion.web.fields import text_sent
from companion.web.i18n import _, say
from companion.web.marks import CRESTS
from companion.web.security import device, known_device, no_store
from companion.web.services import services

PAGES: dict[str, tuple[str, ...]] = {
    "army": ("bar", "units", "characters", "last"),
    "add": ("bar", "add", "last"),
    "check": ("bar", "check", "last"),
    "more": ("bar", "more", "last"),
}
"""The builder's pages and the regions of each, top to bottom."""
LOOKED_BACK = 8
"""Edits, by which a list that is not legal any more is compared with how it was."""


# ---- which list


def list_or_404(token: str) -> Kept:
    """The list of a private link, or a page that says it is gone."""
    kept = services().lists.by_edit(token)
    return kept or abort(404, _("There is no such list: it was deleted for good, or the address is incomplete."))


def name_of(army: Army) -> str:
    """What a list is called where nobody has named it yet."""
    return army.name or _("%(path)s, level %(level)s", path=army.path.capitalize(), level=army.level)


def crest_of(army: Army) -> str:
    """The crest its player has chosen, or that of the path."""
    return crest_for(army.mon, army.path)


def units_named(army: Army, most: int = 3) -> tuple[str, ...]:
    """The first few units by their own names or their kinds, each name once: what tells a list from another."""
    names = (unit.name or catalog().units[unit.unit].name for unit in army.fielded)
    return tuple(dict.fromkeys(names))[:most]


def kept_here() -> list[Kept]:
    """The lists this phone keeps, last changed first, without those in the bin."""
    return [one for one in services().lists.mine(known_device()) if one.deleted_at is None]


# ---- rendering


@dataclass(frozen=True, slots=True)
class ListLook(regions.Look):
    """A page of one version of a list, as one phone sees it."""

    list_id: str
    seq: int
    phone: str
    keeps: bool
    """Whether this phone keeps the list among its own."""
    owned: tuple[tuple[str, int], ...]
    """The miniatures its player has."""


def look_of(kept: Kept, page: str) -> ListLook:
    """All that this phone's page depends on."""
    phone = known_device()
    owned, keeps = services().lists.miniatures(phone), services().lists.keeps(kept.id, phone)
    return ListLook(page, regions.reader(), kept.id, kept.seq, phone, keeps, tuple(owned.items()))


def _render(look: ListLook, kept: Kept) -> tuple[regions.Region, ...]:
    return regions.render(look, "list.html", {name: name for name in PAGES[look.page]}, _values(look, kept))


_RENDERED = regions.Renderings(128, _render)


def _values(look: ListLook, kept: Kept) -> dict[str, Any]:
    lists, owned = services().lists, dict(look.owned)
    reach = lists.reach(kept.id, look.phone)
    return {
        **about(kept),
        "board": board_of(kept.army, owned),
        "picks": picks(kept.army, owned) if look.page == "add" else {},
        "groups": GROUPS,
        **(_mending(kept, look.phone) if look.page == "check" else {}),
        "reach": reach,
        "keeps": look.keeps,
        "last": next(iter(lists.history(kept.id, limit=1)), None),
        "crests": CRESTS,
    }


def _mending(kept: Kept, phone: str) -> dict[str, Any]:
    """How the whole list can be made legal, first by taking back what broke a limit just now: this phone's newest
    edit, if the list is wrong only since then."""
    seq, legal = _last_legal(kept)
    fresh = tuple(one.id for one in kept.army.counting if legal is not None and legal.entry(one.id) is None)
    (last,) = services().lists.history(kept.id, limit=1) or (None,)
    own = last is not None and last.seq == kept.seq and last.device == phone and last.kind == "edit"
    broke = last.line if last is not None and own and seq == kept.seq - 1 else None
    ways = ways_to_mend(kept.army, () if broke else fresh)
    if broke is not None:  # Undo stands above them: what comes to the same is not offered twice
        ways = tuple(way for way in ways if way.army != legal)
    return {"ways": ways, "fresh": fresh, "instead": level_instead(kept.army), "broke": broke}


def _last_legal(kept: Kept) -> tuple[int, Army | None]:
    """The edit since which the list is not legal any more, and the list it was then; none if it is legal, or that is
    long ago."""
    if problems(kept.army, catalog()):
        for seq in range(kept.seq - 1, max(0, kept.seq - LOOKED_BACK), -1):
            draft = services().lists.at(kept.id, seq)
            if draft is not None and not problems(then := army_of(draft), catalog()):
                return seq, then
    return 0, None


def about(kept: Kept) -> dict[str, Any]:
    """What every page about one list names."""
    return {
        "kept": kept,
        "army": kept.army,
        "token": kept.edit_token,
        "titles": titles_of(kept.army),
        "list_name": name_of(kept.army),
        "crest": crest_of(kept.army),
    }


def strip_values(kept: Kept, page: str = "army") -> dict[str, Any]:
    """What a page with the limit strip names, beside those of the builder. A fix tapped there leads to `page`."""
    return {**about(kept), "board": board_of(kept.army), "page": page}


def full_page(kept: Kept, page: str, notice: str = "", waits: object = None) -> Response:
    """The whole page, for a first look, a reload, and phones without JavaScript. `waits`: the seat at a table that it
    is made for.

    Where this phone keeps the list, `X-Kept` (the number of its newest edit) lets its service worker keep the page.
    """
    device()  # the regions' forms are rendered where there is no request, and cannot name the phone as others do
    look = look_of(kept, page)
    html = render_template(
        "list.html",
        **about(kept),
        regions=_RENDERED.markup(look, kept),
        notice=notice,
        version=look.tag,
        page=page,
        waits=waits,
        shelf=topic_of(kept.id),
    )
    response = no_store(Response(html, 422 if notice else 200))
    if look.keeps and kept.deleted_at is None and not notice:
        response.headers["X-Kept"] = str(kept.seq)
    return response


def changed_regions(kept: Kept, look: ListLook, notice: str = "") -> Response:
    """What a phone has to swap after a tap or a ring."""
    return _RENDERED.swap(look, kept, notice, 422 if notice else 200)


# ---- answers


def answer(token: str, done: Done | Refusal, goto: str = "") -> Response:
    """The answer to any tap: fresh regions for htmx, the page itself for a plain form (or `goto`, once it is done)."""
    page, notice = page_asked(), say(done) if isinstance(done, Refusal) else ""
    if regions.wants_fragment():
        kept = list_or_404(token)
        return changed_regions(kept, look_of(kept, page), notice)
    if notice:
        return full_page(list_or_404(token), page, notice)
    anchor = text_sent("anchor")
    where = goto or _address(token, page) + (f"#{anchor}" if anchor.isalnum() else "")
    return go_to(where)


def _address(token: str, page: str) -> str:
    if page == "army":
        return url_for("lists.show", token=token)
    return url_for("lists.page", token=token, page=page)


def page_asked() -> str:
    """Which page of the builder the phone shows."""
    page = request.values.get("page", "army")
    return page if page in PAGES else "army"
