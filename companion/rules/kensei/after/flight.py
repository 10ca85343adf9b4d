"""Where a flight goes, and who has nowhere to run (11:4:5, K59). How far it goes stands with the honor roll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.kensei.turn.contacts import Zone


@dataclass(frozen=True, slots=True)
class Held:
    """An enemy in contact with who is about to run, where he stands, and his VE."""

    enemy: str
    zone: Zone
    ve: int


def runs_from(held: Iterable[Held]) -> str:
    """From which enemy it runs: of several the one with most VE; empty where nobody holds it, then the nearest."""
    found = max(held, key=lambda one: one.ve, default=None)
    return found.enemy if found else ""
