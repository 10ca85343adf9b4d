"""The resolution phase with a finger: a result, its honor roll, a flight, what it met, a pursuit (chapter 11)."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, each_size
from tests.conftest import LiveServer

SIZES = ((390, 844), (320, 640))
SMALL = """() => [...document.querySelectorAll("#r-act button, #r-act summary, .card.combat button")]
    .filter((key) => key.checkVisibility())
    .map((key) => [key.textContent.trim().replace(/\\s+/g, " "), key.getBoundingClientRect()])
    .filter(([, box]) => box.height < 44 || box.width < 44 || box.left < 0 || box.right > innerWidth)
    .map(([words, box]) => `${words}: ${box.width} x ${box.height} at ${box.left}`)"""
"""Keys that are too small for a finger, or not on the screen."""


def defeated(app: Flask) -> Battle:
    """Swordsmen of a have beaten those of b; the combats are judged. b's general stands in the beaten unit."""
    battle = Battle(app, one_phone=True)
    battle.muster("a", "katana-samurai", 8)
    battle.muster("b", "katana-samurai", 8)
    battle.enlist("b", "busho-kuge", "b1")
    battle.muster("b", "yari-ashigaru", 9)
    battle.begin()
    battle.leave("orders")
    battle.act("a", "aim", kind="melee", attacker="a1", defender="b1")
    chain = "t1.a1>b1.melee"
    battle.act("a", "roll", step=f"{chain}.at", faces=[9, 9, 9, *[1] * 5])
    battle.act("b", "roll", step=f"{chain}.df", faces=[9, 9, 9])
    battle.act("a", "roll", step=f"{chain}.damage", faces=[5, 5, 9])
    battle.leave("combat")
    return battle


def face(one: Hands, number: int) -> None:
    """A face of the die that is due."""
    one.tap(one.act.locator(f"button[name=face][value='{number}']"))


def fits(one: Hands) -> None:
    """Every key is as large as a finger and on the screen, on both sizes of phone."""
    for size in each_size(one.page, SIZES):
        assert one.page.evaluate(SMALL) == [], size


def test_from_the_result_to_the_free_attack(one: Hands, ground: LiveServer) -> None:
    battle = defeated(ground.app)
    battle.give(one.phone, "a")
    one.open(battle.path)
    card = one.page.locator("#combat-a1-b1")
    expect(card).to_contain_text("Defeated: Katana Samurai 2.")
    fits(one)
    one.press("Honor roll: Katana Samurai 2")
    face(one, 9)
    face(one, 6)
    face(one, 8)
    one.reads("may pursue Katana Samurai 2: 14 cm or more is enough.")
    fits(one)
    one.tap(card.locator("summary", has_text="What stood in the way"))
    fits(one)
    one.tap(card.get_by_role("button", name="through Yari Ashigaru"))
    expect(card).to_contain_text("−1 HR and −1 IN")
    one.tap(one.act.get_by_role("button", name="Pursue"))
    fits(one)
    face(one, 9)
    face(one, 7)
    one.reads("or more hits.")
    fits(one)
    assert battle.state.running is not None
    assert battle.state.running.situation.free_attack


def test_off_the_table_the_general_is_dead_and_it_is_asked_who_stands_near(one: Hands, ground: LiveServer) -> None:
    battle = defeated(ground.app)
    battle.act("b", "honor", piece="b1", owed="t1.combats.honor.b1")
    battle.act("b", "roll", step="t1.combats.honor.b1.die", faces=[0])
    battle.act("b", "roll", step="t1.combats.honor.b1.flight", faces=[6, 8])
    battle.give(one.phone, "a")
    one.open(battle.path)
    card = one.page.locator("#combat-a1-b1")
    one.tap(card.locator("summary", has_text="What stood in the way"))
    one.tap(card.get_by_role("button", name="off the table's edge"))
    one.reads("Busho Kuge is dead. Who stands within 30 cm of him?")
    fits(one)
    one.tap(one.act.locator(".chip", has_text="Yari Ashigaru").first)
    one.press("These and no others")
    one.reads("Yari Ashigaru must make an honor roll.")
    fits(one)
    assert [(roll.piece, roll.causes) for roll in battle.state.owed] == [("b2", ("general",))]
