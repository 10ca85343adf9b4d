"""Whose turn it is to lay a card, what the generals lend, what terrain is,
and before whom a Denuki stands (6:1, 6:2, 7:2, 7:3, 12:6:3, K79, K80)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.content import catalog
from companion.rules.kensei.deployment.laying import FIRST_CM, SECOND_CM, Laid, Seat, lent, place_of_denuki, who_lays
from companion.rules.kensei.deployment.terrain import BY_KIND, TERRAIN


def order(first: Seat, a: int, b: int) -> str:
    """The whole order in which so many cards are laid."""
    left: dict[Seat, int] = {"a": a, "b": b}
    laid: dict[Seat, int] = {"a": 0, "b": 0}
    found = ""
    while seat := who_lays(first, laid, left):
        left[seat] -= 1
        laid[seat] += 1
        found += seat
    return found


@pytest.mark.parametrize(
    ("first", "a", "b", "expected"),
    [("a", 2, 2, "abab"), ("b", 2, 2, "baba"), ("a", 1, 3, "abbb"), ("b", 3, 1, "baaa"), ("a", 0, 2, "bb"),
     ("b", 2, 0, "aa"), ("a", 0, 0, "")],
)  # fmt: skip
def test_cards_are_laid_by_turns_and_who_has_more_lays_the_rest(first: Seat, a: int, b: int, expected: str) -> None:
    assert order(first, a, b) == expected


def test_the_general_lends_his_hr_and_his_ki_without_his_name() -> None:
    taisho = catalog().characters["taisho-buke"]
    for attribute, value in (("hr", taisho.attributes.hr), ("ki", taisho.attributes.ki)):
        number = lent(taisho, attribute)  # type: ignore[arg-type]
        assert (number.value, number.base, number.rule) == (value, value, "7:3")
        assert str(number.source) == f"{attribute.upper()} of the general"
    assert (lent(None, "hr").value, lent(None, "hr").base) == (0, 0)
    assert str(lent(None, "ki").source) == "no general"


def test_the_first_side_has_the_deeper_zone() -> None:
    assert (FIRST_CM, SECOND_CM) == (30, 20)


def test_ninjas_hide_behind_everything_that_can_be_entered() -> None:
    assert {kind for kind, one in BY_KIND.items() if not one.hides} == {"river", "building", "impassable"}
    assert {one.kind for one in TERRAIN if one.movement == "difficult"} == {"forest", "stream", "field"}
    assert {one.kind for one in TERRAIN if one.sight == "blocked"} == {"forest", "hill", "building", "high"}
    assert {one.kind for one in TERRAIN if one.movement == "obstacle"} == {"low", "high"}


@pytest.mark.parametrize(
    ("cards", "written", "found"),
    [
        (("troop", "troop", "troop"), 2, 2),
        (("troop", "cavalry", "troop"), 2, 3),
        (("troop", "cavalry", "cavalry", "troop"), 2, 4),
        (("troop", "cavalry"), 2, None),
        (("troop", "cavalry", "character"), 2, None),
        (("gone", "troop"), 1, None),
        (("troop",), 2, None),
        ((), 1, None),
    ],
)
def test_the_number_or_the_next_that_is_no_cavalry(cards: Sequence[Laid], written: int, found: int | None) -> None:
    assert place_of_denuki(cards, written) == found
