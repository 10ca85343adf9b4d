"""The rules of each game in our own words, with sections to link to; numbers come from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template

from companion.content import catalog
from companion.play.registry import GAMES
from companion.rules.kenjin import cards as kenjin
from companion.rules.kensei import brief
from companion.rules.tenno import cards as tenno
from companion.rules.zipang import cards as zipang
from companion.web.i18n import gettext as _
from companion.web.i18n import say

bp = Blueprint("rules", __name__, url_prefix="/rules")

VALUES: dict[str, dict[str, Any]] = {
    "kensei": {"brief": brief, "tables": catalog()},
    "kenjin": {"cards": kenjin.CARDS, "tiles": kenjin.BATTLEFIELDS, "entered": kenjin.ENTERED},
    "tenno": {"cards": tenno.CARDS},
    "zipang": {"cards": zipang.CARDS, "removed": zipang.REMOVED, "few": 2, "some": 4},
}
"""The games that have a rules page, and what it shows of the rules' own tables."""


@bp.app_template_global()
def has_rules(game_id: str) -> bool:
    """Whether the game has a rules page here."""
    return game_id in VALUES


@bp.app_template_global()
def rules_out(cards: Mapping[str, zipang.Card], removed: Mapping[str, int]) -> str:
    """Cards that stay in the box, as "2 × Bandit, 1 × Monk"."""
    return ", ".join(f"{count} × {say(cards[card].name)}" for card, count in removed.items())


@bp.get("")
def index() -> str:
    """The games whose rules are told here."""
    return render_template("rules/index.html", games=[GAMES[game] for game in VALUES if game in GAMES])


@bp.get("/<game_id>")
def game(game_id: str) -> str:
    """One game's rules, in sections."""
    if game_id not in VALUES:
        abort(404, _("There is no rules page for that game; the start page lists those there are."))
    return render_template(f"rules/{game_id}.html", game=GAMES[game_id], **VALUES[game_id])
