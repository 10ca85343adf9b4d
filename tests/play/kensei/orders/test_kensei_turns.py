"""Turns beyond those an advance has for nothing, for 1 AC each (9:2:2)."""

from __future__ import annotations

from companion.play.kensei.orders.view import orders_view
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.test_kensei_announcing import row


def riders() -> Field:
    field = fielded("buke: kiba-musha 4", "yari-ashigaru 8", battle="pitched")
    field.act("a", "first", first="a")
    return field


def test_an_extra_turn_goes_with_an_advance_and_costs_one_ac() -> None:
    field = riders()
    assert "while advancing" in field.refused("a", "order", piece="a1", do="turn")
    field.act("a", "order", piece="a1", do="advance")
    field.act("a", "order", piece="a1", do="turn")
    assert field.act("a", "announce") == "Kiba Musha: march, extra turn."
    shown = row(field, "a", "a1")
    assert shown.left == shown.have - 2
    assert [plan.piece for plan in orders_view(field.state, "a").moving] == ["a1"]
    field.act("a", "moved")
    assert field.piece("a1").facts.moved == "march"


def test_a_charge_after_an_advance_with_a_turn_is_still_only_its_keys() -> None:
    field = riders()
    field.act("a", "order", piece="a1", do="advance", pace="run")
    field.act("a", "order", piece="a1", do="turn")
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1", anyway="true")
    assert [step.do for step in field.state.plans[0].steps] == ["turn", "advance", "charge"]
    shown = orders_view(field.state, "a")
    assert (len(shown.charges), shown.following, shown.moving) == (1, (), ())
