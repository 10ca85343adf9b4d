"""What the QR code of a printed card opens: the table, the builder, or a page for reading; never what is face down."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, abort, url_for

from companion.play.armies.brought import BroughtTo
from companion.play.armies.kept import Kept
from companion.play.kensei.state import State
from companion.play.values import Table
from companion.rules.kensei.army import Army
from companion.web import list_links
from companion.web.answers import go_to
from companion.web.fields import text_asked
from companion.web.i18n import gettext as _
from companion.web.print_kits import codes_of
from companion.web.print_subjects import list_of_card
from companion.web.security import check_guess, guessed_right, known_device
from companion.web.services import services

bp = Blueprint("scanned", __name__)

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
    seat = next((at for at in list_links.places(kept) if at[0].seat in at[1].seats_of(phone)), None)
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
    """What a card tells others: its own unit; the whole list where its owner has opened it, or nothing at all."""
    policy = list_links.policy_now(kept)
    if policy == "opponent":
        return list_links.card_page(kept, entry, right_code=right_code, notice=notice)
    return list_links.reading_page(kept, policy, notice=notice, marked=entry)


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
