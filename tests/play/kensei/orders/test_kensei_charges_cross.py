"""Charges that cross each other, lose their target, or come before a reaction; what the other side does meanwhile
(9:5:6, K51 to K53, K60, K87 to K90)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.play.kensei.board import PieceView
from companion.play.kensei.orders.plans import reaction_of
from companion.play.kensei.state import must
from companion.play.kensei.turn_state import Death, Spent
from companion.rules.kensei.turn.contacts import between
from tests.play.kensei.abilities.combats import throw
from tests.play.kensei.field import Field
from tests.play.kensei.orders.lines import CHARGE, answered, charged, lines, misses, react, row, seen
from tests.play.kensei.test_kensei_choose import panel

BY_RIDERS = "t1.charge.a3>b1"
AT_ARCHERS = "t1.charge.a1>b2"
OVER = "That charge is over or was undone: look at the table as it is now."


def by_two(what: str, target: str = "b1") -> Field:
    """Swordsmen and riders charge one unit, which has answered the first of them."""
    field = charged(target=target)
    react(field, what, f"t1.charge.a1>{target}")
    field.act("a", "announce", piece="a3", goal="charge+run+", target=target)
    return field


def questions(field: Field) -> list[str]:
    return [ask.id for ask in field.state.asks if ask.kind == "react"]


def test_a_charge_at_who_is_gone_says_so_and_stops_with_one_tap_or_still_advances() -> None:
    field = answered("withstand")
    field.off_table("b1")
    gone = field.state
    shown = seen(field, "a").charges
    assert [(one.piece, one.lost) for one in shown] == [("a1", True)]
    assert str(shown[0].sentence) == "Nothing of Yari Ashigaru is left for Katana Samurai to charge."
    field.act("a", "stop", piece="a1")
    assert seen(field, "a").charges == ()
    assert row(field, "a", "a1").stopped
    field.state = gone
    field.act("a", "carry", piece="a1")
    assert (field.piece("a1").facts.moved, field.piece("a1").facts.charged) == ("run", False)
    assert seen(field, "a").charges == ()
    assert row(field, "a", "a1").done


def test_of_two_who_charge_each_other_the_first_in_contact_has_charged_and_the_other_has_not() -> None:
    back = "t1.charge.b1>a1"
    field = answered("withstand")
    field.act("b", "announce", piece="b1", goal="charge+run+", target="a1")
    field.act("a", "react", step=f"{back}.react", what="withstand")
    field.act("a", "charge", charge=CHARGE, left_cm=3)
    field.act("b", "charge", charge=back, left_cm=4)
    throw(field, f"{CHARGE}.dice", 9)
    met = must(between(field.state.contacts, "a1", "b1"))
    assert field.state.ask(f"{back}.dice") is None
    assert field.refused("b", "roll", step=f"{back}.dice", faces=[9]).startswith("That roll is over or was undone")
    assert field.refused("b", "charge", charge=back) == OVER
    assert between(field.state.contacts, "a1", "b1") == met
    assert met.charger == "a1"
    assert not field.piece("b1").facts.charged
    assert row(field, "b", "b1").done


def test_in_contact_waits_for_the_shot_before_it_and_for_the_dice_of_the_flight() -> None:
    field = answered("shoot", target="b2")
    assert field.refused("a", "charge", charge=AT_ARCHERS) == "The shot of Yumi Ashigaru comes first: make it."
    field.act("b", "reply", charge=AT_ARCHERS)
    assert field.refused("a", "charge", charge=AT_ARCHERS) == "The shot of Yumi Ashigaru comes first: finish it."
    misses(field)
    field.act("a", "charge", charge=AT_ARCHERS)
    assert between(field.state.contacts, "a1", "b2") is not None
    field = answered("flee")
    assert field.refused("a", "charge", charge=CHARGE) == "The flight of Yari Ashigaru comes first: make it."
    field.act("b", "reply", charge=CHARGE)
    assert field.refused("a", "charge", charge=CHARGE) == "The flight of Yari Ashigaru comes first: roll its dice."
    throw(field, f"{CHARGE}.run.dice", 5, 3)
    field.act("a", "charge", charge=CHARGE)


def test_what_a_shot_caused_is_settled_before_the_charger_moves() -> None:
    field = answered("withstand")
    field.act("a", "honor", piece="a1", cause="by-hand")
    assert field.refused("a", "charge", charge=CHARGE) == "The honor roll of Katana Samurai comes first: make it."
    field.act("a", "roll", step=field.step(), faces=[1])
    field.state = replace(field.state, deaths=(Death("t1.dead", "a", "ah1", "t1.shot"),))
    assert field.refused("a", "charge", charge=CHARGE) == "Say first who stands near the dead general."
    field.state = replace(field.state, deaths=(Death("t1.dead", "b", "bh1", "t1.shot"),))
    field.act("a", "charge", charge=CHARGE)


def test_a_reaction_to_a_charge_that_is_over_or_was_taken_back_is_refused_and_drafts_stay() -> None:
    for act, form in (("charge", {"charge": AT_ARCHERS, "anyway": True}), ("stop", {"piece": "a1"})):
        field = answered("shoot", target="b2")
        field.act("a", act, **form)
        assert field.refused("b", "reply", charge=AT_ARCHERS) == OVER
    field = lines()
    field.act("b", "order", piece="b2", do="advance")
    assert field.refused("b", "react", step=f"{CHARGE}.react", what="flee").startswith("That charge is over or was")
    assert field.refused("b", "reply", charge=CHARGE) == OVER
    assert field.refused("b", "counter", charge=CHARGE, reached=True) == OVER
    assert [str(words) for words in row(field, "b", "b2").draft] == ["march"]


# ---- two chargers, one reaction


def test_two_announced_before_any_answer_are_one_question_that_names_both_and_stays_for_the_second() -> None:
    field = charged()
    field.act("a", "announce", piece="a3", goal="charge+run+", target="b1")
    assert questions(field) == [f"{CHARGE}.react"]
    (asked,) = seen(field, "b").reactions
    for words in ("The same reaction counts against all", field.piece("a1").title, field.piece("a3").title):
        assert words in str(asked.sentence)
    both = field.state
    line = field.act("b", "react", step=asked.step_id, what="withstand")
    assert f"That counts against {field.piece('a3').title} too." in line
    assert all(one.answered is not None for one in seen(field, "a").charges)
    field.state = both
    field.act("a", "stop", piece="a1")
    assert questions(field) == [f"{BY_RIDERS}.react"]
    react(field, "flee", BY_RIDERS)
    field.act("b", "reply", charge=BY_RIDERS)


def test_who_flees_from_one_of_two_is_charged_by_the_other_where_it_stands_by_a_die() -> None:
    field = by_two("flee")
    field.act("b", "reply", charge=BY_RIDERS)
    throw(field, f"{BY_RIDERS}.run.dice", 2, 3)
    assert questions(field) == [], "who began to run this turn is not asked again"
    shown = {one.piece: one for one in seen(field, "a").charges}
    assert (shown["a3"].straight, shown["a1"].straight) == (True, False)
    field.act("a", "charge", charge=BY_RIDERS)
    assert field.refused("a", "charge", charge=CHARGE) == (
        "Yari Ashigaru fled from another charge: measure the distance as it is now; "
        "the charge dice must reach that far."
    )
    field.act("a", "charge", charge=CHARGE, left_cm=4)
    said = throw(field, f"{CHARGE}.dice", 4)
    assert said == "Katana Samurai fell short of Yari Ashigaru. Charge dice 4. Short, 5 cm away."


def test_the_shot_is_at_one_of_two_and_then_it_is_made() -> None:
    field = by_two("shoot", "b2")
    riders = "t1.charge.a3>b2"
    assert [one.reply for one in seen(field, "b").charges] == ["shoot", "shoot"]
    field.act("b", "reply", charge=riders)
    assert field.chain().defender == "a3"
    assert [one.reply for one in seen(field, "b").charges] == ["", ""]
    assert must(reaction_of(field.state, "b2")).against == riders


def test_a_counter_charge_counts_against_each_who_reaches() -> None:
    field = by_two("counter")
    field.act("a", "charge", charge=CHARGE, left_cm=9)
    throw(field, f"{CHARGE}.dice", 4)
    field.act("b", "counter", charge=CHARGE, reached=False)
    field.act("a", "charge", charge=BY_RIDERS)
    field.leave()
    field.act("a", "fight", combat="t1.combat.a3+b1")
    field.aim("melee", "a3", "b1")
    assert field.chain().situation.defender_counter_charge == "lost"


# ---- what may be answered


def test_no_shot_after_ac_that_went_elsewhere() -> None:
    """On a strategic order, or by a friend who moved through them."""
    spent = "Yumi Ashigaru spent AC this turn already."
    field = charged(target="b2")
    heard = Spent("t1.b2>a1.strategic", "b", "strategic", 1, "b2", "a1", holds=False)
    field.state = replace(field.state, spent=(heard,))
    assert field.refused("b", "react", step=f"{AT_ARCHERS}.react", what="shoot") == spent
    field = lines()
    field.act("b", "announce", piece="b1", do="through", target="b2")
    field.act("b", "moved")
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b2")
    assert field.refused("b", "react", step=f"{AT_ARCHERS}.react", what="shoot") == spent
    react(field, "withstand", AT_ARCHERS)


def test_who_runs_since_an_earlier_turn_may_withstand_or_run_on() -> None:
    field = lines()
    field.act("b", "mark", piece="b1", marker="regroup", on=True)
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    options = {one.what: one.against is None for one in seen(field, "b").reactions[0].options}
    assert options == {"withstand": True, "shoot": False, "counter": False, "flee": True}
    react(field, "flee")
    field.act("b", "reply", charge=CHARGE)
    throw(field, f"{CHARGE}.run.dice", 5, 3)
    assert field.piece("b1").facts.fleeing_since == field.state.turn, "it cannot be regrouped this turn"


def test_the_key_farther_tells_no_centimeters() -> None:
    field = answered("withstand")
    assert seen(field, "a").charges[0].far == "farther"
    told = field.act("a", "charge", charge=CHARGE, left_cm="farther")
    assert told == "Katana Samurai fell short of Yari Ashigaru: too far for the dice."


# ---- what each phone shows meanwhile

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
    return next(one for one in field.view("a").pieces if one.id == piece)


def chips(field: Field, seat: str) -> list[str]:
    return [one.piece for one in panel(field, seat).flights]


def pressed(field: Field) -> list[tuple[str, str]]:
    (flight,) = field.view("b").flights
    return [(one.what, one.who) for one in flight.meetings if one.on]


def test_a_flight_of_the_other_side_is_a_line_above_all_own_keys() -> None:
    field = fled()
    shown = panel(field, "a")
    assert field.view("a").front == ""
    (wait,) = shown.waits
    assert (wait.seat, wait.run is not None, wait.honor) == ("b", True, None)
    assert shown.orders is not None
    assert [one.piece for one in shown.orders.charges] == ["a1"], "its charge is still there"
    assert [one.piece for one in shown.orders.moving] == ["a2"]
    assert shown.done is not None
    for seat in ("b", None):
        view = field.view(seat)
        assert (view.front, view.waits, view.run is None) == ("run", (), False), "whose dice they are, and who watches"
    field.act("a", "moved")
    assert panel(field, "a").waits == shown.waits, "the question is still open"


@pytest.mark.parametrize("dice", [(), (10,)])
def test_an_honor_roll_of_the_other_side_is_a_line_too(dice: tuple[int, ...]) -> None:
    field = fled(5, 3)
    field.act("b", "honor", piece="b2")
    if dice:
        field.act("b", "roll", step=field.step(), faces=list(dice))
    (wait,) = panel(field, "a").waits
    assert must(wait.honor).step == ("flight" if dice else "die")
    mine, theirs = field.view("a"), field.view("b")
    assert (mine.front, mine.honor) == ("", None)
    assert (theirs.front, theirs.waits) == ("honor", ())


def test_a_shot_under_way_holds_both_phones_and_so_do_the_others_dice_in_another_phase() -> None:
    field = answered("shoot", target="b2")
    field.act("b", "reply", charge=AT_ARCHERS)
    view = field.view("a")
    assert (view.front, view.waits) == ("attack", ())
    field = charged()
    field.leave(skip=True)
    field.act("b", "honor", piece="b2")
    view = field.view("a")
    assert (view.front, view.waits) == ("honor", ())


def test_what_the_newest_flight_met_is_asked_of_its_owner_until_he_does_anything_else() -> None:
    field = fled(5, 3)
    assert (chips(field, "a"), chips(field, "b")) == ([], ["b1"])
    shown = panel(field, "b")
    assert (shown.speaker, str(shown.sentence)) == ("b", str(shown.flights[0].sentence))
    fresh = field.state
    field.act("b", "met", flight=RUN, what="enemy")
    field.act("a", "moved")
    assert chips(field, "b") == ["b1"], "what the other does leaves it standing"
    field.act("b", "order", piece="b2", do="advance")
    assert chips(field, "b") == []
    assert [one.piece for one in field.view("b").flights] == ["b1"], "its card stays"
    field.state = fresh
    field.act("a", "moved")
    field.act("a", "stop", piece="a1")
    field.act("a", "done", turn=1)
    shown = panel(field, "b")
    assert [one.piece for one in shown.flights] == ["b1"], "it is still asked, as a line under his orders"
    assert str(shown.sentence) == "Your orders: tap a unit."


def test_the_next_flight_stands_beside_the_last_and_takes_the_place_of_one_that_is_told() -> None:
    field = fled(5, 3)
    told = field.state
    field.honor("b2", 1)
    assert chips(field, "b") == ["b1"], "a roll that holds does not take the question away"
    field.state = told
    field.honor("b2", 10, 4, 4)
    assert chips(field, "b") == ["b1", "b2"]
    field.state = told
    field.act("b", "met", flight=RUN, what="enemy")
    field.honor("b2", 10, 4, 4)
    assert chips(field, "b") == ["b2"]


def test_nothing_in_its_way_is_chosen_until_something_is_said() -> None:
    field = fled(5, 3)
    fresh = field.state
    assert pressed(field) == [("nothing", "")]
    field.act("b", "met", flight=RUN, what="friends", who="b2")
    field.act("b", "met", flight=RUN, what="enemy")
    assert pressed(field) == [("enemy", ""), ("friends", "b2")]
    assert "run-through" in field.markers("b2")
    assert field.act("b", "met", flight=RUN, what="nothing") == "Nothing stopped Yari Ashigaru."
    assert pressed(field) == [("nothing", "")]
    assert "run-through" not in field.markers("b2")
    field.state = fresh
    field.act("b", "mark", piece="b2", marker="fleeing", on=True)
    (flight,) = field.view("b").flights
    assert "friends" not in [one.what for one in flight.meetings], "who runs himself is not run through"
    field.act("b", "met", flight=RUN, what="edge")
    assert row_of(field, "b1").off_table


def test_a_row_says_whom_it_is_in_contact_with_and_that_a_charge_fell_short() -> None:
    field = answered("withstand")
    asked = field.state
    field.act("a", "charge", charge=CHARGE, left_cm=0)
    assert [row_of(field, one).against for one in ("a1", "b1")] == [("Yari Ashigaru",), ("Katana Samurai",)]
    assert row_of(field, "a1").fell_short is None
    field.state = asked
    field.act("a", "charge", charge=CHARGE, left_cm=4)
    field.act("a", "pad", step=f"{CHARGE}.dice", die=0, face=1)
    assert str(row_of(field, "a1").fell_short) == "charged and fell short"
    field.leave(2, skip=True)
    assert must(field.view("a").ending).fell_short == ("Katana Samurai",)
    field.leave(skip=True)
    assert str(row_of(field, "a1").fell_short) == "charged last turn and fell short"
