"""The end of a battle on a phone: all of it within the page, the same for who watches, in every light."""

from collections.abc import Callable
from pathlib import Path

from flask import Flask
from playwright.sync_api import expect

from companion.play.kensei.state import State
from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, each_size, seated
from tests.playthroughs.runner import HERE, entries

SIZES = ((390, 844), (320, 640))
SKIRMISH: Path = HERE / "skirmish.play"


def played(app: Flask) -> Battle:
    """The golden skirmish, to its end."""
    acts = entries(SKIRMISH.read_text(encoding="utf8"))
    battle = Battle(app)
    for _, _, event, _ in acts:
        battle.act(event.seat, event.type, by=event.by, **event.data)
    last = acts[-1][3]
    assert isinstance(last, State)
    assert battle.state.over == last.over != ""
    return battle


def test_the_end_stays_within_the_page_and_tells_everybody_the_same(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = played(app)
    ana, watcher = at(battle, hands()), hands()
    watcher.open(battle.path)
    told = []
    for one in (ana, watcher):
        cards = one.page.locator("#r-act section.card")
        assert cards.count() == 4
        for width, _ in each_size(one.page, SIZES):
            for box in (cards.nth(n).bounding_box() for n in range(4)):
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width
            assert one.page.evaluate("document.documentElement.scrollWidth") <= width
            divided = one.page.locator(".outcome li + li")
            assert divided.evaluate("(li) => parseFloat(getComputedStyle(li).paddingLeft)") >= 8, "words and divider"
        one.page.locator(".luck").scroll_into_view_if_needed()
        one.reads("has won the battle", "#r-act")
        told.append(cards.all_inner_texts()[1:])  # in the first is the key of another game, the players' alone
    assert told[0] == told[1]
    ana.page.set_extra_http_headers({"Accept-Language": "de"})
    ana.open(battle.path)
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= 320, "also with long words"
    ana.page.set_extra_http_headers({})


def test_the_end_that_is_due_stands_at_the_table_and_its_page_is_centred(
    app: Flask, hands: Callable[[], Hands]
) -> None:
    battle = Battle(app, battle="pitched", turns="1")
    for seat in "ab":
        battle.muster(seat, "katana-samurai")
        battle.muster(seat, "yari-ashigaru")
    battle.begin()
    battle.act("a", "first", first="a")
    battle.act("a", "correct", piece="b1", miniatures=0, reason="miscounted")
    for phase in ("orders", "combat"):
        battle.leave(phase)
    ana, ben = seated(battle, hands)
    for one in (ana, ben):
        for _ in each_size(one.page, SIZES):
            key = one.page.get_by_role("button", name="End the battle: Ana has won")
            expect(key).to_be_in_viewport(ratio=1)
            expect(one.act.get_by_text("Another result …")).to_be_visible()
    ben.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    ana.press("End the battle: Ana has won")
    for one in (ana, ben):
        one.reads("Ana has won the battle")
        expect(one.page.locator(".ended h1")).to_be_in_viewport(ratio=1)
    for width, _ in each_size(ana.page, SIZES):
        for what in (".ended h1", ".ended .outcome", ".ended form .button", ".ended .row"):
            box = ana.page.locator(what).first.bounding_box()
            assert box
            assert abs(box["x"] + box["width"] / 2 - width / 2) <= 4, what  # the side's edge is wider than the other
        assert ana.page.locator(".ended").evaluate("(one) => getComputedStyle(one).textAlign") == "center"
