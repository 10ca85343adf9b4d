"""The deployment on a phone: what is due stands in the panel, the board keeps its part, and what is left is asked."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, boxes, each_size
from tests.browser.test_every_act import BOARD, LAWS, SIZES
from tests.browser.test_one_phone import stands_beside

UNITS = ("katana-samurai", "yumi-ashigaru", "yari-ashigaru")


def deploying(app: Flask, *, one_phone: bool = False) -> Battle:
    """Both armies are ready, and nothing is placed, rolled or laid."""
    battle = Battle(app, one_phone=one_phone, battle="pitched", deploys="yes")
    for seat in "ab":
        for unit in UNITS:
            battle.muster(seat, unit)
    battle.begin()
    return battle


def laid(battle: Battle) -> None:
    battle.act("a", "deploy-first", first="a")
    for number in range(1, 4):
        for seat in "ab":
            battle.act(seat, "lay", piece=f"{seat}{number}")


def up(battle: Battle) -> None:
    laid(battle)
    for seat in "ab":
        battle.act(seat, "cards-up")


STAGES: dict[str, tuple[str, Callable[[Battle], None]]] = {
    "terrain": ("Either of you may begin: place the terrain in turn, at least 15 cm apart.", lambda battle: None),
    "a card": (
        "Lay a deployment card face down: tap its unit.",
        lambda battle: battle.act("a", "deploy-first", first="a"),
    ),
    "the other's card": ("Ben lays the next card.", lambda battle: battle.act("a", "deploy-first", first="b")),
    "turning up": ("All cards are on the table. Turn your own face up.", laid),
    "placing": ("Place the miniatures where the cards are, Ninjas last.", up),
}


SHOWN = [(stage, False) for stage in STAGES] + [(stage, True) for stage in STAGES if stage != "the other's card"]
"""One phone shows him whose card it is."""


@pytest.mark.parametrize(("stage", "one_phone"), SHOWN)
def test_the_board_keeps_its_part(app: Flask, scout: Hands, stage: str, one_phone: bool) -> None:
    told, comes = STAGES[stage]
    battle = deploying(app, one_phone=one_phone)
    comes(battle)
    one = at(battle, scout)
    if one_phone and stage == "a card":
        one.press("I am Ana")
    one.told(told)
    for width, height in each_size(one.page, SIZES["de"]):
        found = one.page.evaluate(LAWS)
        where = f"{width} x {height}: {found}"
        assert found["sentence"], where
        assert found["key"], where
        assert found["board"] >= BOARD[height], where
        assert (found["wide"], found["outside"], found["cut"]) == (False, [], []), where
    if one_phone:
        stands_beside(one)


def test_the_terrain_comes_before_the_first_die(app: Flask, hands: Callable[[], Hands]) -> None:
    """It is noted on the board, and the key that says it is placed leads to the roll."""
    battle = deploying(app)
    one = at(battle, hands())
    one.told("Either of you may begin: place the terrain in turn, at least 15 cm apart.")
    expect(one.act.locator(".faces")).to_be_hidden()
    one.tap(one.page.locator("button[name=kind][value=hill]"))
    one.reads("Hill 1", "#r-board")
    one.told("Ben places the next terrain.")
    one.tap(one.act.get_by_text("Placed: to the deployment roll"))
    one.told("Deployment roll: 1 die and HR 0. The winner takes a side of the table.")
    expect(one.act).to_contain_text("no general")
    expect(one.act.locator(".number .why-ask", has_text="why?"), "a zero says what it is").to_have_count(0)
    one.tap(one.face_key(7))
    one.told("Ben makes the deployment roll.")
    assert battle.state.deployment.ground.dice == {"a": 7}


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
    one.press("I have deployed")
    one.told("The battle begins when Ben has deployed.")
    assert battle.state.deployment.placed == ("a",)
    one.tap(one.page.locator("#r-last .undo"))
    one.told("Lay a deployment card face down: tap its unit.")
    assert len(battle.state.deployment.of("a")) == 1, "what was laid lies there"


def test_a_hand_of_six_is_seen_on_a_low_screen(app: Flask, hands: Callable[[], Hands]) -> None:
    """Two cards a line, in the language with the longest words."""
    battle = Battle(app, battle="pitched", deploys="yes")
    for seat in "ab":
        for unit in (*UNITS, "yumi-samurai", "kiba-musha", "yari-kiba-musha"):
            battle.muster(seat, unit)
    battle.begin()
    battle.act("a", "deploy-first", first="a")
    one = hands()
    one.page.set_viewport_size({"width": 320, "height": 640})
    one.page.set_extra_http_headers({"Accept-Language": "de"})
    at(battle, one)
    cards = one.act.locator("button[name=piece]")
    expect(cards).to_have_count(6)
    foot = one.act.evaluate("panel => panel.getBoundingClientRect().bottom")
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
        assert card.evaluate("card => card.getBoundingClientRect().bottom") <= foot + 1
    one.page.set_extra_http_headers({})


def test_the_terrain_is_whose_turn_it_is_on_both_phones(app: Flask, hands: Callable[[], Hands]) -> None:
    """In his colors, with the filled key on his phone alone."""
    battle = deploying(app)
    for seat, kind in zip("abab", ("hill", "hill", "field", "forest"), strict=True):
        battle.act(seat, "terrain", kind=kind)
    ana, ben = at(battle, hands(), "a"), at(battle, hands(), "b")
    ana.told("Place one more terrain, of another kind than your last (Field), or stop.")
    ben.told("Ana may place one more, of another kind than the last (Field), or stop.")
    for one, filled in ((ana, 1), (ben, 0)):
        expect(one.act.locator(".act").first).to_have_class(re.compile(r"\bside-a\b"))
        expect(one.act.locator(".primary:visible")).to_have_count(filled)
    ben.tap(ben.act.get_by_text("Placed: to the deployment roll"))
    expect(ben.act.locator(".act:visible")).to_have_class(re.compile(r"\bside-b\b"))
    ben.told("Deployment roll: 1 die and HR 0. The winner takes a side of the table.")


def test_what_both_rolls_come_to_stands_in_the_panel_of_both(app: Flask, hands: Callable[[], Hands]) -> None:
    """In figures, with the reasons, beside what is asked next, until a card is laid."""
    battle = deploying(app)
    phones = at(battle, hands(), "a"), at(battle, hands(), "b")

    def rolled(kind: str, a: int, b: int) -> None:
        for seat, face in (("a", a), ("b", b)):
            battle.act(seat, "pad", step=f"deploy.{kind}.{seat}", die=0, face=face)

    def stands(*words: str) -> None:
        for one in phones:
            one.open(battle.path)
            told = one.act.locator(".decided")
            for said in words:
                expect(told).to_contain_text(said)
            for size in each_size(one.page, SIZES["en"]):
                for part in (*told.locator("b").all(), told.locator(".falls"), one.act.locator(".act-sentence")):
                    expect(part, str(size)).to_be_in_viewport(ratio=1)
                wide = one.page.evaluate("document.documentElement.scrollWidth > innerWidth")
                cut = told.locator("b").evaluate_all("all => all.some(one => one.scrollWidth > one.clientWidth + 1)")
                assert (wide, cut) == (False, False), size

    rolled("ground", 0, 8)
    stands("Ø\xa0+\xa00\xa0=\xa010", "8\xa0+\xa00\xa0=\xa08", "Ana takes a side of the table.")
    rolled("advantage", 3, 0)
    stands("3\xa0+\xa00\xa0=\xa03", "Ø\xa0+\xa00\xa0=\xa010", "Ben deploys first.")
    battle.act("b", "lay", piece="b1")
    for one in phones:
        one.open(battle.path)
        expect(one.act.locator(".decided")).to_have_count(0)


def test_every_place_to_hide_is_seen_once_they_are_opened(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app, battle="pitched", deploys="yes")
    battle.act("a", "side", path="kuge")
    for seat, unit in (("a", "ninjas"), ("a", "katana-samurai"), ("b", "katana-samurai")):
        battle.muster(seat, unit)
    battle.begin()
    for kind in ("forest", "hill", "field", "low"):
        battle.act("a", "terrain", kind=kind)
    battle.act("a", "deploy-first", first="a")
    battle.act("a", "lay", piece="a2")
    battle.act("b", "lay", piece="b1")
    for seat in "ab":
        battle.act(seat, "cards-up")
    one = at(battle, hands())
    one.unfold("Ninjas: hidden behind")
    places = one.act.locator("button[name=behind]")
    expect(places).to_have_count(4)
    for _ in each_size(one.page, SIZES["en"]):
        foot = one.act.evaluate("panel => panel.getBoundingClientRect().bottom")
        key = one.act.locator(".hides > summary").bounding_box()
        assert key
        for place in places.all():
            expect(place).to_be_in_viewport(ratio=1)
            box = place.bounding_box()
            assert box
            assert key["y"] + key["height"] + 4 <= box["y"], "clear of the key"
            assert box["y"] + box["height"] <= foot
