"""What holds of keys and of every panel, at any size."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.browser.axe import objections
from tests.browser.hands import Hands, boxes, each_size

LEAST = 44
"""The side of a key a thumb meets, in CSS pixels."""


def no_key_is_small_and_axe_finds_nothing(page: Page, sizes: Sequence[tuple[int, int]]) -> None:
    """Of the panel with everything unfolded: at any size keys a thumb meets, no sideways scroll; nothing for axe."""
    page.evaluate("document.querySelectorAll('#r-act details:not(.why)').forEach((one) => one.open = true)")
    for size in each_size(page, sizes):
        keys = boxes(page, "#r-act :is(.key, .button, .chip-face)")
        small = {name: box for name, box in keys.items() if box[2] and (box[2] < LEAST or box[3] < LEAST)}
        assert keys
        assert not small, size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    assert objections(page) == []


def keys_fit(one: Hands, sizes: Sequence[tuple[int, int]], keys: str) -> None:
    """At any size these keys, three at least, meet a thumb and lie within the page."""
    for width, _ in each_size(one.page, sizes):
        shown = [box for box in boxes(one.page, keys).values() if box[2] and box[3]]
        assert len(shown) >= 3
        for x, _, wide, high in shown:
            assert min(wide, high) >= LEAST
            assert x >= 0
            assert x + wide <= width
