"""Where each base stands on a Troop Card (3:4:1, 7:3; ruling K42): pure arithmetic in millimeters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printables.model import Member, Troop

Who = Literal["miniature", "standard", "character"]
HARASSER_CM = 3
"""Centimeters across, for each miniature, of the circle a harasser unit may spread over in play (3:4:1, K42)."""
HARASSER_GAP_CM = 5
"""The farthest two harassers may stand apart."""


@dataclass(frozen=True, slots=True)
class Base:
    """One base on the card: its upper left corner and size in millimeters, front edge at y = 0."""

    x: float
    y: float
    width: float
    depth: float
    who: Who
    member: Member | None = None


def places(troop: Troop) -> list[Base]:
    """Every base, front rank first; an unfilled last rank stands centered.

    Characters take the middle of the front rank, the standard-bearer the place beside them.
    """
    wide, deep = troop.base_mm
    cells = []
    left = troop.bases
    for rank in range(troop.ranks):
        here = min(troop.front, left)
        left -= here
        indent = (troop.front - here) * wide / 2
        cells += [(indent + column * wide, rank * deep) for column in range(here)]
    front = min(troop.front, troop.bases)
    # From the middle outwards: 2, 1, 3, 0 for a front of four.
    special = sorted(range(front), key=lambda place: (abs(place - (front - 1) / 2), -place))
    who: dict[int, tuple[Who, Member | None]] = {}
    for member in troop.shown:
        who[special.pop(0) if special else len(who)] = ("character", member)
    if troop.standard_bearer:
        place = special[0] if special else next((n for n in range(len(cells)) if n not in who), None)
        if place is not None:
            who[place] = ("standard", None)
    return [Base(x, y, wide, deep, *who.get(number, ("miniature", None))) for number, (x, y) in enumerate(cells)]
