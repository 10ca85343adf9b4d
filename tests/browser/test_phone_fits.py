"""What players met on two phones: nothing is wider than the screen, and what comes next is in view."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, box, each_size
from tests.browser.orders import chip, opened
from tests.conftest import PHONE

LEAST_WORDS = 112
"""Pixels of a key of orders for its words."""
LEAST_GAP = 8
"""Pixels between keys that do different things."""
SIZES = ((390, 844), (320, 640))
UNTAPPABLE = """() => {
    const panel = document.getElementById("r-act").getBoundingClientRect();
    return [...document.querySelectorAll("#r-act button")].filter((key) => key.checkVisibility()).filter((key) => {
        const box = key.getBoundingClientRect(), middle = [box.x + box.width / 2, box.y + box.height / 2];
        const whole = box.top >= panel.top && box.bottom <= panel.bottom && box.right <= panel.right;
        const large = box.width >= 44 && box.height >= 44;
        const cut = key.scrollHeight > key.clientHeight + 1 || key.scrollWidth > key.clientWidth + 1;
        return !whole || !large || cut || document.elementFromPoint(...middle)?.closest("button") !== key;
    }).map((key) => key.textContent.trim());
}"""
"""Keys of the panel that are cut, too small for a finger, or covered where they are tapped."""


def running(app: Flask) -> Battle:
    """Turn 2: side B gives orders, and Heinin of B run away since the turn before."""
    battle = Battle(app, battle="pitched")
    battle.muster("a", "katana-samurai", 8)
    battle.enlist("a", "busho-kuge", "a1")
    battle.muster("b", "yumi-ashigaru", 10)
    battle.enlist("b", "busho-kuge")
    battle.begin()
    battle.act("b", "mark", piece="b1", marker="fleeing", on=True)
    for phase in ("orders", "combat", "resolution"):
        battle.leave(phase, skip="true")
    battle.act("a", "first", first="b")
    return battle


def test_under_an_open_sheet_a_key_says_what_it_does_and_of_whom(app: Flask, scout: Hands) -> None:
    one, battle = at(running(app), scout, "b"), Battle(app, battle="pitched")
    opened(one, "b1")
    for size in each_size(one.page, SIZES):
        key = one.act.locator(".button", has_text="Regroup:")
        assert "Yumi Ashigaru" in key.inner_text(), size
        assert one.page.evaluate(UNTAPPABLE) == [], size
    battle.muster("a", "yumi-ashigaru", 8)
    battle.muster("b", "katana-samurai", 8)
    battle.begin()
    battle.act("a", "first", first="a")
    battle.act("a", "announce", piece="a1", do="shoot", target="b1")
    at(battle, scout)
    opened(one, "a1")
    for size in each_size(one.page, SIZES):
        assert "shoot at Katana Samurai" in one.act.locator(".button.primary").inner_text(), size
        assert one.page.evaluate(UNTAPPABLE) == [], size


def test_under_an_open_sheet_every_key_of_the_panel_is_whole(app: Flask, scout: Hands) -> None:
    battle = Battle(app, battle="pitched")
    for _ in range(8):
        battle.muster("a", "yari-ashigaru", 8)
    battle.enlist("a", "busho-kuge")
    battle.muster("b", "katana-samurai", 8)
    battle.enlist("b", "busho-kuge", "b1")
    battle.begin()
    battle.act("a", "first", first="a")
    one = at(battle, scout)
    opened(one, "a2")
    chip(one, "a2", "March")
    expect(one.act.get_by_role("button", name="The same as Yari Ashigaru 2 for 8 more")).to_be_visible()
    expect(one.act.get_by_role("button", name="Announce, move and end the orders")).to_be_visible()
    for width, height in each_size(one.page, SIZES):
        assert one.page.evaluate(UNTAPPABLE) == [], f"{width} x {height}"
        each_has_room_for_its_words(one, width)
    one.press("Announce 1 unit")
    opened(one, "a2")
    expect(one.act.get_by_role("button", name="End the orders: 8 units stay")).to_be_visible()
    expect(one.act.get_by_role("button", name="All moved", exact=True)).to_be_visible()
    for width, height in each_size(one.page, SIZES):
        assert one.page.evaluate(UNTAPPABLE) == [], f"{width} x {height}, announced"
    battle.act("a", "order", piece="a4", do="advance")
    one.open(battle.path)
    expect(one.act.locator(".row > form > .button")).to_have_count(4)
    opened(one, "a3")
    for width, height in each_size(one.page, SIZES):
        assert one.page.evaluate(UNTAPPABLE) == [], f"{width} x {height}, one more"
        each_has_room_for_its_words(one, width)


def each_has_room_for_its_words(one: Hands, width: int) -> None:
    """The keys of orders, and the longest has a line of its own where there is room."""
    keys = one.act.locator(".row > form:not(.same) > .button")
    same = box(one.act.locator(".row > .same > .button"))
    shown = [box(key) for key in keys.all()]
    assert len(shown) >= 2
    assert min(key.width for key in (*shown, same)) >= LEAST_WORDS, width
    if width >= PHONE["width"]:
        assert max(key.bottom for key in shown) <= same.top


def test_on_one_phone_no_key_of_orders_is_cramped(app: Flask, scout: Hands) -> None:
    """Beside the key that hands the phone over; all of them are in view with their sentence."""
    battle = Battle(app, battle="pitched", one_phone=True)
    for _ in range(3):
        battle.muster("a", "katana-samurai", 8)
    battle.enlist("a", "busho-buke")
    battle.muster("b", "katana-samurai", 8)
    battle.begin()
    battle.act("a", "first", first="a")
    one = at(battle, scout)
    over = one.page.locator("#r-act > .hand-over button").first
    for width, _ in each_size(one.page, SIZES):
        assert box(over).right <= width, "beside what marches all and what ends the orders"
    battle.act("a", "announce", piece="a1", do="advance")
    one.open(battle.path)
    one.told("Announce more, or carry this out.")
    for width, height in each_size(one.page, SIZES):
        each_has_room_for_its_words(one, width)
        for part in (one.act.locator(".act-sentence"), *one.act.locator(".row > form > .button").all()):
            assert box(part).top >= box(one.act).top, f"{width} x {height}"
            assert box(part).bottom <= box(one.act).bottom + 1, f"{width} x {height}"


def test_a_new_battle_asks_its_name_and_four_things_before_anything_else(hands: Callable[[], Hands]) -> None:
    one = hands()
    one.open("/new?game=kensei")
    expect(one.page.get_by_label("Your name"), "in the first screen").to_be_in_viewport()
    asked = ["player", "battle", "level", "armies", "phones"]
    ways = "#main form :is(input, summary, button, a):not([type=hidden]), #main form ~ * a"
    shown = one.page.locator(ways).locator("visible=true")
    names = shown.evaluate_all("(all) => all.map((one) => one.name || one.tagName)")
    assert [*dict.fromkeys(names)] == [*asked, "SUMMARY", "BUTTON", "A"], "More, the key, and other ways behind it"


def gap(one: Hands, upper: str, lower: str) -> float:
    """Between two keys, the one above the other."""
    return box(one.page.locator(lower)).top - box(one.page.locator(upper)).bottom


def test_keys_that_do_different_things_are_apart(app: Flask, scout: Hands) -> None:
    """What takes a unit off the table is a step further away than what sets a number of it."""
    battle = Battle(app)
    battle.muster("a", "katana-samurai", 8)
    battle.muster("b", "yari-ashigaru", 10)
    battle.begin()
    battle.leave("orders")
    battle.act("a", "touch", one="a1", other="b1", charged="other")
    battle.act("a", "fight", combat="t1.combat.a1+b1")
    one = at(battle, scout)
    for _ in each_size(one.page, SIZES):
        assert gap(one, "#r-act label:has([name='defensive.a1'])", "#r-act [name='die.a1'][value='1']") >= LEAST_GAP
    one.open(f"{battle.path}/forces")
    one.tap(one.page.locator("#hand-a1 > summary"))
    away = one.page.get_by_role("button", name="It has left the table")
    expect(away).to_be_hidden()
    assert gap(one, "#hand-a1 .button:text-is('Set')", "#hand-a1 fieldset:has-text('Markers')") >= LEAST_GAP
    one.press("One more: Miniatures of Katana Samurai")
    expect(one.page.locator("#hand-a1 [name=miniatures]")).to_have_value("9")
    one.tap(one.page.locator("#off-a1 > summary"))
    expect(away).to_be_visible()
