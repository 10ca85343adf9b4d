"""The fonts of the printed sheets: Spectral for names and titles, Open Sans for all else and where Spectral has no
letter, IPAexGothic for Japanese, Noto Sans for Arabic and Thai, and a mark where none has.

All come from the lock file, never from the system: the same list gives the same bytes on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import distribution
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from printables.shaping import SCRIPTS, Shape, clean, in_sight_order, is_from_right, known, shape

Weight = Literal["regular", "bold", "black", "serif"]

FACES: dict[Weight, str] = {
    "regular": "OpenSans-Regular",
    "bold": "OpenSans-SemiBold",
    "black": "OpenSans-ExtraBold",
    "serif": "Spectral-Bold",
}
"""`serif` is for names and titles. Its SIL license lets documents embed it, as that of all others does."""
BOLDNESS: dict[Weight, int] = {"regular": 400, "bold": 600, "black": 800, "serif": 600}
JAPANESE = "IPAexGothic"
FIRST_FROM_RIGHT = "\u0590"
"""No character before it is read from the right."""
MISSING = "〓"
"""The geta mark, with which Japanese printers fill the place of a letter they lack."""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one font. One in the letters of a `script` is shaped, and drawn as an outline."""

    font: str
    text: str
    script: str = ""
    from_right: bool = False


@cache
def _known(name: str) -> frozenset[int]:
    """Registers a face the first time it is asked for (the Japanese one is large): which characters it can draw."""
    if name == JAPANESE:
        package, file = "matplotlib_fontja", "fonts/ipaexg.ttf"
    elif name == FACES["serif"]:
        package, file = "fontpkg_spectral", f"files/{name}.ttf"
    else:
        package, file = "ttf_opensans", f"ttf/{name}.ttf"
    font = TTFont(name, str(distribution(package).locate_file(f"{package}/{file}")))
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


def base_font() -> str:
    """The font a document begins with; naming it keeps unembedded standard fonts out."""
    _known(FACES["regular"])
    return FACES["regular"]


@cache
def _font_of(char: str, weight: Weight) -> str:
    """The font or the script that draws this character; "" where none does."""
    plain = next((name for name in (FACES[weight], FACES["bold"], JAPANESE) if ord(char) in _known(name)), "")
    return plain or next((id_ for id_, script in SCRIPTS.items() if script.has(char) and ord(char) in known(id_)), "")


def runs(text: str, weight: Weight = "regular") -> list[Run]:
    """The line cut into pieces of one font each, from left to right; what no font has becomes the geta mark."""
    font = FACES[weight]
    if text.isascii():
        _known(font)
        return [Run(font, text)] if text else []
    found: list[Run] = []
    mixed = max(text) >= FIRST_FROM_RIGHT and any(map(is_from_right, text))
    for char in in_sight_order(text) if mixed else text:
        name = _font_of(char, weight)
        if not name:
            if unicodedata.category(char).startswith("M"):
                continue  # a lone accent over a letter that was kept
            name, char = JAPANESE, MISSING
        kind = name, name if name in SCRIPTS else "", mixed and is_from_right(char)
        last = found[-1] if found else None
        if last is not None and (char == " " or kind == (last.font, last.script, last.from_right)):
            # What is read from the right is seen from the left here: its letters are turned round.
            joined = char + last.text if last.from_right else last.text + char
            found[-1] = Run(last.font, joined, last.script, last.from_right)
        else:
            found.append(Run(name, char, *kind[1:]))
    return found


def outline_of(run: Run, weight: Weight) -> Shape:
    """A run of letters that are shaped."""
    return shape(run.text, run.script, BOLDNESS[weight], run.from_right)


def replaced(text: str) -> str:
    """Every sign of a line, each once, that no font here draws: a mark stands for it, or an accent is left out."""
    return "".join(dict.fromkeys(c for c in clean(text) if not c.isspace() and not _font_of(c, "regular")))


def width_mm(text: str, size: float, weight: Weight = "regular") -> float:
    """How wide a line is at `size` points, in millimeters."""
    return _units(text, weight) * 0.001 * size * 25.4 / 72


@lru_cache(maxsize=50_000)
def _units(text: str, weight: Weight) -> float:
    """How wide a line is in thousandths of its size: the same line is measured in many sizes till it fits."""
    total = 0.0
    for run in runs(text, weight):
        total += outline_of(run, weight).width if run.script else pdfmetrics.stringWidth(run.text, run.font, 1000)
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


@lru_cache(maxsize=10_000)
def wrap(text: str, size: float, width: float, weight: Weight = "regular") -> tuple[str, ...]:
    """The text in lines of at most `width` millimeters; a word too long for a line is cut in two.

    A number stays with its words where a line has room for them. Kept, for a card tries the same words till all fit.
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
            fits = next(n for n in _cuts(line) if n == 1 or width_mm(line[:n], size, weight) <= width)
            lines.append(line[:fits])
            line = line[fits:]
    return (*lines, line) if line else tuple(lines)


def _cuts(text: str) -> Iterator[int]:
    """After how many characters a word can be cut, most first: never between a letter and a sign on it."""
    return (n for n in range(len(text) - 1, 0, -1) if n == 1 or not unicodedata.category(text[n]).startswith("M"))


def shorten(text: str, size: float, width: float, weight: Weight = "regular") -> str:
    """The text, or as much of it as fits with a sign that more follows."""
    if width_mm(text, size, weight) <= width:
        return text
    fits = next((n for n in _cuts(text) if width_mm(text[:n] + "…", size, weight) <= width), 0)
    return text[:fits].rstrip() + "…"
