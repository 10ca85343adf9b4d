"""The rules of each game in our own words, with sections to link to; numbers come from the rules themselves.

Beside them stand the rulings: how the books are read where they leave something open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template
from markupsafe import Markup, escape

from companion.content import catalog
from companion.content.rulings import CITED, rulings
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
def rules_out(cards: Mapping[str, zipang.ZipangCard], removed: Mapping[str, int]) -> str:
    """Cards that stay in the box, as "2 × Bandit, 1 × Monk"."""
    return ", ".join(f"{count} × {say(cards[card].name)}" for card, count in removed.items())


@bp.app_template_global()
def ruling_address(ruling: str) -> str:
    """Where a ruling stands, by its identifier (`K15`)."""
    return rulings().by_id[ruling].address


@bp.app_template_global()
def rulings_of(game_id: str) -> str:
    """Where the rulings of a game begin."""
    name = GAMES[game_id].name
    return next(book.address for book in rulings().books if book.title == name)


@bp.app_template_filter()
def marked(words: str) -> Markup:
    """A ruling's words in the reader's language: `code` and **strong** as such, other rulings as links."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", str(escape(say(words))))
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    known = rulings().by_id
    return Markup(CITED.sub(lambda m: f'<a href="#{known[m[0]].anchor}">{m[0]}</a>' if m[0] in known else m[0], text))


@bp.get("")
def index() -> str:
    """The games whose rules are told here."""
    return render_template("rules/index.html", games=[GAMES[game] for game in VALUES if game in GAMES])


@bp.get("/rulings")
def all_rulings() -> str:
    """How the books are read where they leave something open, as `docs/rulings.md` says."""
    return render_template("rules/rulings.html", page=rulings())


@bp.get("/<game_id>")
def game(game_id: str) -> str:
    """One game's rules, in sections."""
    if game_id not in VALUES:
        abort(404, _("There is no rules page for that game; the start page lists those there are."))
    return render_template(f"rules/{game_id}.html", game=GAMES[game_id], **VALUES[game_id])
