"""A list on its way: links, QR codes, export as text and JSON, what others read of it, what its printed cards open, and
whatever is pasted back in.

`policy_now` is the only place that decides what others may read, for the link as for the codes on cards.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from typing import Any, Literal, get_args

from flask import Blueprint, Response, abort, request, url_for
from qrcode.constants import ERROR_CORRECT_L

from companion.content import catalog
from companion.play.armies import document, link, reading, text
from companion.play.armies.board import board_of
from companion.play.armies.brought import BroughtTo
from companion.play.armies.draft import draft_of
from companion.play.armies.kept import Kept
from companion.play.kensei.state import State
from companion.play.values import Table
from companion.rules.kensei.army import Army, Policy, judge, keeps_secrets, redacted, redacted_card
from companion.rules.text import Text
from companion.rules.written import for_a_file
from companion.web import list_frame
from companion.web.answers import answer_file, go_to, qr_code, render_page, see_other
from companion.web.fields import text_asked, text_sent
from companion.web.i18n import _, say
from companion.web.print_kits import codes_of
from companion.web.print_subjects import list_of_card
from companion.web.quotas import make_list
from companion.web.security import check_guess, device, guessed_right, known_device
from companion.web.services import services
from companion.web.shell import public_url

bp = Blueprint("list_links", __name__)
KEPT_HERE = re.compile(r"/[ls]/[A-Za-z0-9_-]+(?:/[a-z0-9]+)?")
NOTHING_PASTED = reading.Pasted(None, ())

Code = Literal["edit", "opponent", "whole", "list", "told"]
"""What a QR code holds: the private link, a link for reading (without or with secrets), or the list itself (`told`: as
the opponent may know it)."""


# ---- sharing


@bp.get("/l/<token>/share")
def share(token: str) -> Response:
    """Every way a list can go: to another phone, to the opponent, into a message, on paper."""
    kept, to = list_frame.list_or_404(token), _for_whom()
    army = as_sent(kept, to)
    return render_page(
        "list_share.html",
        **list_frame.strip_values(kept),
        links={code: address(kept, code) for code in ("edit", "opponent", "whole")},
        to=to,
        shown=kept.shown,
        not_shown_yet=_not_shown_yet(kept),
        in_link=f"{public_url()}{url_for('list_links.opened')}#{link.to_link(army)}",
        left_out=in_qr(army).left_out,
        secrets=keeps_secrets(kept.army, catalog()),
        texts={style: text.write(kept.army.without_bench, style, to, say) for style in get_args(text.Style)},
    )


def _for_whom() -> text.To:
    """Whom an export is for, as its address says: everything for oneself, or what the opponent may know."""
    asked = text_asked("for", "open")
    if asked not in get_args(text.To):
        abort(404, _("A list can be sent for: %(whom)s.", whom=", ".join(get_args(text.To))))
    return asked  # type: ignore[return-value]


def as_sent(kept: Kept, to: text.To) -> Army:
    """The list as it goes out; what lies on the bench goes along in the owner's own link and document only."""
    army = kept.army if to == "open" else redacted(kept.army, catalog(), to)
    assert army is not None
    return army


@bp.post("/l/<token>/shown")
def show_others(token: str) -> Response:
    """What others see of the list from now on, by its link and its cards."""
    kept = list_frame.list_or_404(token)
    done = services().lists.edit(kept.id, device(), "shown", {"to": text_sent("to")}, text_sent("key"))
    return list_frame.answer(token, done, goto=url_for("list_links.share", token=token))


def address(kept: Kept, code: Code) -> str:
    """The address one of the list's links leads to."""
    if code == "edit":
        return public_url() + url_for("lists.show", token=kept.edit_token)
    if code == "whole":
        return public_url() + url_for("list_links.read_whole", token=kept.share_token, seal=seal_of(kept))
    return public_url() + url_for("list_links.read", token=kept.share_token)


def seal_of(kept: Kept) -> str:
    """What a reader must know besides the link to see the secrets too: only who may edit can tell it."""
    return hmac.new(kept.edit_token.encode(), b"whole", hashlib.sha256).hexdigest()[:22]


def in_qr(army: Army) -> link.QrLink:
    """The list inside a QR code, small enough to be scanned. Its address is in capitals: they pack tighter."""
    page = f"{public_url()}{url_for('list_links.opened')}"
    return link.qr_link(army, page.upper() if page.count("/") == 3 else page)


@bp.get("/l/<token>/qr-<any(edit, opponent, whole, list, told):code>.svg")
def qr(token: str, code: Code) -> Response:
    """One of the list's links as a QR code."""
    kept = list_frame.list_or_404(token)
    if code in ("list", "told"):
        return qr_code(in_qr(as_sent(kept, "open" if code == "list" else "opponent")).url, ERROR_CORRECT_L)
    return qr_code(address(kept, code))


@bp.get("/l/<token>/army.json")
def as_json(token: str) -> Response:
    """The army document, to keep or to give to another program."""
    kept = list_frame.list_or_404(token)
    return _file(document.write(as_sent(kept, _for_whom())), "application/json", "json", kept)


@bp.get("/l/<token>/army.txt")
def as_text(token: str) -> Response:
    """The list as text, in the style asked for."""
    kept, style = list_frame.list_or_404(token), text_asked("style", "full")
    if style not in get_args(text.Style):
        abort(404, _("The styles of text are: %(styles)s.", styles=", ".join(get_args(text.Style))))
    written = text.write(kept.army.without_bench, style, _for_whom(), say)  # type: ignore[arg-type]
    return _file(written, "text/plain", "txt", kept)


def _file(content: str, mimetype: str, ending: str, kept: Kept) -> Response:
    return answer_file(content, mimetype, f"{for_a_file(list_frame.name_of(kept.army)) or 'army'}.{ending}")


# ---- reading


@bp.get("/s/<token>")
def read(token: str) -> Response:
    """What others may read of the list: as its owner chose, and nothing while it lies face down at a table."""
    kept = _shared(token)
    return reading_page(kept, policy_now(kept))


@bp.get("/s/<token>/<seal>")
def read_whole(token: str, seal: str) -> Response:
    """The whole list for reading, for whoever was given this link."""
    kept = _shared(token)
    if not hmac.compare_digest(seal.encode(), seal_of(kept).encode()):
        abort(404, _("There is no such list: the address is incomplete."))
    return reading_page(kept, _whole(kept), seal=seal)


@bp.post("/s/<token>/keep")
def keep_copy(token: str) -> Response:
    """A list of one's own that begins as the shared one, as far as it could be read there."""
    kept = _shared(token)
    sealed = hmac.compare_digest(text_sent("seal").encode(), seal_of(kept).encode())
    army = redacted(kept.army, catalog(), _whole(kept) if sealed else policy_now(kept))
    if army is None:
        return render_page("card_down.html")
    mine = make_list(army, Text("a copy of %(name)s", {"name": list_frame.name_of(army)}), draft_of(army))
    return see_other("lists.show", token=mine.edit_token)


def _whole(kept: Kept) -> Policy:
    """The link with the seal tells everything, until its owner shuts the list."""
    return "nothing" if kept.shown == "nothing" else "open"


def _shared(token: str) -> Kept:
    kept = services().lists.by_share(token)
    return kept or abort(404, _("There is no such list: it is in the trash, or the address is incomplete."))


def policy_now(kept: Kept) -> Policy:
    """What its owner lets others see; nothing while the army lies face down at a table, unless he has opened it."""
    return "nothing" if kept.shown == "opponent" and _not_shown_yet(kept) else kept.shown


def _not_shown_yet(kept: Kept) -> bool:
    """Whether the list was brought to a table where the other side may not know it yet (7:3)."""
    return any(not state.open_army(to.seat) for to, _table, state in places(kept))


def places(kept: Kept) -> list[tuple[BroughtTo, Table, State]]:
    """The battles a list was brought to, newest first."""
    found = [(to, services().tables.get(to.table_id)) for to in services().brought.places(kept.id)]
    return [(to, table, table.state) for to, table in found if table is not None and isinstance(table.state, State)]


def reading_page(kept: Kept, policy: Policy, *, seal: str = "", notice: str = "", marked: str = "") -> Response:
    """The list for reading, as far as the policy tells it; `seal` is what its reader knows besides the link."""
    army = redacted(kept.army, catalog(), policy)
    if army is None:
        return render_page("card_down.html")
    problems = judge(kept.army, catalog()).problems
    return render_page(
        "list_read.html", **shown(army), legal=not problems, whole=policy == "open", alone=False, marked=marked,
        notice=notice, problems=problems if policy == "open" else (), token=kept.share_token, seal=seal,
    )  # fmt: skip


def shown(army: Army) -> dict[str, Any]:
    """What a page names that lets others read a list."""
    return {
        "army": army,
        "board": board_of(army),
        "list_name": list_frame.name_of(army),
        "crest": list_frame.crest_of(army),
    }


def _revealed(kept: Kept, entry: str) -> bool:
    """Whether a battle this list was brought to has shown a character who may hide (5:1:13)."""
    one = kept.army.character(entry)
    if one is None:
        return False
    return any(
        hero.character == one.character and not hero.hidden
        for to, _table, state in places(kept)
        if state.open_army(to.seat)
        for piece in state.of(to.seat)
        for hero in piece.heroes
    )


# ---- opening


@bp.get("/l", endpoint="opened")
@bp.get("/L", endpoint="opened")
@bp.get("/lists/open")
def bring() -> Response:
    """The page to paste a text, a link or a document into. Its script reads a list inside the address itself, behind
    the # of `/l#…`, and sends it only when the player says so."""
    return _bring_page()


@bp.post("/lists/open")
def take() -> Response:
    """Makes a list of what was pasted or uploaded; with problems, says them by line and keeps the text. A link to a
    list that is kept here leads there."""
    link_to, homes = text_sent("text").strip(), (public_url(), request.host_url.rstrip("/"))
    for path in (link_to.removeprefix(home) for home in homes):
        if KEPT_HERE.fullmatch(path):
            return go_to(path)  # by the name this phone knows us by: a page may send nothing to another
    sent = request.files.get("file")
    pasted: str | bytes = text_sent("text")
    if sent is not None and sent.filename:
        pasted = sent.read()
    elif text_sent("meant").count("|") >= 2:  # the button of a guess
        place, name, wrong = request.form["meant"].split("|", 2)
        pasted = reading.put_right(text_sent("text"), place, wrong, name)
    given = {name: value for name in ("path", "level") if (value := text_sent(name).strip())}
    found = reading.read_any(pasted, given)
    words = pasted if isinstance(pasted, str) else pasted.decode("utf-8", "replace")
    if found.army is None or (found.problems and text_sent("anyway") != "yes"):
        return _bring_page(words, found)
    kept = make_list(found.army, Text("opened from what was pasted"), words)
    return see_other("lists.show", token=kept.edit_token)


def _bring_page(words: str = "", found: reading.Pasted = NOTHING_PASTED) -> Response:
    """What the text does not say of path and level has buttons, which send it once more with that."""
    unread = [problem for problem in found.problems if problem not in (*found.asked, *found.taken)]
    shown = {"words": words, "found": found, "unread": unread, "example": text.example(say)}
    return render_page("list_open.html", 200 if found is NOTHING_PASTED else 422, **shown, given=request.form)


# ---- what the QR code of a printed card opens: the table, the builder, or a page for reading; never what is face down


THE_LIST = "-"
"""Stands in the place of an entry where a sheet names the whole list."""
OLD = "old"
"""What stands under `card` in the address such a card leads to."""


def old_card() -> str:
    """The sentence about it."""
    return _("This card was printed from an older list: it no longer says what the list says.")


@bp.app_template_global()
def card_notice() -> str:
    """The sentence where this page was opened by an old card, else nothing."""
    return old_card() if text_asked("card") == OLD else ""


def card(short: str, entry: str = THE_LIST, code: str = "") -> Response:
    """Where this card leads on this phone. Addresses on paper are in capitals, so case tells nothing here."""
    kept = list_of_card(short)
    if kept is None:  # no guess: what names a list is as long as a key
        abort(404, _("No list has this card: it was deleted, or the address is incomplete."))
    entry, phone = _entry(kept.army.without_bench, entry), known_device()
    codes = codes_of(kept.army.without_bench)
    old = is_old(codes, entry, code)
    seat = next((at for at in places(kept) if at[0].seat in at[1].seats_of(phone)), None)
    keeps = services().lists.keeps(kept.id, phone)
    if seat:
        return _to_table(*seat, kept, entry, code)
    if keeps:
        where = url_for("lists.show", token=kept.edit_token, card=OLD if old else None)
        return go_to(f"{where}#e-{entry}" if entry != THE_LIST else where)
    if code:
        check_guess(kept.id)  # who tries one card after the other is guessing, at this list and no other
    right = bool(code) and not old
    if right:
        guessed_right(kept.id)
    return _to_stranger(kept, entry, right, old_card() if old else "")


for _rest in ("", "/<entry>", "/<entry>/<code>"):
    bp.add_url_rule(f"/q/<short>{_rest}", view_func=card)
    bp.add_url_rule(f"/Q/<short>{_rest}", view_func=card)


def _to_stranger(kept: Kept, entry: str, right_code: bool, notice: str) -> Response:
    """What a card tells others: its own unit or character; the whole list where its owner has opened it, or nothing at
    all. It is its owner's secret where the code is not that of the card, and where somebody hides whom no table has
    seen: these look all the same.
    """
    policy = policy_now(kept)
    if policy != "opponent":
        return reading_page(kept, policy, notice=notice, marked=entry)
    army = redacted_card(kept.army, catalog(), entry, revealed=_revealed(kept, entry)) if right_code else None
    if army is None:
        return render_page("card_secret.html", notice=notice)
    return render_page("list_card.html", **shown(army), whole=False, alone=True, marked=entry, notice=notice)


def _entry(army: Army, given: str) -> str:
    """The id of the entry a card names, as the list writes it; what the list no longer has stays as it came."""
    return next((one.id for one in army.entries if one.id.upper() == given.upper()), given)


def is_old(codes: Mapping[str, str], entry: str, code: str) -> bool:
    """Whether a card says something else than the list does now, or than it did when it was brought."""
    return bool(code) and codes.get(entry) != code.upper()


def _to_table(to: BroughtTo, table: Table, state: State, kept: Kept, entry: str, code: str) -> Response:
    """The own table, at the piece the card stands for; at its top where another army has taken the list's place."""
    unit = kept.army.unit(entry)
    piece = state.piece(to.pieces.get(entry, ""))
    old = OLD if is_old(to.codes, entry, code) else None
    if state.begun:
        where = url_for("table.page", table_id=table.id, page="forces", card=old)
    else:
        where = url_for("table.show", table_id=table.id, card=old)
    same = piece is not None and (unit is None or piece.unit == unit.unit)
    return go_to(f"{where}#p-{piece.id}" if piece and same else where)
