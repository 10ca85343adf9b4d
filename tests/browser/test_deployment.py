"""The deployment on a phone: what is due stands in the panel, the board keeps its part, and what is left is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, each_size
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
    "terrain": ("Place the terrain in turn, 15 cm apart.", lambda battle: None),
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
    one.told("Place the terrain in turn, 15 cm apart.")
    expect(one.act.locator(".faces")).to_be_hidden()
    one.tap(one.page.locator("button[name=kind][value=hill]"))
    one.reads("Hill 1", "#r-board")
    one.tap(one.act.get_by_text("Placed: to the deployment roll"))
    one.told("Deployment roll: 1 die and HR 0. The winner takes a side of the table.")
    expect(one.act).to_contain_text("no general")
    expect(one.act.locator(".number .why-ask", has_text="why?"), "a zero says what it is").to_have_count(0)
    one.tap(one.face_key(7))
    one.told("Ben makes the deployment roll.")
    assert battle.state.deployment.ground.dice == {"a": 7}


def test_terrain_that_is_placed_leaves_the_next_keys_in_view(app: Flask, hands: Callable[[], Hands]) -> None:
    """It is one line, and during the deployment all of it is one at the board's foot."""
    battle = deploying(app)
    for seat in "abab":
        battle.act(seat, "terrain", kind="hill")
    one = at(battle, hands())
    remove = one.page.get_by_role("button", name="Remove: Hill 4")
    expect(one.page.locator("#terrain-kept summary")).to_have_text("4 on the table")
    expect(remove).to_be_hidden()
    one.unfold("4 on the table")
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
    one.unfold("We have deployed …")
    one.reads("2 cards are still in your hand: Yumi Ashigaru, Yari Ashigaru. They will not be laid.")
    assert not battle.state.deployment.placed
    one.press("We have deployed")
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
    for card in cards.all()[:4]:
        expect(card).to_be_in_viewport(ratio=1)
    expect(cards.last).to_be_in_viewport()
    one.page.set_extra_http_headers({})
