"""What a phone has to load: the first page, a table, and the answer to a tap, compressed as they come over the air; and
that it does not lay out the page for each region of an answer."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.armies import aimed, step
from tests.browser.hands import Hands, at
from tests.browser.orders import chip, opened
from tests.browser.test_turns import reference

pytestmark = pytest.mark.own_phones
FIRST_LOAD_BYTES = 70 * 1024
TAP_BYTES = 6_000


class Meter:
    """The bytes of every answer as Chromium received them: headers, and bodies as they were encoded."""

    def __init__(self, one: Hands) -> None:
        self.found: dict[str, float] = {}
        self._urls: dict[str, str] = {}
        self.cdp = one.phone.context.new_cdp_session(one.page)
        self.cdp.send("Network.enable")
        self.cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self.cdp.on("Network.requestWillBeSent", lambda e: self._urls.update({e["requestId"]: e["request"]["url"]}))
        self.cdp.on("Network.loadingFinished", self._received)
        self.cdp.on("Network.loadingFailed", lambda e: self._urls.pop(e["requestId"], ""))  # it is awaited no more

    def _received(self, event: dict[str, object]) -> None:
        url = self._urls.pop(str(event["requestId"]), "?")
        self.found[url] = self.found.get(url, 0) + float(str(event["encodedDataLength"]))

    def total(self, page: Page, ending: str) -> int:
        """All bytes since the last look, of addresses that hold these characters, once all have come."""
        while any(ending in url and "/stream" not in url for url in self._urls.values()):
            page.wait_for_timeout(20)
        found = {url: size for url, size in self.found.items() if ending in url and "/stream" not in url}
        self.found = {}
        return round(sum(found.values()))


@pytest.mark.parametrize("page", ["start", "attack"])
def test_first_load(app: Flask, hands: Callable[[], Hands], page: str) -> None:
    one = hands()
    meter = Meter(one)
    one.open("/") if page == "start" else at(aimed(app), one)
    one.page.wait_for_timeout(500)  # whatever it still fetches afterwards counts too
    assert 5_000 < meter.total(one.page, "/") < FIRST_LOAD_BYTES


def test_answers_to_taps(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = aimed(app)
    ana = at(battle, hands())
    meter = Meter(ana)
    sizes: dict[str, int] = {}

    def weigh(name: str, tap: Callable[[], None]) -> None:
        meter.total(ana.page, "/tap")
        tap()
        sizes[name] = meter.total(ana.page, "/tap")

    ana.unfold("Situation")
    weigh("a chip", lambda: ana.tap(ana.page.get_by_role("button", name="Charged", exact=True)))
    weigh("a bin", lambda: ana.bin("hits", 4))
    weigh("the last bin", lambda: ana.bin("tens", 1))
    battle.act("b", "roll", step=step(battle), faces=[1, 9, 9, 9, 0])
    ana.told("Roll 4 damage dice. 2 or more wounds.")
    weigh("a die", lambda: ana.faces(6))
    ana.faces(7, 2)
    weigh("the last die", lambda: ana.faces(1))
    battle = reference(app)
    battle.leave("commandment")
    opened(at(battle, ana), "a1")
    weigh("an order", lambda: chip(ana, "a1", "March"))
    assert all(100 < size < TAP_BYTES for size in sizes.values()), sizes


WATCH = """() => {
    let swapping = false;
    Object.assign(window, {swapped: 0, looks: [], handled: 0});
    const watched = (name, inner) => function (...all) {
        if (swapping) window.looks.push(name);
        return inner.apply(this, all);
    };
    const scrolled = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
    Object.defineProperty(Element.prototype, "scrollTop", {...scrolled, get: watched("scrollTop", scrolled.get)});
    for (const [of, name] of [[Element.prototype, "getBoundingClientRect"], [window, "getComputedStyle"]])
        of[name] = watched(name, of[name]);
    document.addEventListener("region-swap", () => { swapping = true; window.swapped++; });
    document.addEventListener("regions-swapped", () => { swapping = false; });
    for (const name of ["htmx:beforeCleanupElement", "htmx:beforeProcessNode"])
        document.addEventListener(name, () => { window.handled++; });
}"""


def test_an_answer_is_swapped_in_without_a_look_at_the_page_between(app: Flask, scout: Hands) -> None:
    """To ask where something stands lays out the page; and htmx would handle each element that goes or comes. A tap on
    the attack does not send the units."""
    at(aimed(app), scout)
    scout.page.evaluate(WATCH)
    with scout.page.expect_response(lambda got: "/tap" in got.url) as answer:
        scout.bin("hits", 4)
    assert scout.page.evaluate("window.swapped") >= 2, "several regions have changed"
    assert scout.page.evaluate("window.looks") == []
    assert scout.page.evaluate("window.handled") == 0
    sent = answer.value.text()
    assert 'id="r-act"' in sent
    assert "unit-card" not in sent
