"""Who touches whom, since when, and what a turn's end leaves of it (9:5:5, 10:1, 11:4:2)."""

from __future__ import annotations

from companion.rules.kensei.turn.contacts import (
    Contact,
    after_turn,
    engaged_since_before,
    fights_already,
    first_turn,
    named,
    without,
)

OLD, NEW = Contact("a1", "b1", 1), Contact("a1", "b1", 2)
MARKED_A, MARKED_B = Contact("a1", "", 1), Contact("b1", "", 2)
"""Engaged by a marker: with whom nobody has said."""


def test_who_touched_in_an_earlier_turn_is_engaged_and_who_touches_another_fights_already() -> None:
    assert engaged_since_before([OLD], "a1", 2)
    assert engaged_since_before([OLD], "b1", 2)
    assert not engaged_since_before([OLD], "b2", 2)
    assert not engaged_since_before([NEW], "a1", 2), "it came into contact in this turn"
    assert not engaged_since_before([Contact("a2", "b2", 1), NEW], "a1", 2), "others fight since the turn before"
    assert fights_already([NEW], "b1", "a2", 2), "though another charged it in this turn"
    assert fights_already([OLD], "b1", "a1", 2)
    assert not fights_already([NEW], "b1", "a1", 2), "this enemy alone came upon it"
    assert not fights_already([Contact("b1", "", 2)], "b1", "a1", 2), "with whom it fights nobody has said"


def test_a_fight_is_in_its_first_turn_where_these_two_have_not_met_before() -> None:
    assert first_turn([], "a1", "b1", 2)
    assert not first_turn([OLD], "a1", "b1", 2)
    assert not first_turn([OLD], "b1", "a1", 2), "from either side"
    assert first_turn([OLD], "a1", "b2", 2), "against somebody else it is the first"
    assert first_turn([NEW], "a1", "b1", 2), "they met in this turn"


def test_two_who_were_engaged_without_a_name_are_taken_for_each_others_enemies() -> None:
    assert not first_turn([MARKED_A, MARKED_B], "a1", "b1", 3)
    assert first_turn([MARKED_A], "a1", "b1", 3), "the other one was free"
    assert first_turn([MARKED_A, MARKED_B], "a1", "b1", 2), "b1 was marked in this turn"
    assert named([MARKED_A, MARKED_B], Contact("a1", "b1", 3)) == (Contact("a1", "b1", 2),)
    third = Contact("a2", "", 1)
    assert named([MARKED_A, third, MARKED_B], Contact("a1", "b1", 3)) == (third, Contact("a1", "b1", 2))


def test_a_contact_is_named_once_and_a_new_one_is_added() -> None:
    (one,) = named([OLD], Contact("b1", "a1", 3))
    assert one.joins("a1", "b1")
    assert one.since == 1, "they have met before"
    met = Contact("a1", "b1", 3)
    assert named([MARKED_A], met) == (MARKED_A, met)
    assert named([], met) == (met,)


def test_contacts_last_while_both_stand() -> None:
    assert after_turn([OLD], {"a1", "b1"}, 2) == (OLD,)
    assert after_turn([OLD], {"a1"}, 2) == ()
    assert after_turn([OLD], {"b1"}, 2) == ()
    assert after_turn([MARKED_A], {"a1"}, 2) == (MARKED_A,)
    assert after_turn([MARKED_A], {"b1"}, 2) == ()
    assert after_turn([MARKED_A, NEW], {"a1", "b1"}, 2) == (NEW,), "its enemy has a name by now"
    assert after_turn([MARKED_A, Contact("a1", "b1", 1)], {"a1", "b1"}, 2) == (MARKED_A, OLD)


def test_who_leaves_its_contacts_leaves_all_of_them() -> None:
    other = Contact("a2", "b2", 1)
    assert without([OLD, other, MARKED_B], "b1") == (other,)
