"""The turn around the fights under the thumb: how few taps it takes, and how large its keys are."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, box, each_size, seated
from tests.browser.sized import keys_fit
from tests.browser.test_reference_turn import reference

SIZES = ((390, 844), (320, 640))
KEYS = "#r-act .act-go :is(button, summary)"


def pitched(app: Flask, *, one_phone: bool = False) -> Battle:
    """Swordsmen and riders of a Taisho against swordsmen with a Busho in them."""
    battle = Battle(app, one_phone=one_phone, battle="pitched")
    battle.muster("a", "katana-samurai", 8)
    battle.muster("a", "kiba-musha", 4)
    battle.enlist("a", "taisho-buke")
    battle.muster("b", "katana-samurai", 8)
    battle.enlist("b", "busho-buke", "b1")
    battle.begin()
    return battle


MOST_TAPS = 8
"""Of both phones together, in a turn in which everybody marches and nobody meets."""


def test_a_turn_in_which_all_march_takes_few_taps(
    app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None]
) -> None:
    battle = reference(app, 1)
    ana, ben = seated(battle, hands)
    counts = [one.count() for one in (ana, ben)]
    ana.faces(7)
    ben.faces(4)
    ana.press("You act first")
    for one in (ana, ben):
        one.told("Your orders: tap a unit.")
        one.press("All march")
        one.press("Announce, move and end the orders")
    ana.told("Turn 1 ends: take these markers off.")
    assert {piece.facts.moved for piece in battle.state.pieces} == {"march"}
    ana.press("Next turn")
    ben.told("Commandment roll: 1 die and HR 7.")
    taps = sum(count()[0] for count in counts)
    record_property("taps", taps)
    print(f"{taps} taps")
    assert taps <= MOST_TAPS
    assert [count()[1] for count in counts] == [0, 0], "no key of a keyboard"


def test_every_key_is_large_enough_and_within_the_page(app: Flask, scout: Hands) -> None:
    battle = pitched(app)
    battle.give(scout.phone, "a")
    scout.open(battle.path)
    scout.unfold("Without this roll")
    expect(scout.page.locator("#ask-done button").first).to_be_visible()
    keys_fit(scout, SIZES, KEYS)
    battle.act("a", "mark", piece="a1", marker="fleeing", on=True)
    for phase in ("orders", "combat", "resolution"):
        battle.leave(phase)
    battle.act("a", "first", first="a")
    scout.told("Regroup Katana Samurai 1, or let the flight go on.")
    keys_fit(scout, SIZES, KEYS)
    scout.tap(scout.page.locator("#taisho-a > summary"))
    keys_fit(scout, SIZES, "#taisho-a :is(button, label.chip, summary)")
    battle.act("a", "terrain", kind="hill")
    hill = scout.page.get_by_role("button", name="The general stands on a hill", exact=False).locator("visible=true")
    for width, _ in each_size(scout.page, SIZES):
        assert box(hill).width > width / 2, "its words have the room there is"
    battle.act("b", "hurry", turn=2, moment="2026-01-01T12:00:00+00:00")
    scout.reads("The other side asks whether your orders are done.", within="#r-act")
    scout.press("Not yet")
    expect(scout.act).not_to_contain_text("The other side asks")
