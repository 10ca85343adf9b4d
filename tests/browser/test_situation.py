"""The situation of an attack under the thumb: a finger finds every chip, and every number says why.

What each circumstance changes is read in `tests/play/kensei/fight/test_kensei_modifiers.py`.
"""

import re
from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from companion.play.kensei.fight.situation import CHIPS
from tests.browser.armies import Battle, aimed
from tests.browser.axe import objections
from tests.browser.hands import Hands, at, box


def aims(app: Flask, kind: str, attacker: str, defender: str, *, heroes: str) -> Battle:
    """A unit aims at another, with a Busho in those of these seats."""
    battle = Battle(app)
    for seat, unit in (("a", attacker), ("b", defender)):
        battle.muster(seat, unit)
        if seat in heroes:
            battle.enlist(seat, "busho-buke", f"{seat}1")
    battle.begin()
    battle.act("a", "aim", kind=kind, attacker="a1", defender="b1")
    return battle


def at_an_archer(app: Flask) -> Battle:
    """Swordsmen aim at a Samurai who stands alone with a bow."""
    battle = Battle(app)
    battle.muster("a", "katana-samurai")
    battle.enlist("b", "daisho-samurai", weapon="bow")
    battle.begin()
    battle.act("a", "aim", kind="melee", attacker="a1", defender="bh1")
    return battle


TABLES: tuple[Callable[[Flask], Battle], ...] = (
    lambda app: aims(app, "shot", "yumi-samurai", "katana-samurai", heroes="b"),
    lambda app: aims(app, "melee", "yumi-samurai", "ishitsubute-ashigaru", heroes=""),
    lambda app: aims(app, "melee", "katana-samurai", "yumi-samurai", heroes="ab"),
    at_an_archer,
    lambda app: aims(app, "shot", "teppotai", "katana-samurai", heroes=""),
)
"""At the first a shot may be meant for a hero, at the third the hero himself strikes."""
UNTAPPED = {"attacker_charged"}
"""No page asks for these: the table knows them."""


CHIPS_MISSED = """() => {
    const keys = [...document.querySelectorAll("#situation button")].filter((one) => one.checkVisibility());
    const missed = keys.filter((key) => {
        key.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, width, height } = key.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return Math.min(width, height) < 44 || !key.contains(hit);
    });
    const fields = keys.map((key) => key.name.startsWith("set.") ? key.name.slice(4) : key.form?.elements.field?.value);
    return [fields.filter(Boolean), missed.map((key) => key.outerHTML.slice(0, 120))];
}"""
"""The circumstances that keys of the page change, and the keys that are too small or lie under something."""


def test_a_finger_finds_every_chip(app: Flask, scout: Hands) -> None:
    found: set[str] = set()
    for make in TABLES:
        at(make(app), scout)
        scout.unfold("Situation")
        if (himself := scout.page.locator("#situation [name=striker]")).count():
            scout.tap(himself.last)
        scout.page.evaluate("document.querySelectorAll('#situation details').forEach((one) => one.open = true)")
        fields, missed = scout.page.evaluate(CHIPS_MISSED)
        assert missed == []
        found.update(fields)
    assert {chip.field for chip in CHIPS} - found == UNTAPPED


def test_a_tap_unfolds_the_reasons(app: Flask, scout: Hands) -> None:
    """Each number of the strip: closed it shows no reason, a tap shows them all, and they add up."""
    at(aimed(app), scout)
    for name, value in scout.numbers().items():
        words = re.compile(rf"^\s*{re.escape(name)}\s")
        fold = scout.act.locator("details", has=scout.page.locator("> summary", has_text=words))
        expect(fold.locator("dl")).to_be_hidden()
        scout.tap(fold.locator("> summary"))
        expect(fold.locator("dl")).to_be_visible()
        terms = scout.why(name) or []
        assert terms[-1] == ("In all", value)
        assert sum(int(one.split()[0]) for _, one in terms[:-1]) == int(value)
        ways = {one.partition(" ")[2] for _, one in terms[1:-1]}
        assert ways <= ({"better", "worse"} if name == "AT" else {""}), (name, terms)
        assert all(re.search(r" \d+(:\d+)*( K\d+)?$", reason) for reason, _ in terms[:-1]), (
            "every term names its section"
        )


def test_a_tap_on_a_ruling_leads_to_it_and_the_page_can_be_read_by_all(app: Flask, hands: Callable[[], Hands]) -> None:
    one = at(aimed(app), hands())
    one.tap(one.page.locator("#r-act details > summary", has_text="AT").first)
    link = one.page.get_by_role("link", name="Ruling K15")
    assert min(box(link).width, box(link).height) >= 48
    link.tap()
    one.page.wait_for_url("**/rules/rulings#k15")
    assert one.page.locator("li:target").inner_text().startswith("K15 Charging:")
    assert one.page.locator("li:target").evaluate("li => li.getBoundingClientRect().top >= 0")
    one.page.set_viewport_size({"width": 320, "height": 844})
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert objections(one.page) == []
