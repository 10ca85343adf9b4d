"""The house rules of Tenno: what the book leaves open and a table may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.house import choice
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class TennoHouse:
    """One value for each open question; the first is the default."""

    counted_ninja: Literal["4", "8"] = choice(
        "4", Text("A Ninja counts how much at the end?"), **{"4": Text("4, its defense"), "8": Text("8, its attack")}
    )


BY_THE_BOOK = TennoHouse()
"""As the rulings read the book."""
