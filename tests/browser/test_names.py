"""Names on keys of the new-table page: they fill the fields one sees, and those only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands

Players = Callable[[], Hands]


@pytest.mark.own_phones
def test_a_key_fills_a_field_that_is_seen(hands: Players) -> None:
    """Also on a phone that knows no `checkVisibility`; a name left in a hidden field is no player's."""
    ana = hands()
    ana.page.add_init_script("delete Element.prototype.checkVisibility")
    ana.open("/new?game=zipang")
    ana.enter("player", "Ana")
    ana.press("Open the table")
    ana.page.wait_for_url("**/seats")
    ana.open("/new?game=zipang")
    form = ana.page.locator("form[data-names]")
    form.locator("label", has_text="all at this phone").click()
    form.locator("input[name='name.b']").fill("Ana")
    form.locator("label", has_text="each with a phone").click()
    key = form.locator("button[data-name='Ana']")
    expect(key).to_have_attribute("aria-pressed", "false")
    key.click()
    expect(form.locator("input[name='player']")).to_have_value("Ana")
    expect(form.locator("input[name='name.b']")).to_have_value("Ana")
    ana.press("Open the table")
    ana.page.wait_for_url("**/seats")
    expect(ana.page.locator("li.seat", has_text="Ana")).to_have_count(1)
