"""Crests, icons and signs for the pages: one SVG file of symbols, kept for a year under a name made of its content."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil, floor

from flask import Blueprint, Response, g

from companion.content.drawings import Crest, Icon, Shape, all_crests, crests, icons, steps
from companion.content.markers import SIGNS, Sign
from companion.web.addresses import url_for
from companion.web.answers import versioned
from companion.web.assets import fingerprint

bp = Blueprint("marks", __name__)

CRESTS = tuple((crest.id, crest.name) for crest in crests())
"""The crests a side may choose: id and name."""
DRAWN = tuple(sign for sign in SIGNS if sign.label or sign.id in ("hidden", "wound"))
"""The signs a phone shows: those of the table's markers, of hidden fighters and of wounds. Others are only printed."""


@cache
def sprite() -> str:
    """One SVG: a symbol `mon-…` for every crest, `icon-…` for every icon and `sign-…` for every sign of a marker.

    They are drawn in the color of the text around them, the holes of signs in `--ground`, what lies behind them. How
    lines end and outlines are filled they inherit from the page (`.icon`).
    """
    symbols = [_crest_symbol(crest) for crest in all_crests()]
    symbols += [_icon_symbol(icon) for icon in icons()]
    symbols += [_sign_symbol(sign) for sign in DRAWN]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def _crest_symbol(crest: Crest) -> str:
    paths = "".join(f'<path fill-rule="evenodd" d="{relative(path)}"/>' for path in crest.paths)
    return f'<symbol id="mon-{crest.id}" viewBox="0 0 1000 1000">{paths}</symbol>'


def _icon_symbol(icon: Icon) -> str:
    line = f'<path fill="none" stroke="currentColor" stroke-width="2" d="{icon.line}"/>'
    fill = f'<path d="{icon.fill}"/>'
    return f'<symbol id="icon-{icon.id}" viewBox="0 0 24 24">{line * bool(icon.line)}{fill * bool(icon.fill)}</symbol>'


def _sign_symbol(sign: Sign) -> str:
    left, top, side = frame(sign.shapes)
    drawn = "".join(_shape(shape) for shape in sign.shapes)
    return f'<symbol id="sign-{sign.id}" viewBox="{left} {top} {side} {side}">{drawn}</symbol>'


def _shape(shape: Shape) -> str:
    way = relative(shape.path, 1)
    if shape.width:
        color = "var(--ground)" if shape.hole else "currentColor"
        return f'<path fill="none" stroke="{color}" stroke-width="{shape.width:g}" d="{way}"/>'
    color = ' fill="var(--ground)"' if shape.hole else ""
    return f'<path{color} d="{way}"/>'


def frame(shapes: Sequence[Shape]) -> tuple[int, int, int]:
    """The square around a sign: left, top and side, so that on a phone every sign is as large as its icon's place."""
    ends: tuple[list[float], list[float]] = ([], [])
    for shape in shapes:
        if shape.hole:
            continue
        for place, number in enumerate(number for _command, numbers in steps(shape.path) for number in numbers):
            ends[place % 2].extend((number - shape.width / 2, number + shape.width / 2))
    (left, right), (top, low) = ((min(axis), max(axis)) for axis in ends)
    side = max(right - left, low - top)
    return floor((left + right - side) / 2), floor((top + low - side) / 2), ceil(side)


def relative(path: str, parts: int = 10) -> str:
    """The same outline in tenths (or other parts of a unit), each point as the way from the last one.

    Turned and repeated petals then repeat in the text, and the file compresses to two thirds. A command that comes
    again is not named again.
    """
    out = []
    here = start = (0, 0)
    last = ""
    for command, numbers in steps(path):
        if command == "Z":
            out.append("z")
            here, last = start, "z"
            continue
        placed = [round(number * parts) for number in numbers]
        ways = [one - here[place % 2] for place, one in enumerate(placed)]
        text = "".join(f"{way:d}" if way < 0 else f" {way:d}" for way in ways)
        out.append(text if command == last else command.lower() + text.lstrip())
        here, last = (placed[-2], placed[-1]), command
        if command == "M":
            start = here
    return "M" + "".join(out)[1:]


@bp.app_template_global()
def sprite_address() -> str:
    """Where a page finds the sprite; built once a request, for a page names it in every mark."""
    if "sprite_address" not in g:
        g.sprite_address = url_for("marks.sprite_file", v=marks_version())
    return str(g.sprite_address)


@cache
def marks_version() -> str:
    """A short name for what the sprite holds now."""
    return fingerprint(sprite().encode())


@bp.get("/marks.svg")
def sprite_file() -> Response:
    """The sprite; under its version's name it never changes."""
    return versioned(sprite(), "image/svg+xml", marks_version())
