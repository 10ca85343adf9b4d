"""The keys of a choice are in view at once, up to four of them on the smallest phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.browser.armies import Battle
from tests.browser.hands import Hands
from tests.browser.test_orders import ordering
from tests.browser.test_show_me import SIZES
from tests.browser.test_turn import pitched
from tests.conftest import Phone

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


def one_phone(battle: Battle, phone: Callable[..., Phone], size: tuple[int, int]) -> Hands:
    one = Hands(phone())
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    for seat in ("a", "b"):
        battle.give(one.phone, seat)
    one.open(battle.path)
    return one


@pytest.mark.parametrize("size", SIZES)
def test_who_acts_first(app: Flask, phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    one = one_phone(pitched(app, one_phone=True), phone, size)
    one.faces(7, 4)
    one.told("You have the command. Who acts first?")
    assert unseen(one, "#r-act button[name=first]") == (2, [])


@pytest.mark.parametrize("size", [*SIZES, (360, 640)])
def test_the_four_reactions(app: Flask, phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    battle = ordering(app)
    battle.act("a", "announce", piece="a4", goal="charge+run+", target="b4")
    one = Hands(phone())
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    battle.give(one.phone, "b")
    one.open(battle.path)
    assert unseen(one, "#r-act .react button[name=what]") == (4, [])
