"""The eleven cards every player of Tenno has, and their strengths (Special Powers, ruling T1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.text import Text

LEAST_PLAYERS, MOST_PLAYERS = 2, 7
LAYOUT = 3
"""Cards lying before each player; at the start the three farmers, in any order (Setup)."""

LAYOUT_AT_START = frozenset(("farmer-1", "farmer-2", "farmer-3"))


@dataclass(frozen=True, slots=True)
class TennoCard:
    """A card. `value` is printed, and counts at the end; the Geisha's depends on her opponent: 0 at the end."""

    id: str
    name: Text
    value: int
    attack: int
    """Strength when attacking, which differs for the Ninja."""
    power: Text


_NONE = Text("No special power.")

CARDS: Mapping[str, TennoCard] = {
    card.id: card
    for card in (
        TennoCard("farmer-1", Text("Farmer 1"), 1, 1, _NONE),
        TennoCard("farmer-2", Text("Farmer 2"), 2, 2, _NONE),
        TennoCard("farmer-3", Text("Farmer 3"), 3, 3, _NONE),
        TennoCard("ninja", Text("Ninja"), 4, 8, Text("Strength 8 when attacking.")),
        TennoCard(
            "monk", Text("Monk"), 5, 5, Text("In the layout: +2 for another card of the same player that is attacked.")
        ),
        TennoCard("ronin", Text("Ronin"), 6, 6, Text("After its attack another card of the layout may attack too.")),
        TennoCard("samurai-7", Text("Samurai 7"), 7, 7, _NONE),
        TennoCard("samurai-8", Text("Samurai 8"), 8, 8, _NONE),
        TennoCard("daimyo", Text("Daimyo"), 9, 9, _NONE),
        TennoCard("shogun", Text("Shogun"), 10, 10, Text("Never attacks; takes the attacker prisoner.")),
        TennoCard(
            "geisha", Text("Geisha"), 0, 0, Text("Always 1 stronger than her opponent; then she leaves the game.")
        ),
    )
}
