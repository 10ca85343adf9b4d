"""The silhouettes: one for every unit and character, no two alike, each a whole figure on the common ground."""

import itertools
import tomllib

import numpy as np
import pytest
from PIL import Image, ImageDraw

from companion.content import catalog
from companion.content.drawings import CUT, FOLDER, DrawingError, Shape, figures, read_figures, steps

GROUND = 96.0
REACH = 20
"""How far a weapon may reach over the square: whoever draws a figure frames what it takes."""
SIDE = 140
"""Pixels across the square and what may lie over it: 12 mm at a little over 200 dpi."""
WHO = sorted({**catalog().units, **catalog().characters})


def points(shape: Shape, each: int = 8) -> list[list[tuple[float, float]]]:
    """The outlines of a shape as polygons, its curves in straight steps."""
    found: list[list[tuple[float, float]]] = []
    for command, numbers in steps(shape.path):
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            found.append(pairs)
        elif command == "L":
            found[-1] += pairs
        elif command == "C":
            corners = [found[-1][-1], *pairs]
            for step in range(1, each + 1):
                t = step / each
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))
                found[-1].append((x, y))
    return found


def drawn(name: str) -> np.ndarray:
    """The figure in pixels, black where true: drawn here anew, by nothing the sheets are drawn with."""
    scale = SIDE / (100 + 2 * REACH)
    picture = Image.new("L", (SIDE, SIDE), 0)
    pen = ImageDraw.Draw(picture)
    for shape in figures()[name]:
        ink = 0 if shape.hole else 255
        for outline in points(shape):
            placed = [((x + REACH) * scale, (y + REACH) * scale) for x, y in outline]
            if shape.width:
                pen.line(
                    [*placed, placed[0]] if "Z" in shape.path else placed, fill=ink, width=round(shape.width * scale)
                )
            else:
                pen.polygon(placed, fill=ink)
    return np.asarray(picture) > 127


def test_every_unit_and_character_has_one_and_nobody_else() -> None:
    assert sorted(figures()) == WHO
    assert len(WHO) == 31


def test_every_part_is_used() -> None:
    tables = tomllib.loads((FOLDER / "figures.toml").read_text("utf-8"))
    used = {one.split()[0] for listed in tables["figure"].values() for one in listed if isinstance(one, str)}
    assert used == set(tables["part"])


@pytest.mark.parametrize("name", WHO)
def test_a_figure_stands_on_the_ground_within_its_square(name: str) -> None:
    shapes = [shape for shape in figures()[name] if not shape.hole]
    placed = [point for shape in shapes for outline in points(shape) for point in outline]
    assert max(y for _, y in placed) == GROUND
    assert min(y for _, y in placed) < 24, "nobody is a dwarf beside the others"
    assert all(-REACH <= number <= 100 + REACH for point in placed for number in point)


def test_no_two_would_be_taken_for_each_other() -> None:
    """Of the pixels black in either of two figures, at least an eighth is black in one alone."""
    pictures = {name: drawn(name) for name in WHO}
    alike = [
        (a, b)
        for a, b in itertools.combinations(WHO, 2)
        if (pictures[a] ^ pictures[b]).sum() < (pictures[a] | pictures[b]).sum() / 8
    ]
    assert alike == []


@pytest.mark.parametrize("name", WHO)
def test_a_figure_is_mass_and_air(name: str) -> None:
    share = drawn(name).mean() * ((100 + 2 * REACH) / 100) ** 2
    assert 0.12 < share < 0.55, "readable at 12 mm: neither a thread nor a blot"


@pytest.mark.parametrize("name", [who for who in WHO if "mounted" in getattr(catalog().units.get(who), "traits", ())])
def test_riders_are_seen_to_ride(name: str) -> None:
    def wide(picture: np.ndarray) -> int:
        return int(np.ptp(np.flatnonzero(picture[round(0.55 * SIDE) :].any(axis=0))))

    on_foot = [who for who in WHO if "mounted" not in getattr(catalog().units.get(who), "traits", ())]
    assert wide(drawn(name)) > max(wide(drawn(who)) for who in on_foot)


def test_a_part_is_placed_turned_and_cut_out_of_what_is_behind() -> None:
    behind, cut, front = read_figures(
        '[part]\nblade = [{ fill = "M0 0L10 0L10 -20Z" }]\n'
        '[figure]\nx = [{ line = "M0 50L90 50", width = 4 }, "blade 40 60 90 0.5"]'
    )["x"]
    assert behind == Shape("M0 50L90 50", 4)
    assert front == Shape("M40.00 60.00L40.00 65.00L50.00 65.00Z")
    assert cut == Shape(front.path, 2 * CUT, hole=True)


def test_a_mirrored_part_looks_the_other_way() -> None:
    (shape,) = read_figures('[part]\np = [{ fill = "M0 0L10 0L10 -20Z" }]\n[figure]\nx = ["p 50 50 0 -1"]')["x"]
    assert shape.path == "M50.00 50.00L40.00 50.00L40.00 30.00Z"


@pytest.mark.parametrize("line", ["sword 3 4", "blade 1 2 3 4 5", "blade x", "blade  3"])
def test_a_wrong_place_is_named(line: str) -> None:
    text = f'[part]\nblade = [{{ fill = "M0 0L1 1L2 0Z" }}]\n[figure]\nmonk = ["{line}"]'
    with pytest.raises(DrawingError, match=r"figures\.toml, figure monk, 1: it takes a part"):
        read_figures(text)
