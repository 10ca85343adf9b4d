"""The house rules of Kenjin: what the book leaves open and a table may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.house import choice
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class KenjinHouse:
    """One value for each open question; the first is the default."""

    palace_cards: Literal["left", "deployed"] = choice(
        "left",
        Text("The Palace counts the cards left after all eliminations, or all that were deployed?"),
        left=Text("those left"),
        deployed=Text("all deployed"),
    )
    temple_lead: Literal["with_camp", "without_camp"] = choice(
        "with_camp",
        Text("Does the Supply Camp's +1 count for the lead of 4 at the Golden Temple?"),
        with_camp=Text("yes"),
        without_camp=Text("no"),
    )
    lord_cards: Literal["still", "placed"] = choice(
        "still",
        Text("The Lord counts the cards still above it, or also those that fell?"),
        still=Text("still above it"),
        placed=Text("those that fell too"),
    )


BY_THE_BOOK = KenjinHouse()
"""As the rulings read the book."""
