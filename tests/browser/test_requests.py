"""A request comes where nothing is tapped: it covers no key and no Undo, and a seat is given by two taps apart."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from companion.play.values import Asked
from tests.browser.armies import aimed
from tests.browser.hands import Hands, at, box, each_size
from tests.browser.held import Held, hasty
from tests.browser.sitting import Sitting, kenjin, tenno, zipang
from tests.browser.test_panel import KEYS, show
from tests.conftest import LiveServer

TABLES: dict[str, Callable[[Flask], Sitting]] = {"kensei": aimed, "kenjin": kenjin, "tenno": tenno, "zipang": zipang}

SIZES = ((390, 844), (320, 640))
UNDER = """() => {
    const asked = document.querySelector(".request").getBoundingClientRect();
    const keys = "#r-act :is(button, summary, input, .chip), footer.bottom :is(button, a)";
    return [...document.querySelectorAll(keys)].filter((key) => {
        const box = key.getBoundingClientRect();
        return box.width && box.top < asked.bottom && box.bottom > asked.top;
    }).map((key) => key.textContent.trim());
}"""
"""What may be tapped in the panel or at the foot, and lies under the request."""

SLICED = """(selector) => {
    const end = document.querySelector(selector).getBoundingClientRect().bottom;
    return [...document.querySelectorAll(".board .side-line, .board .purses li, .board-turn")].filter((line) => {
        const words = document.createRange();
        words.selectNodeContents(line);
        const box = words.getBoundingClientRect();
        return box.top < end - 1 && box.bottom > end + 1;
    }).map((line) => line.textContent.trim());
}"""
"""The lines of the top bar of which this covers a part and leaves a part."""


def keys(one: Hands) -> dict[tuple[int, int], object]:
    """Where every key of the panel stands on each size of phone."""
    return {size: one.page.evaluate(KEYS) for size in each_size(one.page, SIZES)}


def a_lost_signal_covers_whole_lines(one: Hands) -> None:
    one.page.evaluate("document.body.dataset.offline = 'yes'")
    expect(one.page.locator(".signal")).to_be_visible()
    for size in each_size(one.page, SIZES):
        assert one.page.evaluate(SLICED, ".signal") == [], size
    one.page.evaluate("delete document.body.dataset.offline")


@pytest.mark.parametrize("game", TABLES)
def test_a_request_for_a_seat_covers_no_key_and_is_no_single_tap(one: Hands, ground: LiveServer, game: str) -> None:
    table = TABLES[game](ground.app)
    show(one, table, "b")
    if game != "zipang":  # its purses, in that place, are tapped meanwhile
        a_lost_signal_covers_whole_lines(one)
    before = keys(one)
    table.tables.ask_for_seat(table.id, "the-phone-of-emi", "b", "Emi of the Long Name")
    one.reads("Emi of the Long Name asks for the seat of Ben.", ".request")
    assert keys(one) == before, "nothing moves"
    for size in each_size(one.page, SIZES):
        assert one.page.evaluate(UNDER) == [], size
        assert one.page.evaluate(SLICED, ".request") == [], size
    give = one.page.get_by_role("button", name="Give the seat")
    expect(give).to_be_hidden()
    answer = one.page.locator(".request summary")
    one.tap(answer)
    one.reads("Give your seat to Emi of the Long Name, who", ".request")
    for _ in each_size(one.page, SIZES):
        expect(give).to_be_in_viewport(ratio=1)
        assert box(give).top >= box(answer).bottom, "a second touch at the same place gives nothing"
        assert min(box(give).height, box(answer).height) >= 44
    one.tap(give)
    one.page.wait_for_url("**lost=yes")
    one.reads("This phone has no seat here any more", "#notice")
    assert one.page.locator("#notice a").get_attribute("href") == f"{table.path}/seats"
    for _ in each_size(one.page, SIZES):
        tabs = box(one.page.locator("footer .tabs"))
        assert box(one.page.locator("#notice")).bottom <= tabs.top + 6, "the tabs stay in reach"
    assert {seat.seat: seat.player for seat in table.table.seats}["b"] == "Emi of the Long Name"


AGAIN = """() => {
    const { now } = Date;
    Date.now = ((moment) => () => moment)(now());  // however long the answer takes
    document.addEventListener("regions-swapped", () => {
        document.querySelector(".request [value=yes]").click();
        Date.now = now;
    }, { once: true });
}"""
"""The second touch of a double tap comes just when the answer to the first is there."""


def outdated(one: Hands, ground: LiveServer) -> Sitting:
    """Ben reads what Ana's undo would cost; before his tap is there it costs more."""
    table = tenno(ground.app)
    table.act("a", "duel", number=1, card="farmer-2", target="b", defense="farmer-1")
    table.act("b", "duel", number=2, card="samurai-8", target="a", defense="farmer-3")
    table.tables.undo(table.id, table.devices["a"], "a", "undo-of-ana")
    show(one, table, "b")
    one.reads("yours falls too: duel 2", ".request summary")
    one.phone.forgive("409", "ERR_FAILED", "htmx:sendError")
    return table


def more(table: Sitting) -> None:
    table.act("a", "duel", number=3, card="daimyo", target="b", defense="samurai-7")


def test_a_yes_whose_answer_was_lost_is_sent_again_and_is_no_yes_to_more(one: Hands, ground: LiveServer) -> None:
    table = outdated(one, ground)

    def lost(route: Route) -> None:
        more(table)
        assert route.fetch().status == 409
        route.abort()

    one.page.route("**/answer*", lost, times=1)
    hasty(one.page)
    one.press("Allow")
    one.reads("duel 2 (Ben), duel 3", ".request .more")
    assert [ask.kind for ask in table.table.asks] == ["undo"]
    one.press("Allow")
    assert table.table.asks == ()


def test_the_second_touch_of_a_double_tap_is_no_yes_to_what_has_come_between(one: Hands, ground: LiveServer) -> None:
    table = outdated(one, ground)
    held = Held(one.page, "**/answer*")
    one.tap(one.page.get_by_role("button", name="Allow"), wait=False)
    route = held.next(one.page)
    more(table)
    held.let_go()
    one.page.evaluate(AGAIN)
    route.continue_()
    one.reads("duel 2 (Ben), duel 3", ".request .more")
    one.sent()
    assert [ask.kind for ask in table.table.asks] == ["undo"]
    one.page.unroute("**/answer*")


LATER = """(shown) => {
    const key = shown.cloneNode(true);  // comes just now
    shown.replaceWith(key);
    const [coming] = key.getAnimations();
    const { duration } = coming.effect.getTiming();
    coming.pause();
    coming.currentTime = duration - 1;
    const before = getComputedStyle(key).visibility;
    coming.finish();
    return [duration, before, getComputedStyle(key).visibility];
}"""


def test_a_tap_at_a_purse_answers_no_request(one: Hands, ground: LiveServer) -> None:
    """In Zipang they lie under it, and are tapped all the time: the keys come a moment later."""
    table = zipang(ground.app)
    show(one, table, "b")
    table.tables.ask_for_seat(table.id, "the-phone-of-emi", "b", "Emi")
    key = one.page.locator(".request .button").first
    key.wait_for(state="attached")
    assert key.evaluate(LATER) == [700, "hidden", "visible"]


@pytest.mark.parametrize("page", ["/log/2", "/seats", "/seats/link", "/print", "/delete", "/log/older/3"])
def test_a_request_comes_and_is_answered_beside_the_pages_of_the_table(
    one: Hands, ground: LiveServer, page: str
) -> None:
    """On the page of an entry, on that of the seats and on all others, where its player stays."""
    table = zipang(ground.app)
    table.act("a", "play", campaign=1, number=1, card="peasant")
    table.act("b", "play", campaign=1, number=2, card="peasant")
    at(table, one, "b", page)
    expect(one.page.locator("#r-asks")).to_have_count(1)
    done = table.tables.undo(table.id, table.devices["a"], "a", "key-of-the-request")
    assert isinstance(done, Asked)
    one.reads("Ana asks to undo", "#r-asks")
    for size in each_size(one.page, SIZES):
        assert box(one.page.locator(".request")).bottom <= box(one.page.locator("main a:visible").first).top, size
    one.press("Allow")
    expect(one.page.locator(".request")).to_have_count(0)
    assert table.table.state.campaign.plays == 0
    assert one.page.url.endswith(page)


def test_a_request_comes_where_an_army_is_chosen(one: Hands, ground: LiveServer) -> None:
    table = Sitting(ground.app, "kensei")
    at(table, one, "b", "/bring?seat=b")
    one.page.get_by_label("Text, link or army document").fill("5 Yari Ashigaru")
    table.tables.ask_for_seat(table.id, "the-phone-of-emi", "b", "Emi")
    one.reads("Emi asks for the seat of Ben.", "#r-asks")
    for size in each_size(one.page, SIZES):
        assert box(one.page.locator(".request")).bottom <= box(one.page.locator("main a:visible").first).top, size
    one.tap(one.page.locator(".request summary"))
    one.press("No")
    expect(one.page.locator(".request")).to_have_count(0)
    expect(one.page.get_by_label("Text, link or army document")).to_have_value("5 Yari Ashigaru")
