"""Kenjin on phones: strengths once for the server, and two phones that score two battlefields at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from flask import Flask
from playwright.sync_api import Locator, Route, expect

from companion.web.services import Services
from tests.browser.cardtable import accessible, fits, made, open_table
from tests.browser.hands import Hands, at, boxes, each_size, seated
from tests.browser.settled import settled
from tests.browser.sitting import STRENGTHS, Sitting

SIZES = ((390, 844), (320, 640))
strengths_unknown = pytest.mark.own_server  # they are entered once for a server
FOR_TWO = {"players": "2", "battlefields": "table", "way": "help", "name.a": "Ana", "name.b": "Ben"}
"""The setup of a table for Ana and Ben, whose battlefields are tapped in."""
KNOWN = {f"strengths.{card}": str(strength) for card, strength in STRENGTHS.items()}
"""What more the setup says where they need not be entered."""


COVERED = """(key) => {
    const box = key.getBoundingClientRect();
    const over = [...Array(20).keys()].map((n) => {
        return document.elementFromPoint(box.left + (box.width * (n + 0.5)) / 20, box.top + 8);
    });
    return over.filter((one) => one !== key && !key.contains(one)).map((one) => one.textContent.trim());
}"""
"""What lies over a key."""


def enter_strengths(one: Hands) -> None:
    """Eight taps, one on each card, and the button."""
    for card, strength in STRENGTHS.items():
        one.page.locator(f".pip:has(input[name='strengths.{card}'][value='{strength}'])").first.tap()
    one.press("Keep these Strengths")


def open_spot(one: Hands, tile: str) -> None:
    one.page.locator(f"#spot-{tile} > summary").tap()


def quick(one: Hands, tile: str, what: str) -> Locator:
    """A part of the row that says who takes a battlefield without its cards."""
    return one.page.locator(f"form.quick:has([name=battlefield][value={tile}]) {what}")


def lay(one: Hands, tile: str, seat: str, *cards: str) -> None:
    """Taps cards onto one side's stack without waiting between them, as thumbs do."""
    form = one.page.locator(f"#spot-{tile} .army.side-{seat} form.lay")
    for card in cards:
        form.locator(f"button[value='{card}']").tap()
    one.sent()


def to_combat(app: Flask, *tiles: str) -> Sitting:
    """All cards are laid at these battlefields between Ana and Ben."""
    sitting = Sitting(app, "kenjin", **FOR_TWO, **KNOWN)
    sitting.act("a", "place", **{f"spots.{tile}": "ab" for tile in tiles})
    sitting.act("a", "combat")
    return sitting


def lie(one: Hands, *tiles: str) -> None:
    """Taps where these battlefields lie: all between Ana and Ben."""
    for tile in tiles:
        one.page.locator(f"label:has(input[name='spots.{tile}'][value='ab'])").tap()
    one.press("Done")


@strengths_unknown
def test_two_phones_score_two_battlefields_at_once(app: Flask, hands: Callable[[], Hands]) -> None:
    ana, ben = two = seated(Sitting(app, "kenjin", **FOR_TWO), hands)
    accessible(ana)
    enter_strengths(ana)
    lie(ana, "village", "torii", "bridge", "palace")
    ana.told("Deploy 2 cards.")
    ben.reads("Ana deploys 2 cards.")
    accessible(ana)
    ana.press("Ana has deployed")
    ben.told("Deploy 2 cards.")
    ben.unfold("Correct by hand")
    ben.press("All cards are deployed: to the combat")
    ana.told("Turn up a battlefield and enter its cards, bottom to top.")

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

    ben.tap(quick(ben, "village", "button[name=winner][value=a]"))
    quick(ana, "palace", ".chip:has([name=peasant])").tap()
    ana.tap(quick(ana, "palace", "button[name=winner][value=b]"))
    ana.told("Did anyone deploy their Lord last? It costs 5 points.")
    accessible(ana)
    ana.press("Only Ben")
    for one in two:
        one.told("Ana wins with 12 points.")
    accessible(ben)
    assert [cell.inner_text() for cell in ben.page.locator(".points tbody tr").last.locator("td").all()] == ["12", "8"]


def test_a_look_between_two_taps_loses_neither(app: Flask, hands: Callable[[], Hands]) -> None:
    """A ring answered while a tap is on its way leaves the stack as tapped: the next card still lies above it."""
    ana, ben = seated(to_combat(app, "village", "torii", "bridge", "palace"), hands)
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


def test_a_layout_that_cannot_be_stays_to_be_mended(app: Flask, hands: Callable[[], Hands]) -> None:
    """A refused form keeps every choice: only what was wrong is tapped again."""
    ana = at(Sitting(app, "kenjin", **FOR_TWO, **KNOWN), hands())
    ana.phone.forgive("422")
    lie(ana, "village", "torii", "port", "palace")
    ana.reads("Battlefields of 4 points between Ana and Ben: 3; there must be 2.", "body")
    expect(ana.page.locator("input[value=ab]:checked")).to_have_count(4)
    lie(ana, "port", "bridge")
    ana.told("Deploy 2 cards.")


def test_an_assassin_crosses_over_and_a_sanctuary_asks(app: Flask, hands: Callable[[], Hands]) -> None:
    ana = at(to_combat(app, "village", "torii", "sanctuary", "palace"), hands())
    open_spot(ana, "sanctuary")
    lay(ana, "sanctuary", "a", "scout", "archer")
    lay(ana, "sanctuary", "b", "ashigaru")
    expect(ana.page.get_by_role("button", name="Assassin of Ben")).to_have_count(0)  # only when asked
    ana.tap(ana.page.locator("#spot-sanctuary summary", has_text="Rival's Assassin"))
    fits(ana)
    ana.tap(ana.page.get_by_role("button", name="Assassin of Ben"))
    expect(ana.page.get_by_role("button", name="Assassin of Ben")).to_have_count(0)
    stack = ana.page.locator("#spot-sanctuary .army.side-a .stack")
    expect(stack.locator("li")).to_have_count(3)
    expect(stack).to_contain_text("Assassin")
    accessible(ana)
    ana.tap(ana.page.locator("#ask-sanctuary > summary", has_text="Choose for Ana"))
    accessible(ana)
    ana.tap(ana.page.locator("#spot-sanctuary .ask button[name=index][value='0']"))
    ana.press("Ana takes Sanctuary: 6")
    ana.reads("1 of 4 resolved", ".board")
    open_spot(ana, "village")
    assassins = ana.page.locator("#spot-village .army.side-b form.lay button[value=assassin]")
    expect(assassins).to_be_disabled()


@strengths_unknown
def test_strengths_are_remembered_for_the_next_table(app: Flask, hands: Callable[[], Hands]) -> None:
    ana, ben = hands(), hands()
    path = open_table(ana, "kenjin", 2, "Ana")
    ana.open(path)
    enter_strengths(ana)
    ana.press("App draws the battlefields")
    ana.told("Deploy 2 cards.")
    assert ana.page.locator(".tiles .tile").count() == 4

    path = open_table(ben, "kenjin", 4, "Ben")
    ben.open(path)
    ben.told("Lay out the battlefields: drawn by the app, or entered from the table.")
    expect(ben.page.get_by_text("Look at these eight cards")).to_have_count(0)
    services: Services = app.extensions["gunbai"]
    table = services.tables.get(path.split("/")[2])
    assert table is not None
    assert table.state.strengths == STRENGTHS


@strengths_unknown
def test_the_battlefields_stand_before_strengths_not_entered_yet(hands: Callable[[], Hands]) -> None:
    ana = hands()
    path = open_table(ana, "kenjin", 2, "Ana")
    ana.open(path)
    expect(ana.page.locator(".strengths .pip").first).to_be_visible()
    ana.tap(ana.page.locator("#place > summary"))
    for tile in ("port", "village", "palace", "bridge"):  # no other battlefield takes as many lines as the Port
        ana.page.locator(f"label:has(input[name='spots.{tile}'])").tap()
    ana.tap(ana.page.locator("#place").get_by_role("button", name="Done"))
    ana.told("Deploy 2 cards.")
    tiles, strengths = ana.page.locator(".tiles .tile"), ana.page.locator(".strengths")
    expect(tiles.first).to_contain_text("Port")
    names = [tile.locator("span").first.evaluate("(one) => one.firstChild.data.trim()") for tile in tiles.all()]
    for width, _ in each_size(ana.page, SIZES):
        expect(tiles.first).to_be_in_viewport(ratio=1)
        settled(ana.page)
        panel, drawn = ana.act.bounding_box(), tiles.first.bounding_box()
        assert panel
        assert drawn
        assert drawn["y"] + drawn["height"] <= panel["y"], "the first battlefield is in view above the panel"
        told = ana.page.locator("#r-last p").inner_text()
        assert width == 320 or all(name in told for name in names), (names, told)
    below = "(one) => one.compareDocumentPosition(document.querySelector('.strengths')) & 4"
    assert all(tile.evaluate(below) for tile in tiles.all())
    expect(strengths.locator(".pip:visible")).to_have_count(0)
    accessible(ana)

    ana.unfold("Strength on your cards")
    enter_strengths(ana)
    expect(strengths.locator(".pip:visible")).to_have_count(0)
    ana.reads("Strengths: ", "#r-last")


def test_four_names_are_read_whole_on_the_smallest_phone(hands: Callable[[], Hands]) -> None:
    one = hands()
    one.page.set_viewport_size({"width": 320, "height": 640})
    _, path = made(one, "kenjin", 4, way="score", **{"name.b": "Ben", "name.c": "Chie", "name.d": "Dai"})
    one.open(path)
    names = one.page.locator(".purses .who-name")
    expect(names).to_have_text(["Ana", "Ben", "Chie", "Dai"])
    assert [name.evaluate("(one) => one.scrollWidth - one.clientWidth") for name in names.all()] == [0, 0, 0, 0]


@strengths_unknown
def test_battlefields_chosen_in_turn(hands: Callable[[], Hands]) -> None:
    """Three phones draft: each is asked in turn, and the tiles lie between neighbors at the end."""
    ana = hands()
    ana.open("/new?game=kenjin")
    ana.page.locator("input[name=battlefields][value=draft]").check(force=True)
    ana.page.locator("input[name=way][value=help]").check(force=True)
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
    ana.told("Deploy 2 cards.")
    assert ana.page.locator(".tiles .tile").count() == 6


CUT_OFF = """() => {
    const low = document.querySelector("footer.bottom").getBoundingClientRect().top;
    const spot = document.querySelector(".spot[open]");
    const parts = "summary, .army h2, .army button, .army .chip, .strength, .outcome button, .spot-note";
    const shown = [...spot.querySelectorAll(parts)].filter((one) => one.checkVisibility() && !one.closest(".stack"));
    const seen = (one, x, y) => {
        const box = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
    };
    const inView = (one) => one.getBoundingClientRect().bottom <= low && seen(one, 0.5, 0.5) && seen(one, 0.5, 0.9);
    const empty = (one) => !one.textContent.trim();
    return [shown.length, shown.filter((one) => !empty(one) && !inView(one)).map((one) => one.textContent.trim())];
}"""
"""How many parts of the battlefield that is open there are, and which of them are not in view as the page stands."""
STEADY = "#r-act .lay button, #r-act .outcome"


@pytest.mark.parametrize(("players", "opened"), [(2, ("port",)), (4, ("port", "sanctuary"))])
def test_a_battlefield_fits_one_screen(
    app: Flask, hands: Callable[[], Hands], players: int, opened: tuple[str, ...]
) -> None:
    """Both stacks, what is left of each card, and the result, which is in view and moves nothing with any card."""
    sitting = Sitting(app, "kenjin", players=str(players), battlefields="table", way="score", **KNOWN)
    pairs = ("ab", "bc", "cd", "da") if players == 4 else ("ab", "ab")
    rows = ("port", "torii", "village", "rice-field"), ("sanctuary", "palace", "bridge", "fortress")
    spots = {f"spots.{tile}": pair for row in rows for tile, pair in zip(row, pairs, strict=False)}
    sitting.act("a", "place", **spots)
    one = at(sitting, hands())

    def steady(shown: int | None = None) -> dict[tuple[int, int], object]:
        """All is in view on both phones, so many parts; where the keys and the result stand on each."""
        stand = {}
        for size in each_size(one.page, SIZES):
            there, hidden = one.page.evaluate(CUT_OFF)
            assert hidden == [], size
            assert shown in (None, there)
            stand[size] = boxes(one.page, STEADY)
        return stand

    for _ in each_size(one.page, SIZES):
        fits(one)
    for tile in opened:
        open_spot(one, tile)
        stood = steady(1 + 2 + 20 + 2 * (tile == "port") + 2 + 1 + 1)  # with a hint, and the fold of foreign Assassins
        cards = ("scout", "lord", "archer") if tile == "port" else ("brute", "shugenja", "samurai", "general")
        for n, card in enumerate(cards):
            lay(one, tile, "ab"[n % 2], card)
            left = one.page.locator(f"#spot-{tile} .army.side-{'ab'[n % 2]} button[value={card}]")
            expect(left).to_contain_text("×0")
            assert steady() == stood
        expect(one.page.locator(f"#spot-{tile} .outcome > form button")).to_contain_text(" takes ")
        lay(one, tile, "a", *["peasant"] * 3)  # a long stack scrolls inside itself
        assert steady() == stood
        expect(one.page.locator(f"#spot-{tile} .army.side-a .stack li").first).to_be_in_viewport(ratio=0.9)
        for _ in each_size(one.page, SIZES):
            fits(one)
        if tile == "port":
            accessible(one)  # with every kind of part in it
        one.tap(one.page.locator(f"#spot-{tile} > summary"))
        for seat in "ab":
            while sitting.table.state.spot(tile).armies.get(seat):
                sitting.act(seat, "lift", battlefield=tile, at="0")


@strengths_unknown
def test_with_four_players_all_tiles_are_on_offer(hands: Callable[[], Hands]) -> None:
    """Nothing is drawn or tapped first; and the oldest player may still be another one."""
    ana = hands()
    ana.open("/new?game=kenjin")
    ana.page.locator("input[name=battlefields][value=draft]").check(force=True)
    ana.page.locator("input[name=way][value=help]").check(force=True)
    path = open_table(ana, "kenjin", 4, "Ana", phone_in_the_middle=True, opened=True)
    ana.open(path)
    ana.told(re.compile("^Choose a battlefield between Ana and "))
    expect(ana.page.locator("#r-act .tiles button")).to_have_count(5)
    ana.unfold("An older player goes first")
    ana.tap(ana.act.locator("button[name=player][value=b]"))
    expect(ana.page.locator("#r-act h1")).not_to_contain_text("Ana chooses")
    for left in (5, 4, 3, 2, 5, 4, 3, 2):
        expect(ana.page.locator("#r-act .tiles button:visible")).to_have_count(left)
        ana.tap(ana.page.locator("#r-act .tiles button:visible").first)
    expect(ana.page.locator(".tiles .tile")).to_have_count(8)


CRESTS = """() => [...document.querySelectorAll(".purses li")].map((one) => [
    one.querySelector("small").textContent,
    getComputedStyle(one.querySelector(".mon")).color.match(/[\\d.]+/g).slice(0, 3).map(Number),
    [...document.querySelectorAll(`#r-act .button.${one.classList[0]} > .mon`)].map((it) => getComputedStyle(it).color),
    getComputedStyle(one.querySelector(".mon")).color,
])"""


def test_a_clan_is_shown_in_the_color_it_is_called_by(app: Flask, hands: Callable[[], Hands]) -> None:
    """In the bar, and on every key that names him, whoever acts."""
    sitting = Sitting(app, "kenjin", players="4", battlefields="draft", way="score")
    one = hands()
    sitting.give(one.phone, "b")
    one.open(sitting.path)
    one.reads("chooses a battlefield")
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        one.page.emulate_media(color_scheme=scheme)
        shown = one.page.evaluate(CRESTS)
        assert [word for word, *_ in shown] == ["white", "blue", "green", "red"]
        for word, (red, green, blue), keys, color in shown:
            assert set(keys) <= {color}, (word, keys)
            if word == "white":
                assert red == green == blue
            else:
                assert {"red": red, "green": green, "blue": blue}[word] == max(red, green, blue), (word, color)
        assert sum(len(keys) for _, _, keys, _ in shown) >= 3, "the keys for another who begins"


def test_nothing_lies_over_the_question_for_the_coward(app: Flask, hands: Callable[[], Hands]) -> None:
    """On one phone, with a battlefield opened: the key that hands it over stands beside the question's keys."""
    tiles = ("village", "torii", "bridge", "palace")
    sitting = Sitting(app, "kenjin", one_phone=True, **FOR_TWO, **KNOWN)
    sitting.act("a", "place", **{f"spots.{tile}": "ab" for tile in tiles})
    sitting.act("a", "combat")
    for tile in tiles:
        sitting.act("a", "quick", battlefield=tile, winner="a")
    one = at(sitting, hands())
    expect(one.page.locator(".r-act > .hand-over")).to_be_visible()
    one.page.locator("#done-palace > summary").tap()
    expect(one.page.locator("#done-palace")).to_have_attribute("open", "")
    one.page.locator("#r-act").evaluate("(panel) => panel.scrollTo(0, 0)")
    key = one.page.get_by_role("button", name="Nobody")
    assert key.evaluate(COVERED) == []
    key.tap()
    one.reads("Ana wins with")
