"""Undo, amend, export, and the hand that sets things right: what is done can be mended, and both see it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle, aimed, step
from tests.browser.hands import Hands, seated


def undo(one: Hands) -> None:
    one.tap(one.page.locator("#r-last").get_by_role("button", name="Undo"))


def struck(app: Flask) -> Battle:
    """The book's charge, played to its end: four Yari Ashigaru fell, six are left."""
    battle = aimed(app)
    battle.act("a", "roll", step=step(battle), faces=[1, 3, 6, 4, 2, 4, 5, 6, 7, 0])
    battle.act("b", "roll", step=step(battle), faces=[2, 5, 0, 6, 3])
    battle.act("a", "roll", step=step(battle), faces=[6, 7, 2, 1])
    assert [p.miniatures for p in battle.state.of("b")] == [6]
    return battle


def amend(one: Hands, words: str) -> None:
    """Opens the entry of the log that holds these words, to correct it."""
    one.tap(one.page.get_by_role("link", name="Log"))
    line = one.page.locator("#r-log li", has_text=words).first
    one.tap(line.get_by_role("link", name="Correct this entry"))
    expect(one.page.get_by_role("heading", level=1)).to_contain_text(words)


def test_once_the_other_has_acted_he_is_asked(app: Flask, hands: Callable[[], Hands]) -> None:
    ana, ben = seated(aimed(app), hands)
    ana.bin("hits", 4)
    ana.bin("tens", 1)
    ben.bin("saves", "1+0")
    undo(ana)
    ana.reads("Waiting for the other player's tap.")
    ben.reads("Ana asks to undo:")
    ben.reads("Katana Samurai charged Yari Ashigaru: 10 dice, 5 hits, 1 of them Ø.")
    ben.press("No, keep it")
    ben.told("Roll 4 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
    expect(ana.page.get_by_text("Waiting for the other player's tap.")).to_be_hidden()
    assert ben.pressed("saves") == "1+0", "declined: nothing changed"
    ana.reads("Ben said no. It stays as it is:")
    expect(ben.page.get_by_text("said no")).to_have_count(0)
    ana.press("All right")
    expect(ana.page.get_by_text("said no")).to_have_count(0)

    undo(ana)
    ben.press("Allow")
    ana.told("Roll 10 dice. 5 or more hits.")
    assert (ana.pressed("hits"), ana.pressed("tens")) == ("4", None)
    ben.told("Katana Samurai roll 10 dice against Yari Ashigaru.")
    ben.reads("hits: 4")
    for one in (ana, ben):
        one.reads("Ana undid, with the consent of Ben: Katana Samurai charged", "#r-last")


def test_the_last_roll_is_amended_after_a_look_at_what_changes(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = struck(app)
    ana, ben = seated(battle, hands)
    amend(ana, "Damage dice 6 7 2 1: 12 damage to Yari Ashigaru.")
    for number, face in enumerate("6721"):
        expect(ana.page.locator("[name=die]").nth(number)).to_have_text(face)
    ana.corrects(4, 10)
    ana.press("Show what would change")
    ana.reads("This would change")
    ana.reads("Damage dice 6 7 2 1: 12 damage to Yari Ashigaru. 4 miniatures fall, 6 are left.")
    ana.reads("Damage dice 6 7 2 Ø: 23 damage to Yari Ashigaru. 7 miniatures fall, 3 are left,")
    assert [p.miniatures for p in battle.state.of("b")] == [6], "nothing is changed by looking"
    ana.press("Accept")
    ana.reads("Ana corrected: Damage dice 6 7 2 1:")
    assert [p.miniatures for p in battle.state.of("b")] == [3]
    ben.reads("3 of 10 left, the next has 2 of 3 damage")


def test_an_earlier_roll_is_amended_with_consent(app: Flask, hands: Callable[[], Hands]) -> None:
    """Ana had counted a hit too many: Ben's and her own later rolls do not fit any more, and are named before."""
    battle = struck(app)
    ana, ben = seated(battle, hands)
    amend(ana, "10 dice, 5 hits, 1 of them Ø.")
    ana.corrects(9, 1)
    ana.press("Show what would change")
    ana.reads("10 dice, 4 hits, 1 of them Ø.")
    ana.reads("Later entries become impossible and will be crossed out")
    ana.reads("Yari Ashigaru saved 1, 4 not saved, 1 of them Ø.")
    ana.press("Ask the other player")
    ana.reads("Waiting for the other player's tap.")
    ben.reads("Ana asks to correct: … Ashigaru: 10 dice, 5 → 4 hits · 2 entries fall")
    ben.reads("→ Katana Samurai charged Yari Ashigaru: 10 dice, 4 hits, 1 of them Ø.")
    ben.press("Allow")
    for one in (ana, ben):
        one.reads("Ana corrected, with the consent of Ben: Katana Samurai charged", "#r-last")
    ben.told("Roll 3 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
    ana.told("Yari Ashigaru save against 4 hits.")
    assert [p.miniatures for p in battle.state.of("b")] == [10]


KEYS = """() => [...document.querySelectorAll("#anew button")].map((key) => {
    const box = key.getBoundingClientRect();
    return [key.name, key.value, box.x, box.y + scrollY];
})"""


def test_counts_are_amended_on_the_pad_of_their_roll(app: Flask, hands: Callable[[], Hands]) -> None:
    """What was entered by its bins is corrected by them; no key moves, whatever is tapped or refused."""
    battle = aimed(app)
    battle.act("a", "roll", step=step(battle), bins={"hits": 4, "tens": 1})
    ana, _ben = seated(battle, hands)
    amend(ana, "10 dice, 5 hits, 1 of them Ø.")
    assert ana.page.locator("main input:not([type=hidden])").count() == 0
    assert [ana.pressed(row) for row in ("hits", "tens", "misses")] == ["4", "1", "5"]
    before = ana.page.evaluate(KEYS)
    assert len(before) == 3 * 11 + 1

    ana.bin("hits", 9)
    expect(ana.page.locator("[data-row='misses'] [aria-pressed=true]")).to_have_attribute("value", "0")
    assert ana.page.evaluate(KEYS) == before
    ana.phone.forgive("422")
    ana.page.evaluate("document.querySelector('#anew [type=hidden][name=\"bin.hits\"]').value = '11'")
    ana.press("Show what would change")
    ana.reads("0 to 9 are possible with 10 dice", "#notice")
    expect(ana.page.locator("#notice p")).to_be_in_viewport(ratio=1)
    assert ana.page.evaluate(KEYS) == before

    ana.bin("hits", 3)
    expect(ana.page.locator("[data-row='hits'] [aria-pressed=true]")).to_have_attribute("value", "3")
    ana.bin("tens", 2)
    expect(ana.page.locator("[data-row='tens'] [aria-pressed=true]")).to_have_attribute("value", "2")
    ana.press("Show what would change")
    ana.reads("10 dice, 5 hits, 2 of them Ø.")
    ana.press("Accept")
    ana.reads("Ana corrected: Katana Samurai")


def test_the_log_is_taken_home(app: Flask, hands: Callable[[], Hands], tmp_path: Path) -> None:
    ana, _ben = seated(struck(app), hands)
    ana.tap(ana.page.get_by_role("link", name="Log"))
    found = {}
    for name in ("As text", "JSON"):
        with ana.page.expect_download() as download:
            ana.press(name)
        found[name] = (tmp_path / name).with_suffix(".kept")
        download.value.save_as(found[name])
    text = found["As text"].read_text()
    shown = ana.page.locator("#r-log li p").all_inner_texts()
    assert [line for line in shown if line not in text] == []
    assert text.index("10 dice, 5 hits, 1 of them Ø.") < text.index("Damage dice 6 7 2 1:")
    document = json.loads(found["JSON"].read_text())
    rolls = [event["data"]["faces"] for event in document["events"] if event["type"] == "roll"]
    assert rolls == [[1, 3, 6, 4, 2, 4, 5, 6, 7, 0], [2, 5, 0, 6, 3], [6, 7, 2, 1]]


def test_miniatures_and_markers_are_set_by_hand(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = struck(app)
    ana, ben = seated(battle, hands)
    for one in (ana, ben):
        one.tap(one.page.get_by_role("link", name="Forces"))
    ben.unfold("Correct by hand: Yari Ashigaru")
    form = ben.page.locator("#hand-b1 form", has=ben.page.locator("[name=miniatures]"))
    expect(form.locator("[name=words]")).to_be_hidden()
    for _ in range(2):
        ben.tap(form.get_by_role("button", name="One more: Miniatures of Yari Ashigaru"))
    ben.tap(form.locator("label.chip", has_text="measured again"))
    ben.tap(ben.page.get_by_role("button", name="Set", exact=True).locator("visible=true").first)
    line = "Yari Ashigaru, miniatures 6 → 8: by hand (measured again)."
    for one in (ana, ben):
        one.reads(line, "#r-last")
        one.reads(re.compile(r"Yari Ashigaru\s*8\s*of 10"))
    ben.unfold("Correct by hand: Yari Ashigaru")
    marker = ben.page.locator("form", has=ben.page.locator("input[name=marker][value=hill]"))
    ben.tap(marker.locator("visible=true").locator("button[name=on]").first)
    ana.reads("Yari Ashigaru: ", "#r-last")
    assert next(battle.state.of("b")).facts.ground == "hill"
