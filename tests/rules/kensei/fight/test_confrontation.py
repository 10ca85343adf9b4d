"""Confrontations: who, whether it may be refused, who is first (4:3:10, 10:2:3; K8, K65, K66)."""

from itertools import product

from companion.rules.kensei.fight.confrontation import may_challenge, may_refuse
from companion.rules.text import Refusal
from tests.strategies import catalog

CHARACTERS = catalog().characters


def test_bushi_duelists_and_assassins_challenge_and_are_challenged() -> None:
    """All but a Geisha and a Spy; nobody refuses an assassin."""
    for one, other in product(CHARACTERS.values(), repeat=2):
        refused = may_challenge(one, other)
        assert isinstance(refused, Refusal) == bool({one.id, other.id} & {"geisha", "spy"}), (one.id, other.id)
    assert [one for one in CHARACTERS if not may_refuse(CHARACTERS[one])] == ["shinobi"]
