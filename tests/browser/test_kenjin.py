"""Kenjin on phones: strengths once for the server, and two phones that score two battlefields at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from companion.web.services import Services
from tests.browser.cardtable import accessible, join, open_table
from tests.browser.hands import Hands

STRENGTHS = {
    "scout": 1,
    "shugenja": 0,
    "general": 2,
    "assassin": 1,
    "ashigaru": 3,
    "archer": 1,
    "samurai": 2,
    "brute": 3,
}


def enter_strengths(one: Hands) -> None:
    """Eight taps, one on each card, and the button."""
    for card, strength in STRENGTHS.items():
        one.page.locator(f".pip:has(input[name='strengths.{card}'][value='{strength}'])").first.tap()
    one.press("Keep these Strengths")


def open_spot(one: Hands, tile: str) -> None:
    one.page.locator(f"#spot-{tile} > summary").tap()


def lay(one: Hands, tile: str, seat: str, *cards: str) -> None:
    """Taps cards onto one side's stack without waiting between them, as thumbs do."""
    form = one.page.locator(f"#spot-{tile} .army.side-{seat} form.lay")
    for card in cards:
        form.locator(f"button[value='{card}']").tap()
    one.sent()


@pytest.fixture
def two(hands: Callable[[], Hands]) -> tuple[Hands, Hands]:
    """Ana and Ben at a table whose battlefields are tapped in."""
    ana, ben = hands(), hands()
    ana.open("/new?game=kenjin")
    ana.page.locator("input[name=battlefields][value=table]").check(force=True)
    path = open_table(ana, "kenjin", 2, "Ana", opened=True)
    join(ben, path, "b", "Ben")
    ana.open(path)
    return ana, ben


def test_two_phones_score_two_battlefields_at_once(two: tuple[Hands, Hands]) -> None:
    ana, ben = two
    accessible(ana)
    enter_strengths(ana)
    for tile in ("village", "torii", "bridge", "palace"):
        ana.page.locator(f"label:has(input[name='spots.{tile}'][value='ab'])").tap()
    ana.press("They lie like this")
    ana.told("Ana lays 2 cards.")
    ben.reads("Ana lays 2 cards.")
    accessible(ana)
    ana.press("Ana has laid")
    ben.told("Ben lays 2 cards.")
    ben.unfold("Set right by hand")
    ben.press("All cards are laid: to the combat")
    ana.told("Turn up a battlefield and tap in its cards, bottom to top.")

    open_spot(ana, "torii")
    open_spot(ben, "bridge")
    lay(ana, "torii", "a", "lord", "archer")
    lay(ben, "bridge", "b", "ashigaru", "brute")
    lay(ana, "torii", "b", "samurai", "peasant", "peasant")
    lay(ben, "bridge", "a", "general")
    ana.reads("Archer: Ben loses Samurai", "#spot-torii")
    accessible(ana)
    assert ben.page.locator("#spot-bridge").get_attribute("open") is not None
    ana.press("Ana takes Torii: 4")
    ben.press("Ben takes Bridge: 6")
    for one in two:
        one.reads("2 of 4 resolved", ".board")
    expect(ben.page.locator("#done-torii > summary")).to_contain_text("The Lord is left: +3.")

    open_spot(ben, "village")
    ben.unfold("Only the winner")
    fold = ben.page.locator("#spot-village")
    fold.locator("button[name=winner][value=a]").tap()
    ben.sent()
    open_spot(ana, "palace")
    ana.page.locator("#quick-palace > summary").tap()
    ana.page.locator("#quick-palace .chip", has_text="a Peasant of his is left").tap()
    ana.tap(ana.page.locator("#quick-palace button[name=winner][value=b]"))
    ana.told("Was anybody's Lord his last card?")
    accessible(ana)
    ana.press("Only Ben's")
    for one in two:
        one.told("Ana wins with 12 points.")
    accessible(ben)
    assert [cell.inner_text() for cell in ben.page.locator(".points tbody tr").last.locator("td").all()] == ["12", "8"]


def test_a_look_between_two_taps_loses_neither(two: tuple[Hands, Hands]) -> None:
    """A ring answered while a tap is on its way leaves the stack as tapped: the next card still lies above it."""
    ana, ben = two
    enter_strengths(ana)
    for tile in ("village", "torii", "bridge", "palace"):
        ana.page.locator(f"label:has(input[name='spots.{tile}'][value='ab'])").tap()
    ana.press("They lie like this")
    ana.unfold("Set right by hand")
    ana.press("All cards are laid: to the combat")
    open_spot(ana, "torii")
    open_spot(ben, "bridge")
    looks: list[Route] = []
    taps: list[Route] = []
    ana.page.route("**/now*", lambda route: route.continue_() if looks else looks.append(route))
    ana.page.route("**/tap*", lambda route: route.continue_() if taps else taps.append(route))
    with ana.page.expect_request("**/now*"):
        lay(ben, "bridge", "b", "brute")
    stack = ana.page.locator("#spot-torii .army.side-a form.lay")
    stack.locator("button[value=lord]").tap()
    with ana.page.expect_request("**/tap*"):  # it follows the look, whose answer the page has by then
        looks[0].continue_()
    stack.locator("button[value=archer]").tap()
    taps[0].continue_()
    ana.sent()
    expect(ana.page.locator("#spot-torii .army.side-a .stack li")).to_have_count(2)


def test_a_layout_that_cannot_be_stays_to_be_mended(two: tuple[Hands, Hands]) -> None:
    """A refused form keeps every choice: only what was wrong is tapped again."""
    ana, _ben = two
    enter_strengths(ana)
    ana.phone.forgive("422")
    for tile in ("village", "torii", "port", "palace"):
        ana.page.locator(f"label:has(input[name='spots.{tile}'][value='ab'])").tap()
    ana.press("They lie like this")
    ana.reads("Battlefields of 4 points between Ana and Ben: 3; there must be 2.", "body")
    expect(ana.page.locator("input[value=ab]:checked")).to_have_count(4)
    for tile in ("port", "bridge"):
        ana.page.locator(f"label:has(input[name='spots.{tile}'][value='ab'])").tap()
    ana.press("They lie like this")
    ana.told("Ana lays 2 cards.")


def test_an_assassin_crosses_over_and_a_sanctuary_asks(two: tuple[Hands, Hands]) -> None:
    ana, _ben = two
    enter_strengths(ana)
    for tile in ("village", "torii", "sanctuary", "palace"):
        ana.page.locator(f"label:has(input[name='spots.{tile}'][value='ab'])").tap()
    ana.press("They lie like this")
    ana.unfold("Set right by hand")
    ana.press("All cards are laid: to the combat")
    open_spot(ana, "sanctuary")
    lay(ana, "sanctuary", "a", "scout", "archer")
    lay(ana, "sanctuary", "b", "ashigaru")
    ana.tap(ana.page.locator("#spot-sanctuary .army.side-a").get_by_role("button", name="Assassin of Ben"))
    stack = ana.page.locator("#spot-sanctuary .army.side-a .stack")
    expect(stack.locator("li")).to_have_count(3)
    expect(stack).to_contain_text("Assassin")
    accessible(ana)
    ana.tap(ana.page.locator("#spot-sanctuary .ask button[name=index][value='0']"))
    ana.press("Ana takes Sanctuary: 6")
    ana.reads("1 of 4 resolved", ".board")
    open_spot(ana, "village")
    assassins = ana.page.locator("#spot-village .army.side-b form.lay button[value=assassin]")
    expect(assassins).to_be_disabled()


def test_strengths_are_remembered_for_the_next_table(app: Flask, hands: Callable[[], Hands]) -> None:
    ana, ben = hands(), hands()
    path = open_table(ana, "kenjin", 2, "Ana")
    ana.open(path)
    enter_strengths(ana)
    ana.press("App draws the battlefields")
    ana.told("Ana lays 2 cards.")
    assert ana.page.locator(".tiles .tile").count() == 4

    path = open_table(ben, "kenjin", 4, "Ben")
    ben.open(path)
    ben.told("Lay out the battlefields: drawn by the app, or tapped in from the table.")
    expect(ben.page.get_by_text("Look at these eight cards")).to_have_count(0)
    services: Services = app.extensions["gunbai"]
    table = services.tables.get(path.split("/")[2])
    assert table is not None
    assert table.state.strengths == STRENGTHS


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_the_battlefields_stand_before_strengths_not_entered_yet(
    hands: Callable[[], Hands], width: int, height: int
) -> None:
    ana = hands()
    ana.page.set_viewport_size({"width": width, "height": height})
    path = open_table(ana, "kenjin", 2, "Ana")
    ana.open(path)
    expect(ana.page.locator(".strengths .pip").first).to_be_visible()
    ana.press("App draws the battlefields")
    ana.told("Ana lays 2 cards.")
    tiles, strengths = ana.page.locator(".tiles .tile"), ana.page.locator(".strengths")
    expect(tiles.first).to_be_in_viewport(ratio=1)
    panel, drawn = ana.act.bounding_box(), tiles.first.bounding_box()
    assert panel
    assert drawn
    assert drawn["y"] + drawn["height"] <= panel["y"], "the first battlefield is in view above the panel"
    below = "(one) => one.compareDocumentPosition(document.querySelector('.strengths')) & 4"
    assert all(tile.evaluate(below) for tile in tiles.all())
    expect(strengths.locator(".pip:visible")).to_have_count(0)
    names = [tile.locator("span").first.evaluate("(one) => one.firstChild.data.trim()") for tile in tiles.all()]
    told = ana.page.locator("#r-last p").inner_text()
    assert width == 320 or all(name in told for name in names), (names, told)
    accessible(ana)

    ana.unfold("Strength on your cards")
    enter_strengths(ana)
    expect(strengths.locator(".pip:visible")).to_have_count(0)
    ana.reads("Strengths: ", "#r-last")


def test_battlefields_chosen_in_turn(hands: Callable[[], Hands]) -> None:
    """Three phones draft: each is asked in turn, and the tiles lie between neighbors at the end."""
    ana = hands()
    ana.open("/new?game=kenjin")
    ana.page.locator("input[name=battlefields][value=draft]").check(force=True)
    path = open_table(ana, "kenjin", 3, "Ana", opened=True)
    ana.open(path)
    enter_strengths(ana)
    ana.press("App draws the tiles on offer")
    for turn in range(6):
        if turn:
            ana.page.locator("#r-act details.absent > summary, #r-act .tiles button").first.wait_for()
        fold = ana.page.locator("#r-act details.absent > summary")
        if fold.count() and fold.is_visible() and not ana.page.locator("#r-act .tiles button:visible").count():
            fold.tap()
        ana.tap(ana.page.locator("#r-act .tiles button:visible").first)
    ana.told("Ana lays 2 cards.")
    assert ana.page.locator(".tiles .tile").count() == 6
