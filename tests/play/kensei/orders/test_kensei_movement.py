"""Moving: extra turns, through friends, behind an obstacle, away from an enemy that is too near, with a character;
and who is engaged moves no more (4:3:1, 8:3:5, 9:1, 9:2:2, 9:4:2, 9:4:4, 10:2:1, 11:4:1; K54, K64, K81, K91, K93,
K94, K96)."""

from __future__ import annotations

import pytest

from companion.play.kensei.combat.initiative import may_be_defensive, numbers_now
from companion.play.kensei.newest import footer_line
from companion.play.kensei.orders.announcing import LATE
from companion.play.kensei.orders.plans import halved, has_ac, left
from companion.play.kensei.orders.view import FriendChip, orders_view
from companion.play.kensei.turn_state import Striker
from companion.rules.kensei.turn.effects import effects_on
from companion.rules.text import Text
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.lines import CHARGE, answered, lines, react, row, seen


def test_an_extra_turn_goes_with_an_advance_and_costs_one_ac() -> None:
    field = fielded("buke: kiba-musha 4", "yari-ashigaru 8", battle="pitched", first="a")
    assert "only part of an advance" in field.refused("a", "order", piece="a1", do="turn")
    field.act("a", "order", piece="a1", do="advance")
    field.act("a", "order", piece="a1", do="turn")
    drafted = field.state
    assert field.act("a", "announce") == "Kiba Musha: march, turn again."
    shown = row(field, "a", "a1")
    assert shown.left == shown.have - 2
    assert [plan.piece for plan in orders_view(field.state, "a").moving] == ["a1"]
    field.act("a", "moved")
    assert field.piece("a1").facts.moved == "march"
    field.state = drafted
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1", anyway="true")
    assert [step.do for step in field.state.plans[0].steps] == ["turn", "advance", "charge"]
    orders = orders_view(field.state, "a")
    assert (len(orders.charges), orders.following, orders.moving) == (1, (), ()), "a charge is only its keys"


def friend(field: Field, piece: str, of: str) -> FriendChip:
    return next(one for one in row(field, "a", of).friends if one.piece == piece)


def test_the_friend_is_named_with_the_order_and_taken_back_with_it() -> None:
    field = lines()
    assert [one.piece for one in row(field, "a", "a1").friends] == ["a2", "a3"]
    assert row(field, "a", "a3").friends == (), "riders move through nobody"
    field.act("a", "order", piece="a1", do="through", target="a2")
    assert friend(field, "a2", "a1").value == "a2+off"
    field.act("a", "order", piece="a1", do="through", target="a2+off")
    assert row(field, "a", "a1").draft == ()
    nobody = "A unit moves only through others of its own side: choose one on the table."
    for target in ("b1", "a1", "a9"):
        for act in ("order", "announce"):
            assert field.refused("a", act, piece="a1", do="through", target=target) == nobody
    field.act("a", "touch", one="a2", other="b1")
    told = field.act("a", "announce", piece="a1", do="through", target="a2")
    assert told == "Katana Samurai: through Yumi Samurai.", "also through one in a combat"
    assert row(field, "a", "a1").left == has_ac(field.piece("a1")) - 1


@pytest.mark.parametrize("marker", ["", "march", "shot", "charge"])
def test_who_has_acted_is_not_moved_through_unless_they_agree(marker: str) -> None:
    field = lines()
    if marker:
        field.act("a", "mark", piece="a2", marker=marker, on=True)
    else:
        field.act("a", "announce", piece="a2", do="advance")
        field.act("a", "moved")
    chip = friend(field, "a2", "a1")
    assert str(chip.against) == "Yumi Samurai acted already: friends move only through units that have not."
    assert field.refused("a", "order", piece="a1", do="through", target="a2") == str(chip.against)
    field.act("a", "order", piece="a1", do="through", target=chip.value)


def test_both_have_less_initiative_and_the_other_loses_ac_and_half_its_way() -> None:
    field = lines()
    archers = field.piece("a2")
    field.act("a", "announce", piece="a1", do="through", target="a2")
    announced = field.state
    field.act("a", "stop", piece="a1")
    assert (left(field.state, archers), halved(field.state, archers)) == (has_ac(archers), False), "it stopped before"
    field.state = announced
    field.act("a", "moved")
    for piece in ("a1", "a2"):
        assert effects_on(field.state.effects, piece, field.state.turn) == {"moved-through"}
    archers = field.piece("a2")
    assert left(field.state, archers) == has_ac(archers) - 1
    field.act("a", "announce", piece="a2", goal="charge+march+", target="b1", anyway=True)
    assert "their advance is up to 5 cm" in str(seen(field, "a").charges[0].sentence)
    field.act("a", "touch", one="a1", other="b1")
    field.leave(skip=True)
    field.act("a", "fight", combat="t1.combat.a1+b1")
    number = numbers_now(field.state, field.state.melees[0])["a1"]
    assert [term.value for term in number.modifiers if term.rule == "9:4:2"] == [-2]
    field.leave(2)
    assert field.state.effects == (), "it ends with the turn"


def test_an_occupied_obstacle_covers_until_the_unit_moves_on() -> None:
    field = lines()
    assert field.act("b", "announce", piece="b1", do="occupy", cover="heavy") == "Yari Ashigaru: occupy heavy cover."
    field.act("b", "moved")
    assert "heavy-cover" in field.markers("b1")
    field.aim("shot", "a2", "b1")
    assert field.chain().situation.cover == "heavy"
    field.act("a", "cancel", step=field.step())
    field.next_turn()
    field.act("b", "announce", piece="b1", do="advance")
    field.act("b", "moved")
    assert "heavy-cover" not in field.markers("b1")


def test_a_lone_character_walks_on_at_half_and_takes_nothing_from_the_unit() -> None:
    field = fielded("kuge: katana-samurai 8, busho-kuge katana", "yari-ashigaru 8", battle="pitched", first="a")
    lone = "ah1"
    swords = field.piece("a1")
    field.act("a", "announce", piece=lone, do="through", target="a1")
    field.act("a", "moved")
    assert effects_on(field.state.effects, lone, 1) == {"moved-through"}
    assert effects_on(field.state.effects, "a1", 1) == frozenset()
    assert (left(field.state, swords), halved(field.state, swords)) == (has_ac(swords), False)
    assert field.act("a", "announce", piece=lone, goal="charge+march+", target="b1") == (
        "Busho Kuge: march, charge Yari Ashigaru. Units have acted already: by the book all orders are announced first."
    )
    late = Text("%(first)s %(then)s", {"first": Text("Busho Kuge: march."), "then": LATE})
    assert str(footer_line(late)) == "Busho Kuge: march.", "the foot of the page tells the act"
    react(field, "withstand", f"t1.charge.{lone}>b1")
    mv = field.hero_of(lone).profile.attributes.mv
    assert f"his advance is up to {mv // 2} cm" in str(seen(field, "a").charges[0].sentence)


OWES = "Katana Samurai, less than 5 cm from an enemy, must charge or flee 20 cm."


def too_near() -> Field:
    """Swordsmen of whom it is said that they stand under 5 cm of an enemy."""
    field = lines()
    field.act("a", "near", piece="a1")
    return field


def said(field: Field) -> list[str]:
    return [str(one.sentence) for one in seen(field, "a").near]


def open_still(field: Field) -> list[str]:
    return [str(one.reason) for one in field.view("a").still_open]


def test_who_is_too_near_owes_a_charge_until_it_is_announced_or_the_turn_is_over() -> None:
    field = too_near()
    assert said(field) == [OWES]
    assert open_still(field) == [
        "Less than 5 cm from an enemy and without a charge: Katana Samurai. Let them charge, or end the phase anyway."
    ]
    assert "Less than 5 cm" in field.refused("a", "leave", turn=1, phase="orders")
    near = field.state
    field.act("a", "announce", piece="a1", goal="charge+march+", target="b1")
    assert said(field) == []
    assert not any("Less than 5 cm" in one for one in open_still(field))
    field.state = near
    field.act("a", "touch", one="a1", other="b2")
    assert said(field) == [], "who is in contact owes nothing"
    field.next_turn(skip=True)
    assert field.state.near == ()


def test_one_chip_says_it_of_anybody_and_takes_it_back() -> None:
    field = lines()
    assert field.act("b", "near", piece="b2") == "Less than 5 cm from an enemy: Yumi Ashigaru."
    assert row(field, "b", "b2").near
    assert [one.seat for one in seen(field, "b").near] == ["b"]
    assert field.act("b", "near", piece="b2", on=False) == "5 cm or more from every enemy: Yumi Ashigaru."
    assert not row(field, "b", "b2").near
    assert field.refused("a", "near", piece="b2") == "You have no such unit on the table: choose another."


def test_a_charge_that_fell_short_leaves_no_defensive_position_and_owes_nothing() -> None:
    field = answered("withstand")
    swordsmen = Striker("a1", unit=True)
    assert may_be_defensive(field.state, swordsmen) is None, "not carried out yet"
    field.act("a", "charge", charge=CHARGE, left_cm=99)
    assert "charged this turn" in str(may_be_defensive(field.state, swordsmen))
    field.next_turn(skip=True)
    assert may_be_defensive(field.state, swordsmen) is None
    field.act("a", "first", first="a")
    assert said(field) == [], "it stands 5 cm away"


def test_without_a_charge_it_runs_twice_its_mv_with_one_tap_and_the_edge_is_asked() -> None:
    field = too_near()
    told = field.act("a", "run-near", piece="a1")
    assert told == "Katana Samurai flee 20 cm: straight away from the nearest enemy."
    assert "fleeing" in field.markers("a1")
    assert field.refused("a", "run-near", piece="a1").startswith("Katana Samurai need not charge")
    flight = field.view("a").flights[0]
    assert [str(words) for words in flight.sentences] == [told]
    assert "edge" in [one.what for one in flight.meetings]
    field.act("a", "met", flight=flight.id, what="edge")
    assert not field.piece("a1").standing
    assert field.piece("a1").off_table
