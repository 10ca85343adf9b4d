"""How often the glass is touched for an attack: four taps and one for each damage die, whatever falls."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.browser.armies import aimed
from tests.browser.hands import Hands, at, seated

MOST_TAPS = 4
"""For attack and defense together; each damage die has one of its own."""


def finish(ana: Hands, dice: int) -> None:
    ana.told(re.compile(rf"^Roll {dice} damage di(e|ce)\. 2 or more wounds\.$"))
    ana.faces(*(6, 7, 5, 2)[:dice])
    ana.reads("unsaved")


@pytest.mark.parametrize(
    ("rows", "saves", "damage_dice"),
    [
        pytest.param((("hits", 4), ("tens", 1)), (("saves", "1+0"), ("tens", 1)), 4, id="10:3, one ten"),
        pytest.param((("hits", 0), ("tens", 3)), (("few", "0+1+0"),), 2, id="only marked dice"),
        pytest.param((("hits", 0), ("tens", 1)), (("lone", "0+0+1"),), 1, id="a lone marked die"),
    ],
)
def test_an_attack_of_ten_dice(
    app: Flask,
    hands: Callable[[], Hands],
    record_property: Callable[[str, object], None],
    rows: tuple[tuple[str, int], ...],
    saves: tuple[tuple[str, str | int], ...],
    damage_dice: int,
) -> None:
    ana, ben = seated(aimed(app), hands)
    ana.told("Roll 10 dice. 5 or more hits.")
    counts = [one.count() for one in (ana, ben)]
    for row, count in rows:
        ana.bin(row, count)
    ben.page.locator("[data-mine=yes]").wait_for()
    for row, count in saves:
        ben.bin(row, count)
    finish(ana, damage_dice)
    for one in (ana, ben):
        one.reads("unsaved")
    touches = sum(count()[0] for count in counts)
    assert touches <= MOST_TAPS + damage_dice
    assert [count()[1] for count in counts] == [0, 0], "no key of a keyboard"
    record_property("taps", touches)
    print(f"{touches} taps, {damage_dice} of them for damage dice")


def test_a_bin_too_much_is_refused_and_nothing_is_lost(app: Flask, scout: Hands) -> None:
    """Each row names its faces, the last bin fills itself, and impossible keys cannot be tapped."""
    ana = at(aimed(app), scout)
    ranges = {row: ana.page.locator(f"[data-row={row}] .range").inner_text() for row in ("misses", "hits", "tens")}
    assert ranges == {"misses": "1–4", "hits": "5–9", "tens": "Ø"}
    ana.bin("hits", 7)
    assert ana.key("tens", 4).is_disabled()
    assert ana.key("misses", 4).is_disabled()
    assert ana.key("tens", 3).is_enabled()
    ana.bin("hits", 6)
    assert ana.pressed("hits") == "6"
    ana.bin("misses", 4)
    ana.told("Yari Ashigaru save against 6 hits.")
