"""A duel of Tenno and its end: each moment fits any phone, and nothing of a duel needs a scroll."""

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.cardtable import accessible, fits, made
from tests.browser.hands import Hands, at, boxes, each_size
from tests.browser.sitting import Sitting

SIZES = ((320, 640), (360, 740), (390, 844))
CUT_OFF = """() => {
    const low = document.querySelector("footer.bottom").getBoundingClientRect().top;
    const panel = document.getElementById("r-act");
    const all = [...panel.querySelectorAll(".act-sentence, .duel :is(button, .chip)")];
    const shown = all.filter((one) => one.checkVisibility());
    const seen = (one, x, y) => {
        const box = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
    };
    const inView = (one) => one.getBoundingClientRect().bottom <= low && seen(one, 0.5, 0.5) && seen(one, 0.5, 0.9);
    const names = [...document.querySelectorAll(".board .purses .who-name")];
    const hidden = [...shown, ...names].filter((one) => !inView(one)).map((one) => one.textContent.trim());
    return [shown.length, names.length, hidden];
}"""
"""What of the form of a duel, and of the names in the bar above it, is not in view as the page stands."""
CREST = """(chip) => [getComputedStyle(chip.querySelector(".mon")).fill, getComputedStyle(chip).backgroundColor]"""

COVERED = """() => [...document.querySelectorAll(".by-card .button, .by-card .key")].filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.checkVisibility() && !one.contains(document.elementFromPoint(left + width / 2, top + height - 4));
}).map((one) => one.textContent)"""
"""The keys of a pad whose foot cannot be tapped."""


MOMENTS: tuple[tuple[str, str, dict[str, object], str, str], ...] = (
    ("a", "duel", {"number": 1, "card": "farmer-2", "target": "b", "defense": "farmer-1"}, "b", "Ana may swap a card"),
    ("b", "duel", {"number": 2, "card": "ronin", "target": "a", "defense": "farmer-2", "monk": "true"}, "b", "again"),
    ("b", "decline", {"number": 2}, "a", "Attack: turn over a card of your layout, then one of a rival's."),
    ("a", "finish", {}, "a", "Turn up your captured pile and enter it."),
    ("a", "pile", {"cards": "farmer-3"}, "a", "By the duels entered, Farmer 1 should be there, and not Farmer 3."),
    ("b", "pile", {"cards": "farmer-2"}, "b", "Ana wins the emperor's favor with 3 points."),
)
"""An act, and what the page of a seat tells then."""


def test_each_moment_can_be_read_by_all(app: Flask, scout: Hands) -> None:
    """With all cards of a pile that is counted, also where they are not those of the duels."""
    table = Sitting(app, "tenno", players="2", **{"name.a": "Ana", "name.b": "Ben"})
    for seat, act, data, whose, told in MOMENTS:
        table.act(seat, act, **data)
        at(table, scout, whose).reads(told)
        if act == "finish":
            scout.unfold("Enter other cards")
        accessible(scout)


@pytest.mark.parametrize("players", [2, 3, 7])
def test_a_duel_is_entered_without_a_scroll(scout: Hands, players: int) -> None:
    """Keys of attack and defense in one screen: two taps a duel, three where the attacked one has to be said."""
    one = scout
    _, path = made(one, "tenno", players, way="duels")
    one.open(path)
    expect(one.page.locator(".act-facts")).to_contain_text("lays three Farmers face down")
    whom = one.page.locator(".duel-whom .chip")
    keys = one.page.locator("button[name=defense]:visible")
    rivals = players - 1 if players > 2 else 0

    def whole(more: int) -> dict[tuple[int, int], object]:
        """Nothing is cut off on any phone; where the keys stand on each."""
        stand = {}
        for size in each_size(one.page, SIZES):
            assert one.page.evaluate(CUT_OFF) == [more + 10 + rivals + 11 + 1, players, []], size
            fits(one)
            stand[size] = boxes(one.page, ".duel :is(button, input)")
        one.page.set_viewport_size({"width": 390, "height": 844})
        if players == 7:
            accessible(one)  # with every kind of part in it
        return stand

    for _ in each_size(one.page, SIZES):
        fits(one)
    one.unfold("is the oldest and begins")
    stood = whole(1)
    touched = one.count()
    one.tap(one.page.locator(".pick-card", has_text="Samurai 7").first)
    one.tap(one.page.locator(".pick-card", has_text="Ronin"))  # another one is tapped instead
    if rivals:
        one.tap(whom.last)
        crest, ground = whom.last.locator(".chip-face").evaluate(CREST)
        assert crest != ground
    assert whole(1) == stood
    one.tap(keys.filter(has_text="Farmer 1"))
    assert touched() == ((4 if rivals else 3), 0)
    one.told(re.compile("may attack again"))
    expect(one.page.locator("[data-twice]"), "a double tap is over").to_have_count(0)
    whole(1 + 1)
    one.press("No second attack")
    one.reads("wins", "#r-board")
    expect(one.page.locator(".purses .active")).not_to_contain_text("Ana")


def test_a_half_counted_pile_outlives_a_reload(scout: Hands) -> None:
    _, path = made(scout, "tenno", 2, way="score")
    scout.open(path)
    scout.tap(scout.page.locator("[data-card='ninja']:visible").first)
    scout.open(path)
    expect(scout.page.locator(".laid-card:visible")).to_have_text("Ninja ×")
    scout.page.get_by_role("button", name="Done").locator("visible=true").first.tap()
    scout.sent()
    scout.open(path)
    expect(scout.page.locator(".laid-card:visible")).to_have_count(0)


def test_nothing_is_counted_by_a_stray_tap(app: Flask, scout: Hands) -> None:
    """Without a card the key says what it sends, or sends nothing; a total is typed in the place of the cards."""
    table = Sitting(app, "tenno", one_phone=True, players="2", way="score", **{"name.a": "Ana", "name.b": "Ben"})
    one = at(table, scout)
    done = one.act.get_by_role("button", name="Done").locator("visible=true")
    nothing = one.act.get_by_role("button", name="No card: 0 points").locator("visible=true")
    stood = boxes(one.page, "#r-act [data-none]")
    expect(done).to_have_count(0)
    one.tap(one.page.locator("[data-card='ninja']:visible"))
    expect(nothing).to_have_count(0)
    assert boxes(one.page, "#r-act [data-some]") == stood
    one.unfold("Just a total")
    one.enter("points", "27")
    one.tap(done)
    assert table.table.state.totals == {"a": 27}
    table.act("b", "total", points=27)
    at(table, scout).reads("A tie: enter your hand and your layout.")
    expect(done).to_have_count(1)
    expect(done).to_be_disabled()
    for _ in each_size(one.page, SIZES):
        assert one.page.evaluate(COVERED) == []
    one.tap(one.page.locator("[data-card='ninja']:visible"))
    one.tap(done)
    assert table.table.state.rests == {"a": ("ninja",)}
