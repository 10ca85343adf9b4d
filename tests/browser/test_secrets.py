"""What is secret reaches no screen of one phone for both sides it should not; what other phones get is asked in
`tests/web/test_secrets.py`."""

import re
from collections.abc import Callable, Iterator

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at

CRANES = "Silver Cranes"
"""What Ana calls her unit while the armies are sealed."""
HIDDEN = "ax-spy"
"""Ana's Spy, by the name the page knows him by."""
PAGES = ("", "/forces", "/log", "/more", "/now", "/log.txt", "/log.json", "/seats")


def everything(one: Hands, battle: Battle) -> Iterator[tuple[str, str]]:
    """What this phone shows just now, and every page of the table as it would get it.

    The pages go to a copy of the phone: a look at the table shuts what is open on the phone that looks.
    """
    yield "screen", one.page.content()
    copy = one.phone.server.app.test_client()
    for cookie in one.phone.context.cookies():
        copy.set_cookie(cookie["name"], cookie["value"])
    for page in PAGES:
        answer = copy.get(battle.path + page)
        assert answer.status_code == 200, page
        yield page, answer.get_data(as_text=True)


def never(secret: str, one: Hands, battle: Battle) -> None:
    for page, text in everything(one, battle):
        assert text, page
        assert secret not in text, f"{secret} stands on {page or 'the table'}"


def hidden_spy(app: Flask, *, one_phone: bool = False) -> Battle:
    """Ana's archers have a Spy among them of whom Ben knows nothing."""
    battle = Battle(app, one_phone=one_phone)
    archers = battle.muster("a", "yumi-samurai", 8)
    assert battle.enlist("a", "spy", archers) == HIDDEN
    battle.muster("b", "yari-ashigaru", 10)
    battle.begin()
    return battle


def choosing(app: Flask) -> Battle:
    """On one phone Ana has a unit, of which Ben may know nothing yet."""
    battle = Battle(app, one_phone=True)
    battle.act("a", "name", piece=battle.muster("a", "katana-samurai"), name=CRANES)
    return battle


def test_sealed_armies_on_one_phone(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = choosing(app)
    one = at(battle, hands())
    one.reads("Hand the phone to Ana")
    never(CRANES, one, battle)
    one.press("I am Ana")
    one.reads(CRANES)
    one.press("Ready")
    one.reads("Hand the phone to Ben")
    never(CRANES, one, battle)
    one.press("No, I am Ana")
    one.told("You are ready. The other side has not chosen yet.")
    one.tap(one.page.get_by_role("link", name="More"))
    one.press("Hand over to Ben")
    one.reads("Hand the phone to Ben")
    never(CRANES, one, battle)
    one.press("I am Ben")
    one.told("Choose your army. The other side can't see it.")
    never(CRANES, one, battle)
    one.tap(one.page.locator("button[name=unit][value=yari-ashigaru]"))
    one.press("Ready")
    one.reads("Turn 1", "#r-bar")


TURNED = """(name) => {
    dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
    return getComputedStyle(document.getElementById("main")).visibility;
}"""
"""The page is left, or comes back out of the browser's memory; how it stands there then."""


def test_back_shows_nothing_that_the_player_before_had_opened(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = choosing(app)
    one = at(battle, hands())
    one.press("I am Ana")
    for path in ("/forces", "/log", ""):
        one.reads(CRANES)
        one.tap(one.page.locator(f".tab[href='{battle.path}{path}']"), wait=False)
        one.page.wait_for_url(f"**{battle.path}{path}")
    one.reads(CRANES)
    one.press("Ready")
    one.reads("Hand the phone to Ben")
    for path in ("/log", "/forces", ""):
        one.page.go_back()
        one.page.wait_for_url(f"**{battle.path}{path}*")
        one.ready()
        never(CRANES, one, battle)
    one.reads("Hand the phone to Ben")


def test_a_page_out_of_the_browsers_memory_is_seen_once_the_server_has_said_what_of_it(
    app: Flask, hands: Callable[[], Hands]
) -> None:
    battle = choosing(app)
    one = at(battle, hands())
    one.press("I am Ana")
    one.tap(one.page.get_by_role("link", name="Forces"))
    one.reads(CRANES)
    assert one.page.evaluate(TURNED, "pagehide") == "hidden"
    expect(one.page.locator(".signal")).to_have_css("visibility", "visible")
    one.phone.context.request.post(f"{one.phone.server.url}{battle.path}/hand", form={"seat": "b"})
    one.page.evaluate(TURNED, "pageshow")
    expect(one.page.locator("#main")).to_have_css("visibility", "visible")
    never(CRANES, one, battle)


def test_undo_names_and_takes_back_nothing_sealed_by_the_player_before(app: Flask, hands: Callable[[], Hands]) -> None:
    """Ana musters and hands the phone on without being ready: Ben's Undo is his own, on every page."""
    battle = choosing(app)
    one = at(battle, hands())
    one.press("I am Ana")
    undo = one.page.locator("#r-last .undo")
    expect(undo).to_have_accessible_name(re.compile(CRANES))
    one.tap(one.page.get_by_role("link", name="More"))
    one.press("Hand over to Ben")
    one.press("I am Ben")
    one.told("Choose your army. The other side can't see it.")
    never(CRANES, one, battle)
    expect(undo).to_have_count(0)
    one.tap(one.page.locator("button[name=unit][value=yari-ashigaru]"))
    expect(undo).to_have_accessible_name(re.compile("Yari Ashigaru"))
    one.tap(undo)
    expect(undo).to_have_count(0)
    assert [p.name for p in battle.state.of("a")] == [CRANES]
    assert not list(battle.state.of("b"))


def test_the_curtain_falls_wherever_a_secret_is_opened_and_the_table_shuts_it(
    app: Flask, hands: Callable[[], Hands]
) -> None:
    """Also when a tap leads there, and not only when the page is opened anew."""
    battle = hidden_spy(app, one_phone=True)
    one = at(battle, hands())
    one.told("Orders: tap a unit, or end the phase.")
    never(HIDDEN, one, battle)
    for page in ("Forces", "Log", "More"):
        one.tap(one.page.get_by_role("link", name=page, exact=True))
        never("Spy", one, battle)
        one.press("Show Ana's secrets")
        one.reads("Hand the phone to Ana")
        expect(one.page.get_by_role("dialog")).to_be_visible()
        never("Spy", one, battle)
        one.press("I am Ana")
        expect(one.page.get_by_role("dialog")).to_have_count(0)
        one.tap(one.page.get_by_role("link", name="Forces"))
        one.reads("Spy (hidden)")
        one.tap(one.page.get_by_role("link", name="Table", exact=True))
        never("Spy", one, battle)
    one.press("Hand over to Ben")
    one.tap(one.page.get_by_role("link", name="Forces"))
    one.reads("Correct by hand")
    never("Spy", one, battle)
    one.open(battle.path)
    one.press("Hand over to Ana")

    # Her arrows fly, and the dice pass to Ben and back: no curtain, for nothing secret is on the way.
    battle.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    one.distance(40)
    one.bin("hits", 3)
    one.bin("tens", 0)
    one.reads("saves.")
    expect(one.page.get_by_role("dialog")).to_have_count(0)
    never("Spy", one, battle)
    one.tap(one.page.get_by_role("button", name="App rolls").locator("visible=true").first)
    expect(one.page.get_by_role("dialog")).to_have_count(0)
    never("Spy", one, battle)
