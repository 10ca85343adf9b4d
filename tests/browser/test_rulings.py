"""From a number's "why?" to the ruling it names, on a phone."""

from __future__ import annotations

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from flask import Flask

from tests.browser.armies import aimed
from tests.browser.hands import Hands


def test_a_tap_on_a_ruling_leads_to_it_and_the_page_can_be_read_by_all(app: Flask, hands: Callable[[], Hands]) -> None:
    one, battle = hands(), aimed(app)
    battle.give(one.phone, "a")
    one.open(battle.path)
    one.page.locator("#r-act details > summary", has_text="AT").first.tap()
    link = one.page.get_by_role("link", name="Ruling K15")
    box = link.bounding_box()
    assert box is not None
    assert box["width"] >= 48
    assert box["height"] >= 48
    link.tap()
    one.page.wait_for_url("**/rules/rulings#k15")
    assert one.page.locator("li:target").inner_text().startswith("K15 Charging:")
    assert one.page.locator("li:target").evaluate("li => li.getBoundingClientRect().top >= 0")
    one.page.set_viewport_size({"width": 320, "height": 844})
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 320
    found = Axe().run(one.page)
    assert not found.response["violations"], found.generate_report()
