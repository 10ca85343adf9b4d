"""The face of a printed marker: its roundel, or the shape of its pair, above its word."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.text import Text
from printables.fonts import width_mm
from printables.ink import Role
from printables.marker_art import Grid, draw_pair
from printables.markers import Group, PaperMarker, Side
from printables.pen import LEAST_SIZE, Pen

COLOR_OF: Mapping[Group, Role] = {"flight": "ink", "result": "accent", "state": "soft", "count": "ink"}
"""What befalls anybody; what a side orders and does is in the colour of its livery."""


def draw_face(
    pen: Pen, marker: PaperMarker, side: Side, livery: Role, number: int | None = None, *, cut_round: bool = False
) -> None:
    """One face in the whole of the pen's square: roundel or pair's shape above, its word below.

    Where a circle is cut out of the square, everything moves up a little, so that no word loses its corners.
    """
    size = pen.width
    color = COLOR_OF.get(marker.group, livery)
    unit = size / 25
    word_y = size - (5.0 if cut_round else 3.0) * unit
    if number is not None:
        _pair_face(pen, marker, side, number, unit, word_y)
        return
    saver = pen.palette.mode == "saver"
    radius = (7.1 if cut_round else 7.5) * unit
    middle = (size / 2, (9.3 if cut_round else 10.2) * unit)
    hollow = side.hollow or saver
    if hollow:
        pen.circle(*middle, radius - 0.35 * unit, fill="white", stroke=color, line=0.7 * unit)
    else:
        pen.circle(*middle, radius, fill=color)
    reach = radius * 1.4
    fore: Role = color if hollow else "white"
    grid = Grid(pen, middle[0] - reach / 2, middle[1] - reach / 2, reach, fore, "white" if hollow else color)
    _sign(side, grid)
    _word(pen, side.label, word_y, unit)


def _sign(side: Side, grid: Grid) -> None:
    """The face's sign, with the letters in it."""
    grid.sign(side.sign)
    if side.letters:
        role = grid.back if side.letters.hole else grid.fore
        grid.letters(side.letters.foot, side.letters.text, side.letters.height, role)


def _pair_face(pen: Pen, marker: PaperMarker, side: Side, number: int, unit: float, word_y: float) -> None:
    """Shape, color and letter of the pair over its word; charges stand on a dark band, shots on none."""
    big = 13.2 * unit
    draw_pair(Grid(pen, (pen.width - big) / 2, 2.6 * unit, big, "ink", "white"), number)
    band = marker.id == "charge" and pen.palette.mode != "saver"
    size = max(LEAST_SIZE, 7 * unit)
    word = pen.words(side.label)
    small = 4.2 * unit
    took = width_mm(word, size, "bold")
    start = (pen.width - took - small - unit) / 2
    if marker.id == "charge":
        high, room = 5.4 * unit, took + small + 3.6 * unit
        corner = (pen.width - room) / 2, word_y - 3.9 * unit
        pen.rect(*corner, room, high, fill="ink" if band else "white", stroke="ink", line=0.3)
    fore: Role = "white" if band else "ink"
    _sign(side, Grid(pen, start, word_y - 0.8 * small, small, fore, "ink" if band else "white"))
    pen.text(start + small + unit, word_y, word, size, "bold", fore)


def _word(pen: Pen, label: Text, y: float, unit: float) -> None:
    pen.fitted(pen.width / 2, y, pen.width * 0.78, label, max(LEAST_SIZE, 7 * unit), "bold", align="center")
