"""The house rules of Zipang Portable: what the book leaves open and a table may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.house import choice
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class ZipangHouse:
    """One value for each open question; the first is the default."""

    commander_alone: Literal["once", "none"] = choice(
        "once",
        Text("With one rival left, does the Commander attack them once, or nobody?"),
        once=Text("them, once"),
        none=Text("nobody"),
    )
    drawn_pot: Literal["nobody", "shared"] = choice(
        "nobody",
        Text("A campaign is drawn and somebody has no coins left: who gets the pot?"),
        nobody=Text("nobody"),
        shared=Text("those who tie, in equal parts"),
    )


BY_THE_BOOK = ZipangHouse()
"""As the rulings read the book."""
