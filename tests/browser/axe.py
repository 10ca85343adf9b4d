"""What axe-core finds wrong with a page: the first look loads it into the page, every later one runs it again."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

THEMES = ("light", "dark", "dusk")
COLORS = ("color-contrast", "link-in-text-block")
"""The rules that look at colors, which are all that a theme changes."""
LOOK = """([only, without]) => axe.run({
    resultTypes: ["violations"],
    preload: { assets: ["media"] },  // no rule that runs asks for style sheets
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only.length && { runOnly: only }),
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => [id, node.html.slice(0, 160), node.failureSummary])))"""


def objections(page: Page, *, only: Sequence[str] = (), without: Sequence[str] = ()) -> list[list[str]]:
    """Rule, element and reason of everything axe finds, by all of its rules but those of `without`, or by `only`."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[list[str]] = page.evaluate(LOOK, [list(only), list(without)])
    return found


def objections_in_every_theme(page: Page, *, without: Sequence[str] = ()) -> dict[str, list[list[str]]]:
    """The same in each theme that has any: the first is looked at by every rule, the others by those for colors."""
    found = {}
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        found[theme] = objections(page, only=COLORS if theme != THEMES[0] else (), without=without)
    return {theme: wrong for theme, wrong in found.items() if wrong}
