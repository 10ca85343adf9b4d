"""Points and winners of the three types of battle (7:1:1; K32, K84, K92)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.kensei.victory import ArmyAtEnd, Battle, CharacterAtEnd, UnitAtEnd, victory
from tests.strategies import catalog


def unit(id_: str, at_start: int, left: int, **known: Any) -> UnitAtEnd:
    return UnitAtEnd(catalog().units[id_], at_start, left, **known)


def character(id_: str, **known: Any) -> CharacterAtEnd:
    return CharacterAtEnd(catalog().characters[id_], **known)


def lost(*pieces: UnitAtEnd | CharacterAtEnd) -> ArmyAtEnd:
    """An army that lost these and has samurai left."""
    return ArmyAtEnd(
        (unit("katana-samurai", 10, 10), *(one for one in pieces if isinstance(one, UnitAtEnd))),
        (character("spy"), *(one for one in pieces if isinstance(one, CharacterAtEnd))),
    )


NOTHING = lost()
HEADS = {
    "daimyo-buke": 9, "taisho-kuge": 9, "busho-sohei": 6, "daisho-samurai": 3, "daisho-ashigaru": 2, "kensei": 6,
}  # fmt: skip


@pytest.mark.parametrize(
    ("battle", "piece", "points"),
    [
        ("pitched", unit("yari-ashigaru", 10, 0), 150),
        ("pitched", unit("yari-ashigaru", 10, 0, standard_bearer=True), 175),
        ("pitched", unit("yari-ashigaru", 10, 4, off_table=True), 150),
        ("pitched", unit("yari-ashigaru", 10, 1), 0),
        ("pitched", character("taisho-buke", slain=True), 250),
        ("pitched", character("taisho-buke", slain=True, mounted=True, general=True), 300),
        ("pitched", character("taisho-buke"), 0),
        ("head-hunt", unit("yari-ashigaru", 10, 4), 6),
        ("head-hunt", unit("kiba-musha", 5, 2), 6),
        ("head-hunt", unit("ninjas", 4, 2), 6),
        ("head-hunt", unit("ama-kihei", 4, 2, off_table=True), 8),
        ("head-hunt", unit("yari-ashigaru", 10, 10), 0),
        ("head-hunt", character("busho-buke", slain=True, general=True, mounted=True), 9),
        *(("head-hunt", character(id_, slain=True), points) for id_, points in HEADS.items()),
        ("assassination", unit("yari-ashigaru", 10, 0), 0),
        ("assassination", character("busho-buke", slain=True), 0),
    ],
)
def test_points(battle: Battle, piece: UnitAtEnd | CharacterAtEnd, points: int) -> None:
    found = victory(battle, 6, NOTHING, lost(piece))
    assert (found.points("a"), found.points("b")) == (points, 0)
    assert [one.points for one in found.why["a"]] == ([points] if points else [])
    other = victory(battle, 6, lost(piece), NOTHING)
    assert (other.points("a"), other.points("b")) == (0, points)


ASHIGARU = unit("yari-ashigaru", 10, 0)
GENERAL, FALLEN = character("busho-buke", general=True), character("busho-buke", general=True, slain=True)
GONE = ArmyAtEnd((unit("yari-ashigaru", 10, 0),), (character("spy", slain=True),))
HEADLESS = ArmyAtEnd((unit("katana-samurai", 10, 10),), (character("spy", slain=True),))


@pytest.mark.parametrize(
    ("battle", "turn", "a", "b", "winner"),
    [
        ("pitched", 5, NOTHING, lost(ASHIGARU), None),
        ("pitched", 6, NOTHING, lost(ASHIGARU), "a"),
        ("pitched", 9, lost(ASHIGARU), NOTHING, "b"),
        ("pitched", 6, lost(ASHIGARU), lost(ASHIGARU), "draw"),
        ("pitched", 2, NOTHING, GONE, "a"),
        ("pitched", 2, GONE, GONE, "draw"),
        ("pitched", 2, lost(character("daimyo-buke", slain=True)), GONE, "b"),
        ("pitched", 2, lost(FALLEN), lost(GENERAL), None),
        ("assassination", 6, lost(GENERAL), lost(ASHIGARU, GENERAL), None),
        ("assassination", 1, lost(GENERAL), lost(FALLEN), "a"),
        ("assassination", 1, lost(FALLEN), lost(GENERAL), "b"),
        ("assassination", 1, lost(FALLEN), lost(FALLEN), "draw"),
        ("head-hunt", 5, NOTHING, lost(ASHIGARU), None),
        ("head-hunt", 6, NOTHING, lost(ASHIGARU), "a"),
        ("head-hunt", 2, lost(ASHIGARU, GENERAL), HEADLESS, "a"),
        ("head-hunt", 2, HEADLESS, HEADLESS, "draw"),
        ("head-hunt", 2, NOTHING, replace(NOTHING, characters=()), None),
        ("head-hunt", 2, NOTHING, replace(GONE, characters=()), "a"),
    ],
)
def test_winners(battle: Battle, turn: int, a: ArmyAtEnd, b: ArmyAtEnd, winner: str | None) -> None:
    assert victory(battle, turn, a, b).winner == winner


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (unit("yari-ashigaru", 10, 0), "Yari Ashigaru destroyed"),
        (unit("yari-ashigaru", 10, 4, off_table=True), "Yari Ashigaru went off the table"),
        (unit("yari-ashigaru", 10, 0, display_name="Yari Ashigaru 2"), "Yari Ashigaru 2 destroyed"),
        (character("spy", slain=True), "Spy slain"),
        (character("busho-buke", slain=True, display_name="Busho (Red Spears)"), "Busho (Red Spears) slain"),
    ],
)
def test_points_say_what_they_are_for(piece: UnitAtEnd | CharacterAtEnd, why: str) -> None:
    found = victory("pitched", 6, NOTHING, lost(piece))
    assert [str(one.reason) for one in found.why["a"]] == [why]
