"""The keys of a choice are in view at once, up to four of them on the smallest phone."""

from __future__ import annotations

from flask import Flask

from tests.browser.hands import Hands, at, each_size
from tests.browser.test_orders import ordering
from tests.browser.test_show_me import SIZES
from tests.browser.test_turn import pitched

UNSEEN = """(keys) => {
    const panel = document.querySelector("#r-act").getBoundingClientRect();
    const foot = document.querySelector("footer").getBoundingClientRect();
    const all = [...document.querySelectorAll(keys)].filter((one) => one.checkVisibility());
    return [all.length, all.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < panel.top || box.bottom > Math.min(panel.bottom, foot.top) + 1;
    }).map((one) => one.textContent.trim())];
}"""


def unseen(one: Hands, keys: str) -> tuple[int, list[str]]:
    """How many such keys there are, and those that do not stand whole within the panel."""
    count, out = one.page.evaluate(UNSEEN, keys)
    return count, out


def test_who_acts_first(app: Flask, scout: Hands) -> None:
    one = at(pitched(app, one_phone=True), scout)
    one.faces(7, 4)
    one.told("You have the command. Who acts first?")
    for size in each_size(one.page, SIZES):
        assert unseen(one, "#r-act button[name=first]") == (2, []), size
    one.press("Ana acts first")
    one.told("Your orders: tap a unit.")


def test_the_four_reactions(app: Flask, scout: Hands) -> None:
    battle = ordering(app)
    battle.act("a", "announce", piece="a4", goal="charge+run+", target="b4")
    one = at(battle, scout, "b")
    for size in each_size(one.page, [*SIZES, (360, 640)]):
        assert unseen(one, "#r-act .react button[name=what]") == (4, []), size
