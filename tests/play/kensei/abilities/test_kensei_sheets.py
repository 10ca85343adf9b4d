"""A side's sheet: what each ability is, when to think of it, and what it takes (3:4:6, 12:5, 12:6; K30, K49)."""

from __future__ import annotations

import pytest

from companion.play.kensei.board import SheetLine, general_sheet, sheet
from tests.play.kensei.field import Field


def lines(unit: str, **setup: str) -> dict[str, SheetLine]:
    field = Field(**setup)
    field.unit("a", unit, 8)
    return {line.ability.name: line for line in sheet(field.state, next(iter(field.state.of("a"))), "a")}


@pytest.mark.parametrize(("setting", "price"), [("printed", 0), ("one", 1)])
def test_an_ability_without_a_printed_price_costs_what_the_table_says(setting: str, price: int) -> None:
    assert lines("no-dachi-samurai", ability_cost=setting)["Banzai"].price == 1
    assert lines("yari-samurai", ability_cost=setting)["Forest of Spears"].price == price


def test_what_is_used_once_says_so() -> None:
    assert lines("no-dachi-samurai")["Banzai"].ability.once_per_battle
    assert not lines("yari-samurai")["Forest of Spears"].ability.once_per_battle


def test_a_generals_ability_costs_points() -> None:
    field = Field()
    field.act("a", "side", path="sohei")
    field.unit("a", "naginata-sohei", 8)
    field.hero("a", "taisho-sohei")
    field.act("a", "ability", ability="divine-wind", on=True)
    (line,) = general_sheet(field.state, "a")
    assert line.taisho
    assert line.price == int(field.state.settings.taisho_ability_cost)
