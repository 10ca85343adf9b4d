"""Questions to seats: which stand beside each other, which wait, and what they are called."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field, attack_of


def archers(*defenders: int) -> Field:
    """Two archers of a against units of b of this size, with one of a's own to be shot at."""
    field = Field()
    field.unit("a", "yumi-samurai", 10)
    field.unit("a", "yumi-samurai", 10)
    field.unit("a", "katana-samurai", 8)
    for miniatures in defenders:
        field.unit("b", "katana-samurai", miniatures)
    field.unit("b", "yumi-ashigaru", 8)
    return field.begin()


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
    assert [(d.seat, d.kind) for d in KENSEI.due(field.state)][:2] == [("b", "honor"), ("a", "honor")]
    for seat, own in (("a", mine), ("b", theirs)):
        seen = KENSEI.view(field.state, seat).honor
        assert seen is not None
        assert (seen.id, KENSEI.view(field.state, seat).front) == (own, "honor")
    field.act("a", "roll", step=f"{mine}.die", faces=[1])
    field.act("b", "roll", step=f"{theirs}.die", faces=[9])
    field.act("b", "roll", step=f"{theirs}.flight", faces=[3, 4])
    assert not field.owed()
    assert "fleeing" in field.markers("b1")
    assert "fleeing" not in field.markers("a3")
    field.leave()


def test_an_honor_roll_of_one_side_does_not_hold_up_another_fight() -> None:
    field, theirs, _ = both_owe()
    field.act("b", "honor", piece="b1", owed=theirs)
    field.act("a", "aim", kind="shot", attacker="a2", defender="b2")
    assert [(d.seat, d.kind) for d in KENSEI.due(field.state)][:2] == [("b", "honor"), ("a", "attack")]
    assert KENSEI.view(field.state, "a").front == "attack"
    assert KENSEI.view(field.state, "b").front == "honor"
    assert "honor roll is being made" in field.refused("a", "aim", kind="shot", attacker="a2", defender="b1")


def test_one_side_makes_one_honor_roll_at_a_time_and_the_other_waits_among_what_is_owed() -> None:
    field = archers(8, 8)
    field.shoot("a1", "b1", *FOUR, distance_cm=30)
    field.shoot("a2", "b2", *FOUR, distance_cm=30)
    first, second = (r.id for r in field.state.owed)
    field.act("b", "honor", piece="b1", owed=first)
    field.act("b", "honor", piece="b2", owed=second)
    assert [o.piece for o in KENSEI.view(field.state, "b").owed] == ["b1"]
    field.act("b", "roll", step=f"{second}.die", faces=[9])
    assert "finish it first" in field.refused("b", "honor", piece="b1", owed=first), "its flight is due"


def test_an_owed_roll_may_be_thrown_without_being_opened_first() -> None:
    field, theirs, _ = both_owe()
    field.act("b", "roll", step=f"{theirs}.die", faces=[1])
    assert [r.piece for r in field.state.owed] == ["a3"]


# ---- names


def test_a_roll_is_called_by_what_it_is_about_and_a_name_that_comes_again_is_counted() -> None:
    field = archers(8, 8)
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert field.step() == "t1.a1>b1.shot.at"
    field.act("a", "cancel", step=field.step())
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert field.step() == "t1.a1>b1.shot/2.at"
    field.act("a", "cancel", step=field.step())
    field.act("a", "aim", kind="shot", attacker="a1", defender="b2")
    assert field.step() == "t1.a1>b2.shot.at", "counted within its own name"
    field.act("a", "cancel", step=field.step())
    field.act("a", "honor", piece="a1")
    assert field.step() == "t1.called.honor.a1.die"
    field.act("a", "put-off", step=field.step())
    for _ in range(3):
        field.leave()
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert field.step() == "t2.a1>b1.shot.at"


def test_a_name_somebody_makes_up_is_refused() -> None:
    field = archers(8)
    for name in ("t1.a1>b2.shot", "t9.a1>b1.shot", "t1.a1>b1.shot/0", "t1.a1>b1.shot/x", "x" * 99):
        assert "cannot have that" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b1", name=name)
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "cancel", step=field.step())
    again = {"kind": "shot", "attacker": "a1", "defender": "b1"}
    assert "cannot have that" in field.refused("a", "aim", **again, name="t1.a1>b1.shot"), "it was given before"
    assert "cannot have that" in field.refused("a", "honor", piece="a1", name="t1.called.honor.b1")
    field.act("a", "aim", **again, name="t1.a1>b1.shot/7")
    assert field.step() == "t1.a1>b1.shot/7.at"


# ---- set right by hand while dice fall


def test_a_correction_in_mid_chain_is_seen_and_leaves_the_dice_in_the_air_alone() -> None:
    field = archers(8)
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=30)
    field.act("a", "correct", piece="a1", miniatures=9, reason="miscounted")
    assert attack_of(field).dice == 9, "no die has fallen: the numbers follow"
    field.act("a", "pad", step=field.step(), die=0, face=9)
    field.act("a", "correct", piece="a1", miniatures=8, reason="miscounted")
    seen = attack_of(field)
    assert (seen.dice, seen.attacker.miniatures) == (9, 8), "frozen at the first die, and seen"
    field.act("a", "roll", step=field.step(), faces=[9, 9, 9, 1, 1, 1, 1, 1, 1])
    field.act("b", "roll", step=field.step(), faces=[9, 9, 9])
    field.act("b", "correct", piece="b1", miniatures=5, reason="miscounted")
    said = field.act("a", "roll", step=field.step(), faces=[5, 5, 5])
    assert "3 miniatures fall, 2 are left" in said, "what follows meets it as it is now"
    assert field.owed() == [("b1", ("shot-half", "half-unit"))]


def test_a_cleared_pad_frees_the_numbers_again() -> None:
    field = archers(8)
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "pad", step=field.step(), die=0, face=9)
    field.act("a", "pad", step=field.step(), clear=True)
    field.act("a", "correct", piece="a1", miniatures=9, reason="miscounted")
    assert attack_of(field).dice == 9


def test_who_is_swept_off_the_table_is_aimed_at_no_more_and_hurt_no_more() -> None:
    field = archers(8)
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("b", "correct", piece="b1", miniatures=0, reason="swept off the table")
    assert field.state.running is None
    field.act("a", "aim", kind="shot", attacker="a1", defender="b2")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=30)
    field.act("a", "roll", step=field.step(), faces=[9] * 10)
    field.act("b", "correct", piece="b2", miniatures=0, reason="swept off the table")
    field.act("b", "roll", step=field.step(), faces=[9] * 10)
    assert "Nothing happens." in field.act("a", "roll", step=field.step(), faces=[9] * 10)
