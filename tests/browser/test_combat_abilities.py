"""The abilities of a combat by taps: under the seal, their dice, and the keys of what follows, on both sizes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.browser.armies import Battle
from tests.browser.hands import Hands, seated
from tests.browser.sized import no_key_is_small_and_axe_finds_nothing
from tests.conftest import LiveServer

COMBAT = "t1.combat.a1+b1"
"""Pixels a key has at least, in both directions."""


def dared(app: Flask) -> Battle:
    """Kengo have met samurai with a Busho; both sides give their dice."""
    battle = Battle(app)
    battle.act("a", "side", path="buke")
    battle.muster("a", "kengo", 3)
    battle.act("b", "side", path="buke")
    battle.muster("b", "yari-samurai", 8)
    battle.enlist("b", "busho-buke", "b1")
    battle.begin()
    battle.act("a", "leave", turn="1", phase="orders")
    battle.act("a", "touch", one="a1", other="b1")
    battle.act("a", "fight", combat=COMBAT)
    return battle


def given(app: Flask) -> Battle:
    """Both have given, and the die of the dare is due."""
    battle = dared(app)
    battle.act("a", "initiative", step=f"{COMBAT}.in.a", faces=[5], **{"ability.a1": "i-dare-you"})
    battle.act("b", "initiative", step=f"{COMBAT}.in.b", faces=[3])
    return battle


def answered(app: Flask) -> Battle:
    """The challenge is to be answered, by the character or by those around him."""
    battle = given(app)
    battle.act("a", "roll", step="t1.i-dare-you.a1.ki", faces=[2])
    return battle


STEPS: dict[str, tuple[Callable[[Flask], Battle], str]] = {
    "under the seal": (dared, "a"),
    "its die": (given, "a"),
    "its answer": (answered, "b"),
}


def test_an_ability_under_the_seal_costs_two_taps_more(hands: Callable[[], Hands], live_server: LiveServer) -> None:
    ana, ben = seated(dared(live_server.app), hands)
    taps = ana.count()
    ana.unfold("Ability …")
    ana.tap(ana.act.get_by_label("I Dare You"))
    ana.press("Kengo rolled 5")
    ben.press("Yari Samurai rolled 3")
    ana.reads("I Dare You: roll one die for Kengo, KI 5 or less.", within="#r-act")
    ana.tap(ana.face_key(2))
    ben.told("Kengo challenges Busho Buke: accept, or refuse.")
    assert taps() == (4, 0)
    ben.press("Accept")
    ana.told("Roll 1 die for Kengo: who strikes first?")


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
@pytest.mark.parametrize("step", STEPS)
def test_every_key_is_large_enough_and_axe_finds_nothing(
    scout: Hands, ground: LiveServer, step: str, size: tuple[int, int]
) -> None:
    make, seat = STEPS[step]
    battle = make(ground.app)
    battle.give(scout.phone, seat)
    scout.page.set_viewport_size({"width": size[0], "height": size[1]})
    scout.open(battle.path)
    no_key_is_small_and_axe_finds_nothing(scout.page)
