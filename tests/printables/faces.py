"""Every face of every marker as a picture of its own, cut out of what is printed."""

from functools import cache

import pypdfium2
from PIL import Image

from printables.book import Book
from printables.cut_sheets import lay_out
from printables.marker_pieces import marker_pieces
from printables.markers import MARKERS
from printables.options import Options

DPI = 100
MM_PIXELS = DPI / 25.4
SIDE = 92


@cache
def faces() -> dict[str, Image.Image]:
    """Every face drawn at 25 mm and seen at 100 dpi: six of each pair, and both faces of those that have two."""
    found = {}
    for marker in MARKERS:
        options = Options(sides="fronts", marker_counts={marker.id: 6 if marker.pair else 1})
        pieces = marker_pieces(None, options)[:: 2 if marker.pair else 1]
        book = Book(options, "faces")
        lay_out(book, "faces", [(pieces, 4)], "gunbai")
        page = pypdfium2.PdfDocument(book.bytes()[0])[0].render(scale=DPI / 72).to_pil()
        for number, piece in enumerate(pieces):
            left = round((8.8 + number % 6 * 29) * MM_PIXELS)
            top = round((8.8 + number // 6 * 29) * MM_PIXELS)
            found[piece.id] = page.crop((left, top, left + SIDE, top + SIDE)).convert("RGB")
            if marker.reverse:
                low = top + round(25 * MM_PIXELS)
                half = page.crop((left, low, left + SIDE, low + SIDE)).convert("RGB")
                found[f"{piece.id}-reverse"] = half.rotate(180)
    return found
