"""Taps on their way: what the server fails at is kept for the player to decide, what is known is not asked again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.armies import Battle, aimed, step
from tests.browser.hands import Hands, at, seated
from tests.browser.held import hasty

FAILED = ("status of 500", "htmx:responseError", "Response Status Error Code 500")
SENTENCE = "The server failed at your last tap."


class Failing:
    """Ana at a table whose server fails at her taps, with or without having entered them, until it is mended."""

    def __init__(self, app: Flask, hands: Callable[[], Hands], *, entered: bool = False) -> None:
        self.battle: Battle = aimed(app)
        self.ana = at(self.battle, hands())
        self.ana.phone.forgive(*FAILED)
        self.before = self.battle.table.seq
        self.entered = entered
        self.ana.page.route("**/tap*", self._fail)

    def _fail(self, route: Route) -> None:
        if self.entered:
            route.fetch()
        route.fulfill(status=500, body="broken")

    def mend(self) -> None:
        self.ana.page.unroute("**/tap*")


@pytest.mark.parametrize("entered", [False, True], ids=["not entered", "entered all the same"])
def test_a_tap_the_server_fails_at_is_kept_and_sent_again(
    app: Flask, hands: Callable[[], Hands], entered: bool
) -> None:
    one = Failing(app, hands, entered=entered)
    body = one.ana.page.locator("body")
    one.ana.bin("hits", 4, wait=False)
    expect(one.ana.page.get_by_text(SENTENCE)).to_be_visible()
    one.ana.bin("tens", 1, wait=False)
    expect(body).to_have_attribute("data-waiting", "2")
    assert (one.ana.pressed("hits"), one.ana.pressed("tens")) == ("4", "1"), "the page shows what was tapped"
    assert one.battle.table.seq == one.before + entered
    one.mend()
    one.ana.press("Send it again")
    one.ana.sent()
    expect(one.ana.page.get_by_text(SENTENCE)).to_be_hidden()
    one.ana.told("Yari Ashigaru save against 5 hits.")
    assert one.battle.table.seq == one.before + 2, "each counts once"


def test_a_tap_is_dropped_by_the_player_only(app: Flask, hands: Callable[[], Hands]) -> None:
    one = Failing(app, hands)
    one.ana.bin("hits", 4, wait=False)
    expect(one.ana.page.get_by_text(SENTENCE)).to_be_visible()
    one.ana.page.reload()
    expect(one.ana.page.get_by_text(SENTENCE)).to_be_visible()
    one.ana.page.get_by_role("button", name="Discard this tap").tap()
    one.ana.page.wait_for_load_state("load")
    one.ana.sent()
    expect(one.ana.page.get_by_text(SENTENCE)).to_be_hidden()
    assert one.ana.pressed("hits") is None
    assert one.battle.table.seq == one.before


def test_a_tap_that_was_cut_off_in_sending_is_sent_again_by_itself(app: Flask, hands: Callable[[], Hands]) -> None:
    """nginx says 408 of a phone whose signal is too weak; our own server hangs up, which is no answer at all."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive("status of 408", "htmx:responseError", "Response Status Error Code 408")
    ana.phone.forgive("net::ERR", "htmx:sendError", "htmx:afterRequest")
    before, tried = battle.table.seq, []

    def cut_off(route: Route) -> None:
        tried.append(route)
        if len(tried) == 1:
            route.fulfill(status=408)
        elif len(tried) == 2:
            route.abort("connectionreset")
        else:
            route.continue_()

    hasty(ana.page)
    ana.page.route("**/tap*", cut_off)
    ana.bin("hits", 4)
    assert len(tried) == 3
    assert battle.table.seq == before + 1


def offline(one: Hands) -> None:
    """No tap of this phone gets through; what it looks at does."""
    one.phone.forgive("ERR_FAILED", "htmx:sendError", "htmx:afterRequest")
    hasty(one.page)
    one.page.route("**/tap*", lambda route: route.abort())


def test_undo_takes_back_the_tap_that_is_still_on_its_way(app: Flask, hands: Callable[[], Hands]) -> None:
    """The page was drawn before the server knew of the tap: Undo means the tap all the same, and only that."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.bin("hits", 4)
    offline(ana)
    undo = ana.page.locator("#r-last .undo")
    ana.bin("hits", 5, wait=False)
    ana.bin("hits", 7, wait=False)
    ana.tap(undo, wait=False)
    ana.tap(undo, wait=False)
    expect(ana.page.locator("body")).to_have_attribute("data-waiting", "4")
    ana.page.unroute("**/tap*")
    ana.sent()
    expect(ana.page.locator("#notice p")).to_have_count(0)
    expect(undo).to_have_accessible_name("Undo: the 4 hits entered")
    assert ana.pressed("hits") == "4"


def test_a_refusal_stays_until_the_player_taps_after_it(app: Flask, hands: Callable[[], Hands]) -> None:
    """Taps that waited behind it are answered at once: they neither wipe it nor put another in its place."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive("422", "htmx:responseError", "Response Status Error")
    offline(ana)
    notice = ana.page.locator("#notice p")
    act = ana.page.locator("#r-act")
    wrong = "(act, step) => act.querySelectorAll('[name=step]').forEach((one) => { one.value = step; })"
    right = step(battle)
    for place in ("another", "another.again", "another"):
        act.evaluate(wrong, place)
        ana.bin("hits", 4, wait=False)
    act.evaluate(wrong, right)
    ana.bin("hits", 5, wait=False)
    expect(ana.page.locator("body")).to_have_attribute("data-waiting", "4")
    ana.page.unroute("**/tap*")
    ana.sent()
    assert ana.pressed("hits") == "5"
    expect(notice).to_have_count(1)
    expect(notice).not_to_be_empty()

    battle.act("a", "pad", step=right, clear="true")
    ana.bin("hits", 3)
    expect(notice).to_have_count(0)


def test_different_refusals_of_waiting_taps_are_all_told(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive("422", "htmx:responseError", "Response Status Error")
    offline(ana)
    ana.bin("hits", 10, wait=False)
    ana.page.locator("#r-act").evaluate(
        "(act) => act.querySelectorAll('[name=step]').forEach((one) => { one.value = 'another'; })"
    )
    ana.bin("hits", 4, wait=False)
    ana.tap(ana.page.locator("#r-last .undo"), wait=False)
    ana.page.unroute("**/tap*")
    ana.sent()
    notice = ana.page.locator("#notice p")
    expect(notice).to_have_count(2)
    expect(notice.last).to_have_text("Nothing was undone: your last tap was not entered.")
    for one in notice.all():
        one.scroll_into_view_if_needed()
        expect(one).to_be_in_viewport(ratio=1)
    ana.page.get_by_role("button", name="Close").tap()
    expect(notice).to_have_count(0)


def test_three_taps_are_undone_by_three_touches(app: Flask, hands: Callable[[], Hands]) -> None:
    """Nothing that Undo says lies over Undo."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.bin("hits", 4)
    ana.bin("hits", 3)
    ana.bin("hits", 2)
    undo = ana.page.locator("#r-last .undo")
    middle = undo.evaluate(
        "(one) => { const b = one.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
    )
    for left in ("the 3 hits entered", "the 4 hits entered", "taking aim"):
        expect(ana.page.locator("body[data-touched]")).to_have_count(0)
        ana.page.touchscreen.tap(*middle)
        ana.sent()
        expect(undo).to_have_accessible_name(f"Undo: {left}")
    assert ana.pressed("hits") is None


def test_who_taps_does_not_look_again(app: Flask, hands: Callable[[], Hands]) -> None:
    """The answer to a tap brings all a look would; the other phone looks once, and sees the next tap too."""
    battle = aimed(app)
    ana, ben = seated(battle, hands)
    looks: list[str] = []
    ana.page.on("request", lambda request: looks.append(request.url) if "/now" in request.url else None)
    ana.bin("hits", 4)
    ben.reads("hits: 4")
    ana.bin("tens", 1)
    ben.told("Roll 4 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
    assert len(looks) <= 1, "a ring that comes after the answer is asked for, and costs an empty answer"
    ben.bin("saves", "1+0")
    ben.bin("tens", 1)
    ana.told("Roll 4 damage dice. 2 or more wounds.")
