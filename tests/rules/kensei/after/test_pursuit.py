"""Who is reached, how likely that is, and from whom a flight goes (11:4:5, K28, K58, K59)."""

from __future__ import annotations

from itertools import product

import pytest

from companion.rules.kensei.after.flight import ENDS, Held, is_split, pursuit_chance, reaches, runs_from


@pytest.mark.parametrize(
    ("pursuit", "flight", "caught"),
    [((6, 8), (6, 8), True), ((6, 7), (6, 8), False), ((0, 1, 1), (1, 0), True), ((4, 3), (7, 6), False)],
)
def test_as_far_as_the_flight_reaches_it(pursuit: tuple[int, ...], flight: tuple[int, ...], caught: bool) -> None:
    assert reaches(pursuit, flight) is caught


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("flight", [(1, 1), (6, 8), (10, 10), (10, 10, 10)])
def test_the_chance_counts_every_throw(dice: int, flight: tuple[int, ...]) -> None:
    throws = list(product(range(1, 11), repeat=dice))
    assert pursuit_chance(dice, flight) == sum(reaches(throw, flight) for throw in throws) / len(throws)


def test_it_runs_from_the_strongest_of_those_who_hold_it() -> None:
    front, flank = Held("a1", "front", 4), Held("a2", "flank", 7)
    assert runs_from([front, flank]) == "a2"
    assert runs_from([front]) == "a1"
    assert runs_from([]) == "", "then from the nearest"


def test_held_in_front_and_rear_it_has_nowhere_to_run() -> None:
    front, flank, rear = Held("a1", "front", 4), Held("a2", "flank", 7), Held("a3", "rear", 1)
    assert is_split([front, flank, rear])
    assert is_split([rear, front])
    assert not is_split([front, flank])
    assert not is_split([flank, rear])
    assert not is_split([rear])


def test_what_destroys_who_runs_into_it() -> None:
    assert {end for end, words in ENDS.items() if words.destroyed} == {"edge", "impassable", "split"}
    assert {end for end, words in ENDS.items() if words.known} == {"split", "stands"}
