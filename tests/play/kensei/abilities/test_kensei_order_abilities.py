"""Abilities that are given with a unit's orders (9:4:3, 12:5, 12:6:3)."""

from __future__ import annotations

from companion.play.kensei.orders.chips import OrderChip
from companion.play.kensei.turn import taisho
from tests.play.kensei.abilities.combats import lasts, row_of, throw
from tests.play.kensei.field import Field, fielded


def chips(field: Field, piece: str) -> dict[str, OrderChip]:
    return {chip.ability: chip for chip in row_of(field, field.piece(piece).seat, piece).chips if chip.ability}


def test_two_swords_is_drafted_rolled_and_counts_this_turn() -> None:
    field = fielded("buke: kengo 2", "katana-samurai 8", battle="pitched")
    chip = chips(field, "a1")["two-swords"]
    assert (chip.ac, chip.chance, chip.against) == (1, 0.5, None)
    field.act("a", "order", piece="a1", do="ability", ability="two-swords")
    assert chips(field, "a1")["two-swords"].on
    assert field.act("a", "announce") == "Kengo: Two Swords."
    step = "t1.two-swords.a1.ki"
    assert [ask.id for ask in field.state.asks if ask.kind == "ki"] == [step]
    assert throw(field, step, 5) == "Two Swords, Kengo: 5 against KI 5. It works."
    assert "two-swords" in lasts(field, "a1")
    field.next_turn()
    assert "two-swords" not in lasts(field, "a1")
    assert "once a battle" in str(chips(field, "a1")["two-swords"].against)


def test_an_ability_that_goes_with_a_charge_is_drafted_before_its_target_is_tapped() -> None:
    field = fielded("buke: kengo 2", "katana-samurai 8", battle="pitched")
    assert chips(field, "a1")["no-thinking"].against is None
    field.act("a", "order", piece="a1", do="ability", ability="no-thinking")
    field.act("a", "announce", piece="a1", do="charge", pace="run", target="b1")
    throw(field, "t1.no-thinking.a1.ki", 2)
    assert "no-thinking" in lasts(field, "a1")


def test_a_failed_roll_spends_the_price_and_the_once_or_is_kept_where_the_table_says_so() -> None:
    for setting, left, again in (("spent", 2, False), ("kept", 3, True)):
        field = fielded("kengo 2", "katana-samurai 8", battle="pitched", failed_ability=setting)
        field.act("a", "announce", piece="a1", do="ability", ability="two-swords")
        assert throw(field, "t1.two-swords.a1.ki", 9) == "Two Swords, Kengo: 9 against KI 5. It fails."
        assert row_of(field, "a", "a1").left == left
        field.next_turn()
        assert (chips(field, "a1")["two-swords"].against is None) is again


def test_a_generals_ability_costs_points_and_lies_on_his_side() -> None:
    field = Field(battle="pitched")
    field.act("a", "side", path="buke")
    field.unit("a", "katana-samurai", 8)
    hero = field.hero("a", "taisho-buke")
    field.act("a", "ability", ability="bushido-law", on=True)
    field.unit("b", "katana-samurai", 8)
    field.begin()
    assert field.act("a", "use", user=hero, ability="bushido-law", taisho=True).endswith("used Bushido Law.")
    throw(field, "t1.bushido-law.taisho.ki", 3)
    assert "bushido-law" in lasts(field, "a1")
    assert "bushido-law" not in lasts(field, "b1")
    assert "once a battle" in field.refused("a", "use", user=hero, ability="bushido-law", taisho=True)
    assert taisho.left(field.state, "a") == 1
