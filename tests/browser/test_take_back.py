"""Undo, amend, and the hand that sets things right: what is done can be mended, and both see it."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle, aimed, step
from tests.browser.hands import Hands, at, boxes, seated


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


def test_an_earlier_roll_is_amended_with_consent(app: Flask, hands: Callable[[], Hands]) -> None:
    """After a look at what changes. Ana had counted a hit too many: later rolls do not fit any more, and are named."""
    battle = struck(app)
    ana, ben = seated(battle, hands)
    amend(ana, "10 dice, 5 hits, 1 of them Ø.")
    ana.corrects(9, 1)
    ana.press("Show what would change")
    ana.reads("10 dice, 4 hits, 1 of them Ø.")
    ana.reads("Later entries become impossible and will be crossed out")
    ana.reads("Yari Ashigaru saved 1, 4 not saved, 1 of them Ø.")
    assert [p.miniatures for p in battle.state.of("b")] == [6], "nothing is changed by looking"
    ana.press("Ask the other player")
    ana.reads("Waiting for the other player's tap.")
    ben.reads("Ana asks to correct: Attack of Katana Samurai: 5 → 4 hits · yours falls too: the 5 dice rolled")
    ben.reads("→ Katana Samurai charged Yari Ashigaru: 10 dice, 4 hits, 1 of them Ø.")
    ben.press("Allow")
    for one in (ana, ben):
        one.reads("Attack of Katana Samurai, turn 1: 5 → 4 hits", "#r-last")
    ben.told("Roll 3 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
    ana.told("Yari Ashigaru save against 4 hits.")
    assert [p.miniatures for p in battle.state.of("b")] == [10]
    undo(ana)
    ben.reads("Ana asks to undo: Ana corrected: Attack of Katana Samurai: 5 → 4 hits")
    ben.reads("Counts again: Yari Ashigaru saved 1, 4 not saved, 1 of them Ø.")
    ben.press("Allow")
    for one in (ana, ben):
        one.reads("Ana undid: Attack of Katana Samurai, turn 1: 5 → 4 hits", "#r-last")
    assert [p.miniatures for p in battle.state.of("b")] == [6], "with what had fallen by the correction"


def test_counts_are_amended_on_the_pad_of_their_roll(app: Flask, scout: Hands) -> None:
    """What was entered by its bins is corrected by them; no key moves, whatever is tapped or refused."""
    battle = aimed(app)
    battle.act("a", "roll", step=step(battle), bins={"hits": 4, "tens": 1})
    ana = at(battle, scout)
    amend(ana, "10 dice, 5 hits, 1 of them Ø.")
    assert ana.page.locator("main input:not([type=hidden])").count() == 0
    assert [ana.pressed(row) for row in ("hits", "tens", "misses")] == ["4", "1", "5"]
    before = boxes(ana.page, "#anew button")
    assert len(before) == 3 * 11 + 1

    ana.bin("hits", 9)
    expect(ana.page.locator("[data-row='misses'] [aria-pressed=true]")).to_have_attribute("value", "0")
    ana.phone.forgive("422")
    ana.page.evaluate("document.querySelector('#anew [type=hidden][name=\"bin.hits\"]').value = '11'")
    ana.press("Show what would change")
    ana.reads("0 to 9 are possible with 10 dice", "#notice")
    expect(ana.page.locator("#notice p")).to_be_in_viewport(ratio=1)
    assert boxes(ana.page, "#anew button") == before

    for row, count in (("hits", 3), ("tens", 2)):
        ana.bin(row, count)
        expect(ana.page.locator(f"[data-row='{row}'] [aria-pressed=true]")).to_have_attribute("value", str(count))
    ana.press("Show what would change")
    ana.reads("10 dice, 5 hits, 2 of them Ø.")
    ana.press("Accept")
    ana.reads("Ana corrected: Attack of Katana Samurai, turn 1")
