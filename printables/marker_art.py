"""The pictures on the printed markers: their signs, letters in them, and the shapes that tell pairs apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from companion.content.markers import Sign
from printables.ink import Role
from printables.pen import Pen, Point


@dataclass(frozen=True)
class Grid:
    """A pen on a grid of 100 by 100, with the color of a sign and of what lies behind it."""

    pen: Pen
    x: float
    y: float
    side: float
    fore: Role
    back: Role

    def _at(self, points: Sequence[Point]) -> list[Point]:
        scale = self.side / 100
        return [(self.x + px * scale, self.y + py * scale) for px, py in points]

    def fill(self, *points: Point, role: Role) -> None:
        """A filled polygon."""
        self.pen.polygon(self._at(points), fill=role)

    def loop(self, *points: Point, width: float, role: Role) -> None:
        """A closed line."""
        self.pen.polygon(self._at(points), stroke=role, line=width * self.side / 100, rounded=True)

    def sign(self, sign: Sign) -> None:
        """The sign of a marker, as phones draw it."""
        self.pen.shapes(sign.shapes, self.x, self.y, self.side, self.fore, self.back)

    def letters(self, y: float, text: str, height: float, role: Role) -> None:
        """Letters in the middle with their feet at y; `height` of the capitals on the grid."""
        ((px, py),) = self._at([(50, y)])
        size = height * self.side / 100 / 0.714 / 25.4 * 72
        self.pen.text(px, py, text, size, "black", role, "center")


def arc(x: float, y: float, radius: float, start: float, end: float, parts: int = 18) -> list[Point]:
    """Points on a circle; degrees clockwise from three o'clock."""
    turns = [radians(start + (end - start) * n / parts) for n in range(parts + 1)]
    return [(x + radius * cos(t), y + radius * sin(t)) for t in turns]


def regular(corners: int, radius: float, start: float = -90) -> list[Point]:
    """A regular polygon around the middle."""
    angles = [radians(start + 360 / corners * n) for n in range(corners)]
    return [(50 + radius * cos(a), 50 + radius * sin(a)) for a in angles]


PAIR_SHAPES: tuple[tuple[Role, tuple[Point, ...]], ...] = (
    ("orange", tuple(arc(50, 50, 48, 0, 350, 35))),
    ("sky", ((6, 6), (94, 6), (94, 94), (6, 94))),
    ("green", ((50, 0), (104, 94), (-4, 94))),
    ("yellow", ((50, -4), (104, 50), (50, 104), (-4, 50))),
    ("blue", tuple(regular(6, 54, 0))),
    (
        "rose",
        (
            (28, 0),
            (72, 0),
            (72, 28),
            (100, 28),
            (100, 72),
            (72, 72),
            (72, 100),
            (28, 100),
            (28, 72),
            (0, 72),
            (0, 28),
            (28, 28),
        ),
    ),
)
"""Color and outline of each pair of markers: neither is needed to tell them apart by the other, or by the letter."""


def draw_pair(g: Grid, number: int) -> None:
    """The shape, color and letter of a pair; from the seventh on the shapes are drawn hollow."""
    role, shape = PAIR_SHAPES[number % len(PAIR_SHAPES)]
    letter = chr(ord("A") + number % 26)
    foot = 75 if role == "green" else 67
    if number // len(PAIR_SHAPES) % 2 == 1 or g.pen.palette.mode == "saver":
        g.loop(*shape, width=6, role="ink")
        g.letters(foot, letter, 34, "ink")
        return
    g.fill(*shape, role=role)
    g.loop(*shape, width=3, role="ink")
    g.letters(foot, letter, 34, "white" if role in ("green", "blue", "rose") else "ink")
