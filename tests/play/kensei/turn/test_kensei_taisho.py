"""Taisho orders: who is called back or runs on, and comes first; strategic orders, Commandment Points
(8:2, 8:3, 11:4:3, 11:4:4; K61)."""

from __future__ import annotations

import pytest

from companion.play.kensei.after.owing import owe
from companion.rules.kensei.after.honor import KI_CAUSES
from tests.play.kensei.abilities.combats import throw
from tests.play.kensei.field import Field, fielded, honor_of, taisho_of
from tests.play.kensei.turn.test_kensei_victory import slay


@pytest.fixture
def rout() -> Field:
    """Turn 2: the swordsmen of a Taisho with a Bushi in them, and his riders, ran away in turn 1."""
    return routed()


def routed() -> Field:
    field = fielded(
        "buke: katana-samurai 8 + daisho-samurai, taisho-buke, kiba-musha 4, yari-ashigaru 8",
        "kuge: katana-samurai 8 + daisho-samurai, ninjas 4",
        battle="pitched",
    )
    for piece in ("a1", "a2"):
        field.act("a", "mark", piece=piece, marker="fleeing", on=True)
    field.next_turn()
    return field


def running(field: Field) -> list[str]:
    return [one.piece for one in taisho_of(field).running]


def test_a_unit_called_back_costs_a_point_and_two_ac(rout: Field) -> None:
    assert running(rout) == ["a1", "a2"]
    assert (taisho_of(rout).points.value, taisho_of(rout).left) == (3, 3)
    rout.act("a", "regroup", piece="a1")
    assert running(rout) == ["a2"], "its die is in the air"
    step = "t2.regroup.a1.die"
    assert str(rout.due()[0].sentence) == "Regroup Katana Samurai 1: 1 die, 5 or less."
    assert throw(rout, step, 1) == "Katana Samurai 1 regrouped: 1 against 5. That cost 2 AC."
    assert rout.markers("a1") == {"regrouped"}
    assert taisho_of(rout).left == 2
    assert running(rout) == ["a2"]
    rout.act("a", "mark", piece="a1", marker="regroup", on=True)
    assert running(rout) == ["a1", "a2"], "it runs again: what was thrown is past"


def test_the_bushi_in_it_counts_and_a_commander_may_be_named(rout: Field) -> None:
    rout.act("a", "regroup", piece="a1")
    assert [str(m.reason) for m in honor_of(rout).target.modifiers] == ["Daisho Samurai in the unit"]
    rout.act("a", "answer", step="t2.regroup.a1.die", field="commander", value="ah2")
    view = honor_of(rout)
    assert [m.value for m in view.target.modifiers] == [3]
    assert (view.regroups, view.step) == (True, "die")


def test_two_tries_and_then_it_runs_at_once(rout: Field) -> None:
    rout.act("a", "regroup", piece="a1")
    assert throw(rout, "t2.regroup.a1.die", 0) == "Katana Samurai 1 did not regroup: 10 against 5."
    assert taisho_of(rout).called_back == {"a1": 1}
    assert rout.due()[0].step == "t2.regroup.a1.flight"
    rout.act("a", "regroup", piece="a1")
    throw(rout, "t2.regroup.a1/2.die", 9)
    assert (taisho_of(rout).left, taisho_of(rout).called_back) == (1, {})
    assert "as often as a turn allows" in rout.refused("a", "regroup", piece="a1")
    assert rout.markers("a1") == {"regroup"}
    assert throw(rout, "t2.regroup.a1/2.flight", 4, 6) == "Katana Samurai 1 fled 10 cm."
    assert rout.markers("a1") == {"fleeing"}, "the marker is turned back"
    assert "regrouped from the next turn on" in rout.refused("a", "regroup", piece="a1")


def test_all_who_are_not_called_back_run_on_with_one_tap_before_the_phase_is_left(rout: Field) -> None:
    owed = next(due for due in rout.due() if due.kind == "run-on")
    assert str(owed.sentence) == "Regroup Katana Samurai 1, or let the flight go on."
    assert rout.refused("a", "leave", turn=2, phase="orders") == (
        "Still to be regrouped, or to flee again: Katana Samurai 1, Kiba Musha. Choose, or end the phase anyway."
    )
    fresh = rout.state
    rout.act("a", "run-on", piece="a1")
    rout.act("a", "put-off", step="t2.run-on.a1.flight")
    assert running(rout) == ["a1", "a2"], "no die had fallen"
    rout.state = fresh
    rout.act("a", "run-on")
    assert [a.id for a in rout.state.asks if a.kind == "flight"] == ["t2.run-on.a1.flight", "t2.run-on.a2.flight"]
    assert "an honor roll is being made" in rout.refused("a", "leave", turn=2, phase="orders", skip=True).lower()
    assert throw(rout, "t2.run-on.a2.flight", 1, 2, 3) == "Kiba Musha fled 6 cm."
    throw(rout, "t2.run-on.a1.flight", 1, 2)
    assert rout.markers("a1") == rout.markers("a2") == {"fleeing"}
    assert "None of your units" in rout.refused("a", "run-on")
    rout.leave(3)
    assert running(rout) == ["a1", "a2"]


def test_what_the_book_has_against_it_can_be_overruled(rout: Field) -> None:
    slay(rout, "ah2", "ah2")
    assert taisho_of(rout).points.value == 0
    assert "Without a general" in str(taisho_of(rout).running[0].against)
    assert "Without a general" in rout.refused("a", "regroup", piece="a1")
    said = rout.act("a", "regroup", piece="a1", anyway=True)
    assert said == "Against the rules: Without a general no unit can be regrouped: this one flees again."
    assert throw(rout, "t2.regroup.a1.die", 1).startswith("Katana Samurai 1 regrouped")


def test_points_grow_on_a_hill_and_are_not_saved(rout: Field) -> None:
    rout.act("a", "mark", piece="ah2", marker="hill", on=True)
    assert taisho_of(rout).points.value == 5
    rout.act("a", "regroup", piece="a1")
    throw(rout, "t2.regroup.a1.die", 1)
    assert taisho_of(rout).left == 4
    rout.leave(skip=True)
    rout.leave(2)
    assert taisho_of(rout).left == 5


def test_a_strategic_order_is_a_die_against_the_generals_ki(rout: Field) -> None:
    assert [unit for unit, _ in taisho_of(rout).led] == ["a1", "ah2"]
    rout.act("a", "strategic", piece="a1", target="b2")
    assert taisho_of(rout).left == 0
    ki = taisho_of(rout).ki.value
    step = taisho_of(rout).step
    assert step == "t2.a1>b2.strategic.ki"
    said = throw(rout, step, ki)
    assert (
        said == f"Strategic order: {ki} against KI {ki}. "
        "Katana Samurai 1 may charge or shoot at Ninjas without line of sight."
    )
    assert taisho_of(rout).orders == (("Katana Samurai 1", "Ninjas", True),)
    assert "0 are left" in rout.refused("a", "strategic", piece="a1", target="b1")
    rout.act("a", "strategic", piece="a1", target="b1", anyway=True)
    said = rout.act("a", "pad", step="t2.a1>b1.strategic.ki", die=0, face=10)
    assert said == f"Strategic order failed: 10 against KI {ki}. Katana Samurai 1 lost 1 AC."


def test_a_strategic_order_needs_a_bushi_and_an_enemy_and_only_who_runs_is_called_back(rout: Field) -> None:
    for act, form, why in (
        ("strategic", {"piece": "a3", "target": "b1"}, "needs a Bushi"),
        ("strategic", {"piece": "a1", "target": "a2"}, "names an enemy"),
        ("strategic", {"piece": "b1", "target": "a2"}, "no such unit"),
        ("regroup", {"piece": "a3"}, "cannot be regrouped"),
        ("regroup", {"piece": "b1"}, "no such unit"),
    ):
        assert why in rout.refused("a", act, **form)
    rout.act("a", "mark", piece="a3", marker="regroup", on=True)
    told = {one.piece: str(one.beware or "") for one in taisho_of(rout).running}
    assert told == {"a1": "", "a2": "", "a3": "Heinin (peasants) regroup only more than 20 cm from every enemy."}


def test_its_die_falls_away_with_the_orders_and_who_owes_another_roll_is_called_back_all_the_same(rout: Field) -> None:
    fresh = rout.state
    rout.state = owe(fresh, "a2", "t2.b1>a2.shot", *KI_CAUSES)
    rout.act("a", "honor", piece="a2", owed="t2.b1>a2.shot.ki.a2")
    assert running(rout) == ["a1", "a2"]
    rout.state = fresh
    rout.act("a", "strategic", piece="a1", target="b2")
    rout.leave(skip=True)
    assert rout.state.asks == ()
    for act, form in (("strategic", {"target": "b2"}), ("regroup", {})):
        assert "given in the orders phase" in rout.refused("a", act, piece="a1", **form)


def test_off_the_table_is_destroyed_with_everybody_in_it_and_who_does_not_run_stops_at_the_edge(rout: Field) -> None:
    """11:4:4."""
    rout.act("a", "run-on", piece="a1")
    throw(rout, "t2.run-on.a1.flight", 9, 9)
    assert [piece.id for piece in rout.view("a").edge] == ["a1"]
    said = rout.act("a", "off-table", piece="a1")
    assert said == "Katana Samurai 1 left the table: counted as destroyed."
    gone = rout.piece("a1")
    assert (gone.standing, gone.off_table, gone.miniatures, gone.heroes[0].alive) == (False, True, 0, False)
    assert rout.view("a").edge == ()
    (flight,) = rout.view("a").flights
    assert str(flight.sentences[-1]) == said, "the key of the panel ends the flight too"
    assert "Nothing of that unit is left" in rout.refused("b", "off-table", piece="a1")
    assert rout.refused("a", "off-table", piece="a3") == (
        "Only units in flight leave the table: Yari Ashigaru must stop at the edge. "
        "Mark the flight first, or correct by hand."
    )
    assert rout.off_table("a3").endswith("counted as destroyed.")


def test_who_runs_is_called_back_in_the_orders_of_his_own_side_which_are_not_over_before() -> None:
    field = routed()
    field.act("b", "first", first="b")
    assert running(field) == []
    assert not [due for due in field.due() if due.kind == "run-on"], "the other side gives its orders"
    field.act("b", "announce", piece="b2", do="advance")
    field.act("b", "done", turn=2)
    assert sorted(running(field)) == ["a1", "a2"]
    assert len([due for due in field.due() if due.kind == "run-on"]) == 2
    field.act("a", "announce", piece="a3", do="advance")
    field.act("a", "done", turn=2)
    assert field.view(None).acts_now == "a"
    assert str(field.view("b").phase_act) == "Side A gives orders."
    field.act("a", "regroup", piece="a1")
    throw(field, "t2.regroup.a1.die", 1)
    assert field.view(None).acts_now == "a", "the riders still run"
    field.act("a", "run-on")
    assert field.view(None).acts_now == "a", "their dice are in the air"
    assert throw(field, "t2.run-on.a2.flight", 1, 2, 3).endswith("Turn 2: Resolution."), "nobody fights"
    assert field.view(None).acts_now == ""


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
