"""Calling back who runs away, and strategic orders (8:3:2, 8:3:3, 11:4:3, K29, K30)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.kensei.turn.command import cannot_order, cannot_regroup, obeyed, spirit
from tests.strategies import catalog

FREE: dict[str, Any] = {"general": True, "left": 1, "began_now": False, "tries": 0}


def test_nothing_is_against_a_first_or_second_try_while_a_point_is_left() -> None:
    assert cannot_regroup(**FREE) is None
    assert cannot_regroup(**FREE | {"tries": 1}) is None


@pytest.mark.parametrize(
    ("change", "words", "rule"),
    [
        ({"general": False}, "Without a general", "11:4:3"),
        ({"began_now": True}, "from the next turn on", "11:4:3"),
        ({"tries": 2}, "as often as a turn allows", "8:3:2"),
        ({"left": 0}, "costs 1 of the general's Commandment Points; 0 are left", "8:2"),
    ],
)
def test_what_the_book_has_against_it(change: dict[str, Any], words: str, rule: str) -> None:
    found = cannot_regroup(**FREE | change)
    assert found is not None
    assert words in str(found)
    assert found.rule == rule


def test_a_strategic_order_costs_three_and_needs_a_bushi() -> None:
    assert cannot_order(general=True, left=3, has_bushi=True) is None
    assert "2 are left" in str(cannot_order(general=True, left=2, has_bushi=True))
    assert "needs a Bushi" in str(cannot_order(general=True, left=3, has_bushi=False))
    assert "Without a general" in str(cannot_order(general=False, left=3, has_bushi=True))


def test_it_works_with_the_generals_ki_or_less() -> None:
    number = spirit(catalog().characters["taisho-buke"])
    assert number.value == catalog().characters["taisho-buke"].attributes.ki
    assert [obeyed(number.value, face) for face in (1, number.value, number.value + 1, 0)] == [True, True, False, False]
