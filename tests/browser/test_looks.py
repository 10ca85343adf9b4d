"""What a phone asks besides its taps: it looks once for what another entered, gives a line up that has died without a
word, and lets no look hold a tap."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.web.services import Services
from tests.browser.armies import Battle, aimed, step
from tests.browser.hands import Hands, at, seated
from tests.browser.held import Held
from tests.browser.test_queue import Players, begin_anew

HASTE = """() => {
    const { get, set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "timeout");
    const hurried = function (patience) { set.call(this, patience / 20); };
    Object.defineProperty(XMLHttpRequest.prototype, "timeout", { get, set: hurried });
}"""
"""The page's patience with an answer is a twentieth."""
LISTENS = """() => {
    Object.assign(window, { rings: [], streams: [] });
    window.EventSource = class extends EventSource {
        constructor(...where) {
            super(...where);
            window.streams.push(this);
            this.addEventListener("changed", ({ data }) => window.rings.push(data));
        }
        addEventListener(name, act) {
            super.addEventListener(name, (event) => this.dumb || act(event));
        }
    };
}"""
"""The page writes down what rings; a stream that is struck dumb says no word more, as where a router forgot it."""


def services(battle: Battle) -> Services:
    found: Services = battle.app.extensions["gunbai"]
    return found


def nudged(one: Hands, nudge: Callable[[], None]) -> None:
    """Does what rings without a new version, and waits until it has rung."""
    rung = one.page.evaluate("rings.length")
    nudge()
    one.page.wait_for_function("rung => rings.length > rung", arg=rung)


def rung(one: Hands, battle: Battle, taps: Held, row: str, count: int) -> Callable[[], None]:
    """A tap for which the stream has rung; what lets its answer come."""
    one.bin(row, count, wait=False)
    tap = taps.next(one.page)
    answer = tap.fetch()
    one.page.wait_for_function("version => rings.at(-1) === version", arg=str(battle.table.version))
    return lambda: tap.fulfill(response=answer)


@pytest.mark.own_phones
def test_who_taps_does_not_look_again(app: Flask, hands: Players) -> None:
    """The answer to a tap brings all a look would; the other phone looks once, and sees the next tap too."""
    battle = aimed(app)
    ana, ben = seated(battle, hands)
    begin_anew(ana, LISTENS)
    nudged(ana, lambda: services(battle).bell.nudge(battle.id))
    expect(ana.page.locator("#live.htmx-request"), "all that rang before has been looked at").to_have_count(0)
    looks: list[str] = []
    ana.page.on("request", lambda request: looks.append(request.url) if "/now" in request.url else None)
    taps = Held(ana.page)
    for row, count, told in (("hits", 4, "hits: 4"), ("tens", 1, "Roll 4 dice: 4 or less saves.")):
        rung(ana, battle, taps, row, count)()
        ana.sent()
        ben.reads(told)
    assert looks == []
    ben.bin("saves", "1+0")
    ben.bin("tens", 1)
    ana.told("Roll 4 damage dice. 2 or more wounds.")


@pytest.mark.own_phones
def test_a_stream_that_died_without_a_word_is_given_up(
    app: Flask, hands: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = aimed(app)
    ana = at(battle, hands(), "b")
    monkeypatch.setattr(services(battle).streams, "heartbeat", 1)
    begin_anew(ana, LISTENS)
    expect(ana.page.locator("body[data-live=yes]")).to_be_attached()
    battle.act("a", "pad", **{"step": step(battle), "bin.hits": "4"})
    ana.reads("hits: 4")
    ana.page.evaluate("streams.forEach((one) => one.dumb = true)")
    battle.act("a", "pad", **{"step": step(battle), "bin.hits": "6"})
    ana.reads("hits: 6")
    expect(ana.page.locator("body[data-live=yes]")).to_be_attached()


@pytest.mark.own_phones
def test_a_look_without_an_answer_holds_no_tap(app: Flask, hands: Players) -> None:
    battle = aimed(app)
    ana = at(battle, hands())
    begin_anew(ana, HASTE)
    expect(ana.page.locator("body[data-live=yes]")).to_be_attached()
    looks = Held(ana.page, "**/now*")
    before = battle.table.seq
    services(battle).bell.nudge(battle.id)
    looks.next(ana.page)
    ana.bin("hits", 4)
    assert battle.table.seq == before + 1


@pytest.mark.own_phones
def test_a_tap_without_an_answer_is_sent_again_and_counts_once(app: Flask, hands: Players) -> None:
    battle = aimed(app)
    ana = at(battle, hands())
    begin_anew(ana, HASTE)
    before = battle.table.seq
    taps = Held(ana.page)
    ana.bin("hits", 4, wait=False)
    taps.next(ana.page).fetch()
    taps.let_go()
    ana.sent()
    assert battle.table.seq == before + 1


@pytest.mark.own_phones
def test_who_comes_while_a_tap_is_answered_is_shown(app: Flask, hands: Players) -> None:
    """Presence has no version of its own: the nudge says the number that the answer has shown already."""
    battle = aimed(app)
    ana = hands()
    battle.give(ana.phone, "a")
    ana.page.add_init_script(f"({LISTENS})()")
    ana.open(battle.path)
    expect(ana.page.locator("body[data-live=yes]")).to_be_attached()
    taps = Held(ana.page)
    answers = rung(ana, battle, taps, "hits", 4)
    nudged(ana, lambda: services(battle).presence.visible(battle.id, battle.devices["b"], True))
    answers()
    ana.sent()
    expect(ana.page.locator("#r-bar .presence.here")).to_have_count(2)
