"""Who enters a unit, leaves one, and breaks away (4:3:4, 4:3:8; K40, K67)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.content import catalog
from companion.rules.kensei.orders.characters import Newcomer, Ranks, may_enter, may_quit, reaches

UNITS, CHARACTERS = catalog().units, catalog().characters
SWORDS = Ranks(UNITS["katana-samurai"], 8)
BUSHO = Newcomer(CHARACTERS["busho-buke"])


@pytest.mark.parametrize(
    ("who", "unit", "rule"),
    [
        (BUSHO, SWORDS, ""),
        (replace(BUSHO, mounted=True), SWORDS, "4:3:4"),
        (replace(BUSHO, mounted=True), Ranks(UNITS["kiba-musha"], 4), ""),
        (BUSHO, replace(SWORDS, inside=(CHARACTERS["daisho-samurai"],)), "4:3:4"),
        (BUSHO, replace(SWORDS, inside=(CHARACTERS["geisha"],)), ""),
        *((Newcomer(CHARACTERS[loner]), SWORDS, "5:1:10") for loner in ("spy", "shinobi", "kensei")),
        (replace(BUSHO, is_general=True), Ranks(UNITS["yari-ashigaru"], 8), "4:3:4"),
        (BUSHO, replace(SWORDS, fleeing=True), "8:3:5"),
        (replace(BUSHO, engaged=True), SWORDS, "4:3:8"),
        (BUSHO, replace(SWORDS, enemies=frozenset({"b1"})), "4:3:8"),
        (replace(BUSHO, charged=frozenset({"b2"})), replace(SWORDS, enemies=frozenset({"b1"})), "4:3:8"),
        (replace(BUSHO, charged=frozenset({"b1"})), replace(SWORDS, enemies=frozenset({"b1", "b2"})), ""),
        (replace(BUSHO, charged=frozenset({"b1"})), SWORDS, "4:3:8"),
        (BUSHO, replace(SWORDS, miniatures=30), "3:4:1"),
    ],
)
def test_who_enters_a_unit(who: Newcomer, unit: Ranks, rule: str) -> None:
    found = may_enter(who, unit)
    assert (found.rule if found is not None else "") == rule


def test_who_leaves_a_unit() -> None:
    assert may_quit("Busho", "Katana Samurai", engaged=False, fleeing=False) is None
    fights = may_quit("Busho", "Katana Samurai", engaged=True, fleeing=False)
    runs = may_quit("Busho", "Katana Samurai", engaged=True, fleeing=True)
    assert fights is not None
    assert "breaking away" in str(fights)
    assert runs is not None
    assert runs.rule == "8:3:5"


def test_who_follows_reaches_with_as_many_centimeters() -> None:
    assert reaches(12, 12)
    assert not reaches(12, 11)
