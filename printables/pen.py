"""Drawing in millimeters from the upper left corner, on top of reportlab: shapes, paths, text that fits, frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import dist
from typing import Any, Literal

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.content.drawings import Shape, crest_by_id, steps
from printables import qr
from printables.fonts import Run, Weight, outline_of, runs, shorten, width_mm, wrap
from printables.ink import COLORS, Palette, Role
from printables.printed import Words
from printables.shaping import Point, clean

MM = 72 / 25.4
EVEN_ODD, NON_ZERO = 0, 1
LEAST_SIZE = 6.5
"""Points. Smaller letters are not printed: what does not fit is left out or shortened, visibly."""
Align = Literal["left", "center", "right"]


@dataclass(eq=False, slots=True)
class Pen:
    """Draws within one rectangle. x goes right and y down, both in millimeters; sizes of letters are points."""

    canvas: Canvas
    palette: Palette
    width: float
    height: float
    say: Callable[[Words], str]

    # ---- frames

    @contextmanager
    def frame(self, x: float, y: float, width: float, height: float, turn: int = 0) -> Iterator[Pen]:
        """A pen for a part of this one. `width` and `height` are the part's own; turned by 90 or 270 it lies across.

        `turn` is clockwise in degrees; (x, y) is the upper left corner of the room it takes after turning.
        """
        across, down = (height, width) if turn % 180 else (width, height)
        c = self.canvas
        c.saveState()
        c.translate(x * MM, (self.height - y - down) * MM)
        if turn == 90:
            c.translate(0, down * MM)
        elif turn == 180:
            c.translate(across * MM, down * MM)
        elif turn == 270:
            c.translate(across * MM, 0)
        if turn:
            c.rotate(-turn)
        yield Pen(c, self.palette, width, height, self.say)
        c.restoreState()

    @contextmanager
    def window(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """What is drawn meanwhile shows within this rectangle only."""
        c = self.canvas
        c.saveState()
        path = c.beginPath()
        path.rect(x * MM, (self.height - y - height) * MM, width * MM, height * MM)
        c.clipPath(path, stroke=0, fill=0)
        yield
        c.restoreState()

    def form(self, name: str, x: float, y: float, width: float, height: float, draw: Draw, share: float = 1.0) -> None:
        """Draws something used many times: written into the file once, placed here; `share` of it takes ink."""
        c = self.canvas
        spent = self.palette.used
        known: dict[str, float] = c.__dict__.setdefault("_gunbai_forms", {})
        if name not in known:
            c.beginForm(name, 0, 0, width * MM, height * MM)
            draw(Pen(c, self.palette, width, height, self.say))
            c.endForm()
            known[name] = self.palette.used - spent
        self.palette.used = spent + known[name] * share
        c.saveState()
        c.translate(x * MM, (self.height - y - height) * MM)
        c.doForm(name)
        c.restoreState()

    # ---- color

    def _color(self, role: Role, gray: Callable[[float], None], rgb: Callable[[float, float, float], None]) -> None:
        grey = self.palette.grey(role)
        if grey is not None:
            gray(grey)
        else:
            rgb(*COLORS[role])

    def _fill(self, role: Role) -> None:
        self._color(role, self.canvas.setFillGray, self.canvas.setFillColorRGB)

    def _stroke(self, role: Role, width: float, dash: Sequence[float] = ()) -> None:
        self._color(role, self.canvas.setStrokeGray, self.canvas.setStrokeColorRGB)
        self.canvas.setLineWidth(width * MM)
        self.canvas.setDash([part * MM for part in dash])

    def _ready(self, fill: Role | None, stroke: Role | None, width: float) -> dict[str, int]:
        if fill:
            self._fill(fill)
        if stroke:
            self._stroke(stroke, width)
        return {"fill": int(fill is not None), "stroke": int(stroke is not None)}

    def _spend(self, fill: Role | None, area: float, stroke: Role | None, outline: float) -> None:
        """Counts the ink of a shape: what it covers, and what its outline does."""
        if fill:
            self.palette.spend(fill, area)
        if stroke:
            self.palette.spend(stroke, outline)

    def _mass(self, fill: Role | None, stroke: Role | None) -> tuple[Role | None, Role | None]:
        """A large dark area: the ink saver draws its outline only."""
        if self.palette.mode == "saver" and fill is not None and fill not in ("white", "pale"):
            return "white", stroke or fill
        return fill, stroke

    def sign_on(self, mass: Role) -> Role:
        """The color of what stands on a large dark area."""
        return mass if self.palette.mode == "saver" else "white"

    # ---- shapes

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Role | None = None,
        stroke: Role | None = None,
        line: float = 0.2,
        mass: bool = False,
    ) -> None:
        """A rectangle. `line` is the width of its outline in millimeters."""
        if mass:
            fill, stroke = self._mass(fill, stroke)
        how = self._ready(fill, stroke, line)
        self.canvas.rect(x * MM, (self.height - y - height) * MM, width * MM, height * MM, **how)
        self._spend(fill, width * height, stroke, 2 * (width + height) * line)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: Role | None = None,
        stroke: Role | None = None,
        line: float = 0.2,
        mass: bool = False,
    ) -> None:
        """A circle around (x, y)."""
        if mass:
            fill, stroke = self._mass(fill, stroke)
        how = self._ready(fill, stroke, line)
        self.canvas.circle(x * MM, (self.height - y) * MM, radius * MM, **how)
        self._spend(fill, 3.1416 * radius * radius, stroke, 6.2832 * radius * line)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, role: Role = "ink", line: float = 0.2, dash: Any = ()
    ) -> None:
        """A straight line."""
        self._stroke(role, line, dash)
        self.canvas.line(x1 * MM, (self.height - y1) * MM, x2 * MM, (self.height - y2) * MM)
        drawn = dash[0] / sum(dash) if dash else 1.0
        self.palette.spend(role, dist((x1, y1), (x2, y2)) * line * drawn)

    def blank(self, x: float, y: float, end: float) -> None:
        """A line to write on."""
        self.line(x, y, end, y, "soft", 0.2)

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Role | None = None,
        stroke: Role | None = None,
        line: float = 0.2,
        closed: bool = True,
        rounded: bool = False,
    ) -> None:
        """A polygon, or a line through the points where not `closed`."""
        how = self._ready(fill, stroke, line)
        path = self.canvas.beginPath()
        path.moveTo(points[0][0] * MM, (self.height - points[0][1]) * MM)
        for x, y in points[1:]:
            path.lineTo(x * MM, (self.height - y) * MM)
        if closed:
            path.close()
        self._lines(path, how, 1 if rounded else 0)
        ways = zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False)
        self._spend(fill, _area(points), stroke, sum(dist(start, end) for start, end in ways) * line)

    def outlines(
        self, paths: Sequence[str], x: float, y: float, side: float, role: Role = "ink", *, saver_line: bool = True
    ) -> None:
        """Closed outlines (absolute M, L, C, Z on a grid of 100 by 100), even-odd; the ink saver draws lines."""
        c = self.canvas
        thin = saver_line and self.palette.mode == "saver"
        how = self._ready("white" if thin else role, role if thin else None, 0.2)
        for drawing in paths:
            c.drawPath(_way(drawing, x, self.height - y, side / 100), fillMode=EVEN_ODD, **how)
            self.palette.spend(role, (0.1 if thin else 1.0) * _covered(drawing) * side * side)

    def strokes(self, drawing: str, x: float, y: float, side: float, role: Role, line: float) -> None:
        """Lines with round ends (absolute M, L, C, Z on a grid of 100 by 100), `line` millimeters wide."""
        how = self._ready(None, role, line)
        self._lines(_way(drawing, x, self.height - y, side / 100), how, 1)
        self.palette.spend(role, _length(drawing) * side / 100 * line)

    def shapes(self, drawn: Sequence[Shape], x: float, y: float, side: float, fore: Role, back: Role) -> None:
        """A sign or a figure in a square of `side` millimeters; its holes in the color of what lies behind it."""
        for shape in drawn:
            role = back if shape.hole else fore
            if shape.width:
                self.strokes(shape.path, x, y, side, role, shape.width * side / 100)
            else:
                self.outlines((shape.path,), x, y, side, role, saver_line=False)

    def _lines(self, path: PDFPathObject, how: Mapping[str, int], ends: int) -> None:
        """Draws a path whose lines meet and end in this way of a PDF: 0 sharp, 1 round."""
        self.canvas.setLineJoin(ends)
        self.canvas.setLineCap(ends)
        self.canvas.drawPath(path, **how)
        self.canvas.setLineJoin(0)
        self.canvas.setLineCap(0)

    def crest(self, id_: str, x: float, y: float, side: float, role: Role = "ink") -> None:
        """A mon in a square of `side` millimeters."""
        paths = crest_by_id(id_).paths
        self.form(f"crest-{id_}-{role}-{side:g}", x, y, side, side, lambda p: p.outlines(paths, 0, 0, side, role))

    def qr(self, text: str, x: float, y: float, module: float = qr.LEAST_MODULE_MM) -> None:
        """A QR code with its quiet zone, its upper left corner at (x, y): one white square, one black path."""
        side = qr.side_mm(text, module)
        self.rect(x, y, side, side, fill="white")
        self._fill("ink")
        path = self.canvas.beginPath()
        left, top = x + qr.QUIET * module, self.height - y - qr.QUIET * module
        bars = qr.bars(text)
        for column, row, length in bars:
            path.rect((left + column * module) * MM, (top - (row + 1) * module) * MM, length * module * MM, module * MM)
        self.canvas.drawPath(path, fill=1, stroke=0, fillMode=NON_ZERO)
        self.palette.spend("ink", sum(bar[2] for bar in bars) * module * module)

    # ---- text

    def words(self, text: Words) -> str:
        """A text as it is printed: translated, in one line, without control characters."""
        return clean(self.say(text))

    def text(
        self,
        x: float,
        y: float,
        text: Words,
        size: float = 8,
        weight: Weight = "regular",
        role: Role = "ink",
        align: Align = "left",
        width: float | None = None,
    ) -> float:
        """One line with its baseline at y; shortened with … where wider than `width`. Gives the width it took."""
        line = self.words(text)
        if not line:
            return 0.0
        if width is not None:
            line = shorten(line, size, width, weight)
        took = width_mm(line, size, weight)
        x -= {"left": 0.0, "center": took / 2, "right": took}[align]
        for script, pieces in groupby(runs(line, weight), lambda run: run.script):
            together = list(pieces)
            if script:
                for run in together:
                    x += self._shaped(x, y, run, size, weight, role)
            else:
                x += self._written(x, y, together, size, role)
        self.palette.spend(role, took * size / MM * 0.13)
        return took

    def _written(self, x: float, y: float, pieces: Sequence[Run], size: float, role: Role) -> float:
        """Runs in letters of a font; gives the width they took."""
        drawn = self.canvas.beginText(x * MM, (self.height - y) * MM)
        self._color(role, drawn.setFillGray, drawn.setFillColorRGB)
        for run in pieces:
            drawn.setFont(run.font, size)
            drawn.textOut(run.text)
        self.canvas.drawText(drawn)
        return float(drawn.getX()) / MM - x

    def _shaped(self, x: float, y: float, run: Run, size: float, weight: Weight, role: Role) -> float:
        """A run drawn as an outline that bears its words for a screen reader; gives its width."""
        found = outline_of(run, weight)
        self._fill(role)
        c, scale = self.canvas, size / 1000
        path = c.beginPath()
        draw = _steps_of(path)
        left, base = x * MM, (self.height - y) * MM
        for step, numbers in found.outline:
            draw[step](*((base if n % 2 else left) + number * scale for n, number in enumerate(numbers)))
        c.addLiteral(f"/Span <</ActualText <FEFF{run.text.encode('utf-16-be').hex().upper()}>>> BDC")
        c.drawPath(path, fill=1, stroke=0, fillMode=NON_ZERO)
        c.addLiteral("EMC")
        return found.width * scale / MM

    def quiet(
        self, x: float, y: float, text: Words, size: float, align: Align = "left", width: float | None = None
    ) -> float:
        """One line that stands back: what is looked up, not read."""
        return self.text(x, y, text, size, "regular", "soft", align, width)

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: Words,
        size: float,
        weight: Weight = "regular",
        role: Role = "ink",
        leading: float = 1.3,
        most: int = 99,
    ) -> float:
        """Lines from baseline y downwards, at most `most` of them; gives the baseline after the last."""
        lines: Sequence[str] = wrap(self.words(text), size, width, weight)
        if len(lines) > most:
            lines = [*lines[: most - 1], shorten(" ".join(lines[most - 1 :]), size, width, weight)]
        for line in lines:
            self.text(x, y, line, size, weight, role)
            y += size / MM * leading
        return y

    def fitted(
        self, x: float, y: float, width: float, text: Words, size: float, weight: Weight = "regular", **how: Any
    ) -> float:
        """One line in the largest size up to `size` that fits, not under 6.5 points; shortened after that."""
        line = self.words(text)
        return self.text(x, y, line, fitting(line, width, size, weight), weight, width=width, **how)


Draw = Callable[[Pen], None]


def fitting(line: str, width: float, size: float, weight: Weight = "regular", least: float = LEAST_SIZE) -> float:
    """The largest size up to `size` in which a line is no wider than this, or the least."""
    while size > least and width_mm(line, size, weight) > width:
        size -= 0.25
    return max(size, least)


def ruler(width: float, height: float, say: Callable[[Words], str]) -> Pen:
    """A pen to measure with; it has nothing to draw on."""
    return Pen(None, Palette("color"), width, height, say)


def _steps_of(path: PDFPathObject) -> Mapping[str, Callable[..., None]]:
    """What draws each step of an outline."""
    return {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}


@lru_cache(maxsize=1024)
def _way(drawing: str, x: float, top: float, scale: float) -> PDFPathObject:
    """A drawing on a grid as a path on the page, written once: most stand at the same place in every file."""
    path = PDFPathObject()
    draw = _steps_of(path)
    for command, numbers in steps(drawing):
        placed = [(top - n * scale if i % 2 else x + n * scale) * MM for i, n in enumerate(numbers)]
        draw[command](*placed)
    return PDFPathObject([path.getCode()])


def _area(points: Sequence[Point]) -> float:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(a * d - c * b for (a, b), (c, d) in pairs)) / 2


@lru_cache(maxsize=8)  # 100 kB each; what they come to is kept longer
def _edges(drawing: str) -> tuple[tuple[Point, Point], ...]:
    """The straight ways of a drawing; a curve is four of them."""
    edges: list[tuple[Point, Point]] = []
    here = start = (0.0, 0.0)
    for command, numbers in steps(drawing):
        if command == "C":
            corners = [here, *zip(numbers[::2], numbers[1::2], strict=True)]
            for part in range(1, 5):
                point = _on_curve(corners, part / 4)
                edges.append((here, point))
                here = point
            continue
        point = start if command == "Z" else (numbers[0], numbers[1])
        if command == "M":
            start = point
        else:
            edges.append((here, point))
        here = point
    return tuple(edges)


def reach(drawing: str, width: float) -> tuple[float, float, float, float]:
    """Where a drawing ends on its grid, with half the `width` of its line: left, top, right, foot."""
    xs, ys = zip(*(point for edge in _edges(drawing) for point in edge), strict=True)
    half = width / 2
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


@lru_cache(maxsize=1024)
def _length(drawing: str) -> float:
    return sum(dist(start, end) for start, end in _edges(drawing))


@lru_cache(maxsize=1024)
def _covered(drawing: str) -> float:
    """The share of its square that an even-odd outline covers, counted along forty lines across it."""
    edges = _edges(drawing)
    total = 0.0
    for row in range(40):
        y = (row + 0.5) / 40 * 100
        hits = sorted(a + (y - b) * (c - a) / (d - b) for (a, b), (c, d) in edges if (b <= y) != (d <= y))
        total += sum(right - left for left, right in zip(hits[::2], hits[1::2], strict=False))
    return total / 40 / 100


def _on_curve(corners: Sequence[Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    s = 1 - t
    weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
    return (
        weights[0] * ax + weights[1] * bx + weights[2] * cx + weights[3] * dx,
        weights[0] * ay + weights[1] * by + weights[2] * cy + weights[3] * dy,
    )
