"""The tent card that stands on the table: its QR code on both faces, and the words to type where no camera helps."""

from __future__ import annotations

from companion.content.drawings import OWN_ID
from companion.rules.text import Text
from printables import qr
from printables.book import Book, usable
from printables.fonts import wrap
from printables.pen import Pen

SIDE_HIGH = 100.0
"""Each face of the tent, in millimeters."""
FOOT_HIGH = 22.0
"""The strip under the faces that is glued to hold the tent open."""
MODULE = 1.1


def table_sheet(book: Book) -> list[str]:
    """A page with the tent: one face upside down above the other, and a foot. Gives the code's text, once a face."""
    options = book.options
    left, top, width, _height = usable(options)
    wide = min(width, 170.0)
    x = left + (width - wide) / 2
    with book.page(Text("Table sheet")) as pen:
        pen.text(
            left,
            top + 4,
            Text("Cut the frame out, fold at the dashes, glue the strip inside: it stands."),
            8,
            "regular",
            "soft",
        )
        y = top + 8
        for turn in (180, 0):
            with pen.frame(x, y, wide, SIDE_HIGH, turn) as face:
                _face(face, options.table_url or "", options.table_words)
            y += SIDE_HIGH
            pen.line(x, y, x + wide, y, "soft", 0.2, (2, 1.4))
        pen.rect(x + 6, y, wide - 12, FOOT_HIGH, fill="pale")
        pen.text(x + wide / 2, y + FOOT_HIGH / 2 + 1, Text("glue"), 8, "regular", "soft", "center")
        pen.rect(x, top + 8, wide, 2 * SIDE_HIGH + FOOT_HIGH, stroke="line", line=0.15)
    return [options.table_url] * 2 if options.table_url else []


def _face(pen: Pen, url: str, words: str) -> None:
    pen.crest(OWN_ID, 9, 9, 22, "second")
    pen.text(35, 18, Text("Join this table"), 22, "serif")
    pen.text(
        35, 26, Text("Scan, or open the address and type the words."), 9.5, "regular", "soft", width=pen.width - 40
    )
    side = 0.0
    if url:
        module = min(MODULE, 52 / (len(qr.modules(url)) + 2 * qr.QUIET))
        side = qr.side_mm(url, module)
        pen.qr(url, pen.width - side - 5, 37, module)
    room = pen.width - side - 18
    pen.text(9, 46, Text("Words"), 9, "regular", "soft")
    size = 24.0
    shown = words or " "
    while size > 11 and len(wrap(pen.words(shown), size, room, "serif")) > 2:
        size -= 1
    pen.paragraph(9, 56, room, shown, size, "serif", "accent", leading=1.15, most=3)
    if not words:
        pen.line(9, 58, 9 + room, 58, "soft", 0.2)
    pen.text(9, 82, Text("Address"), 9, "regular", "soft")
    pen.fitted(9, 88.5, room, url.split("?")[0] or " ", 12, "bold")
    if not url:
        pen.line(9, 89.5, 9 + room, 89.5, "soft", 0.2)
