"""What players met on two phones: nothing is wider than the screen, and what comes next is in view."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, each_size

SIZES = ((390, 844), (320, 640))
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""A phone zooms out for a page that is too wide, and `innerWidth` grows with it: the layout's own width does not."""
NARROWEST = (
    """() => Math.min(...[...document.querySelectorAll(".owed p")].map((one) => one.getBoundingClientRect().width))"""
)


def running(app: Flask) -> Battle:
    """Turn 2: side A gives orders, and Heinin of B run away since the turn before."""
    battle = Battle(app, battle="pitched")
    battle.muster("a", "katana-samurai", 8)
    battle.enlist("a", "busho-kuge", "a1")
    battle.muster("b", "yumi-ashigaru", 10)
    battle.enlist("b", "busho-kuge")
    battle.begin()
    battle.act("b", "mark", piece="b1", marker="fleeing", on=True)
    for phase in ("orders", "combat", "resolution"):
        battle.leave(phase, skip="true")
    battle.act("a", "first", first="a")
    return battle


def test_a_runaway_of_the_other_side_leaves_the_page_as_wide_as_the_screen(
    app: Flask, hands: Callable[[], Hands]
) -> None:
    one = at(running(app), hands(), "a")
    row = one.page.locator(".owed")
    expect(row).to_contain_text("Call Yumi Ashigaru back, or let the flight go on.")
    expect(row).to_contain_text("Heinin")
    for width, _ in each_size(one.page, SIZES):
        assert one.page.evaluate(WIDER) == 0
        assert one.page.evaluate(NARROWEST) > width / 2, "a sentence has room for its words"
