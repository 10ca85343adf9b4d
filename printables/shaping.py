"""Which signs of a name are printed; and Arabic and Thai, whose letters change with their neighbours: joined and placed
by HarfBuzz, and drawn as outlines.

Fonts and shaper come from the lock file, as the other fonts do; they are loaded by the first name that needs them.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import distribution
from typing import Any

from companion.rules.written import one_line

Point = tuple[float, float]
Outline = tuple[tuple[str, tuple[float, ...]], ...]
"""Steps M, L, C and Z with their numbers, in thousandths of the letters' size, y upward."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script with letters of this kind: the package of its font, and the code points it is asked for."""

    id: str
    package: str
    file: str
    ranges: tuple[tuple[int, int], ...]

    def has(self, char: str) -> bool:
        """Whether the character is of this script."""
        return any(first <= ord(char) <= last for first, last in self.ranges)


SCRIPTS = {
    "Arab": Script(
        "Arab",
        "fontpkg_noto_sans_arabic",
        "NotoSansArabic[wdth,wght].ttf",
        ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF), (0x200C, 0x200D), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF)),
    ),
    "Thai": Script("Thai", "fontpkg_noto_sans_thai", "NotoSansThai[wdth,wght].ttf", ((0x0E00, 0x0E7F),)),
}


_JOINERS = {0x200C: 0xFE00, 0x200D: 0xFE01}
"""They tell how the Arabic letter before them is joined; each with the mark of a letter as which it travels."""
_BACK = {held: joiner for joiner, held in _JOINERS.items()}


def clean(text: str) -> str:
    """One line as it can be printed: without the signs that no font has, as those that hold others together."""
    line = one_line(text)
    if line.isascii():
        return line
    kept = (c for before, c in zip(f" {line}", line, strict=False) if _stays(c, before))
    return " ".join("".join(kept).split())


def _stays(char: str, before: str) -> bool:
    return unicodedata.category(char) not in ("Cf", "Co", "Cn") or (ord(char) in _JOINERS and is_from_right(before))


def is_from_right(char: str) -> bool:
    """Whether an Arabic letter, or a sign on one; its numbers run from the left."""
    return SCRIPTS["Arab"].has(char) and unicodedata.bidirectional(char) in ("AL", "R", "NSM", "BN")


@dataclass(frozen=True, slots=True)
class Shape:
    """A run as it is drawn, and how far it reaches."""

    outline: Outline
    width: float


class _Steps:
    """Takes down what HarfBuzz draws, moved to where the letter stands."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, tuple[float, ...]]] = []
        self.x = self.y = 0.0
        self.here = (0.0, 0.0)

    def _at(self, point: Point) -> Point:
        return point[0] + self.x, point[1] + self.y

    def moveTo(self, point: Point) -> None:
        self.here = self._at(point)
        self.steps.append(("M", self.here))

    def lineTo(self, point: Point) -> None:
        self.here = self._at(point)
        self.steps.append(("L", self.here))

    def curveTo(self, *points: Point) -> None:
        first, second, end = map(self._at, points)
        self.here = end
        self.steps.append(("C", (*first, *second, *end)))

    def qCurveTo(self, *points: Point) -> None:
        """A curve of one lever, written as one of two."""
        (lx, ly), (ex, ey) = map(self._at, points)
        sx, sy = self.here
        first = (sx + 2 / 3 * (lx - sx), sy + 2 / 3 * (ly - sy))
        second = (ex + 2 / 3 * (lx - ex), ey + 2 / 3 * (ly - ey))
        self.here = (ex, ey)
        self.steps.append(("C", (*first, *second, ex, ey)))

    def closePath(self) -> None:
        self.steps.append(("Z", ()))

    endPath = closePath


@cache
def _font(script: str, boldness: int) -> Any:
    import uharfbuzz

    wanted = SCRIPTS[script]
    file = distribution(wanted.package).locate_file(f"{wanted.package}/files/{wanted.file}")
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file))))
    font.scale = (1000, 1000)
    font.set_variations({"wght": boldness})
    return font


@cache
def known(script: str) -> frozenset[int]:
    """Which characters of the script its font can draw."""
    drawn = SCRIPTS[script]
    return frozenset(point for point in _font(script, 400).face.unicodes if drawn.has(chr(point)))


@lru_cache(maxsize=200)  # a tenth of a megabyte each
def shape(text: str, script: str, boldness: int, from_right: bool) -> Shape:
    """The letters of one script and direction, in the order they are read; `boldness` is 400 in usual words."""
    import uharfbuzz

    font = _font(script, boldness)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.script = script
    buffer.direction = "rtl" if from_right else "ltr"
    uharfbuzz.shape(font, buffer)
    pen = _Steps()
    across = 0.0
    for letter, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        pen.x, pen.y = across + place.x_offset, place.y_offset
        font.draw_glyph_with_pen(letter.codepoint, pen)
        across += place.x_advance
    return Shape(tuple(pen.steps), across)


def in_sight_order(text: str) -> str:
    """The characters of a line from left to right, as a line with Arabic in it is seen, brackets turned too.

    A line with words of other letters is read from the left, one in Arabic alone from the right.
    """
    from bidi.algorithm import get_display

    base = "L" if any(unicodedata.bidirectional(char) == "L" for char in text) else "R"
    # Joiners would be dropped on the way; marks of a letter, as which they travel, are not.
    return str(get_display(text.translate(_JOINERS), base_dir=base)).translate(_BACK)
