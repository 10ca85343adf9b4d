"""The pictures on the markers, drawn by us on a grid of 100 by 100 in one hand: bold shapes, no thin lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from companion.content.drawings import sign
from printables.ink import Role
from printables.pen import Pen, Point

STROKE = 9.0
"""The usual width of a line on the grid."""


@dataclass(frozen=True)
class Grid:
    """A pen on a grid of 100 by 100, with the color of the picture and of what lies behind it."""

    pen: Pen
    x: float
    y: float
    side: float
    fore: Role
    back: Role

    def _at(self, points: Sequence[Point]) -> list[Point]:
        scale = self.side / 100
        return [(self.x + px * scale, self.y + py * scale) for px, py in points]

    def fill(self, *points: Point, role: Role | None = None) -> None:
        """A filled polygon."""
        self.pen.polygon(self._at(points), fill=role or self.fore)

    def line(self, *points: Point, width: float = STROKE, role: Role | None = None) -> None:
        """A line with round ends."""
        self.pen.polygon(
            self._at(points), stroke=role or self.fore, line=width * self.side / 100, closed=False, rounded=True
        )

    def loop(self, *points: Point, width: float = STROKE, role: Role | None = None) -> None:
        """A closed line."""
        self.pen.polygon(self._at(points), stroke=role or self.fore, line=width * self.side / 100, rounded=True)

    def disc(self, x: float, y: float, radius: float, role: Role | None = None) -> None:
        """A filled circle."""
        ((px, py),) = self._at([(x, y)])
        self.pen.circle(px, py, radius * self.side / 100, fill=role or self.fore)

    def letters(self, x: float, y: float, text: str, height: float, role: Role | None = None) -> None:
        """Letters centered at x with their feet at y; `height` of the capitals on the grid."""
        ((px, py),) = self._at([(x, y)])
        size = height * self.side / 100 / 0.714 / 25.4 * 72
        self.pen.text(px, py, text, size, "black", role or self.fore, "center")


Picture = Callable[[Grid], None]


def arc(x: float, y: float, radius: float, start: float, end: float, parts: int = 18) -> list[Point]:
    """Points on a circle; degrees clockwise from three o'clock."""
    turns = [radians(start + (end - start) * n / parts) for n in range(parts + 1)]
    return [(x + radius * cos(t), y + radius * sin(t)) for t in turns]


def regular(corners: int, radius: float, start: float = -90, inner: float | None = None) -> list[Point]:
    """A regular polygon around the middle; with `inner` a star."""
    count = corners * (2 if inner else 1)
    angles = [radians(start + 360 / count * n) for n in range(count)]
    radii = [inner if inner and n % 2 else radius for n in range(count)]
    return [(50 + r * cos(a), 50 + r * sin(a)) for a, r in zip(angles, radii, strict=True)]


def _arrow(x: float, top: float, foot: float, half: float = 17, shaft: float = 6) -> list[Point]:
    neck = top + half * 1.25
    return [
        (x, top),
        (x + half, neck),
        (x + shaft, neck),
        (x + shaft, foot),
        (x - shaft, foot),
        (x - shaft, neck),
        (x - half, neck),
    ]


def tessen(g: Grid) -> None:
    """The folding fan of a Taisho ability."""
    g.fill((50, 84), *arc(50, 84, 68, 205, 335))
    for angle in range(225, 330, 22):
        g.line((50, 84), arc(50, 84, 70, angle, angle, 1)[0], width=2.2, role=g.back)
    g.fill((50, 84), *arc(50, 84, 26, 205, 335), role=g.back)
    for angle in range(208, 335, 24):
        g.line((50, 84), arc(50, 84, 27, angle, angle, 1)[0], width=4)
    g.disc(50, 84, 6)


def gunbai(g: Grid) -> None:
    """The war fan of a strategic order."""
    side = g.side
    g.pen.outlines(sign().paths, g.x, g.y, side, g.fore, saver_line=False)


def banner(g: Grid) -> None:
    """A standard planted again: the unit has regrouped."""
    g.line((30, 10), (30, 92), width=7)
    g.line((24, 14), (74, 14), width=7)
    g.fill((38, 20), (74, 20), (74, 74), (38, 74))
    g.disc(56, 47, 11, role=g.back)
    g.line((16, 92), (46, 92), width=7)


def march(g: Grid) -> None:
    """One arrow."""
    g.fill(*_arrow(50, 8, 92, 24, 9))


def run(g: Grid) -> None:
    """Two arrows."""
    g.fill(*_arrow(28, 8, 92, 19, 7))
    g.fill(*_arrow(72, 8, 92, 19, 7))


def reload(g: Grid) -> None:
    """An arrow laid on again."""
    g.line(*arc(50, 50, 36, -50, 230), width=10)
    g.fill((14, 8), (44, 22), (16, 42))
    g.line((50, 34), (50, 70), width=7)
    g.fill((50, 22), (62, 42), (38, 42))


def bow(g: Grid) -> None:
    """A drawn bow: a shot."""
    g.line((38, 4), (66, 22), (74, 50), (66, 78), (38, 96), width=9)
    g.line((38, 4), (20, 50), (38, 96), width=4)
    g.line((20, 50), (82, 50), width=7)
    g.fill((98, 50), (78, 36), (78, 64))


def lance(g: Grid) -> None:
    """Spears lowered: a charge."""
    for y in (24, 50, 76):
        g.line((4, y), (66, y), width=7)
        g.fill((60, y - 12), (98, y), (60, y + 12))


def burst(g: Grid) -> None:
    """A sun with rays: a special action or ability."""
    g.fill(*regular(8, 46, inner=23))
    g.disc(50, 50, 10, role=g.back)


def _shield(g: Grid, x: float, width: float) -> None:
    g.fill((x, 14), (x + width, 14), (x + width, 62), (x + width / 2, 92), (x, 62))


def shield(g: Grid) -> None:
    """A shield before crossed blades: withstand and combat."""
    for a, b in (((8, 8), (92, 92)), ((92, 8), (8, 92))):
        g.line(a, b, width=8)
    g.loop((26, 18), (74, 18), (74, 62), (50, 90), (26, 62), width=12, role=g.back)
    _shield(g, 26, 48)
    g.line((50, 28), (50, 74), width=6, role=g.back)
    g.line((36, 42), (64, 42), width=6, role=g.back)


def clash(g: Grid) -> None:
    """Two arrows head on: counter-charge."""
    g.fill((46, 50), (22, 28), (22, 42), (0, 42), (0, 58), (22, 58), (22, 72))
    g.fill((54, 50), (78, 28), (78, 42), (100, 42), (100, 58), (78, 58), (78, 72))
    for y in ((8, 24), (76, 92)):
        g.line((50, y[0]), (50, y[1]), width=6)
    g.line((34, 12), (40, 24), width=6)
    g.line((66, 12), (60, 24), width=6)
    g.line((34, 88), (40, 76), width=6)
    g.line((66, 88), (60, 76), width=6)


def shield_and_arrow(g: Grid) -> None:
    """A shield and an arrow over it: withstand and shoot."""
    _shield(g, 8, 46)
    g.line((20, 50), (90, 50), width=14, role=g.back)
    g.line((20, 50), (82, 50), width=7)
    g.fill((100, 50), (76, 34), (76, 66))
    g.line((18, 50), (52, 50), width=6, role=g.back)


def flight(g: Grid) -> None:
    """An arrow away from the enemy with dust behind: run away."""
    g.fill((2, 52), (40, 20), (40, 40), (64, 40), (64, 64), (40, 64), (40, 84))
    for y, start in ((42, 74), (52, 80), (62, 74)):
        g.line((start, y), (start + 20, y), width=6)
    g.line((70, 22), (86, 12), width=6)
    g.line((70, 82), (86, 92), width=6)


def turn_back(g: Grid) -> None:
    """An arrow that turns round: the unit may regroup."""
    g.line((16, 74), (62, 74), *arc(62, 50, 24, 90, -90), (48, 26), width=13)
    g.fill((22, 26), (52, 4), (52, 48))


def broken_blade(g: Grid) -> None:
    """A broken sword: defeat."""
    g.fill((6, 14), (18, 6), (52, 46), (46, 42), (40, 54))
    g.fill((62, 48), (54, 62), (74, 76), (80, 68))
    g.line((66, 84), (86, 62), width=8)
    g.line((78, 76), (94, 92), width=10)
    g.line((60, 30), (70, 20), width=5)
    g.line((34, 66), (24, 76), width=5)


def closed_eye(g: Grid) -> None:
    """A closed eye: hidden."""
    g.line(*arc(50, 26, 46, 25, 155), width=10)
    for angle in (32, 62, 90, 118, 148):
        (a, b) = arc(50, 26, 50, angle, angle, 1)[0], arc(50, 26, 68, angle, angle, 1)[0]
        g.line(a, b, width=8)


def fence(g: Grid) -> None:
    """A fighter behind a fence: occupied obstacle."""
    g.disc(50, 20, 14)
    g.fill(*arc(50, 56, 26, 180, 360))
    g.fill((2, 52), (98, 52), (98, 62), (2, 62))
    g.fill((2, 74), (98, 74), (98, 84), (2, 84))
    for x in (12, 50, 88):
        g.fill((x - 5, 44), (x + 5, 44), (x + 5, 96), (x - 5, 96))


def stakes(g: Grid) -> None:
    """Slanted stakes: a wall of stakes."""
    for x in (8, 34, 60):
        g.fill((x + 32, 6), (x + 34, 22), (x + 10, 90), (x - 4, 86), (x + 20, 18))
    g.line((2, 70), (84, 70), width=8)


def palisade(g: Grid) -> None:
    """Posts in a row: a palisade."""
    for x in (4, 28, 52, 76):
        g.fill((x, 26), (x + 10, 8), (x + 20, 26), (x + 20, 94), (x, 94))
    g.line((0, 48), (100, 48), width=6, role=g.back)
    g.line((0, 76), (100, 76), width=6, role=g.back)


def swords(g: Grid) -> None:
    """Crossed swords: engaged."""
    for flip in (1, -1):

        def at(x: float, y: float, flip: int = flip) -> Point:
            return (50 + flip * (x - 50), y)

        g.fill(at(92, 4), at(96, 10), at(38, 72), at(30, 64))
        g.line(at(22, 58), at(44, 80), width=8)
        g.line(at(32, 70), at(12, 92), width=10)


def drop(number: int) -> Picture:
    """A drop of blood with a number: wounds."""

    def draw(g: Grid) -> None:
        g.fill((50, -12), *arc(50, 62, 46, -36, 216, 24))
        g.letters(50, 84, str(number), 50, role=g.back)

    return draw


def command(g: Grid) -> None:
    """A coin with a one: a Commandment Point."""
    g.loop(*arc(50, 50, 42, 0, 350, 35), width=8)
    g.letters(50, 72, "1", 44)


def hourglass(g: Grid) -> None:
    """Time: the turn."""
    g.fill((18, 8), (82, 8), (82, 18), (18, 18))
    g.fill((18, 82), (82, 82), (82, 92), (18, 92))
    g.fill((26, 22), (74, 22), (50, 50))
    g.fill((50, 50), (74, 78), (26, 78))


def pointer(g: Grid) -> None:
    """A pawn that points at the phase."""
    g.disc(50, 26, 18)
    g.fill((50, 24), (72, 78), (28, 78))
    g.fill((18, 80), (82, 80), (82, 92), (18, 92))


def command_sign(g: Grid) -> None:
    """The sign of a Commandment roll won: a raised fan over a line."""
    g.fill((50, 70), *arc(50, 70, 54, 215, 325))
    g.line((50, 66), (50, 94), width=8)


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


def pair_sign(number: int) -> Picture:
    """The shape, color and letter of a pair; from the seventh on the shapes are drawn hollow."""
    role, shape = PAIR_SHAPES[number % len(PAIR_SHAPES)]
    letter = chr(ord("A") + number % 26)
    hollow = number // len(PAIR_SHAPES) % 2 == 1
    down = 8 if role == "green" else 0

    def draw(g: Grid) -> None:
        if hollow or g.pen.palette.mode == "saver":
            g.loop(*shape, width=6, role="ink")
            g.letters(50, 67 + down, letter, 34, role="ink")
            return
        g.fill(*shape, role=role)
        g.loop(*shape, width=3, role="ink")
        g.letters(50, 67 + down, letter, 34, role="white" if role in ("green", "blue", "rose") else "ink")

    return draw
