"""A battle ready to fight, for tests that need no other."""

from __future__ import annotations

import pytest

from tests.play.kensei.field import Field


@pytest.fixture
def field() -> Field:
    """Archers with a Busho, riders, a lone Taisho on horseback; swordsmen with a Bushi, Ninjas."""
    field = Field()
    field.act("a", "side", path="buke", clan="Takeda", mon="bishi")
    field.unit("a", "yumi-samurai", 10)
    field.hero("a", "busho-buke", "a1", weapon="katana")
    field.unit("a", "kiba-musha", 4)
    field.hero("a", "taisho-buke", mounted=True, weapon="naginata")
    field.act("b", "side", path="kuge")
    field.unit("b", "katana-samurai", 8)
    field.hero("b", "daisho-samurai", "b1")
    field.unit("b", "ninjas", 4)
    return field.begin()
