"""The back of every card: one cloth in the clan's colour with the crest in its middle, seen through each card's window.

It is written into the file once, so large that the largest card fits, and placed with its middle behind each card's
middle: whatever stands on a face, all backs are parts of one drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, radians, sin, sqrt, tan

from companion.content.drawings import crest_by_id
from printables.ink import Role
from printables.livery import LIVERIES, Weave
from printables.packing import Box
from printables.pen import Pen
from printables.pieces import Back

Dash = tuple[float, ...]

BLEED = 2.0
"""Millimeters the cloth runs over the trim, half the gap between cards, for printers whose backs drift."""
CREST = 11.6
"""Millimeters across. One size on every back: it fits the window of the smallest card, a single base."""
MARKER_CREST = 14.0
"""Millimeters across behind the largest markers."""
ROUND = 8.0
"""Millimeters from the middle to the edge of the white ground under the crest."""


@dataclass(frozen=True, slots=True)
class Cloth:
    """The drawing behind the cards of one file: whose crest, and how large it must be."""

    crest: str
    width: float
    height: float

    def draw(self, pen: Pen, box: Box) -> None:
        """The part of the cloth behind `box`, its middle in the pen's middle."""
        name = f"cloth-{self.crest}-{self.width:g}-{self.height:g}"
        x, y = (pen.width - self.width) / 2, (pen.height - self.height) / 2
        share = box.width * box.height / (self.width * self.height)
        with pen.window(box.x, box.y, box.width, box.height):
            pen.form(name, x, y, self.width, self.height, self._weave, share)

    def _weave(self, pen: Pen) -> None:
        livery = LIVERIES[self.crest]
        before = pen.palette.used
        woven = WEAVES[livery.weave](pen, livery.color)
        # The lines run on beyond the cloth, which cuts them off; only what lies on it takes ink.
        pen.palette.used = before + (pen.palette.used - before) * min(1.0, pen.width * pen.height / woven)
        crest = crest_by_id(self.crest)
        x, y = pen.width / 2, pen.height / 2
        pen.circle(x, y, ROUND, fill="white", stroke=livery.color, line=0.35)
        pen.outlines(crest.paths, x - CREST / 2, y - CREST / 2, CREST, livery.color)


def cloth_for(crest: str, sizes: Sequence[tuple[float, float]]) -> Cloth:
    """A cloth that reaches behind the largest of these sizes and over its trim."""
    return Cloth(crest, max(wide for wide, _ in sizes) + 2 * BLEED, max(high for _, high in sizes) + 2 * BLEED)


def draw_back(
    pen: Pen, kind: Back, cloth: Cloth, part: tuple[float, float] | None = None, *, folded: bool = False
) -> None:
    """The back of a piece as large as the pen. `part` are the millimeters across of a part of it: from, to.

    The cloth runs over the trim, but never over a joint, nor over the edge at its foot where it is `folded` there.
    """
    start, end = part or (0.0, pen.width)
    if kind == "cloth":
        left = start - BLEED if start == 0 else start
        right = end + BLEED if end == pen.width else end
        cloth.draw(pen, Box(left, -BLEED, right - left, pen.height + (1 if folded else 2) * BLEED))
    elif start <= pen.width / 2 < end:
        # The crest alone, for what is turned over often and lies in dozens on a sheet.
        side = min(MARKER_CREST, 0.56 * min(pen.width, pen.height))
        pen.crest(cloth.crest, (pen.width - side) / 2, (pen.height - side) / 2, side, LIVERIES[cloth.crest].color)


# ---- the weaves: each alike on all sides of the middle, in few long lines; gives the square millimeters it covers


THIN = 0.12
"""Millimeters of a line of the weave: quiet behind the crest, and little ink."""


def _reach(pen: Pen) -> float:
    """From the middle to a corner, and a little more."""
    return sqrt(pen.width**2 + pen.height**2) / 2 + 10


def _turned(pen: Pen, color: Role, x1: float, y1: float, x2: float, y2: float, turn: int, dash: Dash = ()) -> None:
    """A line given around the middle of the cloth, turned by so many degrees."""
    c, s = cos(radians(turn)), sin(radians(turn))
    mx, my = pen.width / 2, pen.height / 2
    ends = [(mx + x * c - y * s, my + x * s + y * c) for x, y in ((x1, y1), (x2, y2))]
    pen.line(*ends[0], *ends[1], color, THIN, dash)


def _steps(reach: float, step: float) -> range:
    return range(-int(reach / step) - 1, int(reach / step) + 2)


def _asanoha(pen: Pen, color: Role, side: float = 10.0) -> float:
    """Triangles, and from each corner a line to the middle of each triangle: dashes along lines between the others."""
    high, reach = side * sqrt(3) / 2, _reach(pen)
    for turn in (0, 60, 120):
        for row in _steps(reach, high):
            _turned(pen, color, -reach, row * high, reach, row * high, turn)
        for place in _steps(reach, side / 2):
            first = -2 * high * ceil(reach / (2 * high)) + (high if place % 2 else 0.0)
            x, y = place * side / 2, first - high * 2 / 3
            _turned(pen, color, x, y, x, reach, turn, (high * 4 / 3, high * 2 / 3))
    return 4 * reach**2


def _hishi(pen: Pen, color: Role, pitch: float = 6.4) -> float:
    """Diamonds of three lines each, two of them close."""
    reach = _reach(pen)
    for turn in (32, -32):
        for row in _steps(reach, pitch):
            for beside in (-0.9, 0.0, 0.9):
                y = (row + 0.5) * pitch + beside
                _turned(pen, color, -reach, y, reach, y, turn)
    return 4 * reach**2


def _kikko(pen: Pen, color: Role, side: float = 4.6) -> float:
    """Six-sided shells: zigzags across, and dashes down between them."""
    half, reach = side * sqrt(3) / 2, _reach(pen)
    mx, my = pen.width / 2 - half, pen.height / 2 - side
    columns = _steps(reach, half)
    for row in _steps(reach, 1.5 * side):
        points = [(mx + n * half, my + (row * 1.5 + (0 if (n + row) % 2 else 0.5)) * side) for n in columns]
        pen.polygon(points, stroke=color, line=THIN, closed=False)
    for column in columns:
        x, y = mx + column * half, my + (0.5 - 3 * ceil(reach / (3 * side)) + (1.5 if column % 2 else 0)) * side
        pen.line(x, y, x, pen.height + side, color, THIN, (side, 2 * side))
    return 4 * reach**2


def _seigaiha(pen: Pen, color: Role, radius: float = 5.6) -> float:
    """Waves: of each of three rings only what the waves in front of it leave free."""
    arcs = []
    for row in _steps(pen.height / 2, radius / 2):
        for column in _steps(pen.width / 2, 2 * radius):
            x = pen.width / 2 + (2 * column + row % 2) * radius
            y = pen.height / 2 + row * radius / 2
            arcs += [_arc(x, y, radius * part, turn) for part, turn in ((1.0, 60.6), (0.7, 54.8), (0.4, 53.8))]
    pen.strokes(" ".join(arcs), 0, 0, 100, color, THIN)
    return (pen.width + 2 * radius) * (pen.height + radius)


def _shippo(pen: Pen, color: Role, radius: float = 5.2) -> float:
    """Rings, each crossed by four others."""
    rings = []
    for row in _steps(pen.height / 2, radius):
        for column in _steps(pen.width / 2, 2 * radius):
            x = pen.width / 2 + (2 * column + row % 2) * radius
            y = pen.height / 2 + row * radius
            rings += [_arc(x, y, radius, 90), _arc(x, y, -radius, 90)]
    pen.strokes(" ".join(rings), 0, 0, 100, color, THIN)
    return (pen.width + 2 * radius) * (pen.height + 2 * radius)


def _arc(x: float, y: float, radius: float, turn: float) -> str:
    """The arc over the middle of a circle, so many degrees to either side (under it where the radius is negative)."""
    parts, start = [], -radians(turn)
    each = radians(turn)
    lever = radius * 4 / 3 * tan(each / 4)
    for number in range(2):
        a, b = start + number * each, start + (number + 1) * each
        x1, y1, x2, y2 = x + radius * sin(a), y - radius * cos(a), x + radius * sin(b), y - radius * cos(b)
        if number == 0:
            parts.append(f"M {x1:.2f} {y1:.2f}")
        c1, c2 = (x1 + lever * cos(a), y1 + lever * sin(a)), (x2 - lever * cos(b), y2 - lever * sin(b))
        parts.append(f"C {c1[0]:.2f} {c1[1]:.2f} {c2[0]:.2f} {c2[1]:.2f} {x2:.2f} {y2:.2f}")
    return " ".join(parts)


WEAVES: Mapping[Weave, Callable[[Pen, Role], float]] = {
    "asanoha": _asanoha,
    "hishi": _hishi,
    "kikko": _kikko,
    "seigaiha": _seigaiha,
    "shippo": _shippo,
}
