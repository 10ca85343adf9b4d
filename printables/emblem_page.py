"""The program's own sign as a page: what the pictures of it on the home screen are taken from."""

from __future__ import annotations

import io

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from companion.content.drawings import OWN_ID, crest_by_id, steps
from printables.emblem import GROUND, INK, ROUND, SIDE


def emblem_pdf(room: float, *, rounded: bool) -> bytes:
    """The sign as a page without margins; it takes `room` of the width. Not rounded, the ground fills every corner."""
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
