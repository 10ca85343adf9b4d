"""The tent card that stands on the table: its QR code on both faces, and the words to type where no camera helps."""

from __future__ import annotations

from companion.content.drawings import OWN_ID
from companion.rules.text import Text
from printables import qr
from printables.book import Book
from printables.cut_sheets import FOLD, FOLD_HERE
from printables.fonts import wrap
from printables.pen import Pen

SIDE_HIGH = 100.0
"""Each face of the tent, in millimeters."""
BASE_HIGH = 38.0
"""What it stands on, between the two faces."""
TAB_HIGH = 9.0
"""What is glued to the other face, from inside."""
SLOPE = 8.0
"""Millimeters by which the tab is narrower at its edge, on either side."""
MODULE = 1.1


def table_sheet(book: Book) -> None:
    """A page with the tent, a prism of three sides: one face upside down above the other, the base, and a tab for the
    glue."""
    options = book.options
    left, top, width, _height = options.usable_mm
    wide = min(width, 170.0)
    x = left + (width - wide) / 2
    with book.page(Text("Table sheet")) as pen:
        how = Text("Cut the outline out, fold back at the dashes, glue the tab inside the other face: it stands.")
        pen.quiet(left, top + 4, how, 8)
        first = y = top + 6
        for turn in (180, 0):
            with pen.frame(x, y, wide, SIDE_HIGH, turn) as face:
                _face(face, options.table_url or "", options.table_words)
            y += SIDE_HIGH
            _fold(pen, x, y, wide)
        pen.quiet(x + wide / 2, y + BASE_HIGH / 2 + 1, Text("base"), 8, "center")
        y += BASE_HIGH
        end = y + TAB_HIGH
        tab = [(x, y), (x + SLOPE, end), (x + wide - SLOPE, end), (x + wide, y)]
        pen.polygon(tab, fill="pale")
        pen.quiet(x + wide / 2, y + TAB_HIGH / 2 + 1, Text("glue"), 8, "center")
        pen.polygon([(x, first), *tab, (x + wide, first)], stroke="line", line=0.15)
        _fold(pen, x, y, wide)


def _fold(pen: Pen, x: float, y: float, wide: float) -> None:
    """A line to fold at, and the word for it beside the tent, where nobody sees it later."""
    pen.line(x, y, x + wide, y, "soft", 0.2, FOLD)
    pen.quiet(x - 1.5, y + 0.8, FOLD_HERE, 6.5, "right")


def _face(pen: Pen, url: str, words: str) -> None:
    pen.crest(OWN_ID, 9, 9, 22, "second")
    pen.text(35, 18, Text("Join this table"), 22, "serif")
    how = Text("Scan, or open the address and type the words.")
    pen.quiet(35, 26, how, 9.5, width=pen.width - 40)
    side = 0.0
    if url:
        module = min(MODULE, 52 / (len(qr.modules(url)) + 2 * qr.QUIET))
        side = qr.side_mm(url, module)
        pen.qr(url, pen.width - side - 5, 37, module)
    room = pen.width - side - 18
    pen.quiet(9, 46, Text("Words"), 9)
    size = 24.0
    while size > 11 and len(wrap(pen.words(words), size, room, "serif")) > 2:
        size -= 1
    pen.paragraph(9, 56, room, words, size, "serif", "accent", leading=1.15, most=3)
    if not words:
        pen.blank(9, 58, 9 + room)
    pen.quiet(9, 82, Text("Address"), 9)
    pen.fitted(9, 88.5, room, url.split("?")[0].split("/j/")[0], 12, "bold")  # the words are typed there
    if not url:
        pen.blank(9, 89.5, 9 + room)
