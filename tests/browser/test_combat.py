"""A combat led by two phones: a tap a fighter and a tap a strike, abilities under the seal and their dice; keys for a
thumb on both sizes, nothing for axe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.ability_scenes import combat
from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, each_size, seated
from tests.browser.sized import no_key_is_small_and_axe_finds_nothing
from tests.conftest import LiveServer

SIZES = ((390, 844), (360, 640), (320, 640))
TRIO = "t1.combat.a1+a2+b1"
DUO = "t1.combat.a1+b1"


def two(app: Flask) -> Battle:
    """Samurai have charged spearmen; the combat phase begins."""
    battle = Battle(app)
    battle.muster("a", "katana-samurai", 10)
    battle.muster("b", "yari-ashigaru", 10)
    battle.begin()
    battle.leave("orders")
    battle.act("a", "touch", one="a1", other="b1", charged="one")
    return battle


def trio(app: Flask, *, begun: bool = True, **setup: str) -> Battle:
    """Samurai and riders, with a Busho each, have charged spearmen who have one too."""
    battle = Battle(app, **setup)
    battle.muster("a", "katana-samurai", 10)
    battle.muster("a", "kiba-musha", 4)
    battle.enlist("a", "busho-buke", "a1")
    battle.muster("b", "yari-samurai", 8)
    battle.enlist("b", "daisho-samurai", "b1")
    battle.begin()
    battle.leave("orders")
    for piece, zone in (("a1", "front"), ("a2", "flank")):
        battle.act("a", "touch", one=piece, other="b1", charged="one", zone=zone)
    if begun:
        battle.act("a", "fight", combat=TRIO)
    return battle


def rolled(app: Flask) -> Battle:
    """The same when the spearmen strike first."""
    battle = trio(app)
    battle.act("a", "initiative", step=f"{TRIO}.in.a", faces=[1, 2])
    battle.act("b", "initiative", step=f"{TRIO}.in.b", faces=[0])
    return battle


def challenged(app: Flask) -> Battle:
    """The same before the dice, when the Busho has challenged."""
    battle = trio(app)
    battle.act("a", "challenge", combat=TRIO, hero="ah1", other="bh1")
    return battle


def accepted(app: Flask) -> Battle:
    """The challenge is accepted."""
    battle = challenged(app)
    battle.act("b", "meet", duel=f"{TRIO}.ah1>bh1")
    return battle


def dared(app: Flask) -> Battle:
    """Kengo have met samurai with a Busho; both sides give their dice."""
    battle = Battle(app)
    battle.act("a", "side", path="buke")
    battle.muster("a", "kengo", 3)
    battle.act("b", "side", path="buke")
    battle.muster("b", "yari-samurai", 8)
    battle.enlist("b", "busho-buke", "b1")
    battle.begin()
    battle.leave("orders")
    battle.act("a", "touch", one="a1", other="b1")
    battle.act("a", "fight", combat=DUO)
    return battle


def met(app: Flask) -> Battle:
    """Samurai have met samurai, each with a Busho: a die a side, and either may challenge."""
    battle = Battle(app)
    for seat, unit in (("a", "katana-samurai"), ("b", "yari-samurai")):
        battle.muster(seat, unit, 8)
        battle.enlist(seat, "busho-buke", f"{seat}1")
    battle.begin()
    battle.leave("orders")
    battle.act("a", "touch", one="a1", other="b1")
    battle.act("a", "fight", combat=DUO)
    return battle


def sealed(app: Flask) -> Battle:
    """One of them has given its die and declared nothing."""
    battle = met(app)
    battle.act("a", "initiative", step=f"{DUO}.in.a", faces=[9])
    return battle


def given(app: Flask) -> Battle:
    """Both have given, and the die of the dare is due."""
    battle = dared(app)
    battle.act("a", "initiative", step=f"{DUO}.in.a", faces=[5], **{"ability.a1": "i-dare-you"})
    battle.act("b", "initiative", step=f"{DUO}.in.b", faces=[3])
    return battle


def failed(app: Flask) -> Battle:
    """The dare was declared before its side's dice, and has failed: they are due."""
    battle = dared(app)
    battle.act("a", "initiative", step=f"{DUO}.in.a", declare="true", **{"ability.a1": "i-dare-you"})
    battle.act("b", "initiative", step=f"{DUO}.in.b", faces=[3])
    battle.act("a", "roll", step="t1.i-dare-you.a1.ki", faces=[10])
    return battle


def answered(app: Flask) -> Battle:
    """The challenge is to be answered, by the character or by those around him."""
    battle = given(app)
    battle.act("a", "roll", step="t1.i-dare-you.a1.ki", faces=[2])
    return battle


STEPS: dict[str, tuple[Callable[[Flask], Battle], str]] = {
    "the list": (lambda app: trio(app, begun=False), "a"),
    "two dice": (trio, "a"),
    "one die": (trio, "b"),
    "challenges under the seal": (lambda app: trio(app), "a"),
    "sharing": (rolled, "b"),
    "waiting": (rolled, "a"),
    "a challenge": (challenged, "b"),
    "an opposed roll": (accepted, "a"),
    "a die with a challenge": (met, "a"),
    "given, and may declare": (sealed, "a"),
    "an ability under the seal": (dared, "a"),
    "the die": (given, "a"),
    "its answer": (answered, "b"),
    "dice after it": (failed, "a"),
}


def test_a_tap_gives_a_die_and_the_first_strike_opens(hands: Callable[[], Hands], live_server: LiveServer) -> None:
    ana, ben = seated(two(live_server.app), hands)
    taps = ana.count(), ben.count()
    ana.press("Katana Samurai against Yari Ashigaru")
    ana.told("Roll 1 die for initiative: Katana Samurai.")
    ben.told("Roll 1 die for initiative: Yari Ashigaru.")
    assert ben.has_baton()
    ben.tap(ben.act.get_by_label("defensive position"))
    ben.press("Yari Ashigaru rolled 4")
    ana.press("Katana Samurai rolled 9")
    ana.told("Roll 10 dice. 5 or more hits.")
    assert ana.numbers() == {"DC": "10", "AT": "4", "DF": "4", "AR": "1"}
    assert [count() for count in taps] == [(2, 0), (2, 0)]


def test_what_is_chosen_stays_while_the_other_phone_gives_its_dice(
    hands: Callable[[], Hands], live_server: LiveServer
) -> None:
    ana, ben = seated(trio(live_server.app), hands)
    ana.tap(ana.act.get_by_label("Katana Samurai rolled 7"))
    ben.press("Yari Samurai rolled 4")
    ana.reads("Ben is ready for initiative.", within="body")
    expect(ana.act.get_by_label("Katana Samurai rolled 7")).to_be_checked()
    ana.tap(ana.act.get_by_label("Kiba Musha rolled 3"))
    ana.reads("Katana Samurai → Yari Samurai", within="#r-act")


def test_a_position_chosen_before_a_challenge_is_there_after_it(
    hands: Callable[[], Hands], live_server: LiveServer
) -> None:
    battle = trio(live_server.app)
    _ana, ben = seated(battle, hands)
    ben.tap(ben.act.get_by_label("defensive position"))
    battle.act("a", "challenge", combat=TRIO, hero="ah1", other="bh1")
    ben.reads("Accept", within="#r-act")
    battle.act("a", "duel-off", duel=f"{TRIO}.ah1>bh1")
    ben.told("Roll 1 die for initiative: Yari Samurai.")
    expect(ben.act.get_by_label("defensive position")).to_be_checked()


def test_an_ability_stands_open_before_the_dice_and_is_carried_out_before_its_side_rolls(
    hands: Callable[[], Hands], live_server: LiveServer
) -> None:
    ana, ben = seated(dared(live_server.app), hands)
    taps = ana.count()
    ana.tap(ana.act.get_by_label("I Dare You"), wait=False)
    expect(ana.act.get_by_role("button", name="App rolls")).to_be_hidden()
    declare = ana.act.get_by_role("button", name="Declare, then roll")
    expect(declare).to_be_in_viewport(ratio=1)
    ana.tap(declare)
    ana.told("Declared: I Dare You. Waiting for Ben.")
    expect(ana.act.locator(".declares :checked")).to_have_value("i-dare-you")
    expect(ben.page.locator("body")).not_to_contain_text("I Dare You")
    ben.press("Yari Samurai rolled 3")
    ana.reads("I Dare You: roll one die for Kengo, KI 5 or less.", within="#r-act")
    ana.tap(ana.face_key(2))
    ben.told("Kengo challenge Busho Buke: accept, or refuse.")
    assert taps() == (3, 0)
    ben.press("Accept")
    ana.told("Roll 1 die for Kengo: who strikes first?")


def test_after_an_ability_that_failed_its_side_rolls_for_initiative(
    hands: Callable[[], Hands], live_server: LiveServer
) -> None:
    ana, ben = seated(dared(live_server.app), hands)
    ana.tap(ana.act.get_by_label("I Dare You"))
    ben.press("Yari Samurai rolled 3")
    ana.press("Declare, then roll")
    ana.tap(ana.face_key(10))
    ana.told("Roll 1 die for initiative: Kengo.")
    expect(ana.act.locator(".declares")).to_have_count(0)
    ana.press("Kengo rolled 5")
    ben.reads("Initiative", within="#r-act")


def test_a_die_tapped_too_early_leaves_the_challenge_until_the_other_side_gives(
    hands: Callable[[], Hands], live_server: LiveServer
) -> None:
    ana, ben = seated(met(live_server.app), hands)
    ana.reads("Nothing is declared.", within="#r-act")
    ana.press("Katana Samurai rolled 9")
    ben.reads("Ana is ready for initiative.", within="body")
    expect(ben.act).not_to_contain_text("after all")
    ana.unfold("Declare after all")
    again = ana.act.locator("[id^=again-]")
    ana.tap(again.locator(".declares .chip", has_text="Busho Buke"))
    ana.tap(again.get_by_role("button", name="Declare, then roll"))
    ben.reads("challenges Busho Buke", within="#r-act")
    expect(ana.act).not_to_contain_text("after all")
    ben.press("Accept")
    ana.told("Roll 1 die for Busho Buke (Katana Samurai): who strikes first?")


def test_what_an_ability_does_is_told_once_it_is_chosen(hands: Callable[[], Hands], live_server: LiveServer) -> None:
    """Before that its text would push the dice out of view."""
    ana, _ = seated(dared(live_server.app), hands)
    words = ana.act.locator(".declares .why-not").first
    expect(ana.act.get_by_role("button", name="Kengo rolled 1", exact=True)).to_be_visible()
    expect(words).to_be_hidden()
    ana.tap(ana.act.locator(".declares .chip", has_text="I Dare You"), wait=False)
    expect(words).to_be_visible()
    ana.tap(ana.act.locator(".declares .chip", has_text="nothing"), wait=False)
    expect(words).to_be_hidden()


INSIDE = """() => {
    const box = (one) => one.getBoundingClientRect(), panel = box(document.getElementById("r-act"));
    const faces = [...document.querySelectorAll("#r-act .in-dice .key")].map(box);
    const bursts = (face) => [face, ...face.children].some((one) => one.scrollWidth > one.clientWidth + 1)
        || box(face).right > document.documentElement.clientWidth;
    return [faces.filter((one) => one.top >= panel.top && one.bottom <= panel.bottom).length,
        [...document.querySelectorAll("#r-act .chip-face")].filter(bursts).map((one) => one.textContent.trim())];
}"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("unit", "inside"), [("onna-bushi", ("geisha",)), ("ninjas", ())])
def test_all_faces_are_in_view_under_what_is_declared_and_no_ability_bursts_its_frame(
    app: Flask, hands: Callable[[], Hands], language: str, unit: str, inside: tuple[str, ...]
) -> None:
    one = hands()
    one.page.set_extra_http_headers({"Accept-Language": language})
    at(combat("kuge", unit, *inside)(app), one)
    found = [one.page.evaluate(INSIDE) for _ in each_size(one.page, SIZES)]
    one.page.set_extra_http_headers({})
    assert found == [[10, []]] * len(SIZES)


def pairs(app: Flask) -> Battle:
    """Three combats, each of a unit a side; two of them have begun."""
    battle = Battle(app)
    for seat, unit in (("a", "katana-samurai"), ("b", "yari-samurai")):
        for _ in range(3):
            battle.muster(seat, unit, 6)
    battle.begin()
    battle.leave("orders")
    for n in (1, 2, 3):
        battle.act("a", "touch", one=f"a{n}", other=f"b{n}")
    for n in (1, 2):
        battle.act("a", "fight", combat=f"t1.combat.a{n}+b{n}")
    return battle


def test_of_two_begun_combats_one_is_fought_to_its_end_first(
    hands: Callable[[], Hands], live_server: LiveServer
) -> None:
    """The other one asks for no dice meanwhile: neither beside the first one's nor before its strike."""
    ana, ben = seated(pairs(live_server.app), hands)
    ana.told("Roll 1 die for initiative: Katana Samurai 1.")
    expect(ana.act.locator(".in-dice").filter(visible=True)).to_have_count(1)
    expect(ana.act.get_by_role("button", name="Katana Samurai 2 rolled 7")).to_have_count(0)
    ana.press("Katana Samurai 1 rolled 9")
    ben.press("Yari Samurai 1 rolled 4")
    expect(ana.act.locator(".in-dice").filter(visible=True)).to_have_count(0)
    ana.told("Roll 6 dice. 6 or more hits.")


@pytest.mark.parametrize("step", STEPS)
def test_every_key_is_large_enough_and_axe_finds_nothing(scout: Hands, ground: LiveServer, step: str) -> None:
    """And the dice of a side are in view under what it may declare."""
    make, seat = STEPS[step]
    battle = make(ground.app)
    battle.give(scout.phone, seat)
    scout.open(battle.path)
    if step in ("one die", "a die with a challenge", "an ability under the seal"):
        for size in each_size(scout.page, SIZES):
            keys, panel = scout.act.locator(".in-dice").first.bounding_box(), scout.act.bounding_box()
            assert keys
            assert panel
            assert panel["y"] < keys["y"], size
            assert keys["y"] + keys["height"] <= panel["y"] + panel["height"], size
    no_key_is_small_and_axe_finds_nothing(scout.page, SIZES)
