"""Each ability of the catalog used once by taps, from its key to what came of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect

from companion.play.kensei.turn_state import Use
from tests.browser.ability_scenes import SCENES, Scene
from tests.browser.armies import Battle
from tests.browser.hands import Hands, each_size
from tests.browser.hands import at as takes
from tests.browser.orders import at, opened
from tests.conftest import LiveServer

LEAST = 44
"""Pixels a key has at least, in both directions."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_it_is_used_by_taps(scout: Hands, ground: LiveServer, scene: Scene) -> None:
    battle = scene.make(ground.app)
    scout.page.set_viewport_size({"width": 320, "height": 640})
    takes(battle, scout)
    for tap in scene.taps:
        does(scout, battle, scene, *tap.split())
        fits(scout)
    use = used(battle, scene)
    assert use is not None, "the key has used it"
    thrown(battle)
    use = used(battle, scene)
    assert use is not None
    assert use.holds is True


SMALL_OR_WIDE = """(least) => {
    const keys = [...document.querySelectorAll("#r-act :is(.key, .button, .chip-face)")]
        .filter((one) => one.checkVisibility());
    const small = ({width, height}) => width && (width < least || height < least);
    const found = keys.filter((one) => small(one.getBoundingClientRect())).map((one) => `${one.name} ${one.value}`);
    const wide = document.documentElement.scrollWidth;
    return wide > innerWidth ? [...found, `the page: ${wide}`] : found;
}"""


def fits(one: Hands) -> None:
    """On the smallest phone every key of the panel is large enough for a thumb, and nothing is wider than it."""
    assert one.page.evaluate(SMALL_OR_WIDE, LEAST) == []


def used(battle: Battle, scene: Scene) -> Use | None:
    """The use this scene is about."""
    wanted = (scene.ability, scene.form, scene.taisho, "a")
    return next((u for u in battle.state.uses if (u.ability, u.form, u.taisho, u.seat) == wanted), None)


def thrown(battle: Battle) -> None:
    """The dice of the other side, entered on its own phone: ones, or tens where those fail."""
    while ask := next((ask for ask in battle.state.asks if ask.kind == "ki" and ask.seat == "b"), None):
        battle.act("b", "roll", step=ask.id, faces=[10 if "death-chant" in ask.id else 1])


ASKED = """() => {
    const panel = document.getElementById("r-act").getBoundingClientRect();
    const keys = [...document.querySelectorAll("#r-act .act-go :is(button, summary, .chip-face)")]
        .filter((one) => one.checkVisibility());
    const box = (one) => one.getBoundingClientRect();
    const own = keys.filter((one) => one.closest(".whom")), others = keys.filter((one) => !own.includes(one));
    const over = (one) => document.elementFromPoint(box(one).left + box(one).width / 2, box(one).bottom - 3);
    return {
        own: own.length,
        hidden: own.filter((one) => box(one).top < panel.top || box(one).bottom > panel.bottom).length,
        covered: own.filter((one) => !over(one)?.closest(".whom")).length,
        before: others.filter((one) => box(one).top < box(own.at(-1)).bottom).length,
        filled: others.filter((one) => one.matches(".primary")).length,
        others: others.length,
    };
}"""


def rumour(app: Flask) -> Battle:
    """A Shinobi whose rumour seven units could hear, and a unit that is told to march."""
    battle = Battle(app, battle="pitched")
    battle.act("b", "side", path="buke")
    battle.muster("a", "yari-ashigaru")
    battle.enlist("a", "shinobi")
    enemies = "katana-samurai katana-samurai ishitsubute-ashigaru yumi-samurai kiba-musha yari-samurai yari-ashigaru"
    for enemy in enemies.split():
        battle.muster("b", enemy)
    battle.begin()
    battle.act("a", "first", first="a")
    return battle


def test_all_whom_it_may_be_about_stand_above_the_keys_of_other_acts(scout: Hands, ground: LiveServer) -> None:
    battle = rumour(ground.app)
    battle.act("a", "announce", piece="a1", do="advance", pace="march")
    battle.act("a", "announce", piece="ah1", do="ability", ability="rappa")
    takes(battle, scout)
    for size in each_size(scout.page, ((320, 640), (390, 844))):
        found = scout.page.evaluate(ASKED)
        assert found.pop("others") > 1, "the march, and the end of the orders"
        assert found == {"own": 8, "hidden": 0, "covered": 0, "before": 0, "filled": 0}, size


def test_whom_it_is_about_is_asked_in_place_of_an_open_sheet(scout: Hands, ground: LiveServer) -> None:
    battle = rumour(ground.app)
    takes(battle, scout)
    opened(scout, "a1")
    battle.act("a", "announce", piece="ah1", do="ability", ability="rappa")  # on another phone of this side
    expect(scout.act.locator(".whom")).to_be_visible()
    expect(scout.page.locator("#order-a1 > .sheet")).to_be_hidden()


def test_in_contact_a_draft_moves_no_key_under_the_thumb(scout: Hands, ground: LiveServer) -> None:
    battle = rumour(ground.app)
    battle.act("a", "touch", one="ah1", other="b1")
    scout.page.set_viewport_size({"width": 320, "height": 640})
    takes(battle, scout)
    opened(scout, "ah1")
    chips = scout.page.locator("#order-ah1 .sheet > .chips button")
    expect(chips).to_have_count(1)
    rappa = key(scout.page.locator("#order-ah1"), "rappa")
    rappa.scroll_into_view_if_needed()
    before = rappa.bounding_box()
    scout.tap(rappa)
    expect(chips.and_(scout.page.locator("[aria-pressed=true]"))).to_have_count(1)
    expect(chips).to_have_count(1)
    assert rappa.bounding_box() == before


# ---- what a finger does


def does(one: Hands, battle: Battle, scene: Scene, verb: str, *rest: str) -> None:
    """One thing, in the words of the scenes: `row a1`, `chip banzai`, `at a1 charge+none+ b1`, `announce`, `use`,
    `seal a1 clean-cut` (and the other side's die), `they-turn-up`, `face 3`, `each b1 b2`."""
    match verb:
        case "row":
            opened(one, rest[0])
        case "chip":
            one.tap(key(one.page.locator("#main"), rest[0]))
        case "at":
            at(one, *rest)
        case "announce":
            one.tap(one.act.locator("form:has([name=type][value=announce]) button").first)
        case "use":
            one.tap(next(keys(one, scene)))
        case "seal":
            one.tap(one.act.locator(f"label:has([name='ability.{rest[0]}'][value^='{rest[1]}'])"))
            one.press("Declare, then roll")
            battle.act("b", "initiative", step=f"{battle.state.melees[0].id}.in.b", **{"die.b1": 3})
        case "they-turn-up":
            battle.act("b", "cards-up")
        case "face":
            one.tap(one.face_key(int(rest[0])))
        case "each":
            for target in rest:
                one.tap(one.act.locator(f"label:has([name='target.{target}'])"), wait=False)
            one.press("These, and no others")


def key(within: Locator, ability: str) -> Locator:
    """The key of an ability that orders name."""
    return within.locator(f"form:has([name=ability][value='{ability}']) button").locator("visible=true").first


def keys(one: Hands, scene: Scene) -> Iterator[Locator]:
    """Where its key stands: in sight, or in what is unfolded first."""
    wanted = f"form:has([name=user]):has([name=ability][value='{scene.ability}'])"
    form = f":has([name=form][value='{scene.form}'])" if scene.form else ""
    about = one.page.locator(wanted + form)
    fold = one.page.locator("#taisho-a > summary")
    if scene.taisho and fold.count():
        one.tap(fold)
    yield about.locator("button").locator("visible=true").first
