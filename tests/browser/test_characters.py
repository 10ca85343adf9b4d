"""The keys of characters in the orders phase are for a thumb."""

from __future__ import annotations

from flask import Flask

from tests.browser.armies import Battle
from tests.browser.axe import objections
from tests.browser.hands import Hands, at, boxes, each_size
from tests.browser.sized import LEAST


def test_a_characters_keys_are_for_a_thumb(app: Flask, scout: Hands) -> None:
    """Of one who may shoot and leave, and of one who may break away."""
    battle = Battle(app, battle="pitched")
    battle.muster("a", "yumi-samurai", 6)
    battle.enlist("a", "busho-buke", "a1", weapon="katana")
    battle.muster("a", "katana-samurai", 8)
    battle.enlist("a", "daisho-samurai", "a2")
    battle.muster("b", "yari-samurai", 8)
    battle.muster("b", "yari-ashigaru", 8)
    battle.begin()
    battle.act("a", "first", first="a")
    battle.act("a", "touch", one="a2", other="b1")
    at(battle, scout)
    for width, height in each_size(scout.page, ((390, 844), (320, 640))):
        for hero in ("ah1", "ah2"):
            scout.tap(scout.page.locator(f".unit-card:has(#order-{hero}) > details > summary").first)
            keys = boxes(scout.page, f"#order-{hero} :is(button, label.chip, summary)")
            shown = [box for box in keys.values() if all(box[2:])]
            assert len(shown) >= 3
            for x, _, wide, high in shown:
                assert min(wide, high) >= LEAST, (width, height)
                assert 0 <= x <= x + wide <= width
            if width == 320:
                assert objections(scout.page) == []
            scout.tap(scout.page.locator("details[name=sheet][open] [data-close]"))
