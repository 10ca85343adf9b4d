"""An army is made tap by tap: what is added moves nothing that is being tapped, and is confirmed there."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import LINES, Hands, at, each_size

SIZES = ((390, 844), (320, 640))


def test_the_picker_stands_still_while_units_are_added(app: Flask, scout: Hands) -> None:
    battle = Battle(app)
    scout.page.set_viewport_size({"width": 320, "height": 640})
    one = at(battle, scout)
    for kind, picker, ids in (
        ("unit", "Add a unit", ("yumi-samurai", "yumi-samurai", "katana-samurai")),
        ("character", "Add a character", ("daisho-samurai", "daisho-samurai")),
    ):
        one.unfold(picker)
        added: dict[str, int] = {}
        for chosen in ids:
            key = one.page.locator(f"button[name={kind}][value={chosen}]")
            expect(key, "the tap before is not taken for the first of a double tap").to_be_enabled()
            key.evaluate("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
            before = key.bounding_box()
            one.tap(key)
            added[chosen] = added.get(chosen, 0) + 1
            expect(key).to_contain_text(f"× {added[chosen]}")
            expect(key).to_be_in_viewport(ratio=1)
            after = key.bounding_box()
            assert before
            assert after
            assert after["height"] == before["height"]
            assert abs(after["y"] - before["y"]) <= 1, chosen
        one.tap(one.page.locator("summary", has_text=picker))
    assert len(list(battle.state.of("a"))) == 5


def test_an_army_in_view(app: Flask, scout: Hands) -> None:
    """Its panel is a strip, what is left of the koku stays in view, each unit is a line with its stepper; pickers are
    clear of their keys, with attributes in one line."""
    battle = Battle(app, battle="pitched", deploys="no", level="4", armies="points")
    for unit in ("yumi-samurai", "katana-samurai", "yari-ashigaru"):
        battle.muster("a", unit)
    battle.act("a", "size", piece="a2", miniatures=10)
    battle.enlist("a", "daisho-samurai", "a2")
    one = at(battle, scout)
    expect(one.page.get_by_text("You deploy without the app")).to_be_visible()
    left = one.page.locator(".cost")
    lines = one.page.locator(".mustered")
    expect(lines).to_have_count(3)
    for size in each_size(one.page, SIZES):
        assert one.act.evaluate("act => act.offsetHeight") <= (96 if size[1] == 844 else 80), size
        expect(left).to_be_in_viewport(ratio=1)
        for line in lines.all():
            expect(line.locator("button[name=standard]")).to_be_hidden()
            name, stepper = line.locator(".unit-name").bounding_box(), line.locator(".stepper").bounding_box()
            assert name
            assert stepper
            assert name["x"] + name["width"] <= stepper["x"], "the name ends before its keys"
            assert line.locator("output").evaluate(LINES) < 2, "no number is broken between its digits"
            assert stepper["y"] < name["y"] + name["height"]
            assert name["y"] < stepper["y"] + stepper["height"]
    expect(lines.nth(1)).to_contain_text("koku + Daisho Samurai, 120 VP")
    before = left.inner_text()
    one.tap(lines.first.get_by_role("button", name="One more"))
    expect(left).not_to_have_text(before)
    for _ in each_size(one.page, SIZES):
        one.page.locator("#crest").scroll_into_view_if_needed()
        expect(left, "however far the army is scrolled").to_be_in_viewport(ratio=1)
        assert one.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    for picker in ("Add a unit", "Add a character"):
        one.unfold(picker)
        card = one.page.locator(".picker", has_text=picker)
        for size in each_size(one.page, SIZES):
            key = card.locator("summary").bounding_box()
            first = card.locator(":is(h3, legend)").first.bounding_box()
            assert key
            assert first
            assert key["y"] + key["height"] + 4 <= first["y"], "a gap"
            rows = card.locator(".profile").evaluate_all(
                "all => all.map(one => [new Set([...one.children].map(a => a.offsetTop)).size, one.children.length,"
                " one.scrollWidth <= one.clientWidth])"
            )
            assert rows, size
            assert all(row == [1, 11, True] for row in rows), size


def test_a_refused_general_is_told_under_the_key_that_was_tapped(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app)
    battle.muster("a", "yari-ashigaru")
    one = at(battle, hands())
    one.page.set_viewport_size({"width": 320, "height": 640})
    one.unfold("Add a character")
    one.tap(one.page.locator("#pick-hero label", has_text="Yari Ashigaru"))
    key = one.page.locator("button[name=character][value=busho-buke]")
    key.evaluate("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    before = key.bounding_box()
    one.phone.forgive("422", "Response Status Error")
    one.tap(key)
    told = one.page.locator("li:has(> button[value=busho-buke]) > .refused")
    expect(told).to_have_text("The general never stands in a Heinin unit like Yari Ashigaru.")
    expect(told).to_be_in_viewport(ratio=1)
    assert key.bounding_box() == before
    expect(one.page.locator("#pick-hero input[name=piece][value=a1]"), "what was chosen stays").to_be_checked()
    one.tap(one.page.locator("#pick-hero label", has_text="alone"))
    one.tap(key)
    expect(told).to_have_count(0)
    assert len(list(battle.state.of("a"))) == 2


def test_the_kinds_of_somebody_written_down_have_the_width_of_his_line(app: Flask, scout: Hands) -> None:
    """Beside the key that dismisses him each took three lines."""
    battle = Battle(app)
    battle.act("a", "side", path="buke")
    battle.muster("a", "katana-samurai")
    battle.act("a", "outfit", hero=battle.enlist("a", "shinobi"), kind="denuki")
    battle.give(scout.phone, "a")
    scout.page.set_viewport_size({"width": 320, "height": 640})
    scout.open(battle.path)
    chip = scout.page.locator(".kind .chip-face", has_text="Denuki")
    assert chip.evaluate(LINES) < 3
    kinds, line = scout.page.locator(".kind").bounding_box(), scout.page.locator(".unit:has(> .kind)").bounding_box()
    assert kinds
    assert line
    assert kinds["width"] > 0.85 * line["width"]


def test_a_crest_and_a_clan_that_were_not_taken_go_along_with_ready(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = Battle(app)
    battle.muster("a", "yumi-samurai")
    one = at(battle, hands())
    one.tap(one.page.locator("#crest > summary"))
    one.tap(one.page.locator("#crest .chip", has=one.page.locator("[value=ume]")))
    one.enter("clan", "Sanada")
    one.press("Ready")
    one.told("You are ready. Waiting for the other side.")
    side = battle.state.sides["a"]
    assert (side.ready, side.mon, side.clan) == (True, "ume", "Sanada")
