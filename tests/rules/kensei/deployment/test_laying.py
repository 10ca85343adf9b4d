"""Whose turn it is to lay a card, what the generals lend, what terrain is,
and before whom a Denuki stands (6:1, 6:2, 7:2, 7:3, 12:6:3, K79, K80)."""

from companion.rules.kensei.deployment.laying import FIRST_CM, SECOND_CM
from companion.rules.kensei.deployment.terrain import BY_KIND, TERRAIN


def test_the_first_side_has_the_deeper_zone() -> None:
    assert (FIRST_CM, SECOND_CM) == (30, 20)


def test_ninjas_hide_behind_everything_that_can_be_entered() -> None:
    assert {kind for kind, one in BY_KIND.items() if not one.hides} == {"river", "building", "impassable"}
    assert {one.kind for one in TERRAIN if one.movement == "difficult"} == {"forest", "stream", "field"}
    assert {one.kind for one in TERRAIN if one.sight == "blocked"} == {"forest", "hill", "building", "high"}
    assert {one.kind for one in TERRAIN if one.movement == "obstacle"} == {"low", "high"}
