"""Each ability of the catalog used once by its keys, from the first to what came of it; and other acts by theirs."""

from collections.abc import Sequence

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.datastructures import MultiDict

from companion.play.game import Event
from companion.play.kensei.state import State
from companion.web.security import COOKIE
from tests.browser.armies import Battle
from tests.browser.hands import SWAP, Hands, each_size
from tests.browser.hands import at as takes
from tests.browser.orders import opened
from tests.browser.sitting import put
from tests.browser.test_every_act import LEAST_KEY
from tests.conftest import LiveServer
from tests.playthroughs.runner import HERE, entries, playthroughs

TAP = f"""([html, chosen, wanted, least]) => {{
    ({SWAP})(html);
    const seen = (selector) => [...document.querySelectorAll(selector)].find((one) => {{
        for (let fold = one.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
        return one.checkVisibility();
    }});
    const small = [...document.querySelectorAll("#r-act :is(.key, .button, .chip-face)")].filter((one) => {{
        const {{width, height}} = one.getBoundingClientRect();
        return one.checkVisibility() && width && (width < least || height < least);
    }}).map((one) => `${{one.name}} ${{one.value}}`);
    if (document.documentElement.scrollWidth > innerWidth) small.push("the page is too wide");
    for (const one of chosen) seen(one).control.checked = true;
    const key = seen(wanted), sent = new FormData(key.form);
    if (key.name) sent.append(key.name, key.value);
    return [small, key.form.getAttribute("action"), [...sent]];
}}"""
"""What the form of a key sends with what is chosen in it, both in view once their folds are open; and before that what
is too small for a thumb, or wider than the phone."""


@pytest.fixture(scope="module")
def stage(one: Hands, ground: LiveServer) -> Hands:
    """The smallest phone, at a table whose regions are replaced by those of others."""
    one.page.set_viewport_size({"width": 320, "height": 640})
    return takes(Battle(ground.app, battle="pitched"), one)


SESSIONS = [path.stem for path in playthroughs() if " ability=" in path.read_text()]


@pytest.mark.parametrize("session", SESSIONS)
def test_abilities_are_used_by_their_keys(stage: Hands, ground: LiveServer, session: str) -> None:
    """Whatever the golden sessions use, its dice, and whom it is about: the keys come to what the session came to.
    `test_abilities_used` asks that each ability is in one."""
    battle = Battle(ground.app, battle="pitched")
    for _, before, event, after in entries((HERE / f"{session}.play").read_text()):
        if not (keys := keys_of(before, event)):
            continue
        put(battle.tables, battle.id, before)
        for key in keys:
            taps(stage, battle, event.seat, *key)
        if len(event.data.get("die", ())) > 1:  # none of them is thrown
            melee = next(one for one in battle.state.melees if event.data["step"].startswith(one.id))
            assert melee.given[event.seat].abilities == event.data["ability"], event
        else:
            assert battle.state == after, event


def keys_of(state: State, event: Event) -> list[tuple[list[str], str]]:
    """What is chosen and which key is tapped, one after the other, for an act that is about an ability."""
    match event.type, dict(event.data):
        case "use", {"ability": ability, **more}:
            named = (f":has([name={name}][value='{more[name]}'])" for name in ("about", "form") if name in more)
            return [([], f"form:has([name=user]):has([name=ability][value={ability}]){''.join(named)} button")]
        case "announce", {"piece": piece, "ability": ability, "target": target}:
            line = f"#order-{piece} .aim:has([name=goal][value$='+{ability}'])"
            return [([], f"{line} button[name=target][value={target}]")]
        case (("order" | "announce"), {"piece": piece, "ability": ability}):
            chip = [], f"#main form:has([name=piece][value={piece}]):has([name=ability][value={ability}]) button"
            announces = [], "#r-act form:has([name=type][value=announce]) button"
            return [chip, announces] if event.type == "announce" else [chip]
        case "initiative", {"ability": sealed, **more}:
            chosen = [f"#r-act label:has([name='ability.{who}'][value='{what}'])" for who, what in sealed.items()]
            faces = [*more.get("die", {}).values(), *more.get("faces", ())]
            die = f"button[name^='die.'][value='{faces[0]}']" if len(faces) == 1 else "button[name=declare]"
            return [(chosen, f"#r-act {die}")]
        case "whom", {"target": about} if "banzai" in event.data["step"] or "bomb" in event.data["step"]:  # one only
            return [([], f"#r-act button[name='target.{one}']") for one in about]
        case "whom", {"target": about}:
            chosen = [f"#r-act label:has([name='target.{one}'])" for one in about]
            return [(chosen, "#r-act form:has([name^='target.']) button.primary")]
        case "roll", {"step": step, "faces": [face]} if any(ask.kind == "ki" and ask.id == step for ask in state.asks):
            return [([], f"#r-act form:has([name=step][value='{step}']) button[name=face][value='{face}']")]
    return []


def taps(stage: Hands, battle: Battle, seat: str, chosen: Sequence[str], wanted: str) -> None:
    """Sends on this seat's behalf the form of a key, with what is chosen in it."""
    client = battle.app.test_client()
    client.set_cookie(COOKIE, battle.cookie(seat))
    html = client.get(f"{battle.path}/now").text
    small, action, form = stage.page.evaluate(TAP, [html, chosen, wanted, LEAST_KEY])
    assert small == [], wanted
    answer = client.post(action, data=MultiDict(map(tuple, form)))
    assert answer.status_code == 303, (wanted, answer.text)


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


def test_whom_it_is_about_is_asked_in_place_of_an_open_sheet_above_other_acts(scout: Hands, ground: LiveServer) -> None:
    battle = rumour(ground.app)
    takes(battle, scout)
    opened(scout, "a1")
    battle.act("a", "announce", piece="a1", do="advance", pace="march")  # on another phone of this side
    battle.act("a", "announce", piece="ah1", do="ability", ability="rappa")
    expect(scout.act.locator(".whom")).to_be_visible()
    expect(scout.page.locator("#order-a1 > .sheet")).to_be_hidden()
    for size in each_size(scout.page, ((320, 640), (390, 844))):
        found = scout.page.evaluate(ASKED)
        assert found.pop("others") > 1, "the march, and the end of the orders"
        assert found == {"own": 8, "hidden": 0, "covered": 0, "before": 0, "filled": 0}, size


def test_in_contact_a_draft_moves_no_key_under_the_thumb(scout: Hands, ground: LiveServer) -> None:
    battle = rumour(ground.app)
    battle.act("a", "touch", one="ah1", other="b1")
    scout.page.set_viewport_size({"width": 320, "height": 640})
    takes(battle, scout)
    opened(scout, "ah1")
    chips = scout.page.locator("#order-ah1 .sheet > .chips button")
    expect(chips).to_have_count(1)
    rappa = scout.page.locator("#order-ah1 form:has([name=ability][value=rappa]) button:visible").first
    rappa.scroll_into_view_if_needed()
    before = rappa.bounding_box()
    scout.tap(rappa)
    expect(chips.and_(scout.page.locator("[aria-pressed=true]"))).to_have_count(1)
    expect(chips).to_have_count(1)
    assert rappa.bounding_box() == before
