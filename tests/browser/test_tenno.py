"""A duel of Tenno and its end on two phones, and what stays secret until then."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.cardtable import accessible, fits, made
from tests.browser.hands import Hands, boxes, each_size, seated
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


def duel(one: Hands, card: str, against: str, *, monk: bool = False) -> None:
    """Attacker, then the card attacked: two taps where there is one rival. Before the first he says that he begins."""
    if one.page.locator("#begins:not([open])").count():
        one.tap(one.page.locator("#begins > summary"))
    one.tap(one.page.locator(f".pick-card:has(input[value='{card}'])").first)
    if monk:
        one.tap(one.page.locator(".chip", has_text="Monk helps").first)
    one.tap(one.page.locator(f"button[name=defense][value='{against}']").first)


def count(one: Hands, *cards: str) -> None:
    """Taps cards into the first pile this phone still has to count."""
    for card in cards:
        one.tap(one.page.locator(f"[data-card='{card}']:visible").first)
    one.page.get_by_role("button", name="Done").locator("visible=true").first.tap()
    one.sent()


def test_duels_and_the_end(app: Flask, hands: Callable[[], Hands]) -> None:
    ana, ben = seated(Sitting(app, "tenno", players="2", **{"name.a": "Ana", "name.b": "Ben"}), hands)
    accessible(ana)
    ben.told("Ana attacks: they turn over a card of their layout, then one of a rival's.")
    duel(ana, "farmer-2", "farmer-1")
    ben.told("Attack: turn over a card of your layout, then one of a rival's.")
    ben.reads("Ana may swap a card of the layout with one from hand.")
    accessible(ben)
    duel(ben, "ronin", "farmer-2", monk=True)
    ben.told("You may attack again with another card of the layout.")
    accessible(ben)
    ben.press("No second attack")
    ana.told("Attack: turn over a card of your layout, then one of a rival's.")

    ana.unfold("Correct by hand")
    ana.press("The game is over: count the piles")
    ben.press("Allow")
    ana.told("Turn up your captured pile and enter it.")
    accessible(ana)
    ana.unfold("Enter other cards")
    ana.page.get_by_role("button", name="Farmer 1 ×").locator("visible=true").tap()
    accessible(ana)
    count(ana, "farmer-3")
    ben.told("Turn up your captured pile and enter it.")
    ana.reads("By the duels entered, Farmer 1 should be there, and not Farmer 3.")
    ben.reads("Farmer 2", ".act")
    ben.press("Yes, these")
    for one in (ana, ben):
        one.told("Ana wins the emperor's favor with 3 points.")
    accessible(ben)


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
