"""Dice of the other side keep nobody from his orders; a flight's chips stand until its side goes on; rows say it."""

from __future__ import annotations

import pytest

from companion.play.kensei.board import PieceView
from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field
from tests.play.kensei.orders.test_kensei_charges import CHARGE, answered, charged, react
from tests.play.kensei.test_kensei_choose import panel

RUN = f"{CHARGE}.run"


def fled(*faces: int) -> Field:
    """b1 flees from the charge of a1; a2 has an order too."""
    field = charged()
    field.act("a", "announce", piece="a2", do="advance")
    react(field, "flee")
    field.act("b", "reply", by="a", charge=CHARGE)
    if faces:
        field.act("b", "roll", step=field.step(), faces=list(faces))
    return field


def row_of(field: Field, piece: str) -> PieceView:
    return next(one for one in KENSEI.view(field.state, "a").pieces if one.id == piece)


def chips(field: Field, seat: str) -> list[str]:
    return [one.piece for one in panel(field, seat).flights]


def pressed(field: Field) -> list[tuple[str, str]]:
    (flight,) = KENSEI.view(field.state, "b").flights
    return [(one.what, one.who) for one in flight.meetings if one.on]


def test_a_flight_of_the_other_side_is_a_line_above_all_own_keys() -> None:
    field = fled()
    shown = panel(field, "a")
    assert KENSEI.view(field.state, "a").front == ""
    (wait,) = shown.waits
    assert (wait.seat, wait.run is not None, wait.honor) == ("b", True, None)
    assert shown.orders is not None
    assert [one.piece for one in shown.orders.charges] == ["a1"], "its charge is still there"
    assert [one.piece for one in shown.orders.moving] == ["a2"]
    assert shown.done is not None
    field.act("a", "moved")
    assert panel(field, "a").waits == shown.waits, "the question is still open"


def test_whose_dice_they_are_and_who_watches_see_them_as_before() -> None:
    field = fled()
    for seat in ("b", None):
        view = KENSEI.view(field.state, seat)
        assert (view.front, view.waits) == ("run", ())
        assert view.run is not None


@pytest.mark.parametrize("dice", [(), (10,)])
def test_an_honor_roll_of_the_other_side_is_a_line_too(dice: tuple[int, ...]) -> None:
    field = fled(5, 3)
    field.act("b", "honor", piece="b2")
    if dice:
        field.act("b", "roll", step=field.step(), faces=list(dice))
    (wait,) = panel(field, "a").waits
    assert wait.honor is not None
    assert wait.honor.step == ("flight" if dice else "die")
    mine = KENSEI.view(field.state, "a")
    assert (mine.front, mine.honor) == ("", None)
    theirs = KENSEI.view(field.state, "b")
    assert theirs.front == "honor"
    assert theirs.waits == ()


def test_a_shot_under_way_holds_both_phones_and_so_do_the_others_dice_in_another_phase() -> None:
    field = answered("shoot", target="b2")
    field.act("b", "reply", charge="t1.charge.a1>b2")
    view = KENSEI.view(field.state, "a")
    assert (view.front, view.waits) == ("attack", ())
    field = charged()
    field.leave(skip=True)
    field.act("b", "honor", piece="b2")
    view = KENSEI.view(field.state, "a")
    assert (view.front, view.waits) == ("honor", ())


def test_the_newest_flight_stands_in_its_owners_panel_until_he_does_anything_else() -> None:
    field = fled(5, 3)
    assert (chips(field, "a"), chips(field, "b")) == ([], ["b1"])
    field.act("b", "met", flight=RUN, what="enemy")
    field.act("a", "moved")
    assert chips(field, "b") == ["b1"], "what the other does leaves it standing"
    field.act("b", "order", piece="b2", do="advance")
    assert chips(field, "b") == []
    assert [one.piece for one in KENSEI.view(field.state, "b").flights] == ["b1"], "its card stays"


def test_what_a_flight_met_is_the_act_of_its_owner_until_he_gives_orders() -> None:
    field = fled(5, 3)
    shown = panel(field, "b")
    assert (shown.speaker, str(shown.sentence)) == ("b", str(shown.flights[0].sentence))
    field.act("a", "moved")
    field.act("a", "stop", piece="a1")
    field.act("a", "done", turn=1)
    shown = panel(field, "b")
    assert [one.piece for one in shown.flights] == ["b1"], "it is still asked, as a line under his orders"
    assert str(shown.sentence) == "Your orders: tap a unit."


def test_another_honor_roll_does_not_take_the_question_away_what_a_flight_met() -> None:
    field = fled(5, 3)
    field.act("b", "honor", piece="b2")
    field.act("b", "roll", step=field.step(), faces=[1])
    assert chips(field, "b") == ["b1"], "who ran over the edge is still asked for"


def test_the_next_flight_stands_beside_the_last_and_takes_the_place_of_one_that_is_told() -> None:
    field = fled(5, 3)
    told = field.state
    field.honor("b2", 10, 4, 4)
    assert chips(field, "b") == ["b1", "b2"]
    field.state = told
    field.act("b", "met", flight=RUN, what="enemy")
    field.honor("b2", 10, 4, 4)
    assert chips(field, "b") == ["b2"]


def test_nothing_in_its_way_is_chosen_until_something_is_said() -> None:
    field = fled(5, 3)
    assert pressed(field) == [("nothing", "")]
    field.act("b", "met", flight=RUN, what="friends", who="b2")
    field.act("b", "met", flight=RUN, what="enemy")
    assert pressed(field) == [("enemy", ""), ("friends", "b2")]
    assert "run-through" in field.markers("b2")
    assert field.act("b", "met", flight=RUN, what="nothing") == "Nothing stopped Yari Ashigaru."
    assert pressed(field) == [("nothing", "")]
    assert "run-through" not in field.markers("b2")


def test_who_runs_himself_is_not_run_through_and_who_leaves_the_table_is_off_it() -> None:
    field = fled(5, 3)
    field.act("b", "mark", piece="b2", marker="fleeing", on=True)
    (flight,) = KENSEI.view(field.state, "b").flights
    assert "friends" not in [one.what for one in flight.meetings]
    field.act("b", "met", flight=RUN, what="edge")
    assert row_of(field, "b1").off_table


def test_a_row_says_whom_it_is_in_contact_with_and_that_a_charge_fell_short() -> None:
    field = answered("withstand")
    asked = field.state
    field.act("a", "charge", charge=CHARGE, left_cm=0)
    assert row_of(field, "a1").against == ("Yari Ashigaru",)
    assert row_of(field, "b1").against == ("Katana Samurai",)
    assert row_of(field, "a1").fell_short is None
    field.state = asked
    field.act("a", "charge", charge=CHARGE, left_cm=4)
    field.act("a", "pad", step=f"{CHARGE}.dice", die=0, face=1)
    assert str(row_of(field, "a1").fell_short) == "charged and fell short"
    field.leave(skip=True)
    field.leave(skip=True)
    ending = KENSEI.view(field.state, "a").ending
    assert ending is not None
    assert ending.fell_short == ("Katana Samurai",)
    field.leave(skip=True)
    assert str(row_of(field, "a1").fell_short) == "charged last turn and fell short"
