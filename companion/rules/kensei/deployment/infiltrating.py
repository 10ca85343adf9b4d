"""Among which enemies a Denuki stands when he shows himself (12:6:3, K80)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Laid = Literal["troop", "cavalry", "character", "gone"]
"""What a card of the enemy stands for by now: a unit on foot, a mounted one, a character alone, or nobody any more."""
RULE = "12:6:3"


def place_of_denuki(cards: Sequence[Laid], written: int) -> int | None:
    """The number of the card whose unit he stands before: the one written down, or on a cavalry's number the next
    higher one that is none. None where there is no such unit, so that the players agree on one."""
    later = (number for number, laid in enumerate(cards, 1) if number >= written and laid != "cavalry")
    found = next(later, None)
    return found if found is not None and cards[found - 1] == "troop" else None
