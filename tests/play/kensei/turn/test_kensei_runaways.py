"""Who runs away from an earlier turn comes first in the orders of his side, unless an enemy has reached him (K61)."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.turn.test_kensei_taisho import routed, running, throw


def b_first() -> Field:
    """Side B gives its orders first, and has ended them; two units of A ran away in turn 1."""
    field = routed()
    field.act("b", "first", first="b")
    field.act("b", "announce", piece="b2", do="advance")
    field.act("b", "done", turn=2)
    return field


def orders_of(field: Field) -> str:
    return KENSEI.view(field.state, None).acts_now


def test_orders_are_not_over_while_somebody_is_still_to_be_called_back() -> None:
    field = b_first()
    field.act("a", "announce", piece="a3", do="advance")
    field.act("a", "done", turn=2)
    assert orders_of(field) == "a"
    assert str(KENSEI.view(field.state, "b").phase_act) == "Side A gives orders."
    field.act("a", "regroup", piece="a1")
    throw(field, "t2.regroup.a1.die", 1)
    assert orders_of(field) == "a", "the riders still run"
    field.act("a", "run-on")
    assert orders_of(field) == "a", "their dice are in the air"
    assert throw(field, "t2.run-on.a2.flight", 1, 2, 3).endswith("Turn 2: Resolution."), "nobody fights"
    assert orders_of(field) == ""


def test_nobody_is_asked_to_call_back_while_the_other_side_gives_its_orders() -> None:
    field = routed()
    field.act("b", "first", first="b")
    assert running(field) == []
    assert not [due for due in KENSEI.due(field.state) if due.kind == "run-on"]
    field.act("b", "announce", piece="b2", do="advance")
    field.act("b", "done", turn=2)
    assert sorted(running(field)) == ["a1", "a2"]
    assert len([due for due in KENSEI.due(field.state) if due.kind == "run-on"]) == 2


def test_who_was_charged_and_reached_first_fights_and_decides_nothing() -> None:
    field = routed()
    field.act("b", "first", first="b")
    field.act("b", "announce", piece="b1", do="charge", target="a1", pace="run")
    field.act("a", "react", step="t2.charge.b1>a1.react", what="withstand")
    field.act("b", "charge", charge="t2.charge.b1>a1")
    before = field.state
    field.act("b", "done", turn=2)
    assert running(field) == ["a2"]
    field.state = before
    field.act("a", "run-on", free=True)
    assert [roll.piece for roll in field.state.rolls] == ["a2"]
    throw(field, "t2.run-on.a2.flight", 1, 2, 3)
    field.act("b", "announce", piece="b2", do="advance")
    field.act("a", "announce", piece="a3", do="advance")
    field.act("a", "done", turn=2)
    before = field.state
    assert field.act("b", "done", turn=2).endswith("Turn 2: Combat. Katana Samurai 1 and Katana Samurai 2 fight.")
    field.state = before
    field.act("a", "run-on", piece="a1")
    assert [roll.piece for roll in field.state.rolls if not roll.done] == ["a1"], "it may all the same, by hand"


def test_a_side_whose_units_have_no_ac_left_has_nobody_to_order() -> None:
    field = fielded("buke: katana-samurai 8", "buke: katana-samurai 8", battle="pitched")
    field.act("b", "first", first="b")
    field.act("b", "announce", piece="b1", do="advance")
    field.act("b", "done", turn=1)
    assert orders_of(field) == "a"
    field.act("a", "mark", piece="a1", marker="regrouped", on=True)
    assert orders_of(field) == ""
