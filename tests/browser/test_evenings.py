"""An evening that takes lists, on phones: times in each reader's zone, pages that fit, a list that is read."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from playwright.sync_api import expect

from tests.browser.axe import THEMES, objections_in
from tests.browser.hands import Hands
from tests.browser.lists import add, fits, made
from tests.conftest import Phone

HALF_PAST_SEVEN = (datetime.now() + timedelta(days=2)).strftime("%Y-%m-%dT19:30")


def good(one: Hands) -> None:
    """Fits small phones, and axe finds nothing."""
    one.page.evaluate("document.querySelectorAll('details:not(.why)').forEach((it) => it.setAttribute('open', ''))")
    fits(one, (320, 390))
    assert objections_in(one.page, THEMES) == {}


def test_an_evening_from_its_links_to_the_lists(phone: Callable[..., Phone]) -> None:
    host, ana = Hands(phone(timezone_id="Asia/Tokyo")), Hands(phone(timezone_id="America/Bogota"))
    host.open("/evenings")
    good(host)
    host.enter("name", "Friday at the club")
    host.page.locator("[name=until]").fill(HALF_PAST_SEVEN)
    host.press("Make the links")
    expect(host.page.locator("main time").first).to_contain_text(re.compile(r"\b(0?7|19):30"))
    link = str(host.page.locator(".address a").first.get_attribute("href"))
    assert link.startswith(host.phone.server.url)
    ana.open(made(ana, "katana-samurai", "yari-ashigaru") + "/add")
    add(ana, "daisho-samurai")
    ana.open(link.removeprefix(ana.phone.server.url))
    expect(ana.page.locator("main time").first).to_contain_text(re.compile(r"\b0?5:30"))
    good(ana)
    ana.enter("player", "Ana")
    ana.page.locator(".list-card").tap()
    expect(ana.page.get_by_role("heading", name="Ana legal")).to_be_visible()
    good(ana)
    host.press("Look again")
    expect(host.page.locator(".evening-sent")).to_contain_text("Ana legal")
    good(host)
    host.press("Open them now")
    host.page.get_by_role("link", name="Ana").tap()
    numbers = host.page.locator(".stats").first.locator("> .number")
    tops = [box["y"] for box in (numbers.nth(place).bounding_box() for place in range(7)) if box]
    assert tops[0] == tops[5] < tops[6], "six numbers to a row, as on cards"
    good(host)
