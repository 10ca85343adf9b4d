"""Phones are locked, reloaded, lose the signal, and servers stop: everybody comes back to the very step."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.config import ROOT, Config
from tests.browser.armies import Battle, aimed
from tests.browser.hands import Hands, at, seated
from tests.browser.test_orders import ordering
from tests.conftest import LiveServer, new_phone

LOST = ("net::ERR", "htmx:sendError")
"""What a phone without signal says to its console."""


def reload(one: Hands) -> None:
    one.page.reload()
    one.ready()


def faces_entered(one: Hands) -> list[str | None]:
    """The faces that can be read in the slots of the pad, None where no die has fallen."""
    slots = one.page.locator("form[data-pad=faces] [data-die]").locator("visible=true")
    assert slots.evaluate_all("all => all.every(one => one.matches('.open') !== 'face' in one.dataset)")
    return [slot.get_attribute("data-face") for slot in slots.all()]


def test_a_reload_in_the_middle_of_each_step(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = aimed(app)
    ana, ben = seated(battle, hands)
    ana.bin("hits", 4)
    reload(ana)
    ana.told("Roll 10 dice. 5 or more hits.")
    assert (ana.pressed("hits"), ana.pressed("tens"), ana.pressed("misses")) == ("4", None, None)
    ana.bin("tens", 1)

    ben.told("Roll 4 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
    ben.bin("saves", "1+0")
    reload(ben)
    assert (ben.pressed("saves"), ben.pressed("tens")) == ("1+0", None)
    reload(ana)
    ana.reads("saved: 1")
    ben.bin("tens", 1)

    ana.told("Roll 4 damage dice. 2 or more wounds.")
    ana.faces(6, 7)
    reload(ana)
    assert faces_entered(ana) == ["6", "7", None, None]
    ana.faces(2, 1)
    reload(ana)
    ana.reads("Remove 4 miniatures of Yari Ashigaru.")


def test_without_signal_taps_are_kept_and_count_once(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = aimed(app)
    ana, ben = seated(battle, hands)
    ana.phone.forgive(*LOST)
    before = battle.table.seq
    ana.phone.context.set_offline(True)
    ana.bin("hits", 4, wait=False)
    ana.bin("tens", 1, wait=False)
    expect(ana.page.locator("body")).to_have_attribute("data-waiting", "2")
    expect(ana.page.get_by_text("No signal.")).to_be_visible()
    assert (ana.pressed("hits"), ana.pressed("tens")) == ("4", "1"), "the page shows what was tapped"
    for presence in ana.page.locator(".presence").all():
        expect(presence).to_be_hidden()
    ben.told("Katana Samurai strike Yari Ashigaru.")
    assert battle.table.seq == before
    ana.phone.context.set_offline(False)
    ana.sent()
    ben.told("Roll 4 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
    ana.told("Yari Ashigaru save against 5 hits.")
    expect(ana.page.get_by_text("No signal.")).to_be_hidden()
    expect(ana.page.locator(".presence.here").first).to_be_visible()
    assert battle.table.seq == before + 2, "each of the two taps once"
    ben.bin("saves", "0+0")
    ben.bin("tens", 0)
    ana.told("Roll 5 damage dice. 2 or more wounds.")
    ana.phone.context.set_offline(True)
    for face in (6, 7):
        ana.tap(ana.face_key(face), wait=False)
    assert faces_entered(ana) == ["6", "7", None, None, None]
    ana.phone.context.set_offline(False)
    ana.sent()


def test_a_look_the_server_could_not_answer_is_looked_again(app: Flask, hands: Callable[[], Hands]) -> None:
    """As while an older process is still there (503). The stream has rung once, and rings no second time for it."""
    battle = aimed(app)
    ana, ben = seated(battle, hands)
    ben.phone.forgive("status of 503", "htmx:responseError", "Response Status Error Code 503")
    expect(ben.page.locator("body")).to_have_attribute("data-live", "yes")
    ben.page.route("**/now*", lambda route: route.fulfill(status=503, body="busy"))
    with ben.page.expect_response(lambda got: got.status == 503):
        ana.bin("hits", 4)
    ben.page.unroute("**/now*")
    ben.reads("hits: 4")


def test_what_is_typed_or_chosen_outlives_the_others_taps(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app)
    battle.muster("b", "yari-ashigaru")
    ana, ben = seated(battle, hands)
    ben.unfold("Crest and clan")
    ben.enter("clan", "Half a na")
    battle.muster("a", "katana-samurai")
    battle.act("a", "ready")
    ben.reads("Ana is ready")
    expect(ben.page.locator("[name=clan]")).to_have_value("Half a na")
    expect(ben.page.locator("[name=clan]")).to_be_focused()
    ana.told("You are ready. Waiting for the other side.")


@contextmanager
def process(config: Config, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The server as players start it, in a process of its own."""
    environ = {**os.environ, "COMPANION_DATABASE_URL": config.database_url, "PORT": str(port)}
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = subprocess.Popen([sys.executable, "app.py"], cwd=ROOT, env=environ, **quiet)  # type: ignore[call-overload]
    try:
        until = time.monotonic() + 30
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert running.poll() is None, "it ended at once"
            assert time.monotonic() < until, "it never listened"
            time.sleep(0.05)
        yield running
    finally:
        running.kill()
        running.wait()


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
@pytest.mark.own_server
def test_the_server_is_killed_and_started_again(app: Flask, config: Config, browser: Browser, free_port: int) -> None:
    battle = aimed(app)
    server = LiveServer(f"http://127.0.0.1:{free_port}", app)
    found = []
    for seat in "ab":
        phone = new_phone(browser, server)
        phone.forgive(*LOST)
        battle.give(phone, seat)
        found.append(Hands(phone))
    ana, ben = found
    with process(config, free_port) as first:
        for one in found:
            one.open(battle.path)
        ana.bin("hits", 4)
        ben.reads("hits: 4")
        first.kill()
        first.wait()
        ana.bin("tens", 1, wait=False)
        expect(ana.page.locator("body")).to_have_attribute("data-offline", "yes")
    with process(config, free_port):
        ana.sent()
        ben.told("Roll 4 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
        reload(ben)
        ben.told("Roll 4 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
        assert ben.has_baton(), "the same seat"
        ben.bin("saves", "1+0")
        ana.reads("saved: 1")
    for one in found:
        one.phone.check()
        one.phone.context.close()


def test_what_was_entered_and_not_sent_outlives_a_look_at_another_page(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = ordering(app)
    battle.act("a", "announce", piece="a1", do="advance", pace="march")  # who has marched charges against the book only
    one = at(battle, hands())
    sheet = one.page.locator("#order-a1")
    goal = sheet.locator(".anyway input[name=goal]").first

    def unfolds() -> None:
        for fold in (sheet, sheet.locator(".anyway")):
            one.tap(fold.locator("> summary"), wait=False)

    def looks_at_the_log() -> None:
        for page in ("Log", "Table"):
            one.page.get_by_role("link", name=page, exact=True).tap()
            one.ready()

    unfolds()
    one.tap(sheet.locator(".anyway .chip").first, wait=False)
    looks_at_the_log()
    expect(goal).to_be_checked()
    expect(sheet.locator(".anyway .chip").first).to_be_visible()
    sheet.evaluate("(one) => one.removeAttribute('open')")  # as its cross does
    looks_at_the_log()
    expect(goal).to_be_checked()
    expect(sheet).not_to_have_attribute("open", "")
    unfolds()
    sheet.locator(".anyway button[name=target]").first.tap()
    one.sent()
    assert [charge.piece for charge in battle.state.charges] == ["a1"], "announced"
    looks_at_the_log()
    expect(sheet).not_to_have_attribute("open", "")
