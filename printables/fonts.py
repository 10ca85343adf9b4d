"""The fonts of the printed sheets: Open Sans, IPAexGothic where it has no letter, and a mark where neither has.

Both come from the lock file, never from the system: the same list gives the same bytes on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.rules.written import one_line

Weight = Literal["regular", "bold", "black", "light"]

FACES: dict[Weight, str] = {
    "light": "OpenSans-Light",
    "regular": "OpenSans-Regular",
    "bold": "OpenSans-SemiBold",
    "black": "OpenSans-ExtraBold",
}
JAPANESE = "IPAexGothic"
MISSING = "〓"
"""The geta mark, with which Japanese printers fill the place of a letter they lack."""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one font."""

    font: str
    text: str


def _file(package: str, *parts: str) -> Path:
    """A file of an installed package, found without running the package."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError(f"The package {package} is not installed; install requirements.txt again.")
    return Path(spec.submodule_search_locations[0], *parts)


@cache
def _known(name: str) -> frozenset[int]:
    """Registers a face the first time it is asked for (the Japanese one is large): which characters it can draw."""
    japanese = _file("matplotlib_fontja", "fonts", "ipaexg.ttf")
    file = japanese if name == JAPANESE else _file("ttf_opensans", "ttf", f"{name}.ttf")
    font = TTFont(name, str(file))
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


def base_font() -> str:
    """The font a document begins with; naming it keeps unembedded standard fonts out."""
    _known(FACES["regular"])
    return FACES["regular"]


def clean(text: str) -> str:
    """One line as it can be printed: without the signs that no font has, as those that hold others together."""
    line = one_line(text)
    if line.isascii():
        return line
    return " ".join("".join(c for c in line if unicodedata.category(c) not in ("Cf", "Co", "Cn")).split())


@cache
def _font_of(char: str, weight: Weight) -> str:
    """The font that draws this character; "" where none does."""
    return next((name for name in (FACES[weight], JAPANESE) if ord(char) in _known(name)), "")


def runs(text: str, weight: Weight = "regular") -> list[Run]:
    """The line cut into pieces of one font each; what no font has becomes the geta mark."""
    font = FACES[weight]
    if text.isascii():
        _known(font)
        return [Run(font, text)] if text else []
    found: list[Run] = []
    for char in text:
        name = _font_of(char, weight)
        if not name:
            if unicodedata.category(char).startswith("M"):
                continue  # a lone accent over a letter that was kept
            name, char = JAPANESE, MISSING
        elif char == " " and found:
            name = found[-1].font
        if found and found[-1].font == name:
            found[-1] = Run(name, found[-1].text + char)
        else:
            found.append(Run(name, char))
    return found


def replaced(text: str) -> str:
    """Every sign of a line, each once, that no font here draws: a mark stands for it, or an accent is left out."""
    return "".join(dict.fromkeys(c for c in clean(text) if not c.isspace() and not _font_of(c, "regular")))


@cache
def _widths(font: str) -> tuple[dict[int, float], float]:
    _known(font)
    face = pdfmetrics.getFont(font).face
    return face.charWidths, face.defaultWidth


def width_mm(text: str, size: float, weight: Weight = "regular") -> float:
    """How wide a line is at `size` points, in millimeters."""
    return _units(text, weight) * 0.001 * size * 25.4 / 72


@lru_cache(maxsize=50_000)
def _units(text: str, weight: Weight) -> float:
    """How wide a line is in thousandths of its size: the same line is measured in many sizes till it fits."""
    total = 0.0
    for run in runs(text, weight):
        widths, default = _widths(run.font)
        total += sum(widths.get(ord(char), default) for char in run.text)
    return total


_NUMBER = re.compile(r"[(]?\d+[),.;:]*|×")
_COUNT = re.compile(r"[(]?[+−]?\d+|×")


def held(text: str) -> list[str]:
    """The words of a text, a number together with what it counts or says more of: “20 cm”, “AT 3”, “(2 AC)”."""
    found: list[str] = []
    counts = False
    for word in text.split():
        follows = found and _NUMBER.fullmatch(word) and word[0] != "(" and found[-1][-1] not in ",.;:·)"
        if found and (counts or follows or word == "·"):
            found[-1] += f" {word}"
        else:
            found.append(word)
        counts = bool(_COUNT.fullmatch(word))
    return found


def wrap(text: str, size: float, width: float, weight: Weight = "regular") -> list[str]:
    """The text in lines of at most `width` millimeters; a word too long for a line is cut in two.

    A number stays with its words where a line has room for them.
    """
    lines: list[str] = []
    line = ""
    groups = ([one] if width_mm(one, size, weight) <= width else one.split() for one in held(text))
    for word in (word for group in groups for word in group):
        tried = f"{line} {word}" if line else word
        if width_mm(tried, size, weight) <= width:
            line = tried
            continue
        if line:
            lines.append(line)
        line = word
        while width_mm(line, size, weight) > width and len(line) > 1:
            fits = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or width_mm(line[:n], size, weight) <= width)
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line] if line else lines


def shorten(text: str, size: float, width: float, weight: Weight = "regular") -> str:
    """The text, or as much of it as fits with a sign that more follows."""
    if width_mm(text, size, weight) <= width:
        return text
    fits = next((n for n in range(len(text), 0, -1) if width_mm(text[:n] + "…", size, weight) <= width), 0)
    return text[:fits].rstrip() + "…"
