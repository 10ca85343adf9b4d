"""Tools beside the builder: suggestions, expected damage, two lists side by side, the miniatures at home."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.content import catalog
from companion.play.armies import paste
from companion.play.armies.compare import compared
from companion.play.armies.damage import CASES, against
from companion.play.armies.kept import MOST_OWNED, Kept
from companion.play.armies.shelf import missing_miniatures
from companion.play.armies.suggest import TASTES, Taste, fill, suggest
from companion.play.armies.why import reasons
from companion.rules.kensei.army import Army
from companion.rules.text import Problem, Refusal, Text
from companion.web import list_frame, list_links, regions
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.security import device, known_device, no_store
from companion.web.services import services
from companion.web.shell import public_url

bp = Blueprint("list_tools", __name__)


# ---- suggestions


@bp.get("/l/<token>/suggest")
def suggestions(token: str) -> Response:
    """Choices for a suggestion."""
    return _suggest_page(token, "")


@bp.post("/l/<token>/suggest")
def suggested(token: str) -> Response:
    """A legal list in one edit, another on each ask; or the rest of this one filled in."""
    kept = list_frame.list_or_404(token)
    taste = request.form.get("taste", "balanced")
    if taste not in TASTES:
        abort(422, _("The tastes are: %(tastes)s.", tastes=", ".join(TASTES)))
    filling = request.form.get("what") == "fill"
    army, seed = kept.army, secrets.randbelow(2**31)
    owned = services().lists.miniatures(device()) if request.form.get("own") == "yes" else None
    if filling:
        found = fill(army, taste, seed, owned)
    else:
        found = suggest(army.path, army.level, taste, seed, koku_limit=army.koku_limit, owned=owned)
    if isinstance(found, Refusal):
        return _suggest_page(token, say(found), taste, 422)
    made = found.army if filling else _headed(found.army, army)
    names = {"taste": taste}
    words = Text("the rest filled in (%(taste)s)", names) if filling else Text("suggested (%(taste)s)", names)
    done = services().lists.replace(kept.id, device(), made, words, request.form.get("key", ""))
    if found.notes and not regions.wants_fragment():
        return list_frame.told(token, " ".join(say(note) for note in found.notes))
    return list_frame.answer(token, done, goto=url_for("lists.show", token=token))


def _headed(army: Army, like: Army) -> Army:
    """The army under the name, clan and crest the list has already; its entries get ids of their own."""
    return replace(army, name=like.name, clan=like.clan, mon=like.mon)


def _suggest_page(token: str, problem: str, taste: Taste | str = "balanced", status: int = 200) -> Response:
    kept, phone = list_frame.list_or_404(token), known_device()
    shown = list_frame.beside(kept)
    html = render_template(
        "list_suggest.html", **shown, tastes=TASTES, taste=taste, problem=problem,
        counts=any(services().lists.miniatures(phone).values()) if phone else False,
        own=request.form.get("own") == "yes", why=tuple(reasons(kept.army, shown["titles"])),
    )  # fmt: skip
    return no_store(Response(html, status))


# ---- expected damage


@bp.get("/l/<token>/damage")
def damage(token: str) -> Response:
    """What each unit may be expected to do to one target, from the exact odds."""
    kept = list_frame.list_or_404(token)
    target = request.args.get("target", "yari-ashigaru")
    unit = catalog().units.get(target)
    if unit is None:
        abort(404, _("There is no unit %(unit)s in the book.", unit=target))
    count = request.args.get("miniatures", default=unit.basic_unit, type=int)
    count = min(max(count, 1), unit.maximum)
    case = request.args.get("case", "melee")
    if case not in CASES:
        abort(404, _("There is no such case. Choose one from the page."))
    html = render_template(
        "list_damage.html", **list_frame.beside(kept), units=catalog().units, target=unit, count=count, case=case,
        cases=CASES, rows=against(kept.army, kept.draft, unit, count, case),
    )  # fmt: skip
    return no_store(Response(html))


# ---- two lists side by side


@bp.route("/l/<token>/compare", methods=["GET", "POST"])
def compare(token: str) -> Response:
    """This list beside another: one of this phone's, or one that is pasted."""
    kept = list_frame.list_or_404(token)
    others = [one for one in list_frame.kept_here() if one.id != kept.id]
    words = request.form.get("text", "")
    problems: tuple[Problem, ...] = ()
    beside: Kept | None = None
    other: Army | None = None
    if words:
        found = paste.read_any(words)
        other, problems = found.army, found.problems
    elif chosen := request.args.get("with", ""):
        beside = next((one for one in others if one.id == chosen), None)
        other = beside.army if beside else None
    html = render_template(
        "list_compare.html", **list_frame.beside(kept), others=others, words=words, problems=problems,
        name_of=list_frame.name_of, crest_of=list_frame.crest_of, other=other, other_kept=beside,
        groups=compared(kept.army, other) if other else (),
    )  # fmt: skip
    return no_store(Response(html, 422 if problems else 200))


# ---- the miniatures at home


@bp.get("/lists/miniatures")
def miniatures() -> Response:
    """How many miniatures of each kind this phone's owner has, and what the lists lack.

    Counts in the address come from another phone: they fill the page, and count once they are kept.
    """
    phone = known_device()
    owned = services().lists.miniatures(phone) if phone else {}
    lacking = [(one, missing_miniatures(one.army, owned)) for one in list_frame.kept_here()]
    html = render_template(
        "list_miniatures.html", owned=owned, sent=_counts(request.args), lacking=lacking, catalog=catalog(),
        most=MOST_OWNED, name_of=list_frame.name_of, address=_address(owned) if any(owned.values()) else "",
    )  # fmt: skip
    return no_store(Response(html))


@bp.get("/lists/miniatures/qr.svg")
def miniatures_code() -> Response:
    """This phone's counts as a QR code for another one."""
    phone = known_device()
    return list_links.qr_code(_address(services().lists.miniatures(phone) if phone else {}))


@bp.post("/lists/miniatures")
def own() -> Response:
    """Sets how many there are of one kind, or of all kinds of a form."""
    for name, count in _counts(request.form).items():
        services().lists.own(device(), name, count)
    if regions.wants_fragment():  # a tap of a stepper: the page shows the count already
        return no_store(Response(status=204))
    return redirect(url_for("list_tools.miniatures"), 303)  # type: ignore[return-value]


def _counts(values: Mapping[str, str]) -> dict[str, int]:
    """The counts among the fields of a form or an address, by profile."""
    found = {name: value for name, value in values.items() if name in catalog().units or name in catalog().characters}
    if not all(value.isascii() and value.isdecimal() and len(value) <= 4 for value in found.values()):
        abort(422, _("Miniatures are counted from 0 to %(most)s.", most=MOST_OWNED))
    return {name: min(int(value), MOST_OWNED) for name, value in found.items()}


def _address(owned: Mapping[str, int]) -> str:
    """The page of miniatures with these counts in it, for another phone."""
    counts = {name: str(count) for name, count in owned.items() if count}
    return public_url() + url_for("list_tools.miniatures", **counts)  # type: ignore[arg-type]
