"""Taps on their way: each counts once whatever breaks, and what the server fails at is kept for the player to decide. A
tap goes with what its player saw, however long it waits; and what waits belongs to all tabs of a table."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.browser.armies import aimed, step
from tests.browser.hands import Hands, at
from tests.browser.held import Held, hasty
from tests.browser.sitting import Sitting, zipang
from tests.browser.test_combat import DUO, TRIO, met, trio

Players = Callable[[], Hands]
TAPS = re.compile(r"/(tap|undo)\b")
LOST = ("net::ERR", "htmx:sendError")
REFUSED = ("status of", "htmx:responseError", "Response Status Error")
SENTENCE = "The server failed at your last tap."
FULL = """() => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


SHUT = """() => {
    const get = () => { throw new DOMException("shut", "SecurityError"); };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
}"""


def begin_anew(one: Hands, script: str) -> None:
    """Loads the page again, with this before its own scripts."""
    one.page.add_init_script(f"({script})()")
    one.page.reload()
    one.ready()


def entered_and_failed(route: Route) -> None:
    route.fetch()
    route.fulfill(status=500)


BREAKS: dict[str, Callable[[Route], None]] = {
    "the server fails": lambda route: route.fulfill(status=500),
    "it fails, and has entered it": entered_and_failed,
    "the signal is too weak": lambda route: route.fulfill(status=408),  # as nginx says
    "it hangs up": lambda route: route.abort("connectionreset"),  # as our own server does
    "the storage is full": lambda route: route.abort(),
    "the storage is shut": lambda route: route.abort(),
}


@pytest.mark.own_phones
@pytest.mark.parametrize("what", BREAKS)
def test_each_tap_counts_once_whatever_breaks(app: Flask, hands: Players, what: str) -> None:
    """They are shown meanwhile. What the server failed at is sent again by the player, all else by itself."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive(*LOST, *REFUSED)
    if "storage" in what:
        begin_anew(ana, FULL if "full" in what else SHUT)
    before = battle.table.seq
    hasty(ana.page)
    ana.page.route(TAPS, BREAKS[what])
    ana.bin("hits", 4, wait=False)
    ana.bin("tens", 1, wait=False)
    expect(ana.page.locator("body")).to_have_attribute("data-waiting", "2")
    assert (ana.pressed("hits"), ana.pressed("tens")) == ("4", "1"), "the page shows what was tapped"
    if "fails" in what:
        expect(ana.page.get_by_text(SENTENCE)).to_be_visible()
        assert battle.table.seq == before + ("entered" in what)
        ana.page.unroute(TAPS)
        ana.press("Send it again")
    ana.page.unroute(TAPS)
    ana.sent()
    expect(ana.page.get_by_text(SENTENCE)).to_be_hidden()
    ana.told("Yari Ashigaru save against 5 hits.")
    assert battle.table.seq == before + 2


def test_a_tap_is_dropped_by_the_player_only(app: Flask, hands: Players) -> None:
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive(*REFUSED)
    before = battle.table.seq
    ana.page.route(TAPS, BREAKS["the server fails"])
    ana.bin("hits", 4, wait=False)
    expect(ana.page.get_by_text(SENTENCE)).to_be_visible()
    ana.page.reload()
    expect(ana.page.get_by_text(SENTENCE)).to_be_visible()
    with ana.page.expect_navigation():
        ana.page.get_by_role("button", name="Discard this tap").tap()
    ana.sent()
    expect(ana.page.get_by_text(SENTENCE)).to_be_hidden()
    assert ana.pressed("hits") is None
    assert battle.table.seq == before


def offline(one: Hands) -> None:
    """No tap of this phone gets through; what it looks at does."""
    one.phone.forgive(*LOST)
    hasty(one.page)
    one.page.route(TAPS, lambda route: route.abort())


def online(one: Hands) -> None:
    """Its taps get through and are acknowledged; but what was on its way when the last was made does not, for the last
    may have replaced it."""
    one.page.wait_for_function("() => !gunbai.sending()")
    one.page.unroute(TAPS)
    one.sent()


@pytest.mark.parametrize("second", [("tens", 1), ("hits", 7)])
def test_undo_takes_back_the_tap_that_is_still_on_its_way(app: Flask, hands: Players, second: tuple[str, int]) -> None:
    """The page was drawn before the server knew of the tap: Undo means the tap all the same, and only that. Of a roll
    that is entered again it brings back the entry before."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.bin("hits", 4)
    offline(ana)
    undo = ana.page.locator("#r-last .undo")
    ana.bin("hits", 5, wait=False)
    ana.bin(*second, wait=False)
    expect(undo.locator("small"), "it is about the tap that waits").to_be_hidden()
    ana.tap(undo, wait=False)
    assert (ana.pressed("hits"), ana.pressed("tens")) == ("5", None), "the pad shows at once what is left"
    ana.tap(undo, wait=False)
    assert ana.pressed("hits") == "4"
    expect(undo.locator("small")).to_have_text("the 4 hits entered")
    expect(ana.page.locator("body")).to_have_attribute("data-waiting", "2")
    online(ana)
    expect(ana.page.locator("#notice p")).to_have_count(0)
    expect(undo).to_have_accessible_name("Undo: the 4 hits entered")
    assert ana.pressed("hits") == "4"


def test_one_undo_of_a_roll_that_was_entered_again_brings_back_the_entry_before(app: Flask, hands: Players) -> None:
    """It was not sent, and is not lost, whatever the page is that sends it."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.bin("hits", 4)
    offline(ana)
    undo = ana.page.locator("#r-last .undo")
    for count in (5, 7, 8):
        ana.bin("hits", count, wait=False)
    waiting(ana.page, 1)
    ana.tap(undo, wait=False)
    waiting(ana.page, 2)
    ana.page.reload()
    waiting(ana.page, 2)
    hasty(ana.page)
    online(ana)
    expect(ana.page.locator("#notice p")).to_have_count(0)
    expect(undo).to_have_accessible_name("Undo: the 7 hits entered")
    assert ana.pressed("hits") == "7"
    ana.tap(undo)
    expect(undo).to_have_accessible_name("Undo: the 4 hits entered")


def test_undo_of_a_roll_on_its_way_brings_back_the_one_before(app: Flask, hands: Players) -> None:
    """Its answer comes after the undo was tapped; and of a roll of one tap nothing is refused."""
    battle = aimed(app)
    ana, ben = at(battle, hands()), at(battle, hands(), "b")
    ana.bin("hits", 4)
    held = Held(ana.page)
    undo = ana.page.locator("#r-last .undo")
    for count in (5, 6, 7):
        ana.bin("hits", count, wait=False)
    held.next(ana.page).continue_()
    last = held.next(ana.page)
    waiting(ana.page, 1)
    ana.tap(undo, wait=False)
    last.continue_()
    held.let_go()
    ana.sent()
    expect(undo).to_have_accessible_name("Undo: the 6 hits entered")
    assert ana.pressed("hits") == "6"
    ana.bin("hits", 1)
    ana.bin("tens", 0)
    offline(ben)
    saved, missed = (ben.page.locator("[data-row=lone] button").nth(n) for n in (0, 1))
    saved.tap()
    missed.tap()
    ben.tap(ben.page.locator("#r-last .undo"), wait=False)
    online(ben)
    expect(ben.page.locator("#notice p")).to_have_count(0)
    assert battle.state.running is None, "a save ends the attack"


def test_of_a_roll_that_is_entered_again_before_it_is_sent_the_last_counts(app: Flask, hands: Players) -> None:
    """A slip of the thumb without a signal is mended on the pad, also where one tap says all; another row stays."""
    battle = aimed(app)
    ana, ben = at(battle, hands()), at(battle, hands(), "b")
    offline(ana)
    for row, count in (("hits", 2), ("tens", 1), ("hits", 1), ("tens", 0)):
        ana.bin(row, count, wait=False)
    expect(ana.page.locator("body")).to_have_attribute("data-waiting", "2")
    online(ana)
    offline(ben)
    saved, missed = (ben.page.locator("[data-row=lone] button").nth(n) for n in (0, 1))
    saved.tap()
    missed.tap()
    online(ben)
    expect(ben.page.locator("#notice p")).to_have_count(0)
    assert step(battle).endswith(".damage")


def test_an_initiative_that_is_given_again_unsent_with_a_position_counts_once(app: Flask, hands: Players) -> None:
    """What is ticked beside the die is no other roll."""
    battle = trio(app)
    battle.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 5])
    ben = at(battle, hands(), "b")
    offline(ben)
    die = ben.act.locator("button[name='die.b1']")
    ben.tap(die.nth(2), wait=False)
    ben.tap(ben.act.get_by_label("defensive position"), wait=False)
    ben.tap(die.nth(6), wait=False)
    online(ben)
    expect(ben.page.locator("#notice p")).to_have_count(0)
    assert battle.state.melees[0].dice["b1"] == (7,)


@pytest.mark.parametrize("anew", ["challenge", "app"])
def test_an_initiative_is_given_again_unsent_in_whatever_way(app: Flask, hands: Players, anew: str) -> None:
    """What is declared with the die, or that the app rolls it, is no other roll: the last one alone is sent."""
    battle = met(app)
    battle.act("a", "initiative", step=f"{DUO}.in.a", faces=[5])
    ben = at(battle, hands(), "b")
    offline(ben)
    ben.tap(ben.act.locator("button[name='die.b1']").nth(2), wait=False)
    if anew == "challenge":
        ben.tap(ben.act.locator(".declares .chip", has_text="Busho Buke"), wait=False)
    ben.tap(ben.act.locator(f"button[name={'declare' if anew == 'challenge' else 'app'}]"), wait=False)
    online(ben)
    expect(ben.page.locator("#notice p")).to_have_count(0)
    melee = battle.state.melees[0]
    assert bool(melee.confrontations) == (anew == "challenge")


def test_what_is_undone_before_it_is_sent_is_never_entered(app: Flask, hands: Players) -> None:
    """It would open what both sides have sealed, and that is not undone without the other's word."""
    battle = trio(app)
    battle.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 5])
    ben = at(battle, hands(), "b")
    before = battle.table.seq
    offline(ben)
    die = ben.act.locator("button[name='die.b1']")
    for place in (2, 6):
        ben.tap(die.nth(place), wait=False)
    undo = ben.page.locator("#r-last .undo")
    ben.tap(undo, wait=False)
    online(ben)
    expect(ben.page.locator("#notice p")).to_have_count(0)
    assert battle.table.seq == before + 1
    assert battle.state.melees[0].dice["b1"] == (3,)


WRONG = "(act, step) => act.querySelectorAll('[name=step]').forEach((one) => { one.value = step; })"


def test_a_refusal_stays_until_the_player_taps_after_it(app: Flask, hands: Players) -> None:
    """Taps that waited behind it are answered at once: they neither wipe it nor put another in its place."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive(*REFUSED)
    offline(ana)
    notice = ana.page.locator("#notice p")
    right = step(battle)
    for place in ("another", "another.again", "another.third"):
        ana.act.evaluate(WRONG, place)
        ana.bin("hits", 4, wait=False)
    ana.act.evaluate(WRONG, right)
    ana.bin("hits", 5, wait=False)
    expect(ana.page.locator("body")).to_have_attribute("data-waiting", "4")
    online(ana)
    assert ana.pressed("hits") == "5"
    expect(notice).to_have_count(1)
    expect(notice).not_to_be_empty()

    battle.act("a", "pad", step=right, clear="true")
    ana.bin("hits", 3)
    expect(notice).to_have_count(0)


def test_a_refusal_goes_with_the_phase_it_was_about(app: Flask, hands: Players) -> None:
    """Not with an act of the other side in that phase: it can be read until then."""
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive(*REFUSED)
    ana.act.evaluate(WRONG, "another")
    ana.bin("hits", 4)
    notice = ana.page.locator("#notice p")
    expect(notice).to_have_count(1)
    battle.act("a", "cancel", step=step(battle))
    ana.reads("In contact", within="body")
    expect(notice).to_have_count(1)
    battle.leave("orders")
    ana.reads("Turn 1", within=".board")
    expect(notice).to_have_count(0)


def test_different_refusals_of_waiting_taps_are_all_told(app: Flask, hands: Players) -> None:
    battle = aimed(app)
    ana = at(battle, hands())
    ana.phone.forgive(*REFUSED)
    offline(ana)
    ana.act.evaluate(WRONG, "another")
    ana.bin("hits", 4, wait=False)
    ana.act.evaluate(WRONG, step(battle))
    ana.act.evaluate("(act) => { act.querySelector('[data-row=tens] button:last-of-type').value = '99'; }")
    ana.tap(ana.act.locator("[data-row=tens] button[value='99']"), wait=False)
    online(ana)
    notice = ana.page.locator("#notice p")
    expect(notice).to_have_count(2)
    expect(notice.last).to_contain_text("only 0 to 10 are possible")
    for one in notice.all():
        one.scroll_into_view_if_needed()
        expect(one).to_be_in_viewport(ratio=1)
    ana.page.get_by_role("button", name="Close").tap()
    expect(notice).to_have_count(0)


def test_three_taps_are_undone_by_three_touches(app: Flask, hands: Players) -> None:
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


# ---- what was seen

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
    ana.phone.forgive(*LOST, *REFUSED)
    before = purses(table)
    hasty(ana.page)
    ana.page.route(TAPS, lambda route: route.fulfill(status=502))
    moves(ana.page)
    moves(ana.page)
    waiting(ana.page, 2)
    table.act("b", "move", source="a", target="b", coins="1")
    shows(ana, before["b"] + 1)
    online(ana)
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
    ana.phone.forgive(*REFUSED)
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
    waiting(ana.page, 3)
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
    ana.phone.forgive(*LOST, *REFUSED)
    ana.page.route(TAPS, lambda route: route.abort())
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


# ---- what was refused


@pytest.mark.parametrize("anew", [False, True])
def test_a_refused_tap_that_had_waited_is_named(table: Sitting, hands: Players, anew: bool) -> None:
    """Also where the page was loaded again meanwhile; one that did not wait is not, for its player knows."""
    table.act("a", "play", campaign="1", number="1", card="captain", targets="b")
    ben = at(table, hands(), "b")
    ben.phone.forgive(*LOST, *REFUSED)
    offline(ben)
    ben.tap(ben.act.get_by_role("button", name="Blocked"), wait=False)
    waiting(ben.page, 1)
    expect(ben.page.locator("body[data-offline]")).to_have_count(1)
    table.act("b", "answer", by="a", campaign="1", number="1", answer="out")
    if anew:
        ben.page.reload()
        ben.ready()
    online(ben)
    ben.reads(re.compile(r"^Not entered: Blocked\. That campaign is over"), "#notice p")


def test_a_notice_that_came_while_a_request_waited_goes_with_it(app: Flask, hands: Players) -> None:
    table = zipang(app)
    table.act("a", "play", campaign="1", number="1", card="peasant")
    table.act("b", "play", campaign="1", number="2", card="peasant")
    ana = at(table, hands())
    ana.phone.forgive(*REFUSED)
    undo, notice = ana.page.locator("#r-last .undo"), ana.page.locator("#notice p")
    ana.tap(undo)
    ana.reads("Waiting for the other player", "#r-asks")
    expect(ana.page.locator("body[data-touched]")).to_have_count(0)
    ana.tap(undo)
    ana.reads("You have asked for something already.", "#notice")
    table.act("a", "move", source="a", target="b")
    ana.reads("1 coin by hand", "#r-last")
    expect(notice).to_have_count(1)
    [ask] = table.table.asks
    table.tables.answer(table.id, table.devices["b"], ask.id, False, "key-of-the-no", ask.read_by("b"))
    expect(notice).to_have_count(0)
