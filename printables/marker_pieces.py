"""The markers of a kit as pieces to cut out, and the strip that tracks turn and phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from companion.content.drawings import OWN_ID
from companion.content.markers import Sign
from companion.rules.text import Text
from printables.battle_sheet import turns_of
from printables.fonts import width_mm
from printables.ink import Role
from printables.livery import LIVERIES
from printables.markers import MARKERS, TRACKER, Group, PaperMarker, Side, suggested
from printables.model import Army
from printables.options import Options
from printables.pen import LEAST_SIZE, Draw, Pen, fitting
from printables.pieces import Piece
from printables.shaping import Point

BLEED = 2.0
"""Millimeters of ground printed beyond the trim where bleed is asked for."""
TRACK = (180.0, 34.0)
"""The strip for turns and phases, in millimeters."""
PHASES = (Text("Commandment roll"), Text("Orders and actions"), Text("Combat"), Text("Resolution"))


def wanted_counts(army: Army | None, options: Options) -> Mapping[str, int]:
    """How many of each are printed: as chosen, or as the army suggests."""
    return suggested(army) if options.marker_counts is None else options.marker_counts


def marker_pieces(army: Army | None, options: Options) -> list[Piece]:
    """As many of each marker as asked for, or as the army suggests; pairs twice, with one letter each pair.

    The strips that track turns and phases come last.
    """
    counts = wanted_counts(army, options)
    color = LIVERIES[army.crest if army else OWN_ID].color
    found = []
    for marker in MARKERS:
        for number in range(counts.get(marker.id, 0)):
            for twin in range(2 if marker.pair else 1):
                found.append(_piece(marker, number, twin, options, color))
    return [*found, *(tracker(turns_of(options.battle), color, number) for number in range(counts.get(TRACKER, 0)))]


def _piece(marker: PaperMarker, number: int, twin: int, options: Options, color: Role) -> Piece:
    size = float(options.marker_mm)
    pair = number if marker.pair else None
    bleed = BLEED if options.bleed else 0.0
    letter = f"-{chr(65 + number % 26)}" if marker.pair else ""
    return Piece(
        kind="markers",
        id=f"{marker.id}{letter}-{number + 1}.{twin + 1}",
        title=" / ".join(str(side.label) for side in marker.faces) + letter.replace("-", " "),
        width=size,
        height=size,
        face=_face(marker, marker.front, options, color, pair),
        data=f"{marker.id} {pair} {size} {options.marker_shape} {bleed} {options.color} {color}",
        back=None if marker.reverse else "crest",
        reverse=_face(marker, marker.reverse, options, color) if marker.reverse else None,
        round=options.marker_shape == "round",
    )


def _face(marker: PaperMarker, side: Side, options: Options, color: Role, pair: int | None = None) -> Draw:
    """Drawn once into the file, however many there are. A pale ground bleeds over the trim, but never over a fold."""
    size, bleed = float(options.marker_mm), BLEED if options.bleed else 0.0
    cut_round = options.marker_shape == "round"
    name = f"marker-{marker.id}-{side.label}-{'' if pair is None else pair % 12}-{size:g}"
    name = "".join(char for char in name if char.isalnum() or char == "-")
    foot = 0.0 if marker.reverse else bleed

    def draw(pen: Pen) -> None:
        if bleed:
            pen.rect(-bleed, -bleed, size + 2 * bleed, size + bleed + foot, fill="pale")
            pen.circle(size / 2, size / 2, size * 0.476, fill="white")
        pen.form(name, 0, 0, size, size, lambda form: draw_face(form, marker, side, color, pair, cut_round=cut_round))

    return draw


def tracker(turns: int | None, color: Role, number: int) -> Piece:
    """A strip with a box for each turn (more may follow where the battle has no limit) and for each phase (7:4).

    Turns are open to the upper edge and phases to the lower one: pawns, larger than a box, lie there.
    """
    wide, high = TRACK

    def face(pen: Pen) -> None:
        count = turns or 8
        pen.text(3, 18.8, Text("Turns above, phases below"), 9, "serif", color)
        pen.quiet(wide / 2, 18.8, Text("Pawns lie at the edges."), 7, "center")
        if not turns:
            pen.quiet(wide - 3, 18.8, Text("no limit of turns"), 7, "right")
        each = (wide - 6) / count
        for turn in range(count):
            _place(pen, 3 + turn * each, 0.0, each - 1, 14.4, "soft", 0.25)
            pen.text(3 + turn * each + (each - 1) / 2, 10.6, str(turn + 1), 16, "black", "soft", "center")
        each = (wide - 6) / len(PHASES)
        for number, phase in enumerate(PHASES):
            x = 3 + number * each
            _place(pen, x, high, each - 1, -13.4, color, 0.35)
            pen.text(x + 1.4, 25.4, str(number + 1), 8, "black", color)
            pen.fitted(x + 4.2, 25.4, each - 6, phase, 8, "bold")

    name = f"{TRACKER}-{number + 1}"
    return Piece("markers", name, "Turns and phases", wide, high, face, f"track {turns} {color}", back="crest")


def _place(pen: Pen, x: float, edge: float, wide: float, deep: float, color: Role, line: float) -> None:
    """A box that is open to an edge, with a notch in the middle of it for the pawn."""
    middle, notch = x + wide / 2, 2.4 if deep > 0 else -2.4
    pen.polygon(
        [(x, edge), (x, edge + deep), (x + wide, edge + deep), (x + wide, edge)], stroke=color, line=line, closed=False
    )
    pen.polygon([(middle - 2.4, edge), (middle, edge + notch), (middle + 2.4, edge)], fill=color)


# ---- the face of a marker: its roundel, or the shape of its pair, above its word


COLOR_OF: Mapping[Group, Role] = {"flight": "ink", "result": "accent", "state": "soft", "count": "ink"}
"""What befalls anybody; what a side orders and does is in the colour of its livery."""
LEAST_WORD = 5.5
"""Points. On 20 mm a long word is small rather than broken off; its sign says the same."""


def draw_face(pen: Pen, marker: PaperMarker, side: Side, livery: Role, number: int | None, *, cut_round: bool) -> None:
    """One face in the whole of the pen's square: roundel or pair's shape above, its word below.

    Where a circle is cut out of the square, everything moves up a little, so that no word loses its corners.
    """
    size = pen.width
    color = COLOR_OF.get(marker.group, livery)
    unit = size / 25
    word_y = size - (5.6 if cut_round else 3.0) * unit
    room = (0.81 if cut_round else 0.9) * size
    if number is not None:
        _pair_face(pen, marker, side, number, unit, word_y, room)
        return
    saver = pen.palette.mode == "saver"
    radius = (6.45 if cut_round else 6.65) * unit
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
    word = pen.words(side.label)
    pen.text(size / 2, word_y, word, _letters(word, room, unit), "bold", align="center", width=room)


def _letters(word: str, room: float, unit: float) -> float:
    return fitting(word, room, max(LEAST_SIZE, 7 * unit), "bold", LEAST_WORD)


def _sign(side: Side, grid: Grid) -> None:
    """The face's sign, with the letters in it."""
    grid.sign(side.sign)
    if side.letters:
        role = grid.back if side.letters.hole else grid.fore
        grid.letters(side.letters.foot, side.letters.text, side.letters.height, role)


def _pair_face(
    pen: Pen, marker: PaperMarker, side: Side, number: int, unit: float, word_y: float, width: float
) -> None:
    """Shape, color and letter of the pair over its word; charges stand on a dark band, shots on none."""
    big = 12.8 * unit
    draw_pair(Grid(pen, (pen.width - big) / 2, 2.6 * unit, big, "ink", "white"), number)
    fore: Role = "ink"
    word = pen.words(side.label)
    small = 4.2 * unit
    size = _letters(word, width - small - unit, unit)
    took = width_mm(word, size, "bold")
    start = (pen.width - took - small - unit) / 2
    if marker.id == "charge":
        high, room = 5.4 * unit, took + small + 3.6 * unit
        corner = (pen.width - room) / 2, word_y - 3.9 * unit
        pen.rect(*corner, room, high, fill="ink", stroke="ink", line=0.3, mass=True)
        fore = pen.sign_on("ink")
    _sign(side, Grid(pen, start, word_y - 0.8 * small, small, fore, "white" if fore == "ink" else "ink"))
    pen.text(start + small + unit, word_y, word, size, "bold", fore)


# ---- the pictures: signs on a grid, letters in them, and the shapes that tell pairs apart


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


def _regular(corners: int, radius: float) -> tuple[Point, ...]:
    """A regular polygon around the middle, the first corner at three o'clock."""
    angles = [radians(360 / corners * n) for n in range(corners)]
    return tuple((50 + radius * cos(a), 50 + radius * sin(a)) for a in angles)


PAIR_SHAPES: tuple[tuple[Role, tuple[Point, ...]], ...] = (
    ("orange", _regular(36, 48)),
    ("sky", ((6, 6), (94, 6), (94, 94), (6, 94))),
    ("green", ((50, 0), (104, 94), (-4, 94))),
    ("yellow", ((50, -4), (104, 50), (50, 104), (-4, 50))),
    ("blue", _regular(6, 54)),
    ("rose", ((28, 0), (72, 0), (72, 28), (100, 28), (100, 72), (72, 72),
              (72, 100), (28, 100), (28, 72), (0, 72), (0, 28), (28, 28))),
)  # fmt: skip
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
