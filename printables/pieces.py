"""A piece is anything cut out of a sheet: its trim size, how its face is drawn, and what is behind it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.content.drawings import all_crests
from printables.pen import Pen

BACK_CREST = 17.0
"""Millimeters. One size on every back: small enough for the smallest card with 4 mm to its edge."""

Draw = Callable[[Pen], None]


@dataclass(frozen=True)
class Piece:
    """One piece. `data` is all its face depends on: the fingerprint by which an unchanged piece is known again.

    `reverse` draws the other face of a two-sided marker, which is folded at its foot. `parts` are the millimeters
    across after which a piece too large for the paper is joined.
    """

    kind: str
    id: str
    title: str
    width: float
    height: float
    face: Draw
    data: str
    back: Literal["crest"] | None = None
    reverse: Draw | None = None
    round: bool = False
    qr: str = ""
    joins: tuple[float, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Changes when the printed piece would."""
        return hashlib.sha256(f"{self.kind}/{self.id}/{self.data}".encode()).hexdigest()[:12]


def draw_back(pen: Pen, crest_id: str, width: float, height: float) -> None:
    """The back of every piece: the crest, once, in the middle. Pieces under 25 mm show it smaller."""
    crest = next(crest for crest in all_crests() if crest.id == crest_id)
    side = min(BACK_CREST, 0.68 * min(width, height))
    pen.crest(crest, (width - side) / 2, (height - side) / 2, side, "second")
