"""Tools beside the builder: suggestions, expected damage, two lists side by side, the miniatures at home."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, request, url_for

from companion.content import catalog
from companion.play.armies import reading
from companion.play.armies.compare import compared
from companion.play.armies.damage import CASES, against
from companion.play.armies.draft import army_of, titles_of
from companion.play.armies.kept import Kept
from companion.play.armies.shelf import PAINTED, count_name, kinds, missing_miniatures
from companion.play.armies.suggest import TASTES, Suggestion, Taste, held
from companion.play.armies.why import ability_reasons, reasons
from companion.play.values import Done
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.text import Refusal, Term, Text
from companion.web import list_frame, regions
from companion.web.answers import qr_code, render_page, see_other
from companion.web.fields import text_asked, text_sent, whole
from companion.web.i18n import _, say
from companion.web.security import device, known_device, no_store
from companion.web.services import services
from companion.web.shell import public_url
from companion.web.suggesting import fill

bp = Blueprint("list_tools", __name__)

MOST_OWNED = 200
"""Miniatures of one kind a collection counts."""


# ---- suggestions


@dataclass(frozen=True, slots=True)
class SuggestionChoices:
    """What a suggestion is asked for; the page shows the same choices again."""

    taste: Taste = "balanced"
    own: bool = False
    since: int = 0
    """The edit that was the last suggestion: another one takes its place, and the page tells what it brought."""
    base: int = 0
    """The edit after which the list was as the first of these suggestions found it."""
    filled: bool = False
    """Whether that one filled the list around what stayed."""


def _choices(values: Mapping[str, str]) -> SuggestionChoices:
    taste = values.get("taste", "balanced")
    if taste not in TASTES:
        abort(422, _("The tastes are: %(tastes)s.", tastes=", ".join(TASTES)))
    since, base = (whole(values.get(name, "")) or 0 for name in ("since", "base"))
    return SuggestionChoices(taste, values.get("own") == "yes", since, base, values.get("what") == "fill")


@bp.get("/l/<token>/suggest")
def suggestions(token: str) -> Response:
    """Choices for a suggestion; after one, what it brought and why."""
    return _suggest_page(list_frame.list_or_404(token), _choices(request.args))


@bp.post("/l/<token>/suggest")
def suggested(token: str) -> Response:
    """A legal list in one edit, another on each ask; or the rest of this one filled in around what stays."""
    kept, choices = list_frame.list_or_404(token), _choices(request.form)
    key, form = text_sent("key"), dict(request.form.lists())
    again = services().lists.replaced(kept.id, device(), key, form)
    if isinstance(again, Done):  # tapped twice: the list is no longer the one a suggestion would begin from
        return _to_suggested(token, _after(choices, again.seq - 1, again.seq))
    if again is not None:
        return _suggest_page(kept, choices, say(again), 422)
    before = _before(kept, choices)
    found = _found(before, choices)
    if isinstance(found, Refusal):
        return _suggest_page(kept, choices, say(found), 422)
    names = {"taste": Term(choices.taste)}
    if choices.filled:
        made, words = found.army, Text("the rest filled in (%(taste)s)", names)
    else:  # under what the list is called already; its entries get ids of their own
        made = replace(found.army, name=before.name, clan=before.clan, mon=before.mon)
        words = Text("suggested (%(taste)s)", names)
    if made == kept.army:
        return _suggest_page(kept, choices, _("The list is full already: nothing more has to be added."))
    done = services().lists.replace(kept.id, device(), made, words, key, form)
    if isinstance(done, Refusal):
        return _suggest_page(kept, choices, say(done), 422)
    choices = _after(choices, kept.seq, done.seq)
    if found.notes and not done.again:  # else they are not about the list the other touch has made meanwhile
        return _suggest_page(list_frame.list_or_404(token), choices, " ".join(say(note) for note in found.notes))
    return _to_suggested(token, choices)


def _found(before: Army, choices: SuggestionChoices) -> Suggestion | Refusal:
    """What the solver makes of the list a suggestion begins from."""
    seed, owned = secrets.randbelow(2**31), services().lists.miniatures(device()) if choices.own else None
    if not choices.filled:
        bare = Army(before.path, before.level, koku_limit=before.koku_limit)
        return fill(bare, choices.taste, seed, owned)
    rest = held(before, request.form.getlist("stays")) if "chosen" in request.form else before
    joined = {one.id for one in before.characters if one.joins is not None}
    homeless = [one.id for one in rest.present if one.joins is None and one.id in joined]
    return fill(rest, choices.taste, seed, owned, homeless=homeless)


def _after(choices: SuggestionChoices, was: int, since: int) -> SuggestionChoices:
    """The choices once edit `since` has brought the suggestion, to a list whose newest edit was `was`."""
    return replace(choices, since=since, base=choices.base if choices.since == was else was)


def _to_suggested(token: str, choices: SuggestionChoices) -> Response:
    """To the page that tells what the suggestion brought."""
    asked = {"taste": choices.taste, "own": "yes" if choices.own else None, "what": "fill" if choices.filled else "new"}
    seen = {"since": choices.since, "base": choices.base}
    return see_other("list_tools.suggestions", token=token, **seen, **asked)


def _before(kept: Kept, choices: SuggestionChoices) -> Army:
    """The list a suggestion begins from: as it was before the last ones, where nothing else was changed since."""
    if choices.since != kept.seq:
        return kept.army
    draft = services().lists.at(kept.id, choices.base)
    return army_of(draft) if draft else kept.army


def _suggest_page(kept: Kept, choices: SuggestionChoices, problem: str = "", status: int = 200) -> Response:
    shown = list_frame.strip_values(kept)
    fresh = choices.since == kept.seq
    before = _before(kept, choices)
    was, why = titles_of(before), dict(reasons(kept.army))
    stayed = tuple(why) if not fresh else _stayed(before, kept.army) if choices.filled else ()
    return render_page(
        "list_suggest.html", status, **shown, choices=choices, problem=problem, fresh=fresh,
        counts=any(services().lists.miniatures(known_device()).values()), before=before, why=why,
        stayed=stayed, abilities=tuple(ability_reasons(kept.army)),
        had=[(one.id, was[one.id]) for one in before.counting],
    )  # fmt: skip


def _stayed(before: Army, now: Army) -> tuple[str, ...]:
    """The entries that were there before: a unit may have grown, a character may stand elsewhere."""
    there = set(map(_bare, now.entries))
    return tuple(one.id for one in before.entries if _bare(one) in there)


def _bare(entry: UnitEntry | CharacterEntry) -> UnitEntry | CharacterEntry:
    return replace(entry, miniatures=0) if isinstance(entry, UnitEntry) else replace(entry, joins=None)


# ---- expected damage


@bp.get("/l/<token>/damage")
def damage(token: str) -> Response:
    """What each unit may be expected to do to one target, from the exact odds."""
    kept = list_frame.list_or_404(token)
    target = text_asked("target", "yari-ashigaru")
    unit = catalog().units.get(target) or abort(404, _("There is no unit %(unit)s in the book.", unit=target))
    count = min(max(request.args.get("miniatures", unit.basic_unit, int), 1), unit.maximum)
    case = text_asked("case", "melee")
    if case not in CASES:
        abort(404, _("There is no such situation. Choose one from the page."))
    return render_page(
        "list_damage.html", **list_frame.strip_values(kept), units=catalog().units, target=unit, count=count, case=case,
        cases=CASES, rows=against(kept.army, unit, count, case),
    )  # fmt: skip


# ---- two lists side by side


@bp.route("/l/<token>/compare", methods=["GET", "POST"])
def compare(token: str) -> Response:
    """This list beside another: one of this phone's, or one that is pasted."""
    kept = list_frame.list_or_404(token)
    others = [one for one in list_frame.kept_here() if one.id != kept.id]
    words = text_sent("text")
    pasted = reading.read_any(words, path=kept.army.path) if words else None
    problems = pasted.problems if pasted else ()
    other_kept = None if pasted else next((one for one in others if one.id == text_asked("with")), None)
    other = pasted.army if pasted else other_kept and other_kept.army
    return render_page(
        "list_compare.html", 422 if problems else 200, **list_frame.strip_values(kept), others=others, words=words,
        problems=problems, other=other, other_kept=other_kept,
        groups=compared(kept.army, other) if other else (),
    )  # fmt: skip


# ---- the miniatures at home


@bp.get("/lists/miniatures")
def miniatures() -> Response:
    """How many miniatures of each kind this phone's owner has, and what the lists lack.

    Counts in the address come from another phone: they fill the page, and count once they are kept. With `first` in it
    the page leads back to the first battle it was opened from.
    """
    owned = services().lists.miniatures(known_device())
    lacking = [(one, missing_miniatures(one.army, owned)) for one in list_frame.kept_here()]
    sent = _counts(request.args)
    return render_page(
        "list_miniatures.html", owned=owned, sent=sent, totals=_totals(sent or owned), lacking=lacking,
        kinds=kinds(), count_name=count_name, most=MOST_OWNED,
        address=_address(owned) if any(owned.values()) else "", first="first" in request.args,
    )  # fmt: skip


@bp.get("/lists/miniatures/qr.svg")
def miniatures_code() -> Response:
    """This phone's counts as a QR code for another one."""
    return qr_code(_address(services().lists.miniatures(known_device())))


@bp.post("/lists/miniatures")
def own() -> Response:
    """Sets how many there are of one kind, or of all kinds of a form."""
    for name, count in _counts(request.form).items():
        services().lists.own(device(), name, count)
    if regions.wants_fragment():  # a tap of a stepper: the page shows the count already
        return no_store(Response(status=204))
    return see_other("first.show" if "first" in request.form else "list_tools.miniatures")


def _counts(values: Mapping[str, str]) -> dict[str, int]:
    """The counts among the fields of a form or an address, by profile and part."""
    known = {f"{id_}{part and '.'}{part}" for id_, parts in kinds().items() for part in ("", *parts)}
    found = {name: whole(value) for name, value in values.items() if name in known}
    counts = {name: count for name, count in found.items() if count is not None and count <= MOST_OWNED}
    if len(counts) < len(found):
        abort(422, _("Miniatures are counted from 0 to %(most)s.", most=MOST_OWNED))
    return counts


def _totals(owned: Mapping[str, int]) -> tuple[int, int]:
    """All miniatures, and those of them that are painted."""
    painted = sum(min(owned.get(f"{id_}.{PAINTED}", 0), owned.get(id_, 0)) for id_ in kinds())
    return sum(owned.get(id_, 0) for id_ in kinds()), painted


def _address(owned: Mapping[str, int]) -> str:
    """The page of miniatures with these counts in it, for another phone."""
    counts = {name: str(count) for name, count in owned.items() if count}
    return public_url() + url_for("list_tools.miniatures", **counts)  # type: ignore[arg-type]
