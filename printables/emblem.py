"""The program's own sign on its ground, as a drawing, in vectors: what a phone shows of it in a tab."""

from __future__ import annotations

from companion.content.drawings import OWN_ID, crest_by_id

GROUND, INK = "#24406f", "#fdf9f0"
"""Indigo, and washi on it: the first side's color and the sheet of the pages in daylight."""
SIDE = 100
"""The drawing is a square of this side, as every crest is."""
ROUND = 22
"""The radius of its corners, where the ground is not cut to shape by the phone itself."""


def emblem_svg(room: float) -> str:
    """The sign on rounded ground, as SVG that needs no style; it takes `room` of the width."""
    margin = SIDE * (1 - room) / 2
    paths = "".join(f'<path fill-rule="evenodd" d="{path}"/>' for path in crest_by_id(OWN_ID).paths)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" rx="{ROUND}" fill="{GROUND}"/>'
        f'<g fill="{INK}" transform="translate({margin:g} {margin:g}) scale({room:g})">{paths}</g></svg>'
    )
