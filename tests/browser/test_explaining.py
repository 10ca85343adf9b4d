"""What a kind of act is: told at once, over neither the panel nor the bar's first line. It moves no key, and goes with
the act."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle, aimed, charge
from tests.browser.hands import Hands, at, box, boxes, each_size, faded
from tests.browser.test_combat import trio
from tests.browser.test_show_me import SIZES
from tests.conftest import Phone

KEYS = ":is(#r-act, #r-board, #r-units, footer) :is(button, summary, a, input)"
COVERED = """() => {
    const told = document.querySelector(".explained > summary > span").getBoundingClientRect();
    const words = document.createRange();
    return [...document.querySelectorAll(".board-turn > *, .side-line > *, #r-act, footer")].filter((one) => {
        words.selectNodeContents(one);
        const box = (one.matches(".board-turn *") ? words : one).getBoundingClientRect();
        return box.width && box.top < told.bottom - 1 && box.bottom > told.top + 1 && box.right > told.left + 1;
    }).map((one) => one.outerHTML.slice(0, 80));
}"""
"""What the sign lies on of the bar at the top, the panel and the foot."""


def begun(phone: Callable[..., Phone]) -> Hands:
    """A player who has never led a battle, at the table of his first one."""
    one = Hands(phone(learns=True))
    one.open("/first")
    one.page.get_by_role("radio", name="each with a phone").tap()
    one.press("Open the table")
    expect(one.page).to_have_url(re.compile(r"/t/"))
    return one


def keys(one: Hands) -> dict[tuple[int, int], object]:
    """Where every key stands on both sizes of phone."""
    return {size: boxes(one.page, KEYS) for size in each_size(one.page, SIZES)}


def test_it_covers_no_key_and_moves_none(phone: Callable[..., Phone]) -> None:
    """Also where words are long."""
    one = begun(phone)
    path = urlsplit(one.page.url).path.removesuffix("/seats")
    for language in ("de", "es", "fr", "en"):
        one.page.set_extra_http_headers({"Accept-Language": language})
        one.open(path)
        expect(one.page.locator("html")).to_have_attribute("lang", language)
        for size in each_size(one.page, SIZES):
            assert one.page.evaluate(COVERED) == [], (language, size)
    told = one.page.locator(".explained")
    expect(told.locator("p")).to_be_visible()
    expect(told).to_contain_text("The armies stand at opposite edges")
    before = keys(one)
    for width, _ in each_size(one.page, SIZES):
        words, whole = (one.page.locator(which).bounding_box() for which in (".explained p", ".explained > div"))
        assert words is not None
        assert whole is not None
        assert whole["y"] <= words["y"] <= words["y"] + words["height"] <= whole["y"] + whole["height"]
        assert words["x"] + words["width"] <= width
    assert keys(one) == before
    one.press("Understood")
    expect(told).to_have_count(0)
    one.page.evaluate("scrollTo(0, 0)")  # whoever drives the browser has it draw a key into view before he taps it
    assert keys(one) == before


def test_it_stays_clear_of_a_tall_panel(app: Flask, phone: Callable[..., Phone]) -> None:
    """Ten dice on one phone for both: the head of the panel says whose they are, and hands it over."""
    one = at(aimed(app, one_phone=True), Hands(phone(learns=True)))
    expect(one.page.locator(".explained")).to_contain_text("A strike hits")
    for size in each_size(one.page, SIZES):
        assert one.page.evaluate(COVERED) == [], size
    expect(one.page.locator(".explained p")).to_be_visible()
    one.press("Understood")
    expect(one.page.locator(".explained")).to_have_count(0)


def pitched(app: Flask, **setup: str) -> Battle:
    """The Commandment roll is due."""
    return charge(app, battle="pitched", **setup)


@pytest.mark.parametrize(("language", "table"), [("en", trio), ("de", trio), ("en", pitched)])
def test_a_tall_panel_ends_below_its_words(
    app: Flask, phone: Callable[..., Phone], language: str, table: Callable[..., Battle]
) -> None:
    """Initiative, or the first roll of a turn, on one phone for both: whose act it is, the handle and *Hand over* are
    tapped where they stand."""
    one = Hands(phone(learns=True))
    one.page.set_extra_http_headers({"Accept-Language": language})
    at(table(app, one_phone=True), one)
    expect(one.page.locator(".explained p")).to_be_visible()
    for size in each_size(one.page, SIZES):
        words, panel = (box(one.page.locator(which)) for which in (".explained > div", "#r-act"))
        assert panel.top >= words.bottom, size
        one.page.locator("#r-act .handle").tap(trial=True)
        one.page.locator("#r-act > .hand-over > summary, #r-act > .hand-over button").first.tap(trial=True)
    one.page.locator(".explained-away").tap()
    expect(one.page.locator(".explained")).to_have_count(0)
    faded(one.page)
    assert box(one.page.locator("#r-act")).top < words.bottom, "and has its height again after them"


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_open_sheet_begins_below_its_words(app: Flask, phone: Callable[..., Phone], language: str) -> None:
    """Its head says whose it is, and closes it. Once the words are tapped away it begins higher."""
    one = Hands(phone(learns=True))
    one.page.set_extra_http_headers({"Accept-Language": language})
    battle = charge(app)
    for seat in "ab":
        battle.act(seat, "first", first="a")
    at(battle, one)
    expect(one.page.locator(".explained p")).to_be_visible()
    one.tap(one.page.locator("#order-a1 > summary"))
    for size in each_size(one.page, SIZES):
        words, sheet = (box(one.page.locator(which)) for which in (".explained > div", "#order-a1 > .sheet"))
        assert sheet.top >= words.bottom, size
        one.page.locator("#order-a1 [data-close]").tap(trial=True)
    one.tap(one.page.locator(".explained-away"))
    expect(one.page.locator(".explained")).to_have_count(0)
    faded(one.page)
    assert box(one.page.locator("#order-a1 > .sheet")).top < words.bottom
