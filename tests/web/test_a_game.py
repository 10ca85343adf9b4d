"""A game that is added is whole: what somebody forgot of it is named with its place."""

from collections.abc import Collection
from typing import get_args

import pytest
from flask import Flask

from companion.config import ROOT
from companion.content.drawings import icons, signs
from companion.content.rulings import rulings
from companion.play.registry import GAMES
from companion.rules import GameId
from companion.web.games import PAGES
from companion.web.scenes import SCENES

ITS_OWN = ("bar", "act", "forces")
"""Regions for which the frame of table pages has nothing."""
PLACES: dict[str, Collection[str]] = {
    "companion/rules/__init__.py, GameId": get_args(GameId),
    "companion/web/games/__init__.py, PAGES": PAGES,
    "companion/web/scenes.py, SCENES": SCENES,
    "templates/": [path.stem for path in ROOT.glob("templates/*.html")],
    "templates/rules/": [path.stem for path in ROOT.glob("templates/rules/*.html")],
    "tests/playthroughs/": {path.stem.split("_")[0] for path in ROOT.glob("tests/playthroughs/*.play")} | {"kensei"},
}


@pytest.mark.parametrize("place", PLACES)
def test_every_game_stands_in_every_place(place: str) -> None:
    missing = GAMES.keys() - set(PLACES[place])
    assert not missing, f"{place} lacks {', '.join(missing)}"


def test_its_pages_have_all_they_show(app: Flask) -> None:
    drawn = {one.id for one in icons()}
    titles = {book.title for book in rulings().books}
    for id_, pages in PAGES.items():
        assert pages.sign in signs() if pages.sign else id_ in drawn, f"{id_}: no icon in companion/content/icons.toml"
        assert pages.game.name in titles, f"{id_} has no chapter in docs/rulings.md"
        blocks = app.jinja_env.get_template(pages.template).blocks
        assert not set(ITS_OWN) - blocks.keys(), f"templates/{pages.template} lacks a block"
