"""A campaign of Zipang Portable: each moment fits any phone, coins by two taps, a column corrected, and the clock."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.cardtable import accessible, fits, three_at_zipang
from tests.browser.hands import Hands, at, each_size, painted
from tests.browser.sitting import Sitting, zipang


def purses(one: Hands) -> dict[str, str]:
    """What the bar says each player has."""
    found = {}
    for row in one.page.locator(".purses li").all():
        found[row.locator(".who-name").inner_text()] = row.locator("> b").inner_text()
    return found


def coin(one: Hands, source: str, target: str) -> None:
    """A coin by two taps: where it lies, then where it goes; a seat, or "pot"."""
    one.page.locator(f".coin-tap[name=source][value='{source}']:visible").tap()
    one.tap(one.page.locator(f".coin-to[value='{target}']:visible"))


def test_the_crest_of_the_panel_lies_behind_its_button(app: Flask, scout: Hands) -> None:
    """Under its sentence the panel looks the same with it and without it; in its head it can be seen."""
    sitting = Sitting(app, "zipang", players="3")
    one = at(sitting, scout)
    painted(one.page)
    parts = [one.act.locator(part) for part in (".act-who", ".act-go .primary")]

    def looks(visibility: str) -> list[bytes]:
        one.act.locator(".watermark").evaluate("(crest, shown) => { crest.style.visibility = shown; }", visibility)
        return [part.screenshot(animations="disabled") for part in parts]

    for size in each_size(one.page, ((390, 844), (320, 640))):
        shown, without = looks("visible"), looks("hidden")
        assert [one == two for one, two in zip(shown, without, strict=True)] == [False, True], size


def on_any_phone(one: Hands) -> None:
    """The page as it stands is accessible, on the narrowest phone too."""
    one.page.set_viewport_size({"width": 320, "height": 640})
    fits(one)
    one.page.set_viewport_size({"width": 390, "height": 844})
    accessible(one)


def test_each_moment_of_a_campaign_fits_any_phone(app: Flask, scout: Hands) -> None:
    """Who begins, the palette, in which a spent card is struck out, an answer, and a hand that is tapped in."""
    table = Sitting(app, "zipang", players="2")
    on_any_phone(at(table, scout))
    table.act("a", "starts", player="a")
    table.act("a", "campaign", number=1)
    on_any_phone(at(table, scout))
    table.act("a", "play", card="princess", campaign=1, number=1)
    table.act("b", "play", card="captain", campaign=1, number=2, targets="a")
    ana = at(table, scout)
    ana.unfold("Add up the hand")
    on_any_phone(ana)
    ana.press("Blocked")
    expect(ana.page.locator(".spent:visible")).to_have_css("text-decoration-line", "line-through")
    ana.press("Emperor 0 · 5")
    ana.told("Lay your hand open and enter it.")
    for card in ("nobleman", "monk"):
        ana.tap(ana.page.locator(f"[data-card={card}]:visible"))
    on_any_phone(ana)
    ana.press("Done")
    expect(ana.page.locator("[data-card]:visible")).to_have_count(0)


def test_a_column_is_corrected(app: Flask, scout: Hands) -> None:
    """The head of a campaign's column leads to its end; another winner takes the pot, later purses follow."""
    table = Sitting(app, "zipang", players="2", one_phone=True, **{"name.a": "Ana", "name.b": "Ben"})
    table.act("a", "starts", player="a")
    table.act("a", "campaign", number=1)
    table.act("a", "decide", campaign=1, winner="a")
    table.act("a", "campaign", number=2)
    ana = at(table, scout, page="/forces")
    ana.page.get_by_role("link", name="Correct campaign 1").click()
    accessible(ana)
    ana.press("Instead: Ben takes the pot")
    ana.reads("Ben takes 2 coins.")
    ana.press("Accept")
    ana.ready()
    assert purses(ana) == {"Ana": "2", "Ben": "4"}


def test_coins_by_hand_and_an_imbalance(app: Flask, hands: Callable[[], Hands]) -> None:
    """Two taps move a coin; a count that does not add up is named with where to look."""
    ana, ben, _chie = three_at_zipang(app, hands, first="b")
    coin(ana, "b", "a")
    ben.reads("1 coin by hand: Ben → Ana.", "body")
    assert purses(ana) == {"Ana": "5", "Ben": "3", "Chie": "4"}
    expect(ana.page.locator(".coin-to:visible")).to_have_count(0)
    ana.tap(ana.page.locator(".coin-tap[value='a'][name=source]"))
    accessible(ana)
    ana.page.locator(".coin-back:visible").tap()  # chosen by mistake: it stays there
    expect(ana.page.locator(".coin-to:visible")).to_have_count(0)
    ana.unfold("Correct by hand")
    ana.press("One less: Chie")
    ana.reads("14 of 15 coins: 1 missing")
    ben.reads("14 of 15 coins", ".board")
    accessible(ana)
    ana.tap(ana.page.get_by_role("button", name="Undo"))
    ben.reads("15 of 15 coins", ".board")


@pytest.mark.own_phones
def test_the_clock_of_a_shrine_maiden_runs_down(app: Flask, hands: Callable[[], Hands]) -> None:
    table, ben = zipang(app), hands()
    ben.page.clock.install()
    at(table, ben, "b")
    ben.page.clock.pause_at(ben.page.evaluate("Date.now() / 1000 + 3600"))
    table.act("a", "play", card="shrine-maiden", campaign="1", number="1")
    ben.reads("Hands open: 15 seconds")
    ben.page.clock.run_for(10_000)
    ben.reads("Hands open: 5 seconds")
    ben.page.clock.run_for(6_000)
    ben.reads("Time is up: hands are taken back.")
    expect(ben.page.get_by_role("timer")).to_be_hidden()
