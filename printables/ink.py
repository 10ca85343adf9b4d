"""What each color becomes in the three ink modes, and a running sum of the ink a page takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Color = Literal["color", "grey", "saver"]
"""How a printer mixes: in color, in greys, or in greys with as little ink as can be."""
Role = Literal[
    "ink",
    "soft",
    "line",
    "grid",
    "pale",
    "white",
    "accent",
    "second",
    "orange",
    "sky",
    "green",
    "yellow",
    "blue",
    "rose",
]
Rgb = tuple[float, float, float]

COLORS: Mapping[Role, Rgb] = {
    "accent": (0.76, 0.21, 0.13),
    "second": (0.13, 0.20, 0.42),
    # Six that stay apart for the common deficiencies (after Okabe and Ito), lightness spread besides.
    "orange": (0.90, 0.62, 0.00),
    "sky": (0.34, 0.71, 0.91),
    "green": (0.00, 0.50, 0.38),
    "yellow": (0.95, 0.88, 0.25),
    "blue": (0.00, 0.33, 0.62),
    "rose": (0.64, 0.24, 0.50),
}
"""Ink on washi: indigo and vermilion are the accents, six more tell pairs of markers apart, and three of these clans.
What is not here is grey."""

GREYS: Mapping[Role, float] = {
    "ink": 0.0,
    "soft": 0.32,
    "line": 0.62,
    "grid": 0.82,
    "pale": 0.93,
    "white": 1.0,
    "accent": 0.25,
    "second": 0.15,
    "orange": 0.68,
    "sky": 0.78,
    "green": 0.35,
    "yellow": 0.88,
    "blue": 0.22,
    "rose": 0.5,
}
"""How light each is where it is printed without color."""


@dataclass
class Palette:
    """Colors of one mode. `used` sums square millimeters times coverage (1.0 is one ink solid)."""

    mode: Color
    used: float = 0.0

    def grey(self, role: Role) -> float | None:
        """The grey to print a role in, None where it is printed in color."""
        return GREYS[role] if self.mode != "color" or role not in COLORS else None

    def spend(self, role: Role, area: float) -> None:
        """Counts ink: black for greys, the sum of three inks for colors."""
        grey = self.grey(role)
        share = 1 - grey if grey is not None else sum(1 - part for part in COLORS[role])
        self.used += share * max(0.0, area)
