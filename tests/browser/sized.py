"""What holds of keys and of every panel, at any size."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.browser.hands import Hands, boxes, each_size

LEAST = 44
"""The side of a key a thumb meets, in CSS pixels."""


def small_keys(page: Page, sizes: Sequence[tuple[int, int]], within: str) -> dict[object, object]:
    """With everything unfolded: keys in there that are too small for a thumb at a size, or leave the page, and pages
    that scroll sideways."""
    page.evaluate("document.querySelectorAll('main details:not(.why)').forEach((one) => one.open = true)")
    found: dict[object, object] = {}
    for size in each_size(page, sizes):
        for name, (x, _, wide, high) in boxes(page, f":is({within}) :is(.key, .button, .chip-face)").items():
            if wide and not (min(wide, high) >= LEAST and 0 <= x <= x + wide <= size[0]):
                found[size, name] = x, wide, high
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[size] = "it scrolls sideways"
    return found


def keys_fit(one: Hands, sizes: Sequence[tuple[int, int]], keys: str) -> None:
    """At any size these keys, three at least, meet a thumb and lie within the page."""
    for width, _ in each_size(one.page, sizes):
        shown = [box for box in boxes(one.page, keys).values() if box[2] and box[3]]
        assert len(shown) >= 3
        for x, _, wide, high in shown:
            assert min(wide, high) >= LEAST
            assert x >= 0
            assert x + wide <= width
