"""The orders of the reference turn under the thumb: taps counted, keys for a thumb on both sizes, nothing for axe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask

from tests.browser.armies import Battle
from tests.browser.hands import Hands, boxes, seated
from tests.browser.orders import at, charges, chip, opened

LEAST = 44
"""Pixels a key has at least, in both directions."""


def reference(app: Flask, *, one_phone: bool = False) -> Battle:
    """The armies of the reference turn (their Taisho alone: none stands among Heinin); side A acts first."""
    battle = Battle(app, one_phone=one_phone, battle="pitched")
    for unit, count in (
        ("katana-samurai", 8),
        ("yari-ashigaru", 8),
        ("yumi-samurai", 6),
        ("kiba-musha", 4),
        ("no-dachi-samurai", 5),
        ("yari-samurai", 6),
    ):
        battle.muster("a", unit, count)
    battle.enlist("a", "taisho-buke", "a5")
    for unit, count in (
        ("naginata-sohei", 8),
        ("yari-ashigaru", 9),
        ("katana-samurai", 7),
        ("yumi-ashigaru", 6),
        ("yari-ashigaru", 6),
        ("katana-samurai", 6),
    ):
        battle.muster("b", unit, count)
    battle.enlist("b", "taisho-sohei")
    battle.begin()
    battle.act("a", "first", first="a")
    return battle


def test_the_orders_of_the_reference_turn_take_their_taps(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = reference(app)
    ana, ben = seated(battle, hands)
    taps, theirs = ana.count(), ben.count()
    for piece in ("a5", "a2"):
        opened(ana, piece)
        chip(ana, piece, "March")
    assert taps() == (4, 0), "a march is two taps"
    opened(ana, "a3")
    at(ana, "a3", "shoot+march+", "b4")
    assert taps() == (6, 0), "a shot two where the unit carries a bow, and it announces what was drafted"
    for piece, target in (("a1", "b1"), ("a4", "b3"), ("a6", "b2")):
        opened(ana, piece)
        at(ana, piece, "charge+run+", target)
        ben.reads("How does it react?")
        ben.press("Withstand")
    assert taps() == (12, 0), "a charge two at a run, which is chosen"
    assert theirs() == (3, 0), "a reaction one"
    ana.press("All moved", exact=False)
    ana.press("Yumi Samurai shoot at", exact=False)
    ana.distance(40)
    for step, seat, faces in (("at", "a", [5, 3, 6, 7, 10, 6]), ("df", "b", [9, 4]), ("damage", "a", [6, 2])):
        battle.act(seat, "roll", step=f"t1.a3>b4.shot.{step}", faces=faces)
    for piece in ("a1", "a4", "a6"):
        ana.reads("In contact")
        charges(ana, piece, left_cm=4 if piece == "a6" else 0)
        if piece == "a6":
            ana.told("Yari Samurai charges Yari Ashigaru 2. Roll 1 die: 4 or more reaches.")
            ana.faces(6)
    assert taps() == (20, 0), "moves one in all, a shot one and its distance, a charge one, with a die three"
    assert [(met.one, met.other, met.cause) for met in battle.state.contacts] == [
        ("a1", "b1", "charge"),
        ("a4", "b3", "charge"),
        ("a6", "b2", "charge"),
    ]
    for piece in ("b5", "b6"):
        opened(ben, piece)
        chip(ben, piece, "March")
    ben.press("Announce 2 units")
    ben.press("All moved", exact=False)
    assert theirs() == (9, 0), "two a march, one to announce and one for all moves"
    assert [battle.state.piece(one).facts.moved for one in ("b5", "b6")] == ["march", "march"]  # type: ignore[union-attr]


def test_one_phone_has_nobody_to_hide_a_draft_from(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = reference(app, one_phone=True)
    one = hands()
    battle.give(one.phone, "a")
    one.open(battle.path)
    opened(one, "a2")
    chip(one, "a2", "Run")
    one.press("All moved", exact=False)
    assert battle.state.piece("a2").facts.moved == "run"  # type: ignore[union-attr]
    opened(one, "a1")
    at(one, "a1", "charge+run+", "b1")
    one.told("Katana Samurai 1 charges Naginata Sohei. How does it react?")
    one.press("Withstand")
    one.press("In contact", exact=False)


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_keys_are_for_thumbs_and_axe_finds_nothing(
    app: Flask, hands: Callable[[], Hands], size: tuple[int, int]
) -> None:
    battle = reference(app)
    battle.act("a", "announce", piece="a4", goal="charge+run+", target="b4")
    ana, ben = seated(battle, hands)
    for one in (ana, ben):
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(ana, "a3")
    fits(ana, "#order-a3 :is(button, label.chip, summary)", size[0])
    ana.unfold("A die, a turn")
    fits(ana, "#r-act form.charge :is(button, label.chip, summary)", size[0])
    fits(ben, "#r-act .react button", size[0])
    for one in (ana, ben):
        found = Axe().run(one.page).response["violations"]
        assert found == [], [(v["id"], [n["html"] for n in v["nodes"]][:3]) for v in found]


def fits(one: Hands, keys: str, width: int) -> None:
    shown = [box for box in boxes(one.page, keys).values() if box[2] and box[3]]
    assert len(shown) >= 4
    for x, _, wide, high in shown:
        assert wide >= LEAST
        assert high >= LEAST
        assert x >= 0
        assert x + wide <= width


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=["390 x 844", "320 x 640"])
def test_the_rows_keep_their_place_beside_charges_that_wait(
    app: Flask, hands: Callable[[], Hands], size: tuple[int, int]
) -> None:
    """However much waits in the panel; and no sentence stays above the keys of another charge."""
    battle = reference(app)
    for piece, target in (("a1", "b1"), ("a4", "b3"), ("a6", "b2")):
        battle.act("a", "announce", piece=piece, goal="charge+run+", target=target)
        battle.act("b", "react", step=f"t1.charge.{piece}>{target}.react", what="withstand")
    ana, _ = seated(battle, hands)
    ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    ana.reads("In contact", within="#r-act")
    panel = ana.page.locator("#r-act")
    box = panel.bounding_box()
    assert box is not None
    assert box["height"] <= 21 * 16
    assert box["y"] >= 0.29 * size[1], "rows stand above it"
    sentence = ana.page.locator("#r-act .act-sentence").first
    before = sentence.bounding_box()
    panel.evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    ana.page.wait_for_function("() => document.querySelector('#r-act').scrollTop > 60")
    after = sentence.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] < before["y"] - 60, "it goes with its keys"
