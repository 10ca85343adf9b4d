"""Questions to seats: which stand beside each other, which wait, and what they are called."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.after.owing import owe
from companion.play.kensei.ask.names import stood_later
from tests.play.kensei.field import Field, attack_of, fielded, honor_of


def archers(*defenders: int) -> Field:
    """Two archers of a against units of b of this size, with one of a's own to be shot at."""
    enemies = [*(f"katana-samurai {count}" for count in defenders), "yumi-ashigaru 8"]
    return fielded("yumi-samurai 10, yumi-samurai 10, katana-samurai 8", ", ".join(enemies))


FOUR = ("9 9 9 9", "9 9 9 9", "5 5 5 5")
"""A shot that takes four Katana Samurai: VT 3, AR 2."""


def both_owe() -> tuple[Field, str, str]:
    """b1 and a3 each owe an honor roll after a shot; the names of the two."""
    field = archers(8)
    field.shoot("a1", "b1", *FOUR, distance_cm=30)
    field.shoot("b2", "a3", *FOUR, distance_cm=30)
    names = {r.piece: r.id for r in field.state.owed}
    return field, names["b1"], names["a3"]


def test_two_honor_rolls_of_two_sides_are_made_beside_each_other() -> None:
    field, theirs, mine = both_owe()
    field.act("b", "honor", piece="b1", owed=theirs)
    field.act("a", "honor", piece="a3", owed=mine)
    assert [(d.seat, d.kind) for d in field.due()][:2] == [("b", "honor"), ("a", "honor")]
    both = field.state
    field.act("a", "put-off", step=f"{mine}.die")
    field.aim("shot", "a2", "b2")
    assert [(d.seat, d.kind) for d in field.due()][:2] == [("b", "honor"), ("a", "attack")], (
        "nor does it hold up a fight"
    )
    assert [field.view(seat).front for seat in "ab"] == ["attack", "honor"]
    assert "honor roll is being made" in field.refused("a", "aim", kind="shot", attacker="a2", defender="b1")
    field.state = both
    for seat, own in (("a", mine), ("b", theirs)):
        seen = honor_of(field, seat)
        assert (seen.id, field.view(seat).front) == (own, "honor")
    field.act("a", "roll", step=f"{mine}.die", faces=[1])
    field.act("b", "roll", step=f"{theirs}.die", faces=[9])
    field.act("b", "roll", step=f"{theirs}.flight", faces=[3, 4])
    assert not field.owed()
    assert "fleeing" in field.markers("b1")
    assert "fleeing" not in field.markers("a3")
    field.leave()


def test_one_side_makes_one_honor_roll_at_a_time_and_the_other_waits_among_what_is_owed() -> None:
    field = archers(8, 8)
    field.shoot("a1", "b1", *FOUR, distance_cm=30)
    field.shoot("a2", "b2", *FOUR, distance_cm=30)
    first, second = (r.id for r in field.state.owed)
    field.act("b", "honor", piece="b1", owed=first)
    field.act("b", "honor", piece="b2", owed=second)
    assert [o.piece for o in field.view("b").owed] == ["b1"]
    field.act("b", "roll", step=f"{second}.die", faces=[9])
    assert "finish it first" in field.refused("b", "honor", piece="b1", owed=first), "its flight is due"


# ---- names


# ---- set right by hand while dice fall


def test_a_correction_in_mid_chain_is_seen_and_leaves_the_dice_in_the_air_alone() -> None:
    field = archers(8)
    field.aim("shot", "a1", "b1", distance_cm=30)
    field.act("a", "correct", piece="a1", miniatures=9, reason="miscounted")
    assert attack_of(field).dice == 9, "no die was already entered: the numbers follow"
    field.act("a", "pad", step=field.step(), die=0, face=9)
    frozen = field.state
    field.act("a", "pad", step=field.step(), clear=True)
    field.act("a", "correct", piece="a1", miniatures=10, reason="miscounted")
    assert attack_of(field).dice == 10, "a cleared pad frees them again"
    field.state = frozen
    field.act("a", "correct", piece="a1", miniatures=8, reason="miscounted")
    seen = attack_of(field)
    assert (seen.dice, seen.attacker.miniatures) == (9, 8), "frozen at the first die, and seen"
    field.act("a", "roll", step=field.step(), faces=[9, 9, 9, 1, 1, 1, 1, 1, 1])
    field.act("b", "roll", step=field.step(), faces=[9, 9, 9])
    field.act("b", "correct", piece="b1", miniatures=5, reason="miscounted")
    said = field.act("a", "roll", step=field.step(), faces=[5, 5, 5])
    assert "3 miniatures fall, 2 are left" in said, "what follows meets it as it is now"
    assert field.owed() == [("b1", ("shot-half", "half-unit"))]


def test_who_is_swept_off_the_table_is_aimed_at_no_more_and_hurt_no_more() -> None:
    field = archers(8)
    field.aim("shot", "a1", "b1")
    field.act("b", "correct", piece="b1", miniatures=0, reason="swept off the table")
    assert field.state.running is None
    field.aim("shot", "a1", "b2", distance_cm=30)
    field.act("a", "roll", step=field.step(), faces=[9] * 10)
    field.act("b", "correct", piece="b2", miniatures=0, reason="swept off the table")
    assert field.state.running is None, "nobody throws dice for who is gone"
    assert field.chain().points == 0
    field.leave()


def test_ones_own_flight_stays_in_view_while_the_other_side_rolls() -> None:
    field, theirs, mine = both_owe()
    field.act("a", "honor", piece="a3", owed=mine)
    field.act("b", "roll", step=f"{theirs}.die", faces=[9])
    field.act("b", "roll", step=f"{theirs}.flight", faces=[3, 4])
    seen = honor_of(field, "b")
    assert (seen.id, seen.cm) == (theirs, 7)
    field.act("a", "put-off", step=f"{mine}.die")
    field.act("a", "honor", piece="a3", owed=mine)
    assert any(r.id == theirs for r in field.state.rolls), "what another begins puts nothing of mine away"
    assert "You have no result" in field.refused("a", "honor-seen")
    field.act("b", "honor-seen")
    assert [r.id for r in field.state.rolls] == [mine]


def test_a_second_roll_of_one_moment_keeps_its_dice_when_the_first_is_taken_away() -> None:
    """b1 rolls for what fight 1 did, and again for the general's death: `…/2` stands without the first."""
    field = archers(5)
    owed = "t1.combats.honor.b1"
    before = field.state
    field.state = owe(before, "b1", "t1.combats", "half-unit")
    field.act("b", "roll", step=f"{owed}.die", faces=[1])
    field.state = owe(field.state, "b1", "t1.combats", "general")
    with_first = field.state
    for state in (with_first, owe(before, "b1", "t1.combats", "general")):
        field.state = state
        field.act("b", "honor", piece="b1", owed=f"{owed}/2")
        field.act("b", "roll", step=f"{owed}/2.die", faces=[1])
        assert not field.owed()


def test_a_name_counted_on_is_meant_for_the_one_that_stands() -> None:
    state = archers(8).state
    for name, other, given, later in (
        ("t1.a1>b1.shot/2", "t1.a1>b1.shot", 1, True),
        ("t1.a1>b1.shot/2", "t1.a1>b1.shot", 2, False),
        ("t1.a1>b1.shot", "t1.a1>b1.shot", 0, False),
        ("t1.a1>b1.shot/2", "t1.a1>b2.shot", 1, False),
        ("t1.a1>b1.shot/2", "t1.a0>b1.shot", 1, False),
    ):
        assert stood_later(replace(state, names={"t1.a1>b1.shot": given}), name, other) is later, (name, other, given)
