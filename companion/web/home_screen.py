"""What a phone shows of this program outside its pages: the icon of the tab, those of the home screen, the manifest,
and where the home screen's icon leads.

Pictures are drawn from our own sign once, when they are first asked for. Nothing here makes or needs a cookie, but for
the way to the last table.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from struct import pack

from flask import Blueprint, Response, abort, request, url_for

from companion.web.answers import see_other, versioned
from companion.web.assets import fingerprint
from companion.web.i18n import _, language
from companion.web.security import known_device, no_store
from companion.web.services import services
from companion.web.shell import theme
from printables.emblem import emblem_svg
from printables.press import PRESS

bp = Blueprint("home_screen", __name__)

PAPER = {"light": "#f5efe1", "dark": "#171410", "dusk": "#0e0c0a"}
"""The ground of the pages in each theme, for the browser's bars around them; a test compares them with the style."""
ROOM = 0.8
"""How much of an icon's width the sign takes."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An icon as a PNG: pixels across, how much of them the sign takes, whether its ground has round corners."""

    pixels: int
    room: float = ROOM
    rounded: bool = True


PICTURES = {
    "192": Picture(192),
    "512": Picture(512),
    # A phone may cut these to any shape that holds a circle of four fifths of the width: the sign stays within it.
    "maskable-192": Picture(192, 0.57, rounded=False),
    "maskable-512": Picture(512, 0.57, rounded=False),
    "apple": Picture(180, 0.7, rounded=False),
}
TAB = (16, 32, 48)
"""Pixels of the pictures in the favicon of browsers that read no SVG."""


@cache
def _svg() -> bytes:
    return emblem_svg(ROOM).encode()


@cache
def _png(picture: Picture) -> bytes:
    return PRESS.icon(picture.pixels, picture.room, picture.rounded)


@cache
def _ico() -> bytes:
    """PNGs of several sizes in one file: a header, an entry of 16 bytes for each, then the pictures."""
    found = [(pixels, _png(Picture(pixels, 0.9))) for pixels in TAB]
    entries, bodies = pack("<3H", 0, 1, len(found)), b""
    for pixels, body in found:
        at = 6 + 16 * len(found) + len(bodies)
        entries += pack("<4B2H2I", pixels, pixels, 0, 0, 1, 32, len(body), at)
        bodies += body
    return entries + bodies


@cache
def _version(picture: Picture | None = None) -> str:
    """Changes with the sign and with how a picture shows it; told without drawing any."""
    return fingerprint(f"{_svg()!r} {picture}".encode())


def _address(name: str) -> str:
    return url_for("home_screen.png", name=name, v=_version(PICTURES[name]))


@bp.get("/icon.svg")
def svg() -> Response:
    """The icon of a tab."""
    return versioned(_svg(), "image/svg+xml", _version())


@bp.get("/favicon.ico")
def ico() -> Response:
    """The same for browsers that ask for it without being told, or read no SVG."""
    return versioned(_ico(), "image/x-icon", _version())


@bp.get("/icon-<name>.png")
def png(name: str) -> Response:
    """An icon of the home screen."""
    if name not in PICTURES:
        abort(404)
    return versioned(_png(PICTURES[name]), "image/png", _version(PICTURES[name]))


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, icons and beginning of the program, for a phone that puts it on its home screen."""
    icons = [
        {
            "src": _address(name),
            "sizes": f"{picture.pixels}x{picture.pixels}",
            "type": "image/png",
            "purpose": "any" if picture.rounded else "maskable",
        }
        for name, picture in PICTURES.items()
        if name != "apple"
    ]
    vector = {"src": url_for("home_screen.svg", v=_version()), "sizes": "any", "type": "image/svg+xml"}
    manifest = {
        "id": "/",
        "name": "Gunbai",
        "short_name": "Gunbai",
        "description": _("A companion for samurai games on a real table."),
        "lang": language(),
        "start_url": url_for("home_screen.last"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER["light"],
        "theme_color": PAPER["light"],
        "icons": [*icons, vector],
    }
    asks_again = {"Cache-Control": "no-cache"}
    response = Response(json.dumps(manifest), headers=asks_again, mimetype="application/manifest+json")
    response.vary.add("Accept-Language")
    response.add_etag()
    return response.make_conditional(request)  # type: ignore[return-value]


@bp.get("/last")
def last() -> Response:
    """The table this phone sat at last; the start page for one that sits nowhere."""
    table_id = services().tables.last_sat_at(known_device())
    return no_store(see_other("table.show", table_id=table_id) if table_id else see_other("start.index"))


@bp.app_template_global()
def home_screen() -> dict[str, str]:
    """Addresses of what the head of every page names."""
    return {
        "svg": url_for("home_screen.svg", v=_version()),
        "ico": url_for("home_screen.ico", v=_version()),
        "apple": _address("apple"),
        "manifest": url_for("home_screen.manifest"),
    }


@bp.app_template_global()
def theme_colors() -> tuple[tuple[str, str], ...]:
    """The color of the browser's own bars, with the media query under which it holds ("" for always)."""
    chosen = theme()
    if chosen != "auto":
        return ((PAPER[chosen], ""),)
    day, night = "(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"
    return ((PAPER["light"], day), (PAPER["dark"], night))
