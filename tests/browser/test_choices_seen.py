"""The keys of a choice are in view at once, up to four of them on the smallest phone."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, boxes, each_size
from tests.browser.test_combat import trio
from tests.browser.test_orders import ordering
from tests.browser.test_panel import rolled
from tests.browser.test_show_me import SIZES
from tests.browser.test_turn import pitched

UNSEEN = """(keys) => {
    const panel = document.querySelector("#r-act").getBoundingClientRect();
    const foot = document.querySelector("footer").getBoundingClientRect();
    const all = [...document.querySelectorAll(keys)].filter((one) => one.checkVisibility());
    return [all.length, all.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < panel.top || box.bottom > Math.min(panel.bottom, foot.top) + 1;
    }).map((one) => one.textContent.trim())];
}"""


def unseen(one: Hands, keys: str) -> tuple[int, list[str]]:
    """How many such keys there are, and those that do not stand whole within the panel."""
    count, out = one.page.evaluate(UNSEEN, keys)
    return count, out


def test_who_acts_first(app: Flask, scout: Hands) -> None:
    one = at(pitched(app, one_phone=True), scout)
    one.faces(7, 4)
    one.told("You have the command. Who acts first?")
    for size in each_size(one.page, SIZES):
        assert unseen(one, "#r-act button[name=first]") == (2, []), size
    one.press("Ana acts first")
    one.told("Your orders: tap a unit.")


def test_the_four_reactions(app: Flask, scout: Hands) -> None:
    battle = ordering(app)
    battle.act("a", "announce", piece="a4", goal="charge+run+", target="b4")
    one = at(battle, scout, "b")
    for size in each_size(one.page, [*SIZES, (360, 640)]):
        assert unseen(one, "#r-act .react button[name=what]") == (4, []), size


def test_the_second_of_two_charges(app: Flask, scout: Hands) -> None:
    """That others may still be given orders stands below it."""
    battle = ordering(app)
    for charger, target in (("a4", "b4"), ("a5", "b5")):
        battle.act("a", "announce", piece=charger, goal="charge+run+", target=target)
        battle.act("b", "react", step=f"t2.charge.{charger}>{target}.react", what="withstand")
    one = at(battle, scout, "a")
    for size in each_size(one.page, [(320, 640)]):
        assert unseen(one, "#r-act :is(.charge .primary, [id^=ask-t2-charge] > summary)") == (2, []), size


def test_dice_are_shared_out_among_three_without_scrolling(app: Flask, scout: Hands) -> None:
    battle = Battle(app)
    battle.muster("b", "naginata-sohei", 6)
    pieces = [battle.muster("a", unit, 4) for unit in ("katana-samurai", "no-dachi-samurai", "yari-samurai")]
    battle.begin()
    battle.leave("orders")
    for piece in pieces:
        battle.act("a", "touch", one=piece, other="b1", charged="one", zone="front")
    combat = f"t1.combat.{'+'.join(pieces)}+b1"
    battle.act("a", "fight", combat=combat)
    for seat, faces in (("a", [1, 2, 3]), ("b", [0])):
        battle.act(seat, "initiative", step=f"{combat}.in.{seat}", faces=faces)
    one = at(battle, scout, "b")
    for size in each_size(one.page, [(320, 640)]):
        assert unseen(one, "#r-act :is(.act-sentence, .step, .primary)") == (8, []), size


def test_what_announces_more_beside_a_charge_that_waits_for_a_shot(app: Flask, scout: Hands) -> None:
    battle = ordering(app)
    battle.act("a", "announce", piece="a4", goal="charge+run+", target="b4")
    battle.act("b", "react", step="t2.charge.a4>b4.react", what="shoot")
    battle.act("a", "order", piece="a1", do="advance")
    one = at(battle, scout, "a")
    for size in each_size(one.page, [(320, 640)]):
        assert unseen(one, "#r-act :is(.reply, form:has([value=announce])) > .button") == (2, []), size


@pytest.mark.parametrize("one_phone", [False, True])
def test_the_dice_of_two_units_and_the_key_that_enters_them(app: Flask, scout: Hands, one_phone: bool) -> None:
    """Under the sentence, with what is declared before them; why a number is what it is lies over them."""
    one = at(trio(app, one_phone=one_phone), scout, "a")
    keys = "#r-act .initiative :is(.key, .pad-ways > .button:not(.declare))"
    expect(one.act.locator(".enter"), "the last tap enters all; a key does once all are chosen").to_be_hidden()
    expect(one.act.locator(".enters")).to_be_visible()
    for size in each_size(one.page, [(320, 640)]):
        assert unseen(one, f"#r-act .act-sentence, {keys}") == (23, []), size
        before = boxes(one.page, keys)
        why = one.act.locator(".bin .why").first
        one.tap(why.locator("summary"), wait=False)
        expect(why.locator(".why-sheet")).to_be_visible()
        assert boxes(one.page, keys) == before
        one.tap(why.locator("summary"), wait=False)


def test_a_tap_beside_a_why_closes_it_and_does_nothing_else(app: Flask, scout: Hands) -> None:
    """It lies over half of a row of keys; a key under or beside it, and a unit's card above, are not meant."""
    one = at(rolled(app, "attack"), scout, "b")
    for _ in each_size(one.page, [(320, 640)]):
        why = one.act.locator(".number", has_text="DF")
        for beside in (one.act.locator("[data-row] button").last, one.page.locator(".unit-card summary").first):
            one.tap(why.locator("summary"), wait=False)
            expect(why.locator(".why-sheet")).to_be_visible()
            one.tap(beside)
            expect(why).not_to_have_attribute("open", "")
        one.tap(why.locator("summary"), wait=False)
        one.tap(one.act.locator(".number summary").last, wait=False)
        expect(one.act.locator(".why-sheet").locator("visible=true")).to_have_count(1)
        one.page.keyboard.press("Escape")
        expect(one.act.locator(".why[open]")).to_have_count(0)
        expect(one.page.locator("[name=sheet][open], [data-row] [aria-pressed=true]")).to_have_count(0)
        one.tap(one.act.locator("[data-row] button").first)
        expect(one.page.locator("[data-row] [aria-pressed=true]")).not_to_have_count(0)


def test_all_who_may_have_stood_near_a_death(app: Flask, scout: Hands) -> None:
    battle = Battle(app)
    battle.muster("a", "katana-samurai", 8)
    for unit in (*("katana-samurai", "yari-ashigaru", "yumi-ashigaru", "yumi-samurai") * 3, "katana-samurai"):
        battle.muster("b", unit)
    battle.enlist("b", "busho-kuge", "b1")
    battle.begin()
    battle.act("b", "correct", piece="b1", hero="bh1", wounds="9", reason="he fell")
    one = at(battle, scout, "b")
    expect(one.act.locator(".stood-near .chip")).to_have_count(13)
    for size in each_size(one.page, [(320, 640)]):
        assert unseen(one, "#r-act :is(.act-sentence, .stood-near .chip, .stood-near .primary)") == (15, []), size
        chips = boxes(one.page, "#r-act .stood-near .chip-face").values()
        (key,) = boxes(one.page, "#r-act .stood-near .primary").values()
        assert max(y + high for _, y, _, high in chips) <= key[1], "the key lies over none of them"


def test_four_keys_of_orders_and_a_count_beside_its_bases(app: Flask, scout: Hands) -> None:
    battle = ordering(app)
    battle.act("a", "announce", piece="a1", do="advance")
    battle.act("a", "order", piece="a2", do="advance")
    one = at(battle, scout, "a")
    for size in each_size(one.page, [(320, 640)]):
        assert unseen(one, "#r-act .row > form > .button") == (4, []), size
    head = "[...document.querySelectorAll('.unit-count')].map((one) => one.getBoundingClientRect())"
    bases = "[...document.querySelectorAll('.unit-head ~ .bases')].map((one) => one.getBoundingClientRect())"
    for _ in each_size(one.page, [(320, 640)]):
        assert one.page.evaluate(f"{head}.every((one, i) => one.left > {bases}[i].left && one.bottom > {bases}[i].top)")
