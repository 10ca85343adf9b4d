"""An army is made tap by tap: what is added moves nothing that is being tapped, and is confirmed there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle
from tests.browser.hands import Hands


@pytest.mark.parametrize("width", [390, 320])
def test_the_picker_stands_still_while_units_are_added(app: Flask, hands: Callable[[], Hands], width: int) -> None:
    battle = Battle(app)
    one = hands()
    one.page.set_viewport_size({"width": width, "height": 844 if width == 390 else 640})
    battle.give(one.phone, "a")
    one.open(battle.path)
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
