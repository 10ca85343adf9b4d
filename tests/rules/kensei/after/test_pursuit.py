"""Who is reached, how likely that is, and from whom a flight goes (11:4:5, K28, K58, K59)."""

from itertools import product

import pytest

from companion.rules.kensei.after.flight import ENDS, pursuit_chance, reaches


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("flight", [(1, 1), (6, 8), (10, 10), (10, 10, 10)])
def test_the_chance_counts_every_throw(dice: int, flight: tuple[int, ...]) -> None:
    throws = list(product(range(1, 11), repeat=dice))
    assert pursuit_chance(dice, flight) == sum(reaches(throw, flight) for throw in throws) / len(throws)


def test_what_destroys_who_runs_into_it() -> None:
    assert {end for end, words in ENDS.items() if words.destroyed} == {"edge", "impassable", "split"}
    assert {end for end, words in ENDS.items() if words.known} == {"split", "stands"}
