"""The crests (mon) and icons: vector drawings kept as TOML, for the pages and the printed sheets alike."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
SIGN_ID = "gunbai"
OUTLINE = re.compile(r"(?:M[^MLCZ]+(?:[LC][^MLCZ]+)+Z)+")
NUMBERS_OF = {"M": 2, "L": 2, "C": 6}


@dataclass(frozen=True, slots=True)
class Crest:
    """A mon: closed outlines in a square of 100 by 100, y downward, each path filled even-odd, painted in order.

    Paths use absolute M, L, C and Z only, so that any writer (SVG, PDF) can draw them.
    """

    id: str
    name: str
    meaning: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Icon:
    """A sign on a grid of 24 by 24: SVG path data drawn as a line two wide, and path data filled; one may be empty."""

    id: str
    line: str
    fill: str


class DrawingError(ValueError):
    """A drawing file is wrong; the message names file, entry and field."""


def steps(path: str) -> list[tuple[str, tuple[float, ...]]]:
    """A crest's path as commands with their numbers: `("M", (x, y))`, `("C", (x1, y1, x2, y2, x, y))`, `("Z", ())`."""
    found = []
    for command, text in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        numbers = tuple(float(number) for number in text.split())
        if len(numbers) != NUMBERS_OF.get(command, 0):
            raise ValueError(f"{command} with {len(numbers)} numbers")
        found.append((command, numbers))
    return found


@cache
def all_crests() -> tuple[Crest, ...]:
    """Every crest, the program's own sign among them."""
    return tuple(read_crests((FOLDER / "crests.toml").read_text("utf-8")))


@cache
def crests() -> tuple[Crest, ...]:
    """The crests a side may choose."""
    return tuple(crest for crest in all_crests() if crest.id != SIGN_ID)


@cache
def sign() -> Crest:
    """The program's own sign, the war fan."""
    return next(crest for crest in all_crests() if crest.id == SIGN_ID)


@cache
def icons() -> tuple[Icon, ...]:
    """Every icon."""
    return tuple(read_icons((FOLDER / "icons.toml").read_text("utf-8")))


def read_crests(text: str) -> list[Crest]:
    """The crests of a TOML text; DrawingError says where a mistake is."""
    found: list[Crest] = []
    for number, entry in enumerate(tomllib.loads(text).get("crest", []), start=1):
        where = f"crests.toml, crest {entry.get('id', number)}"
        for field in ("id", "name", "meaning"):
            if not isinstance(entry.get(field), str) or not entry[field]:
                raise DrawingError(f"{where}, {field}: a text is needed")
        paths = entry.get("paths")
        if not isinstance(paths, list) or not paths:
            raise DrawingError(f"{where}, paths: at least one path is needed")
        for place, path in enumerate(paths, start=1):
            _check_path(path, f"{where}, paths, {place}")
        if entry["id"] in {crest.id for crest in found}:
            raise DrawingError(f"{where}, id: used twice")
        found.append(Crest(entry["id"], entry["name"], entry["meaning"], tuple(paths)))
    return found


def _check_path(path: Any, where: str) -> None:
    if not isinstance(path, str) or not OUTLINE.fullmatch(path):
        raise DrawingError(f"{where}: only closed outlines of absolute M, L, C and Z")
    try:
        numbers = [number for _command, step in steps(path) for number in step]
    except ValueError as wrong:
        raise DrawingError(f"{where}: {wrong}") from wrong
    if min(numbers) < 0 or max(numbers) > 100:
        raise DrawingError(f"{where}: it leaves the square 0 to 100")


def read_icons(text: str) -> list[Icon]:
    """The icons of a TOML text; DrawingError says where a mistake is."""
    found = []
    for name, entry in tomllib.loads(text).get("icon", {}).items():
        unknown = set(entry) - {"line", "fill"}
        if unknown or not entry:
            raise DrawingError(
                f"icons.toml, {name}: it takes `line` and `fill`, not {', '.join(sorted(unknown)) or '-'}"
            )
        for field, path in entry.items():
            if not isinstance(path, str) or not re.fullmatch(r"M[-MLHVCSQTAZmlhvcsqtaz0-9., ]+", path):
                raise DrawingError(f"icons.toml, {name}, {field}: not SVG path data")
        found.append(Icon(name, entry.get("line", ""), entry.get("fill", "")))
    return found
