"""The situation of an attack under the thumb: every chip is tapped, and every number says why.

What each circumstance changes is read in `tests/play/kensei/fight/test_kensei_modifiers.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Locator, expect

from companion.play.kensei.fight.situation import CHIPS
from tests.browser.armies import Battle, aimed, situation_of
from tests.browser.hands import Hands


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


def test_every_chip_is_tapped(app: Flask, scout: Hands) -> None:
    """One tap may take another chip off the page: what is left then is tapped at a new table."""
    left = [chip.field for chip in reversed(CHIPS)]
    for make in TABLES:
        tapped = True
        while tapped:
            tapped = tap_all(scout, make(app), left)
    assert set(left) == UNTAPPED


def tap_all(one: Hands, battle: Battle, left: list[str]) -> bool:
    """Taps a chip of each field the page offers and takes it from these; whether there was any."""
    battle.give(one.phone, "a")
    one.open(battle.path)
    one.unfold("Situation")
    if (himself := one.page.locator("#situation [name=striker]")).count():
        one.tap(himself.last)
    tapped = [field for field in left if tap_one(one, battle, field)]
    left[:] = [field for field in left if field not in tapped]
    return bool(tapped)


def tap_one(one: Hands, battle: Battle, field: str) -> bool:
    key = chip_of(one, field)
    if key is not None:
        before = situation_of(battle)[field]
        one.tap(key)
        assert situation_of(battle)[field] != before, field
    return key is not None


def chip_of(one: Hands, field: str) -> Locator | None:
    """The key of the page that changes this circumstance."""
    of_number = one.page.locator("#situation form", has=one.page.locator(f"[name=field][value='{field}']"))
    other = one.page.locator(f"#situation [name='set.{field}'][aria-pressed=false]")
    flag = one.page.locator(f"#situation [name='set.{field}']")
    for found in (of_number.locator("button:enabled"), other, flag):
        if found.count():
            return found.last
    return None


def test_a_tap_unfolds_the_reasons(app: Flask, scout: Hands) -> None:
    """Each number of the strip: closed it shows no reason, a tap shows them all, and they add up."""
    battle = aimed(app)
    battle.give(scout.phone, "a")
    scout.open(battle.path)
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
