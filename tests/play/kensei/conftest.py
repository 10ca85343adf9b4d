"""A battle ready to fight, for tests that need no other."""

import pytest

from tests.play.kensei.field import Field


@pytest.fixture
def field() -> Field:
    """Archers with a Busho, riders, a lone Taisho on horseback; swordsmen with a Bushi, Ninjas."""
    field = Field().army("a", "buke: yumi-samurai 10 + busho-buke katana, kiba-musha 4")
    field.act("a", "side", clan="Takeda", mon="bishi")
    field.hero("a", "taisho-buke", mounted=True, weapon="naginata")
    return field.army("b", "kuge: katana-samurai 8 + daisho-samurai, ninjas 4").begin()
