"""Who may strike or shoot at whom, before any number is asked (8:3:5, 9:1, 9:3:2)."""

from __future__ import annotations

import itertools

import pytest

from companion.rules.kensei.fight.strike import Party, may_strike
from companion.rules.kensei.settings import Settings


@pytest.mark.parametrize(
    ("kind", "flees", "engaged", "target_engaged", "lenient"),
    list(itertools.product(("shot", "melee"), *[(False, True)] * 4)),
)
def test_every_case(kind: str, flees: bool, engaged: bool, target_engaged: bool, lenient: bool) -> None:
    """Told once more as the book tells it: who runs only strikes back, who fights does not shoot."""
    wanted = None
    if kind == "shot":
        if target_engaged and not lenient:
            wanted = "9:3:2"
        if engaged:
            wanted = "9:1"
        if flees:
            wanted = "8:3:5"
    elif flees and not engaged:
        wanted = "8:3:5"
    settings = Settings(shoot_into_combat="yes" if lenient else "no")
    parties = Party("Archers", flees, engaged), Party("Spears", False, target_engaged)
    refused = may_strike(kind, *parties, settings)  # type: ignore[arg-type]
    assert (refused.rule if refused else None) == wanted
