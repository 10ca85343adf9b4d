"""One phone with every seat: a battle from the muster to its end, each game in every phase, by taps only."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.play.kensei.game import KENSEI
from tests.browser.armies import Battle, step
from tests.browser.cardtable import open_table
from tests.browser.hands import Hands, each_size
from tests.browser.hands import at as begins
from tests.browser.orders import at, charges, opened
from tests.browser.test_combat import TRIO, trio
from tests.browser.test_two_phones import aim, muster

SIZES = ((390, 844), (320, 640))
PHASES = ("To the combat phase", "To the resolution phase", "Next turn")


def whose(one: Hands) -> str:
    """Whose act the page shows."""
    return one.act.locator(".act-who").first.inner_text().strip()


def acts(one: Hands, name: str) -> None:
    """Waits until this player may choose."""
    expect(one.act.locator(".act-who").first).to_have_text(name)


def hand_over(one: Hands, name: str) -> None:
    one.press(f"Hand over to {name}")
    one.ready()


def no_curtain(one: Hands) -> None:
    expect(one.page.get_by_role("dialog")).to_have_count(0)


def roll(one: Hands) -> None:
    """The app rolls whatever dice are due, whosoever they are, until somebody chooses again."""
    one.page.locator("#r-act").wait_for()
    while one.page.get_by_role("button", name="App rolls").locator("visible=true").count():
        step = one.step()
        one.tap(one.page.get_by_role("button", name="App rolls").locator("visible=true").first)
        expect(one.page.locator(f'[data-step="{step}"]')).to_have_count(0)
        no_curtain(one)


def hold(one: Hands) -> None:
    """Who may pursue does not."""
    asked = one.act.locator("form", has=one.page.get_by_role("button", name="Hold", exact=True)).locator("visible=true")
    while asked.count():
        step = asked.locator("[name=step]").first.input_value()
        one.tap(asked.first.get_by_role("button"))
        expect(asked.locator(f'[name=step][value="{step}"]')).to_have_count(0)
        no_curtain(one)


def pay(one: Hands, battle: Battle) -> int:
    """Every honor roll that is owed is rolled, whosoever it is; how many there were."""
    paid = 0
    while KENSEI.view(battle.state, None).owed:
        named = "^(Roll$|Honor roll: |KI roll: )|Add Commandment or other bonus …|Something else counts …"
        rolls = one.page.get_by_role("button", name=re.compile(named))
        one.tap(rolls.locator("visible=true").first)
        roll(one)
        hold(one)
        paid += 1
    return paid


def make_both_armies(one: Hands) -> None:
    """Nothing is secret at the opening: Ana begins at once, with a Spy in hers. Her Ready calls for Ben."""
    no_curtain(one)
    for name, unit in (("Ana", "yumi-samurai"), ("Ben", "katana-samurai")):
        if name == "Ben":
            expect(one.page.get_by_role("dialog")).to_contain_text("Hand the phone to Ben")
            one.press("I am Ben")
        acts(one, name)
        one.told("Choose your army. The other side can't see it.")
        muster(one, unit, 6)
        if name == "Ana":
            one.unfold("Add a character")
            one.tap(one.page.locator("#pick-hero label", has_text="Yumi Samurai"))
            one.tap(one.page.locator("button[name=character][value=spy]"))
            one.reads("Spy")
        one.press("Ready")
    one.reads("Turn 1", "#r-bar")
    no_curtain(one)


@pytest.mark.own_server
def test_a_whole_battle_from_muster_to_end(
    app: Flask, hands: Callable[[], Hands], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spy hides in one army: no curtain hangs for that."""
    monkeypatch.setattr("companion.web.services.throw", lambda dice: ((7, 7) + (1,) * dice)[:dice])
    battle = Battle(app, one_phone=True)
    one = hands()
    battle.give(one.phone, "a")
    one.open(battle.path)
    make_both_armies(one)
    assert battle.table.game.has_secret(battle.state)

    # Both sides choose in every phase; the strikes go where the phone was handed to.
    owed = 0
    for place, phase in enumerate(PHASES):
        for name, enemy in (("Ana", "Katana Samurai"), ("Ben", "Yumi Samurai")):
            if whose(one) != name:
                hand_over(one, name)
            acts(one, name)
            kind = "shot" if name == "Ana" and place == 0 else "melee"
            if place < 2 and (kind == "melee" or name == "Ana"):
                aim(one, kind, enemy)
                if kind == "shot":
                    one.distance(40)
                running = re.compile(rf"^\s*{'Yumi' if name == 'Ana' else 'Katana'} Samurai")
                expect(one.act.locator(".act-who").first).to_have_text(running)
                expect(one.page.locator("[data-mine=yes]").first).to_be_attached()
                roll(one)
                no_curtain(one)
                owed += pay(one, battle)
        if phase == "Next turn":
            one.unfold("Next turn …")  # what Ana's archers met on their way is still asked, in her name
        one.press(phase)
        owed += pay(one, battle)
    one.reads("Turn 2", "#r-bar")
    assert owed

    one.tap(one.page.get_by_role("link", name="More"))
    one.unfold("End the battle …")
    one.press("Ben has won")
    one.tap(one.page.get_by_role("link", name="Table", exact=True))
    one.reads("Ben has won the battle")


def test_handing_over_changes_whose_act_it_is_while_dice_are_due(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app, one_phone=True)
    battle.muster("a", "yumi-samurai", 8)
    battle.muster("b", "yari-ashigaru", 10)
    battle.begin()
    battle.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    battle.act("a", "situate", step=step(battle), field="distance_cm", value="30")
    one = hands()
    battle.give(one.phone, "a")
    one.open(battle.path)
    one.told(re.compile("^Roll 8 dice"))
    no_curtain(one)
    one.tap(one.page.get_by_role("link", name="More"))
    hand_over(one, "Ben")
    no_curtain(one)
    one.told("Yumi Samurai aim at Yari Ashigaru.")
    one.reads("Ana has the dice.")
    one.tap(one.page.get_by_role("link", name="More"))
    hand_over(one, "Ana")
    one.told(re.compile("^Roll 8 dice"))

    # Handed to Ben or not: dice that fall due later bring the phone to whose they are.
    one.bin("hits", 3)
    one.bin("tens", 0)
    one.told(re.compile("saves"))
    assert one.has_baton()


def test_the_phone_follows_whose_act_it_is(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app, one_phone=True, battle="pitched")
    battle.muster("a", "katana-samurai", 8)
    battle.muster("b", "yari-ashigaru", 8)
    battle.muster("b", "yumi-ashigaru", 6)
    battle.begin()
    battle.act("a", "first", first="b")
    one = hands()
    battle.give(one.phone, "a")
    one.open(battle.path)
    acts(one, "Ben")
    opened(one, "b1")
    at(one, "b1", "charge+run+", "a1")
    acts(one, "Ana")
    one.told("Yari Ashigaru charge Katana Samurai. What is the reaction?")
    one.press("Withstand")
    acts(one, "Ben")
    charges(one, "b1")
    one.press("Done")
    one.told("Roll 1 die for initiative: Katana Samurai.")
    no_curtain(one)


def laid(app: Flask) -> Battle:
    """A battle on one phone whose cards lie all face down; Ben turns his up first."""
    battle = Battle(app, one_phone=True, battle="pitched", deploys="yes")
    battle.muster("a", "katana-samurai", 8)
    battle.muster("b", "yari-ashigaru", 8)
    battle.begin()
    battle.act("a", "deploy-first", first="b")
    battle.act("b", "lay", piece="b1")
    battle.act("a", "lay", piece="a1")
    return battle


def test_the_deployment_follows_whose_act_it_is(app: Flask, hands: Callable[[], Hands]) -> None:
    """Each turns his own cards up and says himself that he has deployed, in his own color."""
    battle = laid(app)
    one = hands()
    battle.give(one.phone, "a")
    one.open(battle.path)
    for key in ("Turn my cards up", "I have deployed"):
        for name in ("Ben", "Ana") if key == "Turn my cards up" else ("Ana", "Ben"):
            acts(one, name)
            one.press(key)
    one.reads("Turn 1", "#r-bar")
    no_curtain(one)


BESIDE = """() => {
    const box = (one) => one.getBoundingClientRect();
    const panel = document.getElementById("r-act"), over = panel.querySelector(":scope > .hand-over");
    const key = box(over.querySelector("summary, button")), whose = box(panel.querySelector(".act-who"));
    const clear = (one) => !one || box(one).right <= key.left + 1 || box(one).left >= key.right - 1;
    const at = document.elementFromPoint(key.left + key.width / 2, key.top + key.height / 2);
    return {
        "in the panel": key.top >= box(panel).top - 1 && key.bottom <= box(panel).bottom,
        "on the screen": key.left >= 0 && key.right <= innerWidth && key.bottom <= innerHeight,
        "beside whose act it is": panel.querySelector(":scope > .strip")
            ? key.left >= box(panel.querySelector(".act")).right - 1
            : key.top >= whose.top - 1 && key.bottom <= whose.bottom + 1,
        "clear of the name": clear(panel.querySelector(".act-who > span")) && clear(panel.querySelector(".handle")),
        "tapped where it is": over.contains(at),
        "big enough": key.height >= 44 && key.width >= 44,
        "alone": document.querySelectorAll("#main .hand-over").length === 1,
    };
}"""


def stands_beside(one: Hands) -> None:
    """Handing over is in the panel, in the line that says whose act it is, on both sizes of phone."""
    for width, _ in each_size(one.page, SIZES):
        for what, kept in one.page.evaluate(BESIDE).items():
            assert kept, f"{what}, {width}"


@pytest.mark.own_phones
def test_a_double_tap_does_not_answer_for_the_other_side(app: Flask, hands: Callable[[], Hands]) -> None:
    """His key comes under the thumb with the answer to the first touch."""
    battle = laid(app)
    one = hands()
    one.page.clock.install()
    battle.give(one.phone, "a")
    one.open(battle.path)
    acts(one, "Ben")
    key = one.act.get_by_role("button", name="Turn my cards up")
    one.page.clock.pause_at(time.time() + 3600)
    one.tap(key)
    acts(one, "Ana")
    entered = battle.table.seq
    key.tap(force=True)
    one.sent()
    assert battle.table.seq == entered
    one.page.clock.run_for(1000)
    one.tap(key)
    assert battle.table.seq == entered + 1


def test_handing_over_stands_beside_the_sentence(app: Flask, hands: Callable[[], Hands]) -> None:
    """In the muster, waiting, choosing, at the dice and while another's dice are due."""
    battle = Battle(app, one_phone=True)
    one = hands()
    battle.give(one.phone, "a")
    one.open(battle.path)
    one.told("Choose your army. The other side can't see it.")
    stands_beside(one)
    battle.muster("a", "yumi-samurai", 8)
    battle.act("a", "ready")
    one.press("No, I am Ana")
    one.told("You are ready. The other side has not chosen yet.")
    stands_beside(one)
    battle.muster("b", "yari-ashigaru", 10)
    battle.act("b", "ready")
    one.open(battle.path)
    one.told("Orders: tap a unit, or end the phase.")
    stands_beside(one)
    battle.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    battle.act("a", "situate", step=step(battle), field="distance_cm", value="30")
    one.told(re.compile("^Roll 8 dice"))
    stands_beside(one)
    hand_over(one, "Ben")
    one.told("Yumi Samurai aim at Yari Ashigaru.")
    stands_beside(one)


@pytest.mark.parametrize("game", ["tenno", "kenjin"])
def test_handing_over_unfolds_the_others_at_the_sentence(app: Flask, hands: Callable[[], Hands], game: str) -> None:
    one = hands()
    path = open_table(one, game, 3, "Ana", phone_in_the_middle=True)
    one.open(path)
    stands_beside(one)
    keys = "() => [...document.querySelectorAll('#r-act .act-go button')].map((one) => one.getBoundingClientRect().y)"
    before = one.page.evaluate(keys)
    one.tap(one.page.locator("#hand-over > summary"))
    others = one.page.locator("#hand-over button")
    expect(others).to_have_count(2)
    for other in others.all():
        expect(other).to_be_in_viewport(ratio=1)
    assert one.page.evaluate(keys) == before


WORDS = """(one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().toJSON();
}"""
"""Where the words of a sentence stand."""


def test_the_key_that_hands_over_covers_no_sentence_of_a_combat_and_leaves_its_keys_in_view(
    hands: Callable[[], Hands], app: Flask
) -> None:
    battle = trio(app, one_phone=True, begun=False)
    one = begins(battle, hands(), "a")

    def stands(last: str) -> None:
        """The words of the sentence stand under the key or beside it; the keys that are asked for end in the panel."""
        for _ in each_size(one.page, SIZES):
            key = one.page.locator("#r-act > .hand-over button").first.bounding_box()
            said = one.act.get_by_role("heading", level=1).evaluate(WORDS)
            asked, panel = one.act.locator(last).filter(visible=True).first.bounding_box(), one.act.bounding_box()
            assert key
            assert said
            assert asked
            assert panel
            assert key["y"] + key["height"] <= said["y"] + 1 or said["right"] <= key["x"]
            assert asked["y"] + asked["height"] <= panel["y"] + panel["height"]

    stands(".button.primary")
    one.press("Katana Samurai, Kiba Musha against Yari Samurai")
    one.reads("Roll 2 dice for initiative", within="#r-act")
    stands(".in-dice")
    battle.act("a", "initiative", step=f"{TRIO}.in.a", faces=[1, 2])
    battle.act("b", "initiative", step=f"{TRIO}.in.b", faces=[0])
    one.reads("may share dice out", within="#r-act")
    stands(".ways")
