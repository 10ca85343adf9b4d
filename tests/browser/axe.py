"""What axe-core finds wrong with a page: the first look loads it into the page, every later one runs it again.

Whether words can be read depends on how they and their grounds look, and on nothing else. To find that out takes axe
most of its time: it is asked of those that look as none it has passed before.
"""

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

THEMES = ("light", "dark", "dusk")
COLORS = ("color-contrast", "link-in-text-block")
"""The rules that look at colors, which are all that a theme changes."""
LOOK = """async ([colors, only, without, passed, within]) => {
    document.adoptedStyleSheets = [];  // axe looks through opacity, and tests' pages are not drawn
    const shared = { preload: { assets: ["media"] } };  // no rule that runs asks for style sheets
    const grounds = new Map([[null, ""]]), looks = new Map(), asked = new Map(), known = new Set(passed);
    const ground = (one) => {
        if (!grounds.has(one)) {
            const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(one);
            const own = [backgroundColor, backgroundImage, opacity, filter].join(" ");
            const clear = own === "rgba(0, 0, 0, 0) none 1 none";
            grounds.set(one, (clear ? "" : own + "/") + ground(one.parentElement));
        }
        return grounds.get(one);
    };
    const words = (one) => one.matches("input, select, textarea") ? "a field"
        : [...one.childNodes].map((node) => node.nodeType === Node.TEXT_NODE ? node.data.trim() : "").join("");
    for (const one of document.querySelectorAll(`${within || "body"} *`)) {
        const { length } = words(one);
        if (!length || !one.checkVisibility({ visibilityProperty: true })) continue;
        const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(one);
        const around = getComputedStyle(one.parentElement).color;
        const off = Boolean(one.closest(":disabled, [aria-disabled=true]"));
        const font = [color, fontSize, fontWeight, textDecorationLine, textShadow];
        const look = [...font, around, off, length > 1, ground(one)].join();
        asked.set(look, (asked.get(look) ?? 0) + 1);
        if (!known.has(look) && asked.get(look) <= 3) looks.set(one, look);  // the first may lie under something else
    }
    const found = only ? [] : (await axe.run(within || document, {
        ...shared,
        resultTypes: ["violations"],
        rules: Object.fromEntries([...without, ...colors].map((rule) => [rule, { enabled: false }])),
    })).violations;
    let passes = [];
    if (looks.size) {
        const read = await axe.run({ include: [...looks.keys()] }, { ...shared, runOnly: colors, elementRef: true });
        found.push(...read.violations);
        passes = read.passes.filter(({ id }) => id === colors[0]).flatMap(({ nodes }) => nodes);
    }
    const wrong = ({ id, nodes }) => nodes.map((node) => [id, node.html.slice(0, 160), node.failureSummary]);
    return [found.flatMap(wrong), [...new Set(passes.map(({ element }) => looks.get(element)))].filter(Boolean)];
}"""
_passed: set[str] = set()


def objections(
    page: Page, *, only_colors: bool = False, without: Sequence[str] = (), within: str = ""
) -> list[list[str]]:
    """Rule, element and reason of everything axe finds, by all of its rules but those of `without`: of a page, or of
    what `within` selects, to which rules for a whole page do not apply."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[list[str]]
    found, passed = page.evaluate(LOOK, [list(COLORS), only_colors, list(without), list(_passed), within])
    _passed.update(passed)
    return found


def objections_in(page: Page, themes: Sequence[str], *, without: Sequence[str] = ()) -> dict[str, list[list[str]]]:
    """The same in each theme that has any: the first is looked at by every rule, the others by those for colors."""
    found = {}
    for theme in themes:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        found[theme] = objections(page, only_colors=theme != themes[0], without=without)
    return {theme: wrong for theme, wrong in found.items() if wrong}
