"""A tap that is not answered yet is seen to wait, counts once however often it is repeated, and the bar says why."""

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect

from companion.web.services import Services
from tests.browser.armies import Battle
from tests.browser.hands import Hands, at
from tests.browser.held import Held
from tests.browser.sitting import zipang

LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "htmx:sendError", "sendError")
TROUBLE = ("status of 503", "htmx:responseError", "Response Status Error Code 503", "EventSource", "text/event-stream")

DOTS = re.compile("radial-gradient")
"""The sign of a tap that waits; what cannot be done has another."""


def mustering(app: Flask, hands: Callable[[], Hands]) -> tuple[Battle, Hands]:
    battle = Battle(app)
    ana = at(battle, hands())
    ana.unfold("Add a unit")
    return battle, ana


def unit(one: Hands, name: str) -> Locator:
    return one.page.locator(f"button[name=unit][value={name}]")


def bar(one: Hands) -> Locator:
    return one.page.locator(".signal")


def file_of(app: Flask) -> Path:
    services: Services = app.extensions["gunbai"]
    assert services.store.file is not None
    return services.store.file


def test_impatient_taps_without_signal_count_once(app: Flask, hands: Callable[[], Hands]) -> None:
    """They wait at their buttons after a reload too."""
    battle, ana = mustering(app, hands)
    ana.phone.forgive(*LOST)
    ana.page.route("**/tap*", lambda route: route.abort())
    kiba, yumi = unit(ana, "kiba-musha"), unit(ana, "yumi-samurai")
    ana.tap(kiba, wait=False)
    expect(bar(ana)).to_have_text(re.compile(r"No signal\. 1 tap waits and is sent by itself\."))
    expect(kiba).to_be_disabled()
    expect(kiba).to_have_css("background-image", DOTS)
    expect(yumi).to_have_css("background-image", "none")
    kiba.tap(force=True)
    ana.tap(yumi, wait=False)
    kiba.tap(force=True)
    expect(bar(ana)).to_contain_text("2 taps wait and are sent by themselves.")
    ana.page.reload()
    ana.ready()
    ana.unfold("Add a unit")
    expect(kiba).to_be_disabled()
    expect(bar(ana)).to_contain_text("2 taps wait")
    ana.page.unroute("**/tap*")
    ana.sent()
    expect(bar(ana)).to_be_hidden()
    expect(kiba).to_contain_text("× 1")
    expect(kiba).to_be_enabled()
    assert [piece.unit for piece in battle.state.of("a")] == ["kiba-musha", "yumi-samurai"]


def test_the_act_itself_shows_that_it_waits(app: Flask, hands: Callable[[], Hands]) -> None:
    """On a filled button too, which stays filled."""
    table, one = zipang(app), hands()
    one.phone.forgive(*LOST)
    table.give(one.phone, "a")
    one.open(table.path)
    one.page.route("**/tap*", lambda route: route.abort())
    first, other = (one.act.locator("form[data-tap] button:enabled").nth(at) for at in (0, 1))
    filled = first.evaluate("(key) => getComputedStyle(key).backgroundColor")
    one.tap(first, wait=False)
    expect(first).to_have_css("background-image", DOTS)
    expect(first).to_have_css("background-color", filled)
    expect(other).to_have_css("background-image", "none")


@pytest.mark.own_phones
def test_the_second_touch_of_a_double_tap_does_not_count(app: Flask, hands: Callable[[], Hands]) -> None:
    """Also where the first is answered already."""
    battle, ana = mustering(app, hands)
    kiba = unit(ana, "kiba-musha")
    now = time.time()
    ana.page.clock.set_fixed_time(now)
    ana.tap(kiba)
    expect(kiba).to_contain_text("× 1")
    kiba.tap(force=True)
    ana.sent()
    assert len(list(battle.state.of("a"))) == 1
    ana.page.clock.set_fixed_time(now + 1)
    kiba.tap(force=True)
    expect(kiba).to_contain_text("× 2")


@pytest.mark.own_phones
def test_a_double_tap_undoes_once(app: Flask, hands: Callable[[], Hands]) -> None:
    battle, ana = mustering(app, hands)
    for _ in range(3):
        battle.act("a", "muster", unit="yumi-samurai")
    ana.page.clock.install()
    ana.open(battle.path)
    ana.page.clock.pause_at(time.time() + 3600)
    undo = ana.page.locator("#r-last .undo")
    ana.tap(undo)
    undo.tap(force=True)
    ana.sent()
    assert len(list(battle.state.of("a"))) == 2
    ana.page.clock.run_for(1000)
    ana.tap(undo)
    assert len(list(battle.state.of("a"))) == 1


def test_what_a_waiting_undo_takes_back_may_be_tapped_again(app: Flask, hands: Callable[[], Hands]) -> None:
    """And counts for no tap that waits, nor does its undo; the undo of what is entered does."""
    battle, ana = mustering(app, hands)
    battle.act("a", "muster", unit="yumi-samurai")
    undo = ana.page.locator("#r-last .undo")
    expect(undo).to_be_visible()
    ana.phone.forgive(*LOST)
    ana.page.route(re.compile("/(tap|undo)"), lambda route: route.abort())
    kiba = unit(ana, "kiba-musha")
    ana.tap(kiba, wait=False)
    ana.tap(undo, wait=False)
    expect(bar(ana)).to_contain_text("What you tap is kept and sent later.")
    ana.tap(kiba, wait=False)
    expect(bar(ana)).to_contain_text("1 tap waits")
    ana.page.unroute_all()
    ana.sent()
    assert [piece.unit for piece in battle.state.of("a")] == ["yumi-samurai", "kiba-musha"]
    ana.page.route(re.compile("/(tap|undo)"), lambda route: route.abort())
    ana.tap(undo, wait=False)
    expect(bar(ana)).to_contain_text("1 tap waits")


def test_a_slow_answer_is_said_to_be_awaited(app: Flask, hands: Callable[[], Hands]) -> None:
    _battle, ana = mustering(app, hands)
    taps = Held(ana.page)
    ana.tap(unit(ana, "kiba-musha"), wait=False)
    expect(bar(ana)).to_be_visible()
    expect(bar(ana)).to_have_text(re.compile("Your tap is on its way …"))
    taps.next(ana.page).continue_()
    ana.sent()
    expect(bar(ana)).to_be_hidden()


@pytest.mark.own_server
def test_a_held_database_and_one_that_is_gone_are_told_from_a_lost_signal(
    app: Flask, hands: Callable[[], Hands], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Phones that only look are told too."""
    monkeypatch.setattr("companion.store.engine.BUSY_SECONDS", 0.2)
    battle, ana = mustering(app, hands)
    watcher = hands()
    watcher.open(battle.path)
    for one in (ana, watcher):
        one.phone.forgive(*TROUBLE)
        expect(one.page.locator("body[data-live=yes]")).to_be_attached()
    file = file_of(app)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ana.tap(unit(ana, "kiba-musha"), wait=False)
        expect(bar(ana)).to_have_text(
            re.compile(r"The tables cannot be reached at the moment\. 1 tap waits and is sent by itself\.")
        )
        other.execute("ROLLBACK")
    ana.sent()
    expect(bar(ana)).to_be_hidden()
    assert len(list(battle.state.of("a"))) == 1
    file.rename(file.with_name("elsewhere"))
    for one in (ana, watcher):
        expect(bar(one)).to_contain_text("removed or replaced while the server ran")
        expect(bar(one)).to_contain_text("What you tap is kept and sent later.")


def test_a_tab_without_a_signal_leads_to_no_error_page_and_says_so(app: Flask, hands: Callable[[], Hands]) -> None:
    battle, ana = mustering(app, hands)
    ana.phone.forgive(*LOST)
    tab = ana.page.get_by_role("link", name="Log", exact=True)
    ana.phone.context.set_offline(True)
    ana.tap(unit(ana, "kiba-musha"), wait=False)
    expect(bar(ana)).to_contain_text("No signal.")
    with ana.page.expect_event("requestfailed", lambda request: request.method == "HEAD"):
        tab.tap()
    expect(bar(ana)).to_contain_text("No signal. 1 tap waits and is sent by itself. Other pages do not open meanwhile.")
    ana.tap(unit(ana, "katana-samurai"), wait=False)
    two = "No signal. 2 taps wait and are sent by themselves. Other pages do not open meanwhile."
    expect(bar(ana)).to_contain_text(two)
    expect(ana.page).to_have_url(re.compile(battle.path))
    expect(unit(ana, "kiba-musha")).to_be_visible()
    ana.phone.context.set_offline(False)
    ana.sent()
    expect(bar(ana)).to_be_hidden()
    tab.tap()
    expect(ana.page).to_have_url(re.compile(f"{battle.path}/log"))


@pytest.mark.own_phones
def test_the_seconds_of_a_code_that_waits_count_down(app: Flask, hands: Callable[[], Hands]) -> None:
    """The page looks it up by itself; here it cannot, so that it stays."""
    one = hands()
    one.phone.forgive("status of 429", "status of 404", "ERR_FAILED")
    one.page.clock.install()
    one.page.clock.pause_at(time.time() + 3600)
    words = "amber-fox-river"
    while one.page.request.get(f"{one.phone.server.url}/j/{words}").status != 429:
        pass
    one.phone.open(f"/j/{words}")
    one.page.route("**/join*", lambda route: route.abort())
    shown = one.page.locator("aside.hint p").last
    left = int(re.findall(r"\d+", shown.inner_text())[0])
    one.page.clock.run_for(1000)
    expect(shown).to_contain_text(f"in {left - 1} second" if left > 1 else "in 1 second")
