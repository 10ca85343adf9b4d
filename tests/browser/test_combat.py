"""A combat on phones: abilities under the seal, their dice, and what is chosen while the other side taps."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, each_size, measured, seated

SIZES = ((390, 844), (360, 640), (320, 640))
TRIO = "t1.combat.a1+a2+b1"
DUO = "t1.combat.a1+b1"
Make = Callable[[Flask], Battle]


def combat(path: str, unit: str, *inside: str, theirs: str = "", enemy: str = "katana-samurai") -> Make:
    """A combat whose initiative dice are due: of this unit of side a with these characters, and an enemy with `theirs`
    in it."""

    def make(app: Flask) -> Battle:
        battle = Battle(app, battle="pitched")
        battle.act("a", "side", path=path)
        battle.act("b", "side", path="buke")
        battle.muster("a", unit)
        for who in inside:
            battle.enlist("a", who, "a1")
        battle.muster("b", enemy)
        if theirs:
            battle.enlist("b", theirs, "b1")
        battle.begin()
        battle.act("a", "first", first="a")
        battle.leave("orders")
        battle.act("a", "touch", one="a1", other="b1")
        battle.act("a", "fight", combat=DUO)
        return battle

    return make


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


dared = combat("buke", "kengo", theirs="busho-buke", enemy="yari-samurai")
"""Kengo have met samurai with a Busho; both sides give their dice."""
met = combat("buke", "katana-samurai", "busho-buke", theirs="busho-buke", enemy="yari-samurai")
"""Samurai have met samurai, each with a Busho: a die a side, and either may challenge."""


def test_what_is_chosen_stays_while_the_other_phone_taps(app: Flask, hands: Callable[[], Hands]) -> None:
    """A position through a challenge that is called off, a die while the other side gives its own."""
    battle = trio(app)
    ana, ben = seated(battle, hands)
    ben.tap(ben.act.get_by_label("defensive position"))
    battle.act("a", "challenge", combat=TRIO, hero="ah1", other="bh1")
    ben.reads("Accept", within="#r-act")
    battle.act("a", "duel-off", duel=f"{TRIO}.ah1>bh1")
    ben.told("Roll 1 die for initiative: Yari Samurai.")
    expect(ben.act.get_by_label("defensive position")).to_be_checked()
    ana.tap(ana.act.get_by_label("Katana Samurai rolled 7"))
    ben.press("Yari Samurai rolled 4")
    ana.reads("Ben has answered for initiative.", within="body")
    expect(ana.act.get_by_label("Katana Samurai rolled 7")).to_be_checked()
    ana.tap(ana.act.get_by_label("Kiba Musha rolled 3"))
    ana.reads("Katana Samurai → Yari Samurai", within="#r-act")


def test_an_ability_stands_open_before_the_dice_and_is_carried_out_before_its_side_rolls(
    app: Flask, hands: Callable[[], Hands]
) -> None:
    """Its text, which would push the dice out of view, is told once it is chosen."""
    ana, ben = seated(dared(app), hands)
    words, chip = ana.act.locator(".declares .why-not").first, ana.act.locator(".declares .chip")
    expect(ana.act.get_by_role("button", name="Kengo rolled 1", exact=True)).to_be_visible()
    expect(words).to_be_hidden()
    for chosen in ("I Dare You", "nothing", "I Dare You"):
        ana.tap(chip.filter(has_text=chosen), wait=False)
        expect(words).to_be_visible(visible=chosen != "nothing")
    expect(ana.act.get_by_role("button", name="App rolls")).to_be_hidden()
    declare = ana.act.get_by_role("button", name="Declare, then roll")
    expect(declare).to_be_in_viewport(ratio=1)
    ana.tap(declare)
    ana.told("Declared: I Dare You. Waiting for Ben.")
    expect(ana.act.locator(".declares :checked")).to_have_value("i-dare-you")
    expect(ben.page.locator("body")).not_to_contain_text("I Dare You")
    ben.press("Yari Samurai rolled 3")
    ana.reads("I Dare You: roll one die for Kengo, KI 5 or less.", within="#r-act")
    ana.tap(ana.face_key(10))
    ana.told("Roll 1 die for initiative: Kengo.")
    expect(ana.act.locator(".declares")).to_have_count(0)
    ana.press("Kengo rolled 5")
    ben.reads("Initiative", within="#r-act")


def reaches_in_flight(battle: Battle, one: str) -> None:
    """Side A's `one` fights a unit that flees: who rolls no die strikes first."""
    battle.begin()
    battle.leave("orders")
    battle.act("b", "mark", piece="b1", marker="fleeing", on=True)
    battle.act("a", "touch", one=one, other="b1")
    battle.act("a", "fight", combat=f"t1.combat.{one}+b1")


def test_who_rolls_no_die_declares_by_a_key_in_view(app: Flask, hands: Callable[[], Hands]) -> None:
    """He strikes first whatever they roll: what he challenges or uses is all that is asked."""
    battle = Battle(app)
    battle.act("a", "side", path="buke")
    battle.enlist("a", "kensei")
    battle.muster("b", "katana-samurai")
    battle.enlist("b", "daisho-samurai", "b1")
    reaches_in_flight(battle, "ah1")
    ana = at(battle, hands())
    ana.page.set_viewport_size({"width": 320, "height": 640})
    declare = ana.act.get_by_role("button", name="Declare", exact=True)
    expect(ana.act.get_by_role("button", name="Declare nothing")).to_be_in_viewport(ratio=1)
    expect(declare).to_be_hidden()
    ana.tap(ana.act.locator(".declares .chip", has_text="A Clean Cut"), wait=False)
    expect(ana.act.get_by_role("button", name="Declare nothing")).to_be_hidden()
    expect(declare).to_be_in_viewport(ratio=1)
    ana.tap(declare)
    ana.reads("A Clean Cut: roll one die", within="#r-act")


def test_who_rolls_no_die_and_takes_a_position_does_not_declare_nothing(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app)
    for seat in "ab":
        battle.muster(seat, "katana-samurai")
    reaches_in_flight(battle, "a1")
    ana = at(battle, hands())
    declare = ana.act.get_by_role("button", name="Declare", exact=True)
    nothing = ana.act.get_by_role("button", name="Declare nothing")
    obstacle = ana.act.locator(".chip", has_text="defends an obstacle")
    for chosen in (True, False):
        ana.tap(obstacle, wait=False)
        expect(declare).to_be_visible(visible=chosen)
        expect(nothing).to_be_visible(visible=not chosen)


def test_a_die_tapped_too_early_leaves_the_challenge_until_the_other_side_gives(
    app: Flask, hands: Callable[[], Hands]
) -> None:
    ana, ben = seated(met(app), hands)
    ana.reads("Nothing else is declared.", within="#r-act")
    ana.press("Katana Samurai rolled 9")
    ben.reads("Ana has answered for initiative.", within="body")
    expect(ben.act).not_to_contain_text("after all")
    ana.unfold("Declare after all")
    again = ana.act.locator("[id^=again-]")
    ana.tap(again.locator(".declares .chip", has_text="Busho Buke"))
    ana.tap(again.get_by_role("button", name="Declare, then roll"))
    ana.reads("Declared: a challenge.", within="#r-act")
    expect(ben.act).not_to_contain_text("accept, or refuse")
    ben.press("Yari Samurai rolled 6")
    ben.reads("challenges Busho Buke", within="#r-act")
    expect(ana.act).not_to_contain_text("after all")
    ben.press("Accept")
    ana.told("Roll 1 die for Busho Buke (Katana Samurai): who strikes first?")


INSIDE = """() => {
    const box = (one) => one.getBoundingClientRect(), panel = box(document.getElementById("r-act"));
    const faces = [...document.querySelectorAll("#r-act .in-dice .key")].map(box);
    const bursts = (face) => [face, ...face.children].some((one) => one.scrollWidth > one.clientWidth + 1)
        || box(face).right > document.documentElement.clientWidth;
    return [faces.filter((one) => one.top >= panel.top && one.bottom <= panel.bottom).length,
        [...document.querySelectorAll("#r-act .chip-face")].filter(bursts).map((one) => one.textContent.trim())];
}"""
DECLARES: tuple[tuple[Make, str], ...] = (
    (combat("kuge", "onna-bushi", "geisha"), "a"),
    (combat("kuge", "ninjas"), "a"),
    (trio, "b"),
    (met, "a"),
    (dared, "a"),
)
"""Who rolls one die, with what may be declared before it."""


def test_all_faces_are_in_view_under_what_is_declared_and_no_ability_bursts_its_frame(app: Flask, scout: Hands) -> None:
    """In the language with the longest words too."""
    for seat in "ab":
        at(Battle(app), scout, seat)
        states = [
            make(app).now(whose, language) for make, whose in DECLARES for language in ("en", "de") if whose == seat
        ]
        for size in each_size(scout.page, SIZES):
            assert measured(scout.page, states, INSIDE) == [[10, []]] * len(states), size
