"""The pieces of terrain a battlefield is made of, and what each does to who stands in it or behind it (6:1, 6:2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.text import Text

TerrainKind = Literal["forest", "hill", "river", "building", "low", "high", "stream", "field", "impassable"]
Movement = Literal["open", "difficult", "obstacle", "impassable"]


@dataclass(frozen=True, slots=True)
class TerrainType:
    """A kind of terrain piece. `sight`: what it does to lines of vision."""

    kind: TerrainKind
    name: Text
    short: Text
    """What the players call one of several, with its number."""
    movement: Movement
    sight: Literal["blocked", "clear"]
    rule: str

    @property
    def hides(self) -> bool:
        """Whether Ninjas may wait behind it (5:1:6)."""
        return self.movement != "impassable"

    @property
    def crossed(self) -> Text:
        """How one moves through it."""
        return MOVEMENT[self.movement]


TERRAIN: tuple[TerrainType, ...] = (
    TerrainType("forest", Text("Forest"), Text("Forest"), "difficult", "blocked", "6:2:1"),
    TerrainType("hill", Text("Hill"), Text("Hill"), "open", "blocked", "6:2:2"),
    TerrainType("river", Text("River, lake or swamp"), Text("River"), "impassable", "clear", "6:2:3"),
    TerrainType("building", Text("Building"), Text("Building"), "impassable", "blocked", "6:2:4"),
    TerrainType("low", Text("Low fence, bush or wall"), Text("Low obstacle"), "obstacle", "clear", "6:2:5"),
    TerrainType("high", Text("High fence, bush or wall"), Text("High obstacle"), "obstacle", "blocked", "6:2:5"),
    TerrainType("stream", Text("Stream, brook or bog"), Text("Stream"), "difficult", "clear", "6:2:6"),
    TerrainType("field", Text("Field or plantation"), Text("Field"), "difficult", "clear", "6:1"),
    TerrainType("impassable", Text("Other impassable ground"), Text("Impassable"), "impassable", "clear", "6:1"),
)
LEAST_EACH = 2
"""Pieces each player places before one of them may stop (7:2)."""
APART_CM = 15
"""How far a piece stands from every other one and from the edges of the table (7:2)."""
BY_KIND = {one.kind: one for one in TERRAIN}
MOVEMENT: dict[Movement, Text] = {
    "open": Text("full movement"),
    "difficult": Text("half movement"),
    "obstacle": Text("an obstacle"),
    "impassable": Text("impassable"),
}
