"""Many states of one table, laid out on one page: no look, no frame and no painted picture between two of them.

For what hangs on the HTML and the styles alone. What scripts do when news arrive is not asked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

SWAP = """(html) => {
    const news = document.createElement("template");
    news.innerHTML = html;
    for (const one of [...news.content.children]) document.getElementById(one.id)?.replaceWith(one);
}"""
"""Every region of an answer takes the place of the one that stands on the page."""


def measured(page: Page, states: Sequence[str], measure: str) -> list[Any]:
    """What the function says of the page in each of these states: answers to looks of a phone that had nothing."""
    found: list[Any] = page.evaluate(
        f"(states) => states.map((html) => {{ ({SWAP})(html); return ({measure})(); }})", list(states)
    )
    assert len(found) == len(states)
    return found
