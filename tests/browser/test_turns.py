"""Turns on two phones, each line of a session by its key: how many taps they take, and that they come to the same. How
often the baton changes hands is told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from bench.sessions import Entry, read
from tests.browser.armies import Battle, aimed
from tests.browser.hands import Hands, at, seated
from tests.browser.sitting import put
from tests.browser.touched import Players
from tests.playthroughs.runner import entries

TURNS = Path(__file__).parent / "turns"
"""The reference turn and the hard turn of the golden sessions, in the order of the fewest taps."""
MOST_TAPS = {"reference_turn": 64, "hard_turn": 117}
"""On both phones together in turn 2, besides one for each damage die."""
COMMAND = (("a", "roll", {"step": "t1.command.a", "faces": "7"}), ("b", "roll", {"step": "t1.command.b", "faces": "4"}))
ALL_MARCH = [
    *COMMAND,
    ("a", "first", {"first": "a"}),
    *((seat, act, form) for seat in "ab" for act, form in (("alike", {}), ("done", {"turn": "1"}))),
]
"""A turn in which nobody meets, but for the tap that opens the next."""
STRUCK = {
    "10:3, one ten": ("9,9,9,9,0,1,1,1,1,1", "1,9,9,9,0", "6,7,5,2"),
    "only marked dice": ("0,0,0,1,1,1,1,1,1,1", "1,9,9", "6,7"),
    "a lone marked die": ("0,1,1,1,1,1,1,1,1,1", "0", "6"),
}
"""What falls in an attack of ten dice on ten."""
AN_ATTACK = 4
"""Taps for attack and defense together, whatever falls."""
CHARGES = (("a1", "b1"), ("a4", "b3"), ("a6", "b2"))
"""Who charges whom in the reference turn."""


def reference(app: Flask, turn: int = 2, session: str = "reference_turn") -> Battle:
    """Both armies of a session before this turn; in the reference turn nobody is engaged, all is loaded."""
    battle = Battle(app, battle="pitched")
    played = entries((TURNS / f"{session}.play").read_text())
    state = next(before for _, before, _, _ in played if before.begun and before.turn == turn)
    put(battle.tables, battle.id, replace(state, odds_shown=True))
    return battle


@pytest.mark.parametrize("session", MOST_TAPS)
def test_a_turn_by_touch(
    app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None], session: str
) -> None:
    battle = reference(app, 2, session)
    players = Players(battle, dict(zip("ab", seated(battle, hands), strict=True)))
    lines = read(TURNS / f"{session}.play").entries
    first = next(entry for entry in lines if entry.form.get("step") == "t2.command.a")
    for entry in lines[lines.index(first) :]:
        players.enter(entry)
    taps = players.taps
    record_property("taps", taps)
    record_property("batons", players.changes)
    print(f"{taps} taps besides those for damage dice; the baton changed hands {players.changes} times")
    assert battle.state.pieces == entries((TURNS / f"{session}.play").read_text())[-1][3].pieces
    assert battle.state.turn == 3
    assert taps <= MOST_TAPS[session]


def test_a_turn_in_which_all_march_takes_few_taps(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = reference(app, 1)
    players = Players(battle, dict(zip("ab", seated(battle, hands), strict=True)))
    for seat, act, form in ALL_MARCH:
        players.enter(Entry(seat, seat, act, form))
    assert {piece.facts.moved for piece in battle.state.pieces} == {"march"}
    players.enter(Entry("a", "a", "leave", {"turn": "1", "phase": "resolution"}))
    assert battle.state.turn == 2
    assert players.taps <= 8


@pytest.mark.parametrize("fell", STRUCK)
def test_an_attack_of_ten_dice(app: Flask, hands: Callable[[], Hands], fell: str) -> None:
    battle = aimed(app)
    players = Players(battle, dict(zip("ab", seated(battle, hands), strict=True)))
    for seat, roll, faces in zip("aba", ("at", "df", "damage"), STRUCK[fell], strict=True):
        players.enter(Entry(seat, seat, "roll", {"step": f"t1.a1>b1.melee.{roll}", "faces": faces}))
    for one in players.hands.values():
        one.reads("unsaved")
    assert players.taps <= AN_ATTACK


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
