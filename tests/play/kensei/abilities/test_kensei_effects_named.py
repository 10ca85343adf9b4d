"""Whatever lasts on somebody can be told: a row that names it not would be a page that fails."""

from __future__ import annotations

import pytest

from companion.play.kensei.sheet import called
from companion.rules.kensei.turn.effects import LASTING, EffectId


@pytest.mark.parametrize("effect", sorted(LASTING))
def test_every_effect_has_a_name(effect: EffectId) -> None:
    assert str(called(effect))
