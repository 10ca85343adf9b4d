"""What a kind of act is, told once: it lies over no key, moves none, and is gone with a tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands, boxes
from tests.browser.test_show_me import SIZES
from tests.conftest import Phone

KEYS = ":is(#r-act, #r-board, footer) :is(button, summary, a, input)"
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
    one.page.get_by_text(who).tap()
    one.press("Open the table")
    return one


@pytest.mark.parametrize("size", SIZES)
def test_it_covers_no_key_and_moves_none(phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    one = begun(phone, size, "each with a phone")
    one.open(one.page.url.removesuffix("/seats"))
    told = one.page.locator(".explained")
    expect(told).to_contain_text("An army is units")
    before = boxes(one.page, KEYS)
    assert one.page.evaluate(UNDER) == []
    assert told.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
    one.press("Understood")
    expect(told).to_have_count(0)
    assert boxes(one.page, KEYS) == before
    one.press("Ready")
    expect(told).to_have_count(0)


def test_more_explains_again(phone: Callable[..., Phone]) -> None:
    one = begun(phone, SIZES[0], "each with a phone")
    table = one.page.url.removesuffix("/seats")
    one.open(table)
    one.press("Understood")
    expect(one.page.locator(".explained")).to_have_count(0)
    one.open(f"{table}/more")
    one.press("Explain again")
    expect(one.page.locator(".explained")).to_contain_text("An army is units")
