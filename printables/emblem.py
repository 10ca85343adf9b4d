"""The program's own sign on its ground: as a drawing, which a phone shows in a tab, and as a page, of which the
pictures on the home screen are taken."""

from __future__ import annotations

import io

from companion.content.drawings import OWN_ID, crest_by_id, steps

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


def emblem_pdf(room: float, *, rounded: bool) -> bytes:
    """The sign as a page without margins; it takes `room` of the width. Not rounded, the ground fills every corner."""
    from reportlab.lib.colors import HexColor  # the pages, which show the drawing, load nothing that draws
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(SIDE, SIDE), invariant=1)
    canvas.setFillColor(HexColor(GROUND))
    canvas.roundRect(0, 0, SIDE, SIDE, ROUND if rounded else 0, stroke=0, fill=1)
    margin = SIDE * (1 - room) / 2
    canvas.translate(margin, SIDE - margin)
    canvas.scale(room, -room)  # crests are drawn y downward
    canvas.setFillColor(HexColor(INK))
    for path in crest_by_id(OWN_ID).paths:
        outline = canvas.beginPath()
        draw = {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo, "Z": outline.close}
        for command, numbers in steps(path):
            draw[command](*numbers)
        canvas.drawPath(outline, stroke=0, fill=1, fillMode=0)
    canvas.save()
    return out.getvalue()
