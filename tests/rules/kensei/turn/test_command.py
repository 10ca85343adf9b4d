"""The Commandment roll and Commandment Points (2:7:7, 7:4:2, 8:2, K69)."""

from __future__ import annotations

import pytest

from companion.rules.kensei.turn.command import POINTS, commandment, is_heinin, points, total, won_by
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
    assert [won_by(9, 8), won_by(8, 9), won_by(9, 9)] == ["a", "b", None]


@pytest.mark.parametrize("profile", [c for c in catalog().characters.values() if c.rank in POINTS], ids=lambda c: c.id)
def test_points_are_those_of_the_rank_and_two_more_on_a_hill(profile) -> None:  # type: ignore[no-untyped-def]
    assert points(profile).value == POINTS[profile.rank]
    hill = points(profile, on_hill=True)
    assert hill.value == POINTS[profile.rank] + 2
    assert [m.rule for m in hill.modifiers] == ["8:2:1"]


def test_heinin_are_not_called_back_near_an_enemy() -> None:
    assert {id_ for id_, one in catalog().units.items() if is_heinin(one)} == {
        "yari-ashigaru", "yumi-ashigaru", "ishitsubute-ashigaru", "teppotai",
    }  # fmt: skip


def test_a_dead_general_has_no_points_even_on_a_hill() -> None:
    assert points(None, on_hill=True).value == 0
