"""The deployment roll, the advantage roll, and whose turn it is to lay a card (7:3, K79)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from companion.rules.kensei.profiles import CharacterProfile
from companion.rules.text import Number, Text

Seat = Literal["a", "b"]
Attribute = Literal["hr", "ki"]
RULE = "7:3"
FIRST_CM, SECOND_CM = 30, 20
"""How far from its own edge a side deploys: who won the advantage roll, and the other."""
TABLE_CM = (120, 150, 180)
"""Sides of the square table: the first up to level 3, the others above it (7:1:2)."""


def lent(general: CharacterProfile | None, attribute: Attribute) -> Number:
    """What a general adds to his die, HR in the deployment roll and KI in the advantage roll.

    It does not say who he is: his card may still lie face down.
    """
    if general is None:
        return Number(0, Text("no general"), RULE)
    value = general.attributes.hr if attribute == "hr" else general.attributes.ki
    words = Text("HR of the general") if attribute == "hr" else Text("KI of the general")
    return Number(value, words, RULE)


def who_lays(first: Seat, laid: Mapping[Seat, int], left: Mapping[Seat, int]) -> Seat | None:
    """Whose turn it is to lay a card: by turns, and who has more lays the rest. None when all lie."""
    second: Seat = "b" if first == "a" else "a"
    turn = first if laid[first] <= laid[second] else second
    if left[turn]:
        return turn
    other: Seat = "b" if turn == "a" else "a"
    return other if left[other] else None


# ---- among which enemies a Denuki stands when he shows himself


Laid = Literal["troop", "cavalry", "character", "gone"]
"""What a card of the enemy stands for by now: a unit on foot, a mounted one, a character alone, or nobody any more."""
DENUKI_RULE = "12:6:3"


def place_of_denuki(cards: Sequence[Laid], written: int) -> int | None:
    """The number of the card whose unit he stands before: the one written down, or on a cavalry's number the next
    higher one that is none. None where there is no such unit, so that the players agree on one."""
    later = (number for number, laid in enumerate(cards, 1) if number >= written and laid != "cavalry")
    found = next(later, None)
    return found if found is not None and cards[found - 1] == "troop" else None
