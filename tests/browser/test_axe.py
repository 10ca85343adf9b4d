"""axe-core finds nothing on any page, in light, dark and dusk; `test_every_act` asks it at each kind of act."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser

from companion.play.registry import GAMES
from tests.browser.armies import Battle, aimed, charge, step
from tests.browser.axe import THEMES, objections_in
from tests.browser.hands import Hands, at
from tests.browser.test_panel import honor, rolled
from tests.conftest import LiveServer, new_phone

PAGES = (
    *("/", "/help", "/api", "/new", "/first", "/join", "/j/no-such-words", "/dice", "/rules/kensei/turn", "/connect"),
    *("/t/nothing", "/nothing"),
)


def mustered(app: Flask) -> Battle:
    battle = Battle(app)
    battle.enlist("a", "busho-buke", battle.muster("a", "katana-samurai"))
    return battle


def half_filled(app: Flask, **pad: str) -> Battle:
    """An attack whose pad is begun."""
    battle = aimed(app)
    battle.act("a", "pad", step=step(battle), **pad)
    return battle


def result(app: Flask) -> Battle:
    return rolled(app, "attack", "defense", "damage")


def over(app: Flask) -> Battle:
    battle = honor(app)
    battle.act("a", "end", winner="a")
    return battle


TABLES: dict[str, tuple[Callable[[Flask], Battle], str, str]] = {
    "seats": (mustered, "a", "/seats"),
    "attack": (lambda app: half_filled(app, **{"bin.hits": "4"}), "a", ""),
    "attack, the other phone": (lambda app: half_filled(app, **{"bin.hits": "4"}), "b", ""),
    "attack die by die": (lambda app: half_filled(app, die="0", face="7"), "a", ""),
    "the end": (over, "a", ""),
    "forces": (result, "b", "/forces"),
    **{page or "result": (result, "a", page) for page in ("", "/log", "/more", "/delete")},
    "curtain": (lambda app: Battle(app, one_phone=True), "a", ""),
}
"""A table, and which page of it is opened on whose phone."""


def thrown(one: Hands, _: Flask) -> None:
    one.open("/dice")
    one.press("Throw")
    one.reads("in all")


def explained(one: Hands, app: Flask) -> None:
    """What an act is lies over the top of the table: the phone has had it explained again."""
    at(charge(app), one, page="/more")
    one.press("Explain again")
    one.page.locator(".explained").wait_for()
    known: Any = [one | {"value": "all"} for one in one.page.context.cookies() if one["name"] == "explained"]
    one.page.context.add_cookies(known)


def entry(one: Hands, app: Flask) -> None:
    """The page that corrects an entry of the log."""
    at(result(app), one, page="/log")
    line = one.page.locator("#r-log li", has_text="10 dice").first
    one.tap(line.get_by_role("link", name="Correct this entry"))


def amended(one: Hands, app: Flask) -> None:
    """What that would change."""
    entry(one, app)
    one.corrects(9, 1)
    one.press("Show what would change")
    one.reads("This would change")


WAYS = {way.__name__: way for way in (thrown, explained, entry, amended)}


@pytest.fixture(scope="module")
def one(browser: Browser, ground: LiveServer) -> Iterator[Hands]:
    phone = new_phone(browser, ground, reduced_motion="reduce")
    phone.forgive("404")
    yield Hands(phone)
    phone.check()
    phone.context.close()


@pytest.mark.parametrize("place", [*PAGES, *TABLES, *WAYS, *GAMES])
def test_axe_finds_nothing(one: Hands, ground: LiveServer, place: str) -> None:
    """Everything that can be unfolded is, so that axe sees it too. Of a game the first act with captions is opened."""
    if place in PAGES:
        one.open(place)
    elif place in TABLES:
        make, seat, page = TABLES[place]
        at(make(ground.app), one, seat, page)
    elif place in WAYS:
        WAYS[place](one, ground.app)
    else:
        one.open("/")
        one.press(f"Show me: {GAMES[place].name}")
        one.ready()
    one.page.evaluate("document.querySelectorAll('details:not(.why)').forEach((it) => it.setAttribute('open', ''))")
    assert objections_in(one.page, THEMES) == {}
