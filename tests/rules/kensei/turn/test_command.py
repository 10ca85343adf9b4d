"""The Commandment roll and what its points pay for (2:7:7, 7:4:2, 8:2, 8:3:2, 8:3:3, 11:4:3, K29, K30, K69)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.kensei.turn import command
from companion.rules.kensei.turn.command import POINTS, cannot_order, cannot_regroup, commandment, points, total
from tests.strategies import catalog


def test_the_general_adds_his_honor() -> None:
    number = commandment(catalog().characters["taisho-buke"])
    assert number.value == number.base == catalog().characters["taisho-buke"].attributes.hr
    assert (str(number.source), number.rule) == ("HR of Taisho Buke, the general", "7:4:2")


def test_without_him_the_highest_bushi_left_lends_his() -> None:
    profiles = catalog().characters
    left = [profiles[one] for one in ("spy", "daisho-ashigaru", "daisho-samurai", "kensei")]
    number = commandment(None, left)
    assert number.value == profiles["daisho-samurai"].attributes.hr
    assert [(str(m.reason), m.ruling) for m in number.modifiers] == [
        ("HR of Daisho Samurai, the highest Bushi left", "K69")
    ]
    assert commandment(None, [profiles["daisho-ashigaru"]]).value == profiles["daisho-ashigaru"].attributes.hr
    assert commandment(None, [profiles["spy"]]).value == 0


def test_a_zero_counts_ten_and_a_tie_has_no_winner() -> None:
    number = commandment(catalog().characters["taisho-buke"])
    assert total(number, 0) == number.value + 10
    assert total(number, 3) == number.value + 3
    assert [command.won_by(9, 8), command.won_by(8, 9), command.won_by(9, 9)] == ["a", "b", None]


@pytest.mark.parametrize("profile", [c for c in catalog().characters.values() if c.rank in POINTS], ids=lambda c: c.id)
def test_points_are_those_of_the_rank_and_two_more_on_a_hill(profile) -> None:  # type: ignore[no-untyped-def]
    assert points(profile).value == POINTS[profile.rank]
    hill = points(profile, on_hill=True)
    assert hill.value == POINTS[profile.rank] + 2
    assert [m.rule for m in hill.modifiers] == ["8:2:1"]


def test_heinin_are_not_called_back_near_an_enemy() -> None:
    assert {id_ for id_, one in catalog().units.items() if command.is_heinin(one)} == {
        "yari-ashigaru", "yumi-ashigaru", "ishitsubute-ashigaru", "teppotai",
    }  # fmt: skip


def test_a_dead_general_has_no_points_even_on_a_hill() -> None:
    assert points(None, on_hill=True).value == 0


# ---- calling back who runs away, and strategic orders


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


def test_a_master_in_calligraphy_calls_two_different_units_for_the_price_of_one() -> None:
    """12:6:2, K71."""
    tries = ([], ["a1"], ["a2"], ["a1", "a2"], ["a2", "a1", "a2"])
    assert [command.regrouping(tried, "a1", calligraphy=True) for tried in tries] == [1, 1, 0, 1, 0]
    assert command.regrouping(["a2"], "a1", calligraphy=False) == 1


def test_a_strategic_order_costs_three_and_needs_a_bushi() -> None:
    assert cannot_order(general=True, left=3, has_bushi=True) is None
    assert "2 are left" in str(cannot_order(general=True, left=2, has_bushi=True))
    assert "needs a Bushi" in str(cannot_order(general=True, left=3, has_bushi=False))
    assert "Without a general" in str(cannot_order(general=False, left=3, has_bushi=True))


def test_it_works_with_the_generals_ki_or_less() -> None:
    number = command.spirit(catalog().characters["taisho-buke"])
    assert number.value == catalog().characters["taisho-buke"].attributes.ki
    assert [command.obeyed(number.value, face) for face in (1, number.value, number.value + 1, 0)] == [
        True,
        True,
        False,
        False,
    ]
