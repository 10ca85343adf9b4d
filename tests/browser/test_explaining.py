"""What a kind of act is, told once: it lies over no key, moves none, and is gone with a tap."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands, boxes
from tests.browser.test_show_me import SIZES
from tests.conftest import Phone

KEYS = ":is(#r-act, #r-board, #r-units, footer) :is(button, summary, a, input)"
UNDER = """() => {
    const told = document.querySelector(".explained").getBoundingClientRect();
    const shown = (one) => one.checkVisibility({ visibilityProperty: true });
    return [...document.querySelectorAll("#r-act :is(button, summary, a, input), footer :is(button, a)")]
        .filter((one) => shown(one)).map((one) => [one, one.getBoundingClientRect()])
        .filter(([, key]) => key.width > 1 && key.top < told.bottom - 1 && key.bottom > told.top + 1)
        .map(([one]) => one.outerHTML.slice(0, 120));
}"""


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
    assert one.page.evaluate(UNDER) == []
    words = told.locator("p").bounding_box()
    whole = told.bounding_box()
    assert words is not None
    assert whole is not None
    assert whole["y"] <= words["y"] <= words["y"] + words["height"] <= whole["y"] + whole["height"]
    assert words["x"] + words["width"] <= size[0]
    one.press("Understood")
    expect(told).to_have_count(0)
    assert boxes(one.page, KEYS) == before
    one.press("Ready")
    expect(told).to_have_count(0)


def test_more_explains_again(phone: Callable[..., Phone]) -> None:
    one = begun(phone, SIZES[0], "each with a phone")
    table = table_of(one)
    one.open(table)
    one.press("Understood")
    expect(one.page.locator(".explained")).to_have_count(0)
    one.open(f"{table}/more")
    one.press("Explain again")
    expect(one.page.locator(".explained")).to_contain_text("An army is units")
