"""Show me under the thumb: from the start page to an attack that is rolled, in a few taps and without a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.hands import Hands, boxes

LEAST_KEY = 44


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_whoever_has_never_been_here_rolls_an_attack(hands: Callable[[], Hands], size: tuple[int, int]) -> None:
    one = hands()
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    one.open("/")
    one.press("Show me", exact=False)
    one.ready()
    one.reads("Practice", ".board-turn")
    assert "Roll" in one.page.locator("#act-sentence").inner_text()
    shown = [box for box in boxes(one.page, "#r-act .act-go :is(button, summary)").values() if box[2] and box[3]]
    assert shown
    assert all(wide >= LEAST_KEY and high >= LEAST_KEY for _, _, wide, high in shown)
    taps = one.count()
    one.press("App rolls")
    assert taps() == (1, 0)
    one.reads(re.compile(r"(charges|strikes).*Undo.*dice rolled", re.S), "footer")
    one.tap(one.page.locator(".board-turn a"))
    assert one.page.locator("#combat").is_visible()
    one.press("Back to the table")
    one.reads("Practice", ".board-turn")
