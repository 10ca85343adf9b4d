"""From a number's "why?" to the ruling it names, on a phone."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from tests.browser.armies import aimed
from tests.browser.axe import objections
from tests.browser.hands import Hands, at, box


def test_a_tap_on_a_ruling_leads_to_it_and_the_page_can_be_read_by_all(app: Flask, hands: Callable[[], Hands]) -> None:
    one = at(aimed(app), hands())
    one.page.locator("#r-act details > summary", has_text="AT").first.tap()
    link = one.page.get_by_role("link", name="Ruling K15")
    assert min(box(link).width, box(link).height) >= 48
    link.tap()
    one.page.wait_for_url("**/rules/rulings#k15")
    assert one.page.locator("li:target").inner_text().startswith("K15 Charging:")
    assert one.page.locator("li:target").evaluate("li => li.getBoundingClientRect().top >= 0")
    one.page.set_viewport_size({"width": 320, "height": 844})
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert objections(one.page) == []
