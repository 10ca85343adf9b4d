"""A tap goes with what its player saw, however long it waits; and what waits belongs to all tabs of a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.hands import Hands, at
from tests.browser.held import Held, hasty
from tests.browser.sitting import Sitting, zipang

Players = Callable[[], Hands]
LOST = ("ERR_FAILED", "htmx:sendError", "htmx:afterRequest", "status of 502", "htmx:responseError", "Error Code 502")
STALE = ("status of 409", "htmx:responseError", "Response Status Error Code 409")
LATE = "Your tap was not entered: the table has changed since you looked."


@pytest.fixture
def table(app: Flask) -> Sitting:
    """Three coins each and two in the pot, which both may move: a move is entered only at the table it was made for."""
    return zipang(app)


def purses(table: Sitting) -> dict[str, int]:
    state: Any = table.table.state
    return dict(state.coins.purses)


def shows(one: Hands, ben: int) -> None:
    """Waits until the page shows so many coins in Ben's purse."""
    expect(one.page.locator(".purses li").nth(1).locator("> b")).to_have_text(str(ben))


def moves(page: Page) -> None:
    """Ana gives Ben a coin."""
    page.locator(".coin-tap[name=source][value='a']:visible").tap()
    page.locator(".coin-to[value='b']:visible").tap()


def waiting(page: Page, count: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-waiting", str(count))


def test_what_others_did_while_taps_waited_was_not_seen(table: Sitting, hands: Players) -> None:
    """The page has looked since, and shows it; the taps were made before. One behind a late one is late too."""
    ana = at(table, hands())
    ana.phone.forgive(*LOST, *STALE)
    before = purses(table)
    hasty(ana.page)
    ana.page.route("**/tap*", lambda route: route.fulfill(status=502))
    moves(ana.page)
    moves(ana.page)
    waiting(ana.page, 2)
    table.act("b", "move", source="a", target="b", coins="1")
    shows(ana, before["b"] + 1)
    ana.page.unroute("**/tap*")
    ana.sent()
    ana.reads(LATE, "#notice")
    assert purses(table) == {"a": before["a"] - 1, "b": before["b"] + 1}, "the coin both meant is moved once"


def test_a_tap_behind_ones_own_is_not_late(table: Sitting, hands: Players) -> None:
    """Also one that is made while the page, which shows no act under a thumb, is one tap behind."""
    ana = at(table, hands())
    before, held = purses(table), Held(ana.page)
    for _ in range(2):
        moves(ana.page)
    held.next(ana.page).continue_()
    second = held.next(ana.page)
    moves(ana.page)
    waiting(ana.page, 2)
    second.continue_()
    held.next(ana.page).continue_()
    ana.sent()
    assert purses(table) == {"a": before["a"] - 3, "b": before["b"] + 3}
    expect(ana.page.locator("#notice p")).to_have_count(0)


def test_what_another_did_between_two_own_taps_was_not_seen(table: Sitting, hands: Players) -> None:
    ana = at(table, hands())
    ana.phone.forgive(*STALE)
    before, held = purses(table), Held(ana.page)
    for _ in range(2):
        moves(ana.page)
    held.next(ana.page).continue_()
    second = held.next(ana.page)
    table.act("b", "move", source="b", target="pot", coins="1")
    second.continue_()
    ana.sent()
    ana.reads(LATE, "#notice")
    assert purses(table) == {"a": before["a"] - 1, "b": before["b"]}


def test_all_that_waits_goes_through_when_the_signal_is_back(table: Sitting, hands: Players) -> None:
    """Undo among it, and an answer that is lost: the repeated tap is still one's own."""
    ana = at(table, hands())
    ana.phone.forgive(*LOST)
    before = purses(table)
    ana.page.route(re.compile("/(tap|undo)"), lambda route: route.abort())
    moves(ana.page)
    moves(ana.page)
    ana.tap(ana.page.locator("#r-last .undo"), wait=False)
    moves(ana.page)
    waiting(ana.page, 4)
    ana.page.unroute_all()
    held = Held(ana.page)
    ana.page.reload()
    lost = held.next(ana.page)
    lost.fetch()
    lost.abort()
    held.let_go()
    ana.sent()
    assert purses(table) == {"a": before["a"] - 2, "b": before["b"] + 2}
    expect(ana.page.locator("#notice p")).to_have_count(0)


def test_two_tabs_take_off_only_what_each_was_answered(table: Sitting, hands: Players) -> None:
    """Both have sent the first tap; the second answer to it leaves the next one waiting, which the line then breaks."""
    ana = at(table, hands())
    ana.phone.forgive(*LOST)
    before, held = purses(table), Held(ana.phone.context)
    for _ in range(2):
        moves(ana.page)
    first = held.next(ana.page)
    other = ana.phone.context.new_page()
    other.goto(ana.page.url)
    same = held.next(other)
    first.continue_()
    second = held.next(ana.page)
    same.continue_()
    held.next(other).abort()
    second.abort()
    waiting(ana.page, 1)
    held.let_go()
    ana.sent()
    assert purses(table) == {"a": before["a"] - 2, "b": before["b"] + 2}


def test_what_another_tab_has_sent_waits_no_more(table: Sitting, hands: Players) -> None:
    """The tab that tapped it has no signal: what the other takes off the shelf is sent, and the act shown."""
    ana = at(table, hands())
    ana.phone.forgive(*LOST, *STALE)
    ana.page.route("**/tap*", lambda route: route.abort())
    moves(ana.page)
    expect(ana.page.locator(".signal")).to_be_visible()
    table.act("a", "play", card="monk", campaign="1", number="1")
    expect(ana.page.locator("#r-last")).to_contain_text("Monk")
    ana.reads("Draw a card, then play one.", "#r-act")
    other = ana.phone.context.new_page()
    other.goto(ana.page.url)
    ana.sent()
    expect(ana.page.locator(".signal")).to_be_hidden()
    expect(ana.page.locator("#r-act")).not_to_contain_text("Draw a card, then play one.")
