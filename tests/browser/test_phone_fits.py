"""What players met on two phones: nothing is wider than the screen, and what comes next is in view."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, each_size
from tests.browser.orders import chip, opened

SIZES = ((390, 844), (320, 640))
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""A phone zooms out for a page that is too wide, and `innerWidth` grows with it: the layout's own width does not."""
NARROWEST = (
    """() => Math.min(...[...document.querySelectorAll(".owed p")].map((one) => one.getBoundingClientRect().width))"""
)

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


def test_under_an_open_sheet_every_key_of_the_panel_is_whole(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app, battle="pitched")
    for _ in range(8):
        battle.muster("a", "yari-ashigaru", 8)
    battle.enlist("a", "busho-kuge")
    battle.muster("b", "katana-samurai", 8)
    battle.enlist("b", "busho-kuge", "b1")
    battle.begin()
    battle.act("a", "first", first="a")
    one = at(battle, hands(), "a")
    opened(one, "a2")
    chip(one, "a2", "March")
    expect(one.act.get_by_role("button", name="The same as Yari Ashigaru 2 for 8 more")).to_be_visible()
    expect(one.act.get_by_role("button", name="Announce and move 1 unit: done")).to_be_visible()
    for width, height in each_size(one.page, SIZES):
        assert one.page.evaluate(UNTAPPABLE) == [], f"{width} x {height}"
