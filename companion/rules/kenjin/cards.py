"""Clans, their thirteen cards, and the ten battlefields.

The books lost the printed Strength of eight cards (ruling N1): the players enter them once from their own cards, and
every function that needs them takes them as an argument. None is guessed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.text import Problem, Text

LEAST_PLAYERS, MOST_PLAYERS = 2, 4
MOST_STRENGTH = 3
BRIDGE_CARDS = 3
"""Cards a player may deploy on the Bridge."""


@dataclass(frozen=True, slots=True)
class Clan:
    """A clan and the color of its cards (Setup)."""

    id: str
    name: str
    color: Text


@dataclass(frozen=True, slots=True)
class KenjinCard:
    """A kind of card: `regular` ones are deployed face up, secret ones face down; `count` of it in each clan."""

    id: str
    name: Text
    regular: bool
    ability: Text
    count: int = 1


@dataclass(frozen=True, slots=True)
class Battlefield:
    """A battlefield tile and its worth in Victory Points."""

    id: str
    name: Text
    value: Literal[4, 6]
    effect: Text


CLANS: Mapping[str, Clan] = {
    clan.id: clan
    for clan in (
        Clan("kamiwashi", "Kamiwashi", Text("white")),
        Clan("jozu", "Jozu", Text("blue")),
        Clan("yasei", "Yaseï", Text("green")),
        Clan("hondo", "Hondo", Text("red")),
    )
}

_NONE = Text("No ability.")

CARDS: Mapping[str, KenjinCard] = {
    card.id: card
    for card in (
        KenjinCard("scout", Text("Scout"), True, Text("Turn a rival's face-down card on this battlefield face up.")),
        KenjinCard(
            "shugenja", Text("Shugenja"), True, Text("Look secretly at one face-down card of anyone, anywhere.")
        ),
        KenjinCard(
            "general",
            Text("General"),
            True,
            Text(
                "Move one of your face-down cards from here to the top of your stack on another battlefield of yours."
            ),
        ),
        KenjinCard(
            "assassin",
            Text("Assassin"),
            True,
            Text("Eliminate a face-down card of another player, anywhere, unseen, and take its place."),
        ),
        KenjinCard("ashigaru", Text("Ashigaru"), True, _NONE),
        KenjinCard(
            "lord", Text("Lord"), False, Text("Strength 2, +1 for each card above it; +3 points where it is left.")
        ),
        KenjinCard("peasant", Text("Peasant"), False, Text("+1 point where you conquer, however many are left."), 4),
        KenjinCard("archer", Text("Archer"), False, Text("Eliminates the enemy's Samurai before they strike.")),
        KenjinCard("samurai", Text("Samurai"), False, Text("Eliminates the enemy's Peasants, Brute and Ashigaru.")),
        KenjinCard("brute", Text("Brute"), False, _NONE),
    )
}

ENTERED: tuple[str, ...] = tuple(card for card in CARDS if card not in ("lord", "peasant"))
"""Cards whose Strength, 0 to 3, the players enter (ruling N1)."""

BATTLEFIELDS: Mapping[str, Battlefield] = {
    tile.id: tile
    for tile in (
        Battlefield("port", Text("Port"), 4, Text("+1 for each card face up before the secret ones are turned.")),
        Battlefield("rice-field", Text("Rice Field"), 4, Text("Peasants have Strength 1.")),
        Battlefield("village", Text("Village"), 4, Text("A Strength of 1 counts as 2.")),
        Battlefield("supply-camp", Text("Supply Camp"), 4, Text("Resolved first; +1 on two other battlefields.")),
        Battlefield("torii", Text("Torii"), 4, Text("+1 point for each other battlefield conquered.")),
        Battlefield("bridge", Text("Bridge"), 6, Text("Three cards a player at most.")),
        Battlefield("sanctuary", Text("Sanctuary"), 6, Text("Before the count each side loses its weakest card.")),
        Battlefield("palace", Text("Palace"), 6, Text("-2 for the side with more cards.")),
        Battlefield("golden-temple", Text("Golden Temple"), 6, Text("Only a lead of 4 or more conquers.")),
        Battlefield("fortress", Text("Fortress"), 6, Text("Only 3 cards or more conquer.")),
    )
}


def tile_name(battlefield: str) -> Text | str:
    """The name of a battlefield that nobody has checked."""
    found = BATTLEFIELDS.get(battlefield)
    return found.name if found else battlefield


def unknown_battlefield(path: str, battlefield: str) -> Problem:
    """The problem of an identifier that is no battlefield."""
    values = {"tile": battlefield, "known": ", ".join(BATTLEFIELDS)}
    return Problem(path, Text('"%(tile)s" is not a battlefield; the battlefields are: %(known)s.', values))


def strengths_problems(strengths: Mapping[str, int], needed: Sequence[str] = ENTERED) -> Iterator[Problem]:
    """What is wrong with the Strengths of the table's cards; those of `needed` cards must be there (ruling N1)."""
    for card, strength in strengths.items():
        if card not in ENTERED:
            values = {"card": card, "known": ", ".join(ENTERED)}
            text = Text('Leave out the Strength of "%(card)s"; enter it only for: %(known)s.', values)
            yield Problem(f"strengths.{card}", text)
        elif not 0 <= strength <= MOST_STRENGTH:
            number = {"card": CARDS[card].name, "strength": strength}
            text = Text("%(card)s has Strength %(strength)s; it is 0 to 3, as printed on your card.", number)
            yield Problem(f"strengths.{card}", text)
    for card in needed:
        if card in ENTERED and card not in strengths:
            absent = {"card": CARDS[card].name}
            text = Text("The Strength of %(card)s is missing; enter it from your card, 0 to 3.", absent)
            yield Problem(f"strengths.{card}", text)
