"""The deployment on a phone: what is due stands in the panel, the board keeps its part, and what is left is asked."""

import re
import time
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, boxes, each_size, seated
from tests.browser.test_every_act import BOARD, LAWS, SIZES

UNITS = ("katana-samurai", "yumi-ashigaru", "yari-ashigaru")


def deploying(app: Flask, *more: str) -> Battle:
    """Both armies are ready, and nothing is placed, rolled or laid."""
    battle = Battle(app, battle="pitched", deploys="yes")
    for seat in "ab":
        for unit in (*UNITS, *more):
            battle.muster(seat, unit)
    battle.begin()
    return battle


@pytest.mark.own_phones
def test_a_double_tap_on_the_last_die_lays_no_card(app: Flask, hands: Callable[[], Hands]) -> None:
    """What the next act asks comes under the thumb with the answer to the first touch, and nobody has read it yet."""
    battle = deploying(app)
    for seat, face in (("b", 2), ("a", 9)):
        battle.act(seat, "pad", step=f"deploy.ground.{seat}", die=0, face=face)
    battle.act("b", "pad", step="deploy.advantage.b", die=0, face=2)
    one = hands()
    one.page.clock.install()
    battle.give(one.phone, "a")
    one.open(battle.path)
    one.page.clock.pause_at(time.time() + 3600)
    die = one.face_key(7)
    box = die.bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    one.tap(die)
    one.told("Lay a deployment card face down: tap its unit.")
    entered = battle.table.seq
    one.page.touchscreen.tap(*place)
    one.sent()
    assert battle.table.seq == entered
    one.page.clock.run_for(1000)
    one.page.touchscreen.tap(*place)
    one.told("Ben lays the next card.")


def test_terrain_that_is_placed_moves_no_key_that_places_more(app: Flask, hands: Callable[[], Hands]) -> None:
    """It is listed below them, and during the deployment all of it is one line at the board's foot."""
    battle = deploying(app)
    one = at(battle, hands())
    keys = "button[name=kind]"
    for _, height in each_size(one.page, SIZES):
        assert one.page.evaluate(LAWS)["board"] >= BOARD[height], "the board keeps its part"
    empty = boxes(one.page, keys)
    assert len(empty) > 5
    for number, seat in enumerate("abab", 1):
        battle.act(seat, "terrain", kind="hill")
        one.reads(f"Hill {number}", "#r-board")
        assert boxes(one.page, keys) == empty
    remove = one.page.get_by_role("button", name="Remove: Hill 4")
    expect(remove).to_be_visible()
    battle.act("a", "deploy-first", first="a")
    one.open(battle.path)
    expect(one.page.locator("button[name=kind]").first).to_be_hidden()
    one.unfold("Terrain: 4")
    expect(one.page.locator("button[name=kind]").first).to_be_visible()
    expect(remove).to_be_visible()


def test_who_says_deployed_early_is_told_what_is_left(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = deploying(app)
    battle.act("a", "deploy-first", first="a")
    battle.act("a", "lay", piece="a1")
    battle.act("b", "lay", piece="b1")
    one = at(battle, hands())
    one.unfold("I have deployed …")
    one.reads("2 cards are still in your hand: Yumi Ashigaru, Yari Ashigaru. They will not be laid.")
    assert not battle.state.deployment.placed


def test_the_terrain_is_whose_turn_it_is_and_comes_before_the_first_die(app: Flask, hands: Callable[[], Hands]) -> None:
    """In his colors, with the filled key on his phone alone; the key that says it is placed leads to the roll."""
    battle = deploying(app)
    for seat, kind in zip("abab", ("hill", "hill", "field", "forest"), strict=True):
        battle.act(seat, "terrain", kind=kind)
    ana, ben = seated(battle, hands)
    ana.told("Place one more terrain, of another kind than your last (Field), or stop.")
    ben.told("Ana may place one more, of another kind than the last (Field), or stop.")
    for one, filled in ((ana, 1), (ben, 0)):
        expect(one.act.locator(".act").first).to_have_class(re.compile(r"\bside-a\b"))
        expect(one.act.locator(".primary:visible")).to_have_count(filled)
        expect(one.act.locator(".faces")).to_be_hidden()
    ben.tap(ben.act.get_by_text("Placed: to the deployment roll"))
    expect(ben.act.locator(".act:visible")).to_have_class(re.compile(r"\bside-b\b"))
    ben.told("Deployment roll: 1 die and HR 0. The winner takes a side of the table.")
    ben.tap(ben.face_key(7))
    ben.told("Ana makes the deployment roll.")
    assert battle.state.deployment.ground.dice == {"b": 7}
