"""The rules of each game in our own words, with sections to link to; numbers come from the rules themselves.

Beside them stand the rulings: how the books are read where they leave something open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from flask import Blueprint, abort, render_template
from markupsafe import Markup, escape

from companion.content.rulings import CITED, rulings
from companion.rules.zipang.cards import ZipangCard
from companion.web.fields import text_asked
from companion.web.games import PAGES
from companion.web.i18n import _, say
from companion.web.services import services

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.app_template_global()
def rules_out(cards: Mapping[str, ZipangCard], removed: Mapping[str, int]) -> str:
    """Cards that stay in the box, as "2 × Bandit, 1 × Monk"."""
    return ", ".join(f"{count} × {say(cards[card].name)}" for card, count in removed.items())


@bp.app_template_global()
@cache
def ruling_address(ruling: str) -> str:
    """Where a ruling stands, by its identifier (`K15`)."""
    return rulings().by_id[ruling].address


@bp.app_template_global()
def rulings_of(game_id: str) -> str:
    """Where the rulings of a game begin."""
    name = PAGES[game_id].game.name
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
    return render_template("rules/index.html", games=[pages.game for pages in PAGES.values()])


@bp.get("/rulings")
def all_rulings() -> str:
    """How the books are read where they leave something open, as `docs/rulings.md` says."""
    return render_template("rules/rulings.html", page=rulings())


@bp.get("/<game_id>")
def game(game_id: str) -> str:
    """One game's rules, in sections."""
    pages = PAGES.get(game_id)
    if pages is None:
        abort(404, _("There is no rules page for that game; the start page lists those there are."))
    return render_template(f"rules/{game_id}.html", game=pages.game, contents=[], **pages.rules)


@bp.get("/<game_id>/turn")
def turn(game_id: str) -> str:
    """A game's turn step by step; from a table, with the way back to it."""
    pages = PAGES.get(game_id)
    if pages is None or not pages.turn:
        abort(404, _("There is no page for this game's turn; everything is on its rules page."))
    table_id = text_asked("table")
    known = services().tables.version(table_id) is not None if table_id else False
    return render_template("rules/turn.html", game=pages.game, steps=pages.turn, table_id=table_id if known else "")
