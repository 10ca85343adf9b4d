"""What a kind of act is: a sign that covers neither the panel nor the bar, moves no key, and is gone with the act."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import aimed
from tests.browser.hands import Hands, boxes
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


def begun(phone: Callable[..., Phone], size: tuple[int, int], who: str) -> Hands:
    """A player who has never led a battle, at the table of his first one."""
    one = Hands(phone(learns=True))
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    one.open("/first")
    one.page.get_by_role("radio", name=who).tap()
    one.press("Open the table")
    expect(one.page).to_have_url(re.compile(r"/t/"))
    return one


def table_of(one: Hands) -> str:
    """The path of the table whose seats the phone shows."""
    return urlsplit(one.page.url).path.removesuffix("/seats")


@pytest.mark.parametrize("size", SIZES)
def test_it_covers_no_key_and_moves_none(phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    one = begun(phone, size, "each with a phone")
    one.open(table_of(one))
    told = one.page.locator(".explained")
    expect(told).to_contain_text("An army is units")
    before = boxes(one.page, KEYS)
    assert one.page.evaluate(COVERED) == []
    one.tap(told.locator("summary"))
    words, whole = (one.page.locator(which).bounding_box() for which in (".explained p", ".explained > div"))
    assert words is not None
    assert whole is not None
    assert whole["y"] <= words["y"] <= words["y"] + words["height"] <= whole["y"] + whole["height"]
    assert words["x"] + words["width"] <= size[0]
    assert boxes(one.page, KEYS) == before
    one.press("Understood")
    expect(told).to_have_count(0)
    one.page.evaluate("scrollTo(0, 0)")  # whoever drives the browser has it draw a key into view before he taps it
    assert boxes(one.page, KEYS) == before


@pytest.mark.parametrize("size", SIZES)
def test_it_stays_clear_of_a_tall_panel(app: Flask, phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    """Ten dice on one phone for both: the head of the panel says whose they are, and hands it over."""
    one = Hands(phone(learns=True))
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    battle = aimed(app, one_phone=True)
    for seat in ("a", "b"):
        battle.give(one.phone, seat)
    one.open(battle.path)
    expect(one.page.locator(".explained")).to_contain_text("A strike hits")
    assert one.page.evaluate(COVERED) == []
    one.tap(one.page.locator(".explained > summary"))
    expect(one.page.locator(".explained p")).to_be_visible()
    one.press("Understood")
    expect(one.page.locator(".explained")).to_have_count(0)


def test_who_does_the_act_is_not_told_again(phone: Callable[..., Phone]) -> None:
    one = begun(phone, SIZES[0], "each with a phone")
    one.open(table_of(one))
    told = one.page.locator(".explained")
    expect(told).to_have_count(1)
    one.press("Ready")
    expect(told).to_have_count(0)
    one.page.reload()
    expect(told).to_have_count(0)


def test_more_explains_again(phone: Callable[..., Phone]) -> None:
    one = begun(phone, SIZES[0], "each with a phone")
    table = table_of(one)
    one.open(table)
    one.tap(one.page.locator(".explained > summary"))
    one.press("Understood")
    expect(one.page.locator(".explained")).to_have_count(0)
    one.open(f"{table}/more")
    one.press("Explain again")
    expect(one.page.locator(".explained")).to_contain_text("An army is units")
