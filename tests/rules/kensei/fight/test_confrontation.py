"""Confrontations: who, whether it may be refused, who is first (4:3:10, 10:2:3; K8, K65, K66)."""

from __future__ import annotations

from itertools import product

import pytest

from companion.rules.kensei.fight.confrontation import may_challenge, may_refuse, opposed
from companion.rules.text import Refusal
from tests.strategies import catalog

CHARACTERS = catalog().characters
Thrown = tuple[int, tuple[int, ...]]


def test_bushi_duelists_and_assassins_challenge_and_are_challenged() -> None:
    """All but a Geisha and a Spy; nobody refuses an assassin."""
    for one, other in product(CHARACTERS.values(), repeat=2):
        refused = may_challenge(one, other)
        assert isinstance(refused, Refusal) == bool({one.id, other.id} & {"geisha", "spy"}), (one.id, other.id)
    assert [one for one in CHARACTERS if not may_refuse(CHARACTERS[one])] == ["shinobi"]


@pytest.mark.parametrize(
    ("challenger", "challenged", "refused", "expected"),
    [
        ((5, ()), (5, ()), False, None),
        ((5, (4,)), (5, ()), False, None),
        ((5, (4,)), (4, (5,)), False, "again"),
        ((5, (4,)), (4, (5,)), True, "again"),
        ((5, (4,)), (4, (4,)), False, "challenger"),
        ((5, (4,)), (4, (0,)), False, "challenged"),
        ((5, (4,)), (4, (0,)), True, "off"),
        ((5, (5,)), (4, (4,)), True, "challenger"),
        ((5, (4, 2)), (4, (5, 9)), False, "challenged"),
        ((5, (4, 2)), (4, (5,)), False, None),
    ],
)
def test_the_opposed_roll(
    challenger: tuple[int, tuple[int, ...]],
    challenged: tuple[int, tuple[int, ...]],
    refused: bool,
    expected: str | None,
) -> None:
    assert opposed(challenger, challenged, refused=refused) == expected
