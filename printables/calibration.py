"""The calibration page: what to measure so that everything else comes out in true size, backs included."""

from __future__ import annotations

import re

from companion.rules.text import Text
from printables import qr
from printables.book import Book, measured
from printables.flow import page_heading
from printables.ink import Role
from printables.model import BASE_MM, MOUNTED_MM
from printables.options import Options
from printables.pen import Pen

UNKNOWN = "GUNBAI: THIS CODE READS"
"""What the codes say where the program's own address is not known: words, no page that does not exist."""
MODULES = (0.4, 0.5, 0.6)
LINES = (0.25, 0.5, 0.75, 1.0)
"""Points."""


def calibration_page(book: Book) -> None:
    """The page and, for two-sided printing, the millimeter grid behind it."""
    section = Text("Calibration")
    left, top, width, _ = book.options.usable_mm
    with book.page(section) as pen:
        y = page_heading(section, Text("print once for each printer"))(pen, left, top, width)
        _bars(pen, left, y + 8)
        _bases(pen, left + 122, y + 6)
        _pin(pen, left + 122 + 22, y + 92)
        _lines(pen, left + 14, y + 124)
        _codes(pen, left, y + 152, _sample(book.options))
        _greys(pen, left + 90, y + 124)
        _steps(pen, left, y + 202, width)
        _margins(pen, book)
    if book.options.sides in ("long-edge", "short-edge", "two-files"):
        _grid_behind(book, section, left + 122 + 22, top + 10.6 + 92)


def _bars(pen: Pen, x: float, y: float) -> None:
    pen.text(x + 14, y - 2.4, Text("Measure both bars: 100 mm"), 9, "bold")
    measured(pen, x + 14, y + 6)
    measured(pen, x + 6, y + 6, down=True)


def _bases(pen: Pen, x: float, y: float) -> None:
    pen.rect(x, y, *BASE_MM, stroke="ink", line=0.15)
    pen.text(x + 12.5, y + 12, "{} × {}".format(*BASE_MM), 8, "bold", align="center")
    pen.quiet(x + 12.5, y + 16, Text("on foot"), 7, "center")
    pen.rect(x + 30, y, *MOUNTED_MM, stroke="ink", line=0.15)
    pen.text(x + 42.5, y + 25, "{} × {}".format(*MOUNTED_MM), 8, "bold", align="center")
    pen.quiet(x + 42.5, y + 29, Text("mounted"), 7, "center")


def _pin(pen: Pen, x: float, y: float) -> None:
    """The cross to prick through; the grid on the back is read where the pin comes out."""
    for radius in (1.5, 4, 8):
        pen.circle(x, y, radius, stroke="accent", line=0.2)
    pen.line(x - 12, y, x + 12, y, "accent", 0.2)
    pen.line(x, y - 12, x, y + 12, "accent", 0.2)
    pen.paragraph(x - 22, y + 17, 58, Text("Prick through the cross. On the back, read in mm where the hole is."), 8)


def _lines(pen: Pen, x: float, y: float) -> None:
    pen.text(x, y, Text("Lines, points"), 9, "bold")
    for number, points in enumerate(LINES):
        at = y + 5 + number * 4.5
        pen.text(x, at + 0.9, f"{points:g}", 7)
        pen.line(x + 8, at, x + 60, at, "ink", points * 25.4 / 72)


def _greys(pen: Pen, x: float, y: float) -> None:
    pen.text(x, y, Text("Greys: each step must show"), 9, "bold")
    roles: tuple[Role, ...] = ("ink", "soft", "line", "pale", "white")
    for number, role in enumerate(roles):
        pen.rect(x + number * 18, y + 3, 18, 12, fill=role, stroke="line")


def _sample(options: Options) -> str:
    """The start page, which every address of a card begins with."""
    return re.split("/q/", options.base_url, flags=re.IGNORECASE)[0] + "/" if options.base_url else UNKNOWN


def _codes(pen: Pen, x: float, y: float, sample: str) -> None:
    pen.text(x + 14, y, Text("Scan these; use the smallest that opens"), 9, "bold")
    at = x + 12
    for module in MODULES:
        pen.qr(sample, at, y + 3, module)
        side = qr.side_mm(sample, module)
        pen.quiet(at + side / 2, y + 3 + side + 3, f"{module:g} mm", 7.5, "center")
        at += side + 8


def _steps(pen: Pen, x: float, y: float, width: float) -> None:
    lines = (
        Text("1. Print this page at 100 %%, on both sides if you print cards that way."),
        Text("2. Measure the two bars and type what the ruler says: the kit is scaled back to true size."),
        Text("3. Prick the cross and read the grid on the back: right and down are positive. Type both numbers."),
        Text("4. Paper of 200 to 300 g/m² makes good cards. Cut in the order of the numbers on the sheet."),
        Text(
            "5. Of the short lines at the left edge, the first one printed whole shows how close to the edge "
            "your printer prints."
        ),
    )
    for number, line in enumerate(lines):
        pen.paragraph(x, y + number * 5.6, width, line, 9)


def _margins(pen: Pen, book: Book) -> None:
    """A ladder of short lines 3 to 10 mm from the left edge: the first you see whole is the printer's margin.

    The one thing here that goes nearer to the edge than a printer may reach: to find out.
    """
    y = book.options.inside_mm[1] + 152
    for number, distance in enumerate(range(3, 11)):
        at = y + number * 4
        pen.line(distance, at, distance, at + 3.4, "ink", 0.25)
        pen.text(distance + 1, at + 2.6, str(distance), 6.5)


def _grid_behind(book: Book, section: Text, x: float, y: float) -> None:
    """A grid of millimeters around where the cross comes out, mirrored as a back is."""
    width, height = book.options.page_mm
    across = width - x if book.options.sides != "short-edge" else x
    down = height - y if book.options.sides == "short-edge" else y
    with book.page(section, "back") as pen:
        for step in range(-10, 11):
            strong = step % 5 == 0
            line = 0.25 if strong else 0.1
            pen.line(across + step, down - 10, across + step, down + 10, "ink" if strong else "soft", line)
            pen.line(across - 10, down + step, across + 10, down + step, "ink" if strong else "soft", line)
            if strong:
                pen.text(across + step, down + 13.5, f"{step:+d}" if step else "0", 6.5, align="center")
                pen.text(across - 11, down + step + 0.8, f"{step:+d}" if step else "0", 6.5, align="right")
        pen.quiet(across, down - 13, Text("right and down are positive"), 7, "center")
