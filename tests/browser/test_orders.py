"""The orders of the reference turn under the thumb. `test_turns` counts their taps, `test_every_act` measures keys."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import ViewportSize, expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands, at, box, boxes, each_size
from tests.browser.orders import at as aims
from tests.browser.orders import chip, opened
from tests.browser.test_turns import CHARGES, reference

SIZES = ((390, 844), (320, 640))
LOW: ViewportSize = {"width": 320, "height": 640}


def ordering(app: Flask) -> Battle:
    """The armies of the reference turn; side A acts first."""
    battle = reference(app)
    battle.act("a", "first", first="a")
    return battle


def test_a_sheet_stays_where_it_is_scrolled_and_closes_once_its_order_is_whole(app: Flask, scout: Hands) -> None:
    """A chip is tapped, and nothing moves under the thumb. A target is tapped: the order is announced."""
    battle = ordering(app)
    scout.page.set_viewport_size(LOW)
    at(battle, scout)
    opened(scout, "a3")
    sheet = scout.page.locator("#order-a3 > .sheet")
    march = scout.page.locator("#order-a3 .chips button", has_text="March").first
    march.scroll_into_view_if_needed()
    sheet.evaluate("sheet => { sheet.scrollTop = 100; }")
    before = march.bounding_box()
    scout.tap(march)
    expect(march).to_have_attribute("aria-pressed", "true")
    assert march.bounding_box() == before
    chip(scout, "a3", "Run")
    expect(march).to_have_attribute("aria-pressed", "false")
    expect(sheet, "it has changed, and is not whole yet").to_be_visible()
    line = scout.page.locator("#aim-a3-charge-march- > summary")
    scout.tap(line, wait=False)
    expect(line, "it stands above its targets").to_be_in_viewport(ratio=1)
    expect(scout.page.locator("#aim-a3-charge-march- button[name=target]").first).to_be_in_viewport(ratio=1)
    aims(scout, "a3", "shoot+march+", "b4")
    expect(sheet).to_be_hidden()
    scout.tap(scout.page.locator("#order-b1 > summary"))
    expect(scout.page.locator("#order-b1 .stats")).to_be_visible()
    expect(scout.page.locator("#order-b1 form")).to_have_count(0)
    scout.page.keyboard.press("Escape")
    expect(scout.page.locator("#order-b1 .stats")).to_be_hidden()


def test_under_a_question_of_the_other_side_no_key_of_ones_own_stands(app: Flask, scout: Hands) -> None:
    """Nor does what is refused in a sheet tear its keys apart: its words stand under their row."""
    battle = ordering(app)
    scout.page.set_viewport_size(LOW)
    at(battle, scout, "b")
    opened(scout, "b1")
    march = scout.page.locator("#order-b1 .chips button", has_text="March").first
    scout.tap(march)
    announce = scout.page.locator("#r-act").get_by_role("button", name="Announce 1 unit")
    expect(announce).to_be_visible()
    battle.act("a", "announce", piece="a1", goal="charge+run+", target="b2")
    scout.reads("What is the reaction?", within="#r-act")
    expect(announce).to_be_hidden()
    scout.tap(scout.page.locator("#r-act .act-sentence"), wait=False)
    scout.press("Withstand")
    battle.act("b", "done", turn=2)
    scout.reads("Ana gives orders", within="#r-act")
    opened(scout, "b3")
    before = boxes(scout.page, "#order-b3 .chips .chip button")
    scout.phone.forgive("422", "Response Status Error")
    scout.tap(scout.page.locator("#order-b3 .chips button").first)
    expect(scout.page.locator("#order-b3 .refused")).to_contain_text("orders")
    assert boxes(scout.page, "#order-b3 .chips .chip button") == before


SEEN = """(selector) => {
    const fold = document.querySelector(selector), box = (one) => one.getBoundingClientRect();
    const top = fold.closest(".sheet").querySelector(innerHeight > 700 ? ".stats" : ".sheet-head");
    return box(fold).bottom <= box(document.getElementById("r-act")).top || box(fold).top - box(top).bottom < 16;
}"""
"""Whether all of it stands above the panel, or it begins at the sheet's top."""


@pytest.mark.parametrize("size", SIZES)
def test_what_unfolds_in_a_sheet_comes_into_view(app: Flask, scout: Hands, size: tuple[int, int]) -> None:
    """On a high screen the attributes stay at the sheet's top meanwhile."""
    scout.page.set_viewport_size({"width": size[0], "height": size[1]})
    at(ordering(app), scout)
    opened(scout, "a3")
    more = scout.page.locator("#seldom-a3")
    scout.tap(more.locator("> summary"), wait=False)
    scout.page.wait_for_function(SEEN, arg="#seldom-a3")
    expect(more.locator("> summary")).to_be_in_viewport(ratio=1)
    assert scout.page.locator("#order-a3 > .sheet").evaluate("sheet => sheet.scrollTop") > 0
    parts = boxes(scout.page, "#order-a3 :is(.sheet-head, .stats, #seldom-a3 > summary)").values()
    (_, top, _, high), (_, stats, _, tall), (_, first, _, _) = parts
    if size[1] > 700:
        assert abs(stats - top - high) <= 1, "below its name"
        assert first >= stats + tall, "and what unfolds below that"
    else:
        assert stats < top, "there is no room for them"
        assert first >= top + high


def test_the_key_of_a_charge_stands_clear_of_the_chips_around_it(app: Flask, scout: Hands) -> None:
    """With the line drawn around it."""
    battle = ordering(app)
    battle.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    battle.act("b", "react", step="t2.charge.a1>b1.react", what="withstand")
    battle.act("a", "charge", charge="t2.charge.a1>b1", left_cm=0)
    battle.act("a", "announce", piece="a4", goal="charge+run+", target="b1")
    at(battle, scout)
    expect(scout.act.locator(".charge .zones .chip")).to_have_count(3)
    for size in each_size(scout.page, SIZES):
        (_, top, _, high) = next(iter(boxes(scout.page, "#r-act .charge .primary").values()))
        chips = boxes(scout.page, "#r-act .charge .zones .chip-face").values()
        assert max(y + height for _, y, _, height in chips) <= top - 4, size
        assert top + high <= box(scout.act).bottom, size


def test_an_enemys_card_is_the_target_once_an_order_asks_for_one(app: Flask, scout: Hands) -> None:
    """By touch and by keyboard. Before that the same tap opens his sheet, and where he is no target a line says why."""
    battle = ordering(app)
    battle.act("b", "correct", piece="b3", miniatures="0", reason="all fell")
    battle.act("a", "touch", one="a2", other="b2")
    at(battle, scout)
    page, card = scout.page, "#order-{} > summary".format
    opened(scout, "a3")
    scout.tap(page.locator(card("b4")))
    expect(page.locator("#order-b4 .stats")).to_be_visible()
    page.keyboard.press("Escape")
    opened(scout, "a3")
    scout.tap(page.locator("#aim-a3-shoot-march- > summary"))
    scout.tap(page.locator(card("b3")), wait=False)
    expect(page.locator("#notice")).to_contain_text("is left on the table.")
    expect(page.locator("#order-a3 > .sheet")).to_be_visible()
    scout.tap(page.locator(card("b2")), wait=False)
    expect(page.locator("#notice")).to_contain_text("At this table nobody shoots into one.")
    expect(page.locator("#order-a3 > .sheet")).to_be_visible()
    scout.tap(page.locator(card("b4")))
    expect(page.locator("#order-a3 > .sheet")).to_be_hidden()
    expect(page.locator("#order-b4 .stats")).to_be_hidden()
    assert [step.target for step in battle.state.plans[0].steps] == ["b4"]
    opened(scout, "a1")
    page.locator("#aim-a1-charge-run- > summary").focus()
    page.keyboard.press("Space")
    page.locator(card("b1")).focus()
    page.keyboard.press("Enter")
    scout.sent()
    expect(page.locator("#order-a1 > .sheet")).to_be_hidden()
    expect(page.locator("#order-b1 > .sheet")).to_be_hidden()
    assert [charge.target for charge in battle.state.charges] == ["b1"]


def test_what_comes_next_under_the_same_sentence_begins_at_the_top_of_the_panel(app: Flask, scout: Hands) -> None:
    battle = ordering(app)
    piece, target = CHARGES[0]
    battle.act("a", "announce", piece=piece, goal="charge+run+", target=target)
    scout.page.set_viewport_size(LOW)
    at(battle, scout)
    scroll = "panel => { panel.scrollTo(0, panel.scrollHeight); return panel.scrollTop; }"
    said = scout.act.get_by_role("heading", level=1).inner_text()
    assert scout.act.evaluate(scroll) > 0
    battle.act("b", "react", step=f"t2.charge.{piece}>{target}.react", what="withstand")
    expect(scout.act.get_by_role("button", name="In contact", exact=True)).to_be_in_viewport(ratio=1)
    scout.told(said)
    assert scout.act.evaluate("panel => panel.scrollTop") == 0


def test_under_an_open_sheet_the_panel_keeps_its_height(app: Flask, scout: Hands) -> None:
    """The key that announces comes into it, and the first orders of a unit with a character are in view above it."""
    battle = ordering(app)
    scout.page.set_viewport_size(LOW)
    at(battle, scout)
    opened(scout, "a5")
    chips = "#order-a5 .chips button"
    panel, before = box(scout.act), [*boxes(scout.page, chips).values()][:2]
    for _, y, _, high in before:
        assert 0 <= y <= y + high <= panel.top
    scout.tap(scout.page.locator(chips).first)
    announce = scout.act.get_by_role("button", name="Announce 1 unit", exact=True)
    expect(announce).to_be_in_viewport(ratio=1)
    assert box(scout.act) == panel
    assert [*boxes(scout.page, chips).values()][:2] == before
    scout.tap(announce)
    expect(scout.page.locator("#order-a5 > .sheet")).to_be_hidden()


def test_what_is_asked_under_an_open_sheet_is_read_there_and_leads_to_all_of_it(app: Flask, scout: Hands) -> None:
    """Who charges whom; a tap on it shows the act with its keys in place of the sheet. On other pages the tab says that
    an act is due."""
    battle = ordering(app)
    battle.act("a", "announce", piece="a4", goal="charge+run+", target="b4")
    scout.page.set_viewport_size(LOW)
    at(battle, scout, "b")
    opened(scout, "b1")
    sentence = scout.act.get_by_role("heading", level=1)
    expect(sentence).to_contain_text("What is the reaction?")
    expect(sentence).to_be_in_viewport(ratio=1)
    assert sentence.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "all of it"
    withstand = scout.act.get_by_role("button", name="Withstand", exact=True)
    expect(withstand).to_have_count(0)
    before = box(scout.act).height
    scout.tap(sentence)
    expect(scout.page.locator("#order-b1 > .sheet")).to_be_hidden()
    expect(withstand).to_be_in_viewport(ratio=1)
    scout.page.wait_for_function("before => document.querySelector('#r-act').clientHeight > 1.5 * before", arg=before)
    scout.open(f"{battle.path}/forces")
    expect(scout.page.get_by_role("link", name="Something is asked of you")).to_be_visible()
    battle.act("b", "react", step="t2.charge.a4>b4.react", what="withstand")
    expect(scout.page.get_by_role("link", name="Something is asked of you")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_both_keys_for_a_shot_against_which_something_is_said_are_in_view(
    app: Flask, hands: Callable[[], Hands], language: str
) -> None:
    battle = Battle(app)
    for seat, unit in (("a", "yumi-samurai"), ("a", "katana-samurai"), ("b", "yari-ashigaru")):
        battle.muster(seat, unit)
    battle.begin()
    battle.act("a", "touch", one="a2", other="b1")
    battle.act("a", "announce", piece="a1", goal="shoot+march+", target="b1+anyway")
    one = hands()
    one.page.set_extra_http_headers({"Accept-Language": language})
    at(battle, one)
    for _ in each_size(one.page, SIZES):
        for key in ("form:has([name=anyway]) button", ".gives-up button"):
            expect(one.act.locator(key)).to_be_in_viewport(ratio=1)
    one.page.set_extra_http_headers({})
