"""Abilities that go with a charge: what they do to its dice, and what comes first (9:5:3, 12:5; K71 to K74)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.charging import charge_rules
from tests.play.kensei.abilities.combats import lasts, row_of, throw
from tests.play.kensei.field import Field, fielded


def opened(army: str) -> Field:
    return fielded(army, "katana-samurai", battle="pitched")


def charge_with(field: Field, ability: str, die: int) -> None:
    field.act("a", "order", piece="a1", do="ability", ability=ability)
    field.act("a", "announce", piece="a1", do="charge", pace="none", target="b1")
    throw(field, f"t1.{ability}.a1.ki", die)
    field.act("b", "react", step="t1.charge.a1>b1.react", what="withstand")


def test_banzai_charges_with_two_dice_and_a_failure_leaves_an_ordinary_charge() -> None:
    for die, dice in ((4, 2), (5, 1)):
        field = opened("buke: no-dachi-samurai 6")
        charge_with(field, "banzai", die)
        assert charge_rules(field.state, field.state.charges[0]).most_dice == dice
        field.act("a", "charge", charge="t1.charge.a1>b1", left_cm=8)
        throw(field, "t1.charge.a1>b1.dice", *([3, 5] if dice == 2 else [7]))
        assert field.state.charges[0].end == ("reached" if dice == 2 else "short")
        assert "once a battle" in field.refused("a", "announce", piece="a1", do="ability", ability="banzai")


def test_the_strip_of_a_charge_counts_the_banzai_that_is_drafted() -> None:
    field = opened("buke: no-dachi-samurai 6")

    def words() -> set[str]:
        return {str(goal.strip.words) for goal in row_of(field, "a", "a1").goals if goal.strip is not None}

    assert words() == {"reaches at"}
    field.act("a", "order", piece="a1", do="ability", ability="banzai")
    assert words() == {"with Banzai, reaches at"}
    assert {str(g.strip.words) for g in row_of(field, "b", "a1").goals if g.strip is not None} == set()


def test_the_die_of_an_ability_comes_before_its_charge_is_measured() -> None:
    field = opened("buke: no-dachi-samurai 6")
    field.act("a", "order", piece="a1", do="ability", ability="banzai")
    field.act("a", "announce", piece="a1", do="charge", pace="none", target="b1")
    field.act("b", "react", step="t1.charge.a1>b1.react", what="withstand")
    said = field.refused("a", "charge", charge="t1.charge.a1>b1", left_cm=8)
    assert said.startswith("Banzai of No-Dachi Samurai comes first: roll its die.")
    assert KENSEI.view(field.state, "a").orders.charges[0].first is not None
    line = field.act("a", "charge", charge="t1.charge.a1>b1", left_cm=8, anyway=True)
    assert "Anyway: Banzai of No-Dachi Samurai comes first" in line


@pytest.mark.parametrize(
    ("army", "ability"), [("sohei: ikame-bo 2", "revolving-hit"), ("buke: kengo 2", "no-thinking")]
)
def test_what_goes_with_a_charge_lies_on_who_charges_until_the_turn_ends(army: str, ability: str) -> None:
    field = opened(army)
    charge_with(field, ability, 1)
    assert ability in lasts(field, "a1")
    field.act("a", "charge", charge="t1.charge.a1>b1", left_cm=1)
    throw(field, "t1.charge.a1>b1.dice", 9)
    field.next_turn(skip=True)
    assert ability not in lasts(field, "a1")


def test_the_path_is_void_is_a_lone_kenseis() -> None:
    field = fielded("kensei", "katana-samurai 6", battle="pitched")
    field.act("a", "order", piece="ah1", do="ability", ability="path-is-void")
    field.act("a", "announce", piece="ah1", do="charge", pace="run", target="b1")
    assert throw(field, "t1.path-is-void.ah1.ki", 7).endswith("It works.")
    assert "path-is-void" in lasts(field, "ah1")


# ---- Battle Cry, charging


def cry(field: Field, **more: Any) -> str:
    return field.act("a", "use", user="a1", ability="battle-cry", form="charging", **more)


def test_monks_cry_once_their_charge_is_announced_and_frighten_whom_they_charge() -> None:
    field = opened("sohei: naginata-sohei 6")
    for anyway in (False, True):
        said = field.refused("a", "use", user="a1", ability="battle-cry", form="charging", anyway=anyway)
        assert "Announce its charge" in said
    field.act("a", "announce", piece="a1", do="charge", pace="none", target="b1")
    chips = [chip for chip in KENSEI.view(field.state, "a").abilities.free_of("a1") if chip.form == "charging"]
    assert [(chip.against, chip.chance) for chip in chips] == [(None, 0.5)]
    cry(field)
    throw(field, "t1.battle-cry.charging.a1.ki", 5)
    assert "cried-at" in lasts(field, "b1")
    assert "once a battle" in field.refused("a", "use", user="a1", ability="battle-cry", form="charging")


def test_monks_cry_with_a_counter_charge_too() -> None:
    field = opened("sohei: naginata-sohei 6")
    field.act("b", "announce", piece="b1", do="charge", pace="none", target="a1")
    field.act("a", "react", step="t1.charge.b1>a1.react", what="counter")
    cry(field)
    throw(field, "t1.battle-cry.charging.a1.ki", 1)
    assert "cried-at" in lasts(field, "b1")
