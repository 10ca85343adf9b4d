"""The pages of each game: to add a game, add its object to `PAGES`. Nothing else in `web` asks which game it is."""

from __future__ import annotations

from companion.play.registry import GAMES
from companion.play.values import Table
from companion.web.games.kenjin import KenjinPages
from companion.web.games.kensei import KenseiPages
from companion.web.games.pages import Pages
from companion.web.games.tenno import TennoPages
from companion.web.games.zipang import ZipangPages

PAGES: dict[str, Pages] = {
    "kensei": KenseiPages(GAMES["kensei"]),
    "kenjin": KenjinPages(GAMES["kenjin"]),
    "tenno": TennoPages(GAMES["tenno"]),
    "zipang": ZipangPages(GAMES["zipang"]),
}
"""In the order of the rules pages."""


def of(table: Table) -> Pages:
    """What the pages need of this table's game."""
    return PAGES[table.game.id]
