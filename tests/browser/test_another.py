"""The next game at a table: one tap on any player's phone, and the other phones go along by themselves."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.cardtable import accessible
from tests.browser.hands import Hands, at, seated
from tests.browser.sitting import Sitting, zipang

Players = Callable[[], Hands]


@pytest.fixture
def ended(app: Flask) -> Sitting:
    """Ben has lost his last coin."""
    sitting = zipang(app)
    sitting.act("a", "count", **{"purses.a": 6, "purses.b": 0})
    sitting.act("a", "decide", campaign=1, winner="a")
    return sitting


def arrives(one: Hands, sitting: Sitting) -> str:
    """Waits until this phone shows the next game; its path."""
    one.page.wait_for_url(lambda url: "/t/" in url and sitting.id not in url)
    one.ready()
    one.reads("Who begins?", "body")
    return one.page.url.replace(one.phone.server.url, "")


def test_one_tap_brings_every_phone_to_the_next_game(ended: Sitting, hands: Players) -> None:
    """A player on the table's page, one in the log, and one who watches."""
    ana, ben = seated(ended, hands)
    watcher = hands()
    watcher.open(ended.path)
    ana.reads("Tomoe is Shogun with 8 coins.", "body")
    accessible(ana)
    expect(watcher.page.get_by_role("button", name="Another game")).to_have_count(0)
    ben.press("Log")
    ben.page.wait_for_url("**/log")
    ben.ready()
    ana.press("Another game")
    there = {arrives(one, ended).split("?")[0] for one in (ana, ben, watcher)}
    assert there == {f"/t/{ended.table.next}"}
    accessible(ana)
    ana.press("The game before this one")
    ana.page.wait_for_url(f"**{ended.path}")
    ana.ready()
    ana.reads("Tomoe is Shogun with 8 coins.", "body")
    ana.press("To the next game")
    assert arrives(ana, ended) in there


def test_a_tap_that_came_too_late_is_read_before_the_phone_goes_on(ended: Sitting, hands: Players) -> None:
    """Ana's phone has no signal while Ben begins the next game; her tap waits, and its answer stays."""
    ana = at(ended, hands())
    ana.phone.forgive("ERR_FAILED", "htmx:sendError", "422")
    ana.phone.forgive("script error: undefined")  # a look that is broken off when the page goes on
    ana.page.route("**/undo*", lambda route: route.abort())
    ana.page.locator("form[action*='/undo'] button").first.tap()
    expect(ana.page.locator("body[data-waiting='1']")).to_be_attached()
    assert isinstance(ended.tables.begin_next(ended.id, ended.devices["b"]), str)
    ana.page.unroute("**/undo*")
    expect(ana.page.locator("#notice")).to_contain_text("This game is over and the next one has begun")
    ana.sent()
    ana.press("To the next game")
    arrives(ana, ended)


def test_names_are_tapped_in_one_short_form(ended: Sitting, hands: Players) -> None:
    """Of who met at a table, on one phone for all nobody has to be typed again."""
    ana = hands()
    ended.give(ana.phone, "a")
    ana.open("/new?game=tenno")
    ana.page.locator("input[name=players][value='3']").check(force=True)
    expect(ana.page.locator("[name='name.b']")).to_be_hidden()
    ana.page.locator("input[name=phones][value=one]").check(force=True)
    expect(ana.page.locator("[name='name.c']")).to_be_visible()
    expect(ana.page.locator("[name='name.d']")).to_be_hidden()
    touches = ana.count()
    ana.press("Ben")
    ana.press("Ana")
    expect(ana.page.locator("[name='player']")).to_have_value("Ben")
    expect(ana.page.locator("[name='name.b']")).to_have_value("Ana")
    accessible(ana)
    ana.press("Ana")  # once more takes it away
    expect(ana.page.locator("[name='name.b']")).to_have_value("")
    ana.press("Ana")
    assert tuple(touches()) == (4, 0)
    ana.press("Open the table")
    ana.page.wait_for_url("**/t/**")
    ana.reads("Ben", ".board")
    ana.reads("Ana", ".board")


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
