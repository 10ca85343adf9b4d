"""The crests (mon), icons, signs of markers and figures: vector drawings kept as TOML, for the pages and the sheets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
OWN_ID = "gunbai"
OF_PATH = {"buke": "takanoha", "kuge": "kiri", "sohei": "rokumonsen"}
"""The crest of an army whose player has chosen none: hawk feathers, the paulownia of the court, six temple coins."""
OUTLINE = re.compile(r"(?:M[^MLCZ]+(?:[LC][^MLCZ]+)+Z)+")
LINE = re.compile(r"(?:M[^MLCZ]+(?:[LC][^MLCZ]+)+Z?)+")
OVER = 12.0
"""How far a sign may reach over its grid: a drop's tip does."""
PLACED = re.compile(r"[a-z-]+( -?[0-9.]+){0,4}")
CUT = 1.6
"""How much of what lies behind a part of a figure is cut away around it."""
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


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of a marker's sign on a grid of 100 by 100: an even-odd outline, or a line with round ends where it has a
    width. A hole shows what lies behind the sign. Paths are those of crests; some reach a little over the grid."""

    path: str
    width: float = 0.0
    hole: bool = False


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
    """Every crest, the program's own among them."""
    return tuple(read_crests((FOLDER / "crests.toml").read_text("utf-8")))


@cache
def crests() -> tuple[Crest, ...]:
    """The crests a side may choose."""
    return tuple(crest for crest in all_crests() if crest.id != OWN_ID)


def crest_by_id(id_: str) -> Crest:
    """The crest of this id."""
    return next(crest for crest in all_crests() if crest.id == id_)


@cache
def crest_for(mon: str, path: str) -> str:
    """The id of the crest an army goes by: the chosen one, or that of its path where none that is known was chosen."""
    return mon if mon in {one.id for one in crests()} else OF_PATH[path]


@cache
def icons() -> tuple[Icon, ...]:
    """Every icon."""
    return tuple(read_icons((FOLDER / "icons.toml").read_text("utf-8")))


@cache
def signs() -> Mapping[str, tuple[Shape, ...]]:
    """The sign of every marker by the marker's id: shapes, laid one over the other."""
    return read_signs((FOLDER / "signs.toml").read_text("utf-8"))


@cache
def figures() -> Mapping[str, tuple[Shape, ...]]:
    """The silhouette of every unit and character by its id, composed of parts: drawn as a sign is."""
    return read_figures((FOLDER / "figures.toml").read_text("utf-8"))


@cache
def other_figures() -> Mapping[str, tuple[Shape, ...]]:
    """Figures of who carries a standard, rides, or has another weapon than the one his own figure holds:
    `katana-samurai-standard`, `busho-buke-mounted-spear`, `busho-buke-spear`."""
    text = (FOLDER / "figures.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    listed: dict[str, list[Any]] = {}
    for who, parts in tables["figure"].items():
        listed[f"{who}-standard"] = ["banner 26 34 -12 0.9", *parts]
        own = parts[-2].split()[0] if isinstance(parts[-2], str) else ""
        if who in tables["head"] and own in tables["foot"]:
            others = {weapon: held for weapon, held in tables["foot"].items() if weapon != own}
            listed |= {f"{who}-{weapon}": [*parts[:-2], *held] for weapon, held in others.items()}
    for who, head in tables["head"].items():
        for weapon, (held, arm) in tables["mounted"].items():
            listed[f"{who}-mounted-{weapon}"] = ["horse", "rider", *head, held, arm]
    return _composed(listed, tables)


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


def _check_path(path: Any, where: str, form: re.Pattern[str] = OUTLINE, over: float = 0) -> None:
    """`over`: how far it may leave the square."""
    if not isinstance(path, str) or not form.fullmatch(path):
        raise DrawingError(
            f"{where}: only {'closed outlines' if form is OUTLINE else 'lines'} of absolute M, L, C and Z"
        )
    try:
        numbers = [number for _command, step in steps(path) for number in step]
    except ValueError as wrong:
        raise DrawingError(f"{where}: {wrong}") from wrong
    if min(numbers) < -over or max(numbers) > 100 + over:
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


def read_signs(text: str) -> dict[str, tuple[Shape, ...]]:
    """The signs of a TOML text; DrawingError says where a mistake is."""
    return {
        name: tuple(
            shape for place, part in enumerate(parts, 1) for shape in _shapes(part, f"signs.toml, {name}, {place}")
        )
        for name, parts in tomllib.loads(text).get("sign", {}).items()
    }


def _shapes(part: dict[str, Any], where: str, over: float = OVER) -> tuple[Shape, ...]:
    if set(part) == {"crest"}:
        crest = next((crest for crest in all_crests() if crest.id == part["crest"]), None)
        if crest is None:
            raise DrawingError(f"{where}, crest: there is no {part['crest']}")
        return tuple(Shape(path) for path in crest.paths)
    hole = part.get("hole", False)
    if set(part) - {"hole"} == {"fill"}:
        _check_path(part["fill"], f"{where}, fill", OUTLINE, over)
        return (Shape(part["fill"], hole=hole),)
    if set(part) - {"hole"} == {"line", "width"}:
        _check_path(part["line"], f"{where}, line", LINE, over)
        return (Shape(part["line"], float(part["width"]), hole),)
    raise DrawingError(
        f"{where}: it takes `fill`, `line` with `width`, or `crest`, not {', '.join(sorted(part)) or '-'}"
    )


def read_figures(text: str) -> dict[str, tuple[Shape, ...]]:
    """The figures of a TOML text; DrawingError says where a mistake is.

    A figure lists parts from back to front: the name of a part with the point its origin lies on, the degrees it is
    turned by, and its size (a negative one is mirrored); or a shape, such as an arm. Each part is cut out of those
    behind it.
    """
    tables = tomllib.loads(text)
    return _composed(tables.get("figure", {}), tables)


def _composed(figures: Mapping[str, list[Any]], tables: Mapping[str, Any]) -> dict[str, tuple[Shape, ...]]:
    """Figures by their parts; parts lie around an origin of their own: they may leave the square."""
    parts = {
        name: [
            shape
            for place, one in enumerate(listed, 1)
            for shape in _shapes(one, f"figures.toml, part {name}, {place}", 100)
        ]
        for name, listed in tables.get("part", {}).items()
    }
    found = {}
    for name, listed in figures.items():
        shapes: list[Shape] = []
        for place, one in enumerate(listed, 1):
            where = f"figures.toml, figure {name}, {place}"
            here = _placed(one, parts, where) if isinstance(one, str) else _shapes(one, where)
            cut = [Shape(shape.path, shape.width + 2 * CUT, hole=True) for shape in here if not shape.hole]
            shapes += [*(cut if shapes else []), *here]
        found[name] = tuple(shapes)
    return found


def _placed(line: str, parts: Mapping[str, list[Shape]], where: str) -> list[Shape]:
    """A part moved to its place."""
    name, *numbers = line.split()
    if not PLACED.fullmatch(line) or name not in parts:
        raise DrawingError(f"{where}: it takes a part and up to four numbers: x, y, degrees, size; not “{line}”")
    x, y, turn, size = (float(number) for number in (*numbers, *("0", "0", "0", "1")[len(numbers) :]))
    across, down = abs(size) * cos(radians(turn)), abs(size) * sin(radians(turn))
    side = -1 if size < 0 else 1

    def moved(path: str) -> str:
        """Mirrored, turned, sized and moved, in hundredths."""
        drawn = ""
        for command, at in steps(path):
            points = zip(at[::2], at[1::2], strict=True)
            placed = [(x + side * px * across - py * down, y + side * px * down + py * across) for px, py in points]
            drawn += command + " ".join(f"{number:.2f}" for point in placed for number in point)
        return drawn

    return [Shape(moved(shape.path), shape.width * abs(size), shape.hole) for shape in parts[name]]
