"""Less than 5 cm from an enemy at the start of the orders: a charge, or a run of twice the MV (11:4:1, K54, K91)."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field
from tests.play.kensei.orders.test_kensei_announcing import lines, row, seen
from tests.play.kensei.orders.test_kensei_charges import CHARGE, answered

OWES = "Katana Samurai, less than 5 cm from an enemy, must charge or run 20 cm."


def too_near() -> Field:
    """Swordsmen of whom it is said that they stand under 5 cm of an enemy."""
    field = lines()
    field.act("a", "near", piece="a1")
    return field


def said(field: Field) -> list[str]:
    return [str(one.sentence) for one in seen(field, "a").near]


def open_still(field: Field) -> list[str]:
    return [str(one.reason) for one in KENSEI.view(field.state, "a").still_open]


def test_who_is_too_near_owes_a_charge_and_announcing_it_pays() -> None:
    field = too_near()
    assert said(field) == [OWES]
    assert open_still(field) == [
        "Less than 5 cm from an enemy and without a charge: Katana Samurai. Let them charge, or end the phase anyway."
    ]
    assert "Less than 5 cm" in field.refused("a", "leave", turn=1, phase="orders")
    field.act("a", "announce", piece="a1", goal="charge+march+", target="b1")
    assert said(field) == []
    assert not any("Less than 5 cm" in one for one in open_still(field))


def test_who_fell_short_stands_5_cm_away_and_owes_nothing() -> None:
    field = answered("withstand")
    field.act("a", "charge", charge=CHARGE, left_cm=9)
    field.act("a", "roll", step=f"{CHARGE}.dice", faces=[4])
    field.next_turn(skip=True)
    field.act("a", "first", first="a")
    assert said(field) == []


def test_without_a_charge_it_runs_twice_its_mv_with_one_tap_and_the_edge_is_asked() -> None:
    field = too_near()
    told = field.act("a", "run-near", piece="a1")
    assert told == "Katana Samurai flee 20 cm: straight away from the nearest enemy."
    assert "fleeing" in field.markers("a1")
    assert field.refused("a", "run-near", piece="a1").startswith("No charge is owed by Katana Samurai")
    flight = KENSEI.view(field.state, "a").flights[0]
    assert [str(words) for words in flight.told] == [told]
    assert "edge" in [one.what for one in flight.meetings]
    field.act("a", "met", flight=flight.id, what="edge")
    assert not field.piece("a1").standing
    assert field.piece("a1").off_table


def test_one_chip_says_it_of_anybody_and_takes_it_back() -> None:
    field = lines()
    assert field.act("b", "near", piece="b2") == "Less than 5 cm from an enemy: Yumi Ashigaru."
    assert row(field, "b", "b2").near
    assert [one.seat for one in seen(field, "b").near] == ["b"]
    assert field.act("b", "near", piece="b2", on=False) == "Not less than 5 cm from an enemy: Yumi Ashigaru."
    assert not row(field, "b", "b2").near
    assert field.refused("a", "near", piece="b2") == "There is no such unit of yours on the table: choose another."


def test_who_is_in_contact_owes_nothing_and_it_is_over_with_the_turn() -> None:
    field = too_near()
    field.act("a", "touch", one="a1", other="b2")
    assert said(field) == []
    field.next_turn(skip=True)
    assert field.state.near == ()
