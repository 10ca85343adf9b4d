"""Before whom a Denuki stands (12:6:3, K80)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.rules.kensei.deployment.laying import Laid, place_of_denuki


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
