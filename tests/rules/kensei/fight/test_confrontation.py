"""Confrontations: who, whether it may be refused, who is first (4:3:10, 10:2:3; K8, K65, K66)."""

from __future__ import annotations

import pytest

from companion.rules.kensei.fight.confrontation import may_challenge, opposed
from companion.rules.text import Refusal
from tests.strategies import catalog

CHARACTERS = catalog().characters
Thrown = tuple[int, tuple[int, ...]]


def test_bushi_duelists_and_assassins_challenge_and_are_challenged() -> None:
    busho, kensei, shinobi, spy = (CHARACTERS[one] for one in ("busho-buke", "kensei", "shinobi", "spy"))
    for one in (busho, kensei, shinobi):
        for other in (busho, kensei, shinobi):
            assert may_challenge(one, other) is None
    assert isinstance(may_challenge(busho, spy), Refusal)
    assert isinstance(may_challenge(spy, busho), Refusal)


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
