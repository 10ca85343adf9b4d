"""Pages of a PDF as pictures."""

from __future__ import annotations

import pypdfium2
from PIL import Image

WHITE, CLEAR = (255, 255, 255, 255), (255, 255, 255, 0)


def raster(pdf: bytes, page: int, width: int, ground: tuple[int, int, int, int] = WHITE) -> Image.Image:
    """A page of a PDF, this many pixels across, on a ground of this color (red, green, blue, opacity).

    pdfium keeps state of its own: one thread at a time may be in here.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        drawn = document[page]
        picture: Image.Image = drawn.render(scale=width / drawn.get_width(), fill_color=ground).to_pil()
    finally:
        document.close()
    return picture
