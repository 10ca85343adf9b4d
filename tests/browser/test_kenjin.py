"""Kenjin on phones: strengths once for the server, and two phones that score two battlefields at once."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.cardtable import accessible, fits, made
from tests.browser.glass import Glass, middle
from tests.browser.hands import Hands, at, boxes, each_size, seated, settled
from tests.browser.held import Held
from tests.browser.sitting import STRENGTHS, Sitting
from tests.browser.touched import touch

SIZES = ((390, 844), (320, 640))
FOR_TWO = {"players": "2", "battlefields": "table", "way": "help", "name.a": "Ana", "name.b": "Ben"}
"""The setup of a table for Ana and Ben, whose battlefields are tapped in."""
KNOWN = {f"strengths.{card}": str(strength) for card, strength in STRENGTHS.items()}
"""What more the setup says where they need not be entered."""
TILES = ("village", "torii", "bridge", "palace")


COVERED = """(key) => {
    const box = key.getBoundingClientRect();
    const over = [...Array(20).keys()].map((n) => {
        return document.elementFromPoint(box.left + (box.width * (n + 0.5)) / 20, box.top + 8);
    });
    return over.filter((one) => one !== key && !key.contains(one)).map((one) => one.textContent.trim());
}"""
"""What lies over a key."""


def open_spot(one: Hands, tile: str) -> None:
    one.tap(one.page.locator(f"#spot-{tile} > summary"))


def lay(one: Hands, tile: str, seat: str, *cards: str) -> None:
    """Taps cards onto one side's stack without waiting between them, as thumbs do."""
    form = one.page.locator(f"#spot-{tile} .army.side-{seat} form.lay")
    for card in cards:
        form.locator(f"button[value='{card}']").tap()
    one.sent()


def to_combat(app: Flask, *, one_phone: bool = False) -> Sitting:
    """All cards are laid at the battlefields between Ana and Ben."""
    sitting = Sitting(app, "kenjin", one_phone=one_phone, **FOR_TWO, **KNOWN)
    sitting.act("a", "place", **{f"spots.{tile}": "ab" for tile in TILES})
    sitting.act("a", "combat")
    return sitting


def lie(one: Hands, *tiles: str) -> None:
    """Taps where these battlefields lie: all between Ana and Ben."""
    for tile in tiles:
        one.page.locator(f"label:has(input[name='spots.{tile}'][value='ab'])").tap()
    one.press("Done")


def test_two_phones_score_two_battlefields_at_once(app: Flask, hands: Callable[[], Hands]) -> None:
    ana, ben = two = seated(to_combat(app), hands)
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
    for tile, winner in (("village", "a"), ("palace", "b")):
        touch(ben, {"type": "quick", "battlefield": tile, "winner": winner})
    ana.told("Did anyone deploy their Lord last? It costs 5 points.")
    accessible(ana)
    ana.press("Only Ben")
    for one in two:
        one.told("Ana wins with 12 points.")
    accessible(ben)


def test_a_look_between_two_taps_loses_neither(app: Flask, hands: Callable[[], Hands]) -> None:
    """A ring answered while a tap is on its way leaves the stack as tapped: the next card still lies above it."""
    ana, ben = seated(to_combat(app), hands)
    open_spot(ana, "torii")
    open_spot(ben, "bridge")
    looks, taps = Held(ana.page, "**/now*"), Held(ana.page)
    lay(ben, "bridge", "b", "brute")
    look = looks.next(ana.page)
    stack = ana.page.locator("#spot-torii .army.side-a form.lay")
    stack.locator("button[value=lord]").tap()
    looks.let_go()
    look.continue_()
    tap = taps.next(ana.page)  # it follows the look, whose answer the page has by then
    stack.locator("button[value=archer]").tap()
    taps.let_go()
    tap.continue_()
    ana.sent()
    expect(ana.page.locator("#spot-torii .army.side-a .stack li")).to_have_count(2)


def test_a_refusal_stays_whatever_another_player_resolves(app: Flask, hands: Callable[[], Hands]) -> None:
    """It belongs to the combat, not to how many battlefields are resolved."""
    sitting = to_combat(app)
    ana = at(sitting, hands())
    ana.phone.forgive("422")
    open_spot(ana, "torii")
    form = ana.page.locator("#spot-torii .army.side-a form.lay")
    form.evaluate("(form) => { form.elements.at.value = 9; }")
    ana.tap(form.locator("button[value=lord]"))
    notice = ana.page.locator("#notice p")
    expect(notice).to_have_count(1)
    sitting.act("b", "quick", battlefield="bridge", winner="b")
    ana.reads("1 of 4 resolved", ".board")
    expect(notice).to_have_count(1)
    for tile in ("village", "torii", "palace"):
        sitting.act("b", "quick", battlefield=tile, winner="b")
    ana.told("Did anyone deploy their Lord last? It costs 5 points.")
    expect(notice).to_have_count(0)


def test_what_comes_during_a_press_does_not_undo_it(app: Flask, hands: Callable[[], Hands]) -> None:
    """A key that is pressed stays until it is a tap, whether another phone enters something or a tap is answered."""
    ana, ben = seated(to_combat(app), hands)
    mouse = ana.page.mouse
    stack = ana.page.locator("#spot-torii .army.side-a .stack li")

    def press(target: str) -> None:
        box = ana.page.locator(f"#spot-torii {target}").bounding_box()
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mouse.down()

    with ana.page.expect_response("**/now*") as looked:
        press("> summary")
        touch(ben, {"type": "lay", "battlefield": "torii", "seat": "b", "card": "brute"})
    looked.value.finished()
    settled(ana.page)
    mouse.up()
    ana.reads("Brute", "#spot-torii .army.side-b .stack")
    taps: list[Route] = []
    ana.page.route("**/tap*", lambda route: route.continue_() if taps else taps.append(route))
    key = ana.page.locator("#spot-torii .army.side-a form.lay button[value=lord]")
    with ana.page.expect_request("**/tap*"):
        key.click()
    with ana.page.expect_response("**/tap*") as answered:
        press(".army.side-a form.lay button[value=archer]")
        taps[0].continue_()
    answered.value.finished()
    settled(ana.page)
    mouse.up()
    expect(stack).to_have_count(2)
    ana.sent()


def test_what_comes_while_a_key_is_held_by_space_does_not_undo_it(app: Flask, hands: Callable[[], Hands]) -> None:
    ana, ben = seated(to_combat(app), hands)
    ana.page.locator("#spot-torii > summary").focus()
    with ana.page.expect_response("**/now*") as looked:
        ana.page.keyboard.down("Space")
        touch(ben, {"type": "lay", "battlefield": "torii", "seat": "b", "card": "brute"})
    looked.value.finished()
    settled(ana.page)
    ana.page.keyboard.up("Space")
    expect(ana.page.locator("#spot-torii")).to_have_attribute("open", "")
    ana.reads("Brute", "#spot-torii .army.side-b .stack")


@pytest.mark.parametrize("how", ["up", "cancel", "blur"])
def test_what_comes_waits_for_the_last_finger(app: Flask, hands: Callable[[], Hands], how: str) -> None:
    """Another one that comes and goes lets nothing through; what ends the press unseen does, and for good."""
    ana, ben = seated(to_combat(app), hands)
    key, stack = ana.page.locator("#spot-torii > summary"), ana.page.locator("#spot-torii .army.side-b .stack li")
    glass = Glass(ana)
    with ana.page.expect_response("**/now*") as looked:
        glass.touch("first", *middle(key))
        touch(ben, {"type": "lay", "battlefield": "torii", "seat": "b", "card": "brute"})
    looked.value.finished()
    glass.touch("second", 20, 300)
    glass.lift("second")
    settled(ana.page)
    assert stack.count() == 0
    if how == "up":
        glass.lift("first")
    elif how == "cancel":
        glass.cancel()
    else:
        ana.page.evaluate("dispatchEvent(new Event('blur'))")
    expect(stack).to_have_count(1)
    touch(ben, {"type": "lay", "battlefield": "torii", "seat": "b", "card": "archer"})
    expect(stack).to_have_count(2)


def test_a_layout_that_cannot_be_stays_to_be_mended(app: Flask, hands: Callable[[], Hands]) -> None:
    """A refused form keeps every choice: only what was wrong is tapped again."""
    ana = at(Sitting(app, "kenjin", **FOR_TWO, **KNOWN), hands())
    ana.phone.forgive("422")
    lie(ana, "village", "torii", "port", "palace")
    ana.reads("Battlefields of 4 points between Ana and Ben: 3; there must be 2.", "body")
    expect(ana.page.locator("input[value=ab]:checked")).to_have_count(4)
    lie(ana, "port", "bridge")
    ana.told("Deploy 2 cards.")


def test_the_battlefields_stand_before_strengths_not_entered_yet(app: Flask, scout: Hands) -> None:
    sitting = Sitting(app, "kenjin", **FOR_TWO)
    # No other battlefield takes as many lines as the Port.
    sitting.act("a", "place", **{f"spots.{tile}": "ab" for tile in ("port", "village", "palace", "bridge")})
    ana = at(sitting, scout)
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
SIGN = "(stack) => getComputedStyle(stack, '::after').content"
"""What stands over the edge behind which the first cards of a long stack lie."""
STEADY = "#r-act .lay button, #r-act .outcome"


def test_a_battlefield_fits_one_screen(app: Flask, scout: Hands) -> None:
    """Both stacks, what is left of each card, and the result, which is in view and moves nothing with any card."""
    sitting = Sitting(app, "kenjin", players="4", battlefields="table", way="score", **KNOWN)
    rows = ("port", "torii", "village", "rice-field"), ("sanctuary", "palace", "bridge", "fortress")
    pairs = ("ab", "bc", "cd", "da")
    sitting.act("a", "place", **{f"spots.{t}": pair for row in rows for t, pair in zip(row, pairs, strict=True)})
    one = at(sitting, scout)

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
    for tile in ("port", "sanctuary"):
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
        assert "‹" in one.page.locator(f"#spot-{tile} .army.side-a .stack").evaluate(SIGN), "and says so"
        for _ in each_size(one.page, SIZES):
            fits(one)
        if tile == "port":
            accessible(one)  # with every kind of part in it
        one.tap(one.page.locator(f"#spot-{tile} > summary"))
        for seat in "ab":
            while sitting.table.state.spot(tile).armies.get(seat):
                sitting.act(seat, "lift", battlefield=tile, at="0")
        for seat, card in zip("ab", cards, strict=False):  # the phone has seen it before the next is tapped
            expect(one.page.locator(f"#spot-{tile} .army.side-{seat} button[value={card}]")).not_to_contain_text("×0")


def test_nothing_moves_the_pad_of_a_battlefield(app: Flask, scout: Hands) -> None:
    """The Supply Camp asks once it is conquered, and gives way to a battlefield that is opened, on every phone."""
    sitting = Sitting(app, "kenjin", **FOR_TWO | {"way": "score"}, **KNOWN)
    sitting.act("a", "place", **{f"spots.{tile}": "ab" for tile in ("supply-camp", "torii", "palace", "bridge")})
    one = at(sitting, scout)
    open_spot(one, "palace")
    stood = boxes(one.page, STEADY)
    sitting.act("a", "quick", by="b", battlefield="supply-camp", winner="a")
    one.reads("First Ana names two battlefields.", "#spot-palace")
    lay(one, "palace", "a", "peasant")
    assert boxes(one.page, STEADY) == stood
    open_spot(one, "palace")
    one.told("Supply Camp: name two other battlefields for +1 each.")
    expect(there := one.page.get_by_role("button", name="+1 there")).to_be_disabled()
    for tile in ("torii", "palace"):
        one.page.locator(f".supply [data-card={tile}]").tap()
    one.tap(there)
    one.reads("+1", "#spot-palace .army.side-a .strength")


def test_battlefields_are_chosen_in_turn_on_one_phone(hands: Callable[[], Hands]) -> None:
    """By four players among all there are; and the oldest may still be another one."""
    ana = hands()
    _, path = made(ana, "kenjin", 4, battlefields="draft", way="help", **KNOWN)
    ana.open(path)
    ana.told(re.compile("^Choose a battlefield between Ana and "))
    ana.unfold("An older player goes first")
    ana.tap(ana.act.locator("button[name=player][value=b]"))
    expect(ana.page.locator("#r-act h1")).not_to_contain_text("Ana chooses")
    for left in (5, 4, 3, 2, 5, 4, 3, 2):
        expect(ana.page.locator("#r-act .tiles button:visible")).to_have_count(left)
        ana.tap(ana.page.locator("#r-act .tiles button:visible").first)
    expect(ana.page.locator(".tiles .tile")).to_have_count(8)


NAMES = ["Ana", "Ben", "Chie", "Dai"]
CRESTS = """() => [...document.querySelectorAll(".purses li")].map((one) => [
    one.querySelector("small").textContent,
    getComputedStyle(one.querySelector(".mon")).color.match(/[\\d.]+/g).slice(0, 3).map(Number),
    [...document.querySelectorAll(`#r-act .button.${one.classList[0]} > .mon`)].map((it) => getComputedStyle(it).color),
    getComputedStyle(one.querySelector(".mon")).color,
])"""


def test_a_clan_is_shown_in_the_color_it_is_called_by(app: Flask, scout: Hands) -> None:
    """In the bar, where four names are read whole on the smallest phone, and on every key that names him."""
    four = {f"name.{seat}": name for seat, name in zip("abcd", NAMES, strict=True)}
    one = at(Sitting(app, "kenjin", players="4", battlefields="draft", way="score", **four), scout, "b")
    one.page.set_viewport_size({"width": 320, "height": 640})
    names = one.page.locator(".purses .who-name")
    expect(names).to_have_text(NAMES)
    assert [name.evaluate("(one) => one.scrollWidth - one.clientWidth") for name in names.all()] == [0, 0, 0, 0]
    one.reads("chooses a battlefield")
    for theme in ("light", "dark"):
        one.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        shown = one.page.evaluate(CRESTS)
        assert [word for word, *_ in shown] == ["white", "blue", "green", "red"]
        for word, (red, green, blue), keys, color in shown:
            assert set(keys) <= {color}, (word, keys)
            if word == "white":
                assert red == green == blue
            else:
                assert {"red": red, "green": green, "blue": blue}[word] == max(red, green, blue), (word, color)
        assert sum(len(keys) for _, _, keys, _ in shown) >= 3, "the keys for another who begins"


def test_nothing_lies_over_the_question_for_the_coward(app: Flask, scout: Hands) -> None:
    """On one phone, with a battlefield opened: the key that hands it over stands beside the question's keys."""
    sitting = to_combat(app, one_phone=True)
    for tile in TILES:
        sitting.act("a", "quick", battlefield=tile, winner="a")
    one = at(sitting, scout)
    expect(one.page.locator(".r-act > .hand-over")).to_be_visible()
    one.page.locator("#done-palace > summary").tap()
    expect(one.page.locator("#done-palace")).to_have_attribute("open", "")
    one.page.locator("#r-act").evaluate("(panel) => panel.scrollTo(0, 0)")
    key = one.page.get_by_role("button", name="Nobody")
    assert key.evaluate(COVERED) == []
    key.tap()
    one.reads("Ana wins with")
