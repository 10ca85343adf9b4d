"""One phone with every seat: where it is handed over, and that no touch answers for the other side.

Whose act it shows at each kind of act is read in `tests/web/test_kensei_one_phone.py`.
"""

import re
import time
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle, step
from tests.browser.cardtable import LONG_WAY, made
from tests.browser.hands import Hands, at, box, boxes, each_size, measured
from tests.browser.test_choices_seen import charging
from tests.browser.test_combat import TRIO, trio

SIZES = ((390, 844), (320, 640))


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
    battle = Battle(app, one_phone=True, battle="pitched", deploys="yes")
    battle.muster("a", "katana-samurai", 8)
    battle.muster("b", "yari-ashigaru", 8)
    battle.begin()
    battle.act("a", "deploy-first", first="b")
    battle.act("b", "lay", piece="b1")
    battle.act("a", "lay", piece="a1")
    one = hands()
    one.page.clock.install()
    battle.give(one.phone, "a")
    one.open(battle.path)
    whose = one.act.locator(".act-who").first
    expect(whose).to_have_text("Ben")
    key = one.act.get_by_role("button", name="Turn my cards up")
    one.page.clock.pause_at(time.time() + 3600)
    one.tap(key)
    expect(whose).to_have_text("Ana")
    entered = battle.table.seq
    key.tap(force=True)
    one.sent()
    assert battle.table.seq == entered
    one.page.clock.run_for(1000)
    one.tap(key)
    assert battle.table.seq == entered + 1


def test_handing_over_stands_beside_the_sentence_and_changes_whose_act_it_is(app: Flask, scout: Hands) -> None:
    """In the muster, waiting, choosing, at the dice and while another's dice are due."""
    battle = Battle(app, one_phone=True)
    one = at(battle, scout)
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
    one.press("Hand over to Ben")
    one.told("Yumi Samurai aim at Yari Ashigaru.")
    one.reads("Ana has the dice.")
    expect(one.page.get_by_role("dialog"), "nothing is secret: no curtain").to_have_count(0)
    stands_beside(one)
    one.press("Hand over to Ana")
    one.bin("hits", 3)
    one.bin("tens", 0)
    one.told(re.compile("saves"))
    assert one.has_baton(), "dice that fall due bring the phone to whose they are"


def test_handing_over_unfolds_the_others_at_the_sentence(scout: Hands) -> None:
    for game in ("tenno", "kenjin"):
        _, path = made(scout, game, 3, way=LONG_WAY[game])
        scout.open(path)
        stands_beside(scout)
        before = boxes(scout.page, "#r-act .act-go button")
        scout.tap(scout.page.locator("#hand-over > summary"))
        others = scout.page.locator("#hand-over button")
        expect(others).to_have_count(2)
        for other in others.all():
            expect(other).to_be_in_viewport(ratio=1)
        assert boxes(scout.page, "#r-act .act-go button") == before


WORDS = """(one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().toJSON();
}"""
"""Where the words of a sentence stand."""


def test_the_key_that_hands_over_covers_no_sentence_of_a_combat_and_leaves_its_keys_in_view(
    app: Flask, scout: Hands
) -> None:
    battle = trio(app, one_phone=True, begun=False)
    one = at(battle, scout)

    def stands(last: str) -> None:
        """The words of the sentence stand under the key or beside it; the keys that are asked for end in the panel."""
        for _ in each_size(one.page, SIZES):
            key = box(one.page.locator("#r-act > .hand-over button").first)
            said = one.act.get_by_role("heading", level=1).evaluate(WORDS)
            assert key.bottom <= said["y"] + 1 or said["right"] <= key.left
            assert box(one.act.locator(last).filter(visible=True).first).bottom <= box(one.act).bottom

    stands(".button.primary")
    one.press("Katana Samurai, Kiba Musha against Yari Samurai")
    one.reads("Roll 2 dice for initiative", within="#r-act")
    stands(".in-dice")
    battle.act("a", "initiative", step=f"{TRIO}.in.a", faces=[1, 2])
    battle.act("b", "initiative", step=f"{TRIO}.in.b", faces=[0])
    one.reads("may share dice out", within="#r-act")
    stands(".ways")


def shot(app: Flask) -> Battle:
    """Two of three Ninjas fell: an honor roll is owed."""
    battle = Battle(app, one_phone=True)
    battle.muster("a", "yumi-samurai", 8)
    battle.muster("b", "ninjas", 3)
    battle.begin()
    battle.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    battle.act("a", "situate", step=step(battle), field="distance_cm", value="20")
    for seat, faces in (("a", [9] * 3 + [1] * 5), ("b", [9] * 3), ("a", [5, 2, 3])):
        battle.act(seat, "roll", step=step(battle), faces=faces)
    return battle


def fell_short(app: Flask) -> Battle:
    """A charge did, and may be met by a counter-charge."""
    battle = charging(app, "counter")
    battle.act("a", "charge", charge="t1.charge.a1>b1", left_cm="9")
    battle.act("a", "roll", step="t1.charge.a1>b1.dice", faces=[2, 3])
    return battle


UNDER = """() => {
    const panel = document.getElementById("r-act"), found = [], range = document.createRange();
    const keys = [".hand-over button", ".handle"].map((one) => panel.querySelector(one)?.getBoundingClientRect());
    const all = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    for (let node; (node = all.nextNode());) {
        const one = node.parentElement;
        if (one.closest(".hand-over, .handle, .watermark") || !one.checkVisibility()) continue;
        range.selectNodeContents(node);
        for (const word of range.getClientRects())
            if (word.width > 1 && keys.some((key) => key?.width && word.left < key.right - 1
                && word.right > key.left + 1 && word.top < key.bottom - 3 && word.bottom > key.top + 3))
                found.push(node.data.trim());
    }
    return found;
}"""
"""Words of the panel that lie under the key that hands over, or under the one that lowers it."""


@pytest.mark.parametrize("table", [shot, fell_short])
def test_no_result_and_no_sentence_lies_under_the_key_that_hands_over(
    app: Flask, scout: Hands, table: Callable[[Flask], Battle]
) -> None:
    battle = table(app)
    at(battle, scout)
    stands_beside(scout)
    for language in ("en", "de"):
        html = battle.now("a", language)
        for size in each_size(scout.page, SIZES):
            assert measured(scout.page, [html], UNDER) == [[]], (language, size)
