"""Which strikes of a turn make one combat, and who won it (10:1, 11:2; K27, K57, K58)."""

from __future__ import annotations

from companion.rules.kensei.after.combats import Blow, Member, combats, inflicted, judge_combat
from companion.rules.kensei.settings import Settings


def test_who_strikes_one_another_stands_in_one_combat() -> None:
    blows = (Blow("a1", "b1", 3), Blow("b2", "a2", 1), Blow("b1", "a1", 2), Blow("a3", "b1", 4))
    first, second = sorted(combats(blows), key=lambda combat: "a2" in combat.members)
    assert first.members == {"a1", "a3", "b1"}
    assert first.blows == (blows[0], blows[2], blows[3])
    assert (second.members, second.blows) == ({"a2", "b2"}, (blows[1],))


def test_a_strike_between_two_combats_makes_them_one() -> None:
    blows = (Blow("a1", "b1", 3), Blow("a2", "b2", 1), Blow("b1", "a2", 2))
    (one,) = combats(blows)
    assert one.members == {"a1", "a2", "b1", "b2"}
    assert one.blows == blows


def test_a_pursuit_is_no_combat() -> None:
    assert combats([Blow("a1", "b1", 9, pursuit=True)]) == ()
    (one,) = combats([Blow("a1", "b1", 9, pursuit=True), Blow("a2", "b1", 1)])
    assert one.members == {"a2", "b1"}


def test_damage_and_slain_characters_count_for_the_side_that_dealt_them() -> None:
    blows = (Blow("a1", "b1", 3), Blow("b1", "a1", 12), Blow("a2", "b1", 0, slain=True))
    (combat,) = combats(blows)
    members = (Member("a1", True, 5), Member("a2", True, 3), Member("b1", False, 9), Member("b7", False, 50))
    found = judge_combat(combat, members, Settings())
    assert (found.first_inflicted, found.second_inflicted) == (13, 12)
    assert found.ahead == "first"
    (reverse,) = combats((Blow("b1", "a1", 4, slain=True), Blow("a1", "b1", 9)))
    found = judge_combat(reverse, members, Settings())
    assert (found.first_inflicted, found.second_inflicted, found.ahead) == (9, 14, "second")


def test_a_sides_sum_says_who_brought_what_to_it() -> None:
    blows = (
        Blow("a1", "b1", 3), Blow("b1", "a1", 12), Blow("a1", "b1", 2, striker="ah1"), Blow("a2", "b1", 0),
        Blow("a2", "b1", 0, slain=True, striker="ah2"), Blow("a1", "b1", 4),
    )  # fmt: skip
    (combat,) = combats(blows)
    found = inflicted(combat, ["a1", "a2"], str.upper)
    assert (found.value, found.base) == (19, 0)
    told = [(str(term.reason), term.value, term.rule, term.ruling) for term in found.modifiers]
    assert told == [
        ("strikes of A1", 7, "10:5", "K57"),
        ("strikes of AH1", 2, "10:5", "K57"),
        ("a character slain by AH2 in a confrontation", 10, "10:6:2", "K27"),
    ]
    members = [Member("a1", True, 5), Member("a2", True, 5), Member("b1", False, 5)]
    assert judge_combat(combat, members, Settings()).first_inflicted == found.value, "the same sum"
