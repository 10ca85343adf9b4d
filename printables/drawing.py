"""Everything that is asked of the process that draws (`press.py`): functions of plain values that take long."""

from __future__ import annotations

import io

import pypdfium2
from PIL import Image

from companion.rules.kensei.army import Army as ArmyList
from companion.rules.text import Refusal
from printables.emblem import emblem_pdf
from printables.kit import print_kit
from printables.options import Options
from printables.pack_sheet import pack_sheet
from printables.packed import Packed
from printables.printed import Kit
from printables.reading import army_to_print

WHITE, CLEAR = (255, 255, 255, 255), (255, 255, 255, 0)


def kit(listed: ArmyList | None, options: Options) -> Kit | Refusal:
    """The kit of a list, or everything that stands against it."""
    army = army_to_print(listed) if listed is not None else None
    return army if isinstance(army, Refusal) else print_kit(army, options)


def packed(battle: Packed, options: Options) -> bytes:
    """The sheet of a battle that is put away."""
    return pack_sheet(battle, options)


def page(pdf: bytes, number: int, width: int) -> bytes:
    """A page of a PDF as a PNG this many pixels across."""
    picture = raster(pdf, number, width)
    return _png(picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def icon(pixels: int, room: float, rounded: bool) -> bytes:
    """The program's sign as a PNG this many pixels across; it takes `room` of the width."""
    picture = raster(emblem_pdf(room, rounded=rounded), 0, pixels, CLEAR)
    return _png(picture if rounded else picture.convert("RGB"), optimize=True)


def _png(picture: Image.Image, *, optimize: bool = False) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=optimize)
    return out.getvalue()


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
