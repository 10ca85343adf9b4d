"""Characters under the thumb in the orders phase: their own shot, leaving, joining, breaking away and who follows."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask

from tests.browser.armies import Battle
from tests.browser.axe import objections
from tests.browser.hands import Hands, boxes, looks, seated

LEAST = 44
"""Pixels a key has at least, in both directions."""


def guarded(app: Flask) -> Battle:
    """Archers with a Busho, swordsmen with a Daisho Samurai in contact with spears and a Busho; peasants stand free."""
    battle = Battle(app, battle="pitched")
    battle.muster("a", "yumi-samurai", 6)
    battle.enlist("a", "busho-buke", "a1", weapon="katana")
    battle.muster("a", "katana-samurai", 8)
    battle.enlist("a", "daisho-samurai", "a2")
    battle.muster("a", "katana-samurai", 8)
    battle.muster("b", "yari-samurai", 8)
    battle.enlist("b", "busho-buke", "b1", weapon="katana")
    battle.muster("b", "yari-ashigaru", 8)
    battle.begin()
    battle.act("a", "first", first="a")
    battle.act("a", "touch", one="a2", other="b1")
    return battle


def opened(one: Hands, line: str) -> None:
    """The sheet of the card in which a character's orders are."""
    one.tap(one.page.locator(f".unit-card:has(#order-{line}) > details > summary").first)


def test_a_characters_ways_are_one_tap_each_from_his_line(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = guarded(app)
    ana, ben = seated(battle, hands)
    taps, theirs = ana.count(), ben.count()
    opened(ana, "ah1")
    ana.tap(ana.page.locator("#order-ah1 .aim[open] button[name='target'][value='b2']"))
    assert taps() == (2, 0), "his shot: the line and the target"
    ana.tap(ana.act.get_by_role("button", name=re.compile("Busho Buke.* shoot at")))
    ana.distance(40)
    battle.act("a", "roll", step="t1.a1:ah1>b2.shot.at", faces=[1, 1])
    looks(ana.page)
    if not ana.page.locator("#order-ah1").is_visible():
        opened(ana, "ah1")
    ana.tap(ana.page.locator("#order-ah1 button", has_text="Leave the unit"))
    ben.reads("Busho Buke")
    opened(ana, "alone-ah1")
    ana.tap(ana.page.locator("#order-alone-ah1 form:has([name=unit][value=a3]) button"))
    ana.page.locator("ul.units #order-ah1").wait_for(state="attached")
    piece = battle.state.piece("a3")
    assert piece is not None
    assert [hero.id for hero in piece.heroes] == ["ah1"]
    opened(ana, "ah2")
    ana.tap(ana.page.locator("#order-ah2 button", has_text="Break away"))
    for one, die in ((ana, 10), (ben, 1)):
        one.reads("breaks away from Yari Samurai")
        one.faces(die)
    ana.told("Daisho Samurai gets away. Roll 2 dice to see how far, in any direction.")
    ben.reads("Who goes after him?")
    ben.tap(ben.page.get_by_role("button", name=re.compile("^Busho Buke")))
    ben.told("Busho Buke (Yari Samurai) follows Daisho Samurai. Busho Buke (Yari Samurai): 1 die and IN 5.")
    ben.faces(10)
    battle.act("a", "roll", step="t1.break.ah2.follow-in.a", faces=[1])
    ana.faces(3, 4)
    ben.told("Busho Buke (Yari Samurai) goes after Daisho Samurai. Roll 2 dice: 7 or more reaches.")
    ben.faces(5, 2)
    ben.reads("Busho Buke (Yari Samurai) has reached Daisho Samurai")
    assert theirs() == (5, 0), "a die, who follows, a die, two dice"
    assert [(met.one, met.other, met.cause) for met in battle.state.contacts if met.cause == "chase"] == [
        ("bh1", "ah2", "chase")
    ]


def test_a_characters_keys_are_for_a_thumb(app: Flask, scout: Hands) -> None:
    battle = guarded(app)
    battle.give(scout.phone, "a")
    scout.open(battle.path)
    for width, height in ((390, 844), (320, 640)):
        scout.page.set_viewport_size({"width": width, "height": height})
        for hero in ("ah1", "ah2"):
            opened(scout, hero)
            keys = boxes(scout.page, f"#order-{hero} :is(button, label.chip, summary)")
            shown = [box for box in keys.values() if all(box[2:])]
            assert len(shown) >= 3
            for x, _, wide, high in shown:
                assert min(wide, high) >= LEAST
                assert 0 <= x <= x + wide <= width
            if width == 320:
                assert objections(scout.page) == []
            scout.tap(scout.page.locator("details[name=sheet][open] [data-close]"))
