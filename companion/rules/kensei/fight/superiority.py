"""How far one side's confrontation value outweighs the other's (2:7:2)."""

from __future__ import annotations

from typing import Literal


def superiority(own: int, enemy: int) -> Literal[0, 2, 3]:
    """How many times the enemy's VE one's own is: 3 for at least triple, 2 for at least double, else 0."""
    if own <= 0 or own < 2 * enemy:
        return 0
    return 3 if own >= 3 * enemy else 2
