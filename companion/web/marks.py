"""Crests and icons for the pages: one SVG file of symbols, kept for a year under a name made of its content."""

from __future__ import annotations

import hashlib
from functools import cache

from flask import Blueprint, Response, g, request

from companion.content.drawings import Crest, Icon, all_crests, crests, icons, steps
from companion.web.addresses import url_for

bp = Blueprint("marks", __name__)

CRESTS = tuple((crest.id, crest.name) for crest in crests())
"""The crests a side may choose: id and name."""


@cache
def sprite() -> str:
    """One SVG: a symbol `mon-…` for every crest and `icon-…` for every icon, in the color of the text around it."""
    symbols = [_crest_symbol(crest) for crest in all_crests()] + [_icon_symbol(icon) for icon in icons()]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def _crest_symbol(crest: Crest) -> str:
    paths = "".join(f'<path fill-rule="evenodd" d="{relative(path)}"/>' for path in crest.paths)
    return f'<symbol id="mon-{crest.id}" viewBox="0 0 1000 1000">{paths}</symbol>'


def _icon_symbol(icon: Icon) -> str:
    line = (
        '<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" '
        f'd="{icon.line}"/>'
    )
    fill = f'<path d="{icon.fill}"/>'
    return f'<symbol id="icon-{icon.id}" viewBox="0 0 24 24">{line * bool(icon.line)}{fill * bool(icon.fill)}</symbol>'


def relative(path: str) -> str:
    """The same outline in tenths, each point as the way from the last one.

    Turned and repeated petals then repeat in the text, and the file compresses to two thirds.
    """
    out = []
    here = start = (0, 0)
    for command, numbers in steps(path):
        if command == "Z":
            out.append("z")
            here = start
            continue
        tenths = [round(number * 10) for number in numbers]
        ways = [tenth - here[place % 2] for place, tenth in enumerate(tenths)]
        out.append(
            command.lower() + "".join(f"{way:d}" if way < 0 or not i else f" {way:d}" for i, way in enumerate(ways))
        )
        here = (tenths[-2], tenths[-1])
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
    return hashlib.sha256(sprite().encode()).hexdigest()[:10]


@bp.get("/marks.svg")
def sprite_file() -> Response:
    """The sprite; under its version's name it never changes."""
    response = Response(sprite(), mimetype="image/svg+xml")
    named = request.args.get("v") == marks_version()
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if named else "no-cache"
    response.set_etag(marks_version())
    return response.make_conditional(request)  # type: ignore[return-value]
