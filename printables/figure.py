"""The silhouette of a unit or a character on its card (`companion/content/figures.toml`)."""

from __future__ import annotations

from functools import cache

from companion.content.drawings import Shape, figures, other_figures
from printables.model import Member, Troop
from printables.packing import Box
from printables.pen import Pen, reach


def drawn_as(who: Troop | Member) -> str:
    """The figure of a unit, or of a character as he is: on his horse, and with the weapon of his choice."""
    if isinstance(who, Troop):
        return who.profile.id
    chosen = next((one for one in ("spear", "naginata", "katana") if one in who.weapons), "")
    name = "-".join([who.profile.id, *(["mounted"] if who.mounted else []), chosen])
    return name if name in other_figures() else who.profile.id


@cache
def _shapes(figure: str) -> tuple[Shape, ...]:
    return figures().get(figure) or other_figures()[figure]


@cache
def _bounds(figure: str) -> Box:
    """What it takes of its grid."""
    ends = (reach(shape.path, shape.width) for shape in _shapes(figure) if not shape.hole)
    lefts, tops, rights, feet = zip(*ends, strict=True)
    left, top = min(lefts), min(tops)
    return Box(left, top, max(rights) - left, max(feet) - top)


def shape_of(figure: str) -> float:
    """How wide it is, of its height."""
    bounds = _bounds(figure)
    return bounds.width / bounds.height


def within(figure: str, square: Box) -> Box:
    """The largest place of its shape in a square, on the square's ground."""
    wide = min(1.0, shape_of(figure)) * square.width
    high = wide / shape_of(figure)
    return Box(square.x + (square.width - wide) / 2, square.foot - high, wide, high)


def draw_figure(pen: Pen, figure: str, place: Box) -> None:
    """The figure as large as its place, which has its shape; drawn once into the file."""
    bounds = _bounds(figure)
    side = 100 * place.height / bounds.height
    x, y = -bounds.x * side / 100, -bounds.y * side / 100
    pen.form(
        f"figure-{figure}-ink-{place.height:.2f}",
        place.x,
        place.y,
        place.width,
        place.height,
        lambda form: form.shapes(_shapes(figure), x, y, side, "ink", "white"),
    )
