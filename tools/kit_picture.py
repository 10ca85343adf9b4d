"""Draws `static/kit.jpg`, a cut kit on a table as a camera would see it: `make kit-picture`.

The pieces are cut out of the pages of a kit's PDF, where each is found by the white ground under its face.
"""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pdfplumber
import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter

from companion.content.army_document import read_document
from companion.rules.text import Refusal
from printables.kit import print_kit
from printables.options import Options, PieceKind
from printables.reading import army_to_print

FILE = Path(__file__).parents[1] / "static" / "kit.jpg"
SIZE = (800, 450)
"""Pixels of the picture."""
DOT = 8
"""Pixels of a millimeter on the table, before the camera looks at it from the front."""
TABLE = (300, 220)
"""Millimeters of the table."""
MM = 72 / 25.4
WHITE = ("1", "(1,)", "1.0", "(1.0,)")
WOOD = (104, 74, 50)
LIST: dict[str, Any] = {
    "format": "gunbai-army",
    "version": 1,
    "name": "Hawks of Kai",
    "mon": "takanoha",
    "path": "buke",
    "level": 3,
    "units": [
        {"id": "u1", "unit": "yari-ashigaru", "miniatures": 8, "front": 4, "standard_bearer": True},
        {"id": "u2", "unit": "yumi-samurai", "miniatures": 6, "front": 3, "name": "Archers of Suwa"},
        {"id": "u3", "unit": "kiba-musha", "miniatures": 3, "front": 3, "name": "Red riders"},
    ],
    "characters": [
        {"id": "c1", "character": "daimyo-buke", "weapon": "katana", "name": "Shingen"},
        {"id": "c2", "character": "kensei", "name": "Bokuden"},
    ],
    "general": "c1",
}
MARKS = {"march-run": 1, "charge": 1, "special": 1, "run-away": 1, "wound-1": 1, "wound-2": 1, "strategic-order": 1}
LAID: tuple[tuple[str, float, float, float], ...] = (
    ("back:c1", 212, 46, -24),
    ("back:c2", 236, 58, -9),
    ("u3", 92, 58, 4),
    ("u1", 70, 118, -5),
    ("u2", 168, 84, 7),
    ("c1", 150, 152, -6),
    ("c2", 200, 148, 5),
    ("march-run", 110, 166, 14),
    ("wound-2", 246, 112, -8),
    ("special", 252, 142, 11),
    ("strategic-order", 243, 170, -14),
    ("wound-1", 70, 170, -12),
    ("run-away", 30, 160, 20),
    ("charge-A", 134, 106, -18),
)
"""Which piece lies with its middle where on the table, in millimeters, and how far it is turned."""


def pieces() -> dict[str, Image.Image]:
    """Every piece of the kit by its id, cut out; the backs of cards under `back:`."""
    listed = read_document(LIST)
    army = listed if isinstance(listed, Refusal) else army_to_print(listed)
    assert not isinstance(army, Refusal), army
    found: dict[str, Image.Image] = {}
    kinds: tuple[PieceKind, ...] = ("troop-cards", "character-cards", "markers")
    for kind in kinds:
        kit = print_kit(army, Options(pieces=(kind,), base_url="https://gunbai.example/q/hawk", marker_counts=MARKS))
        assert not isinstance(kit, Refusal), kit
        data = kit.files[0].data
        pages = pypdfium2.PdfDocument(data)
        with pdfplumber.open(io.BytesIO(data)) as read:
            for number, page in enumerate(kit.pages):
                if page.side != "front":
                    continue
                face, back = (pages[n].render(scale=DOT / MM).to_pil().convert("RGB") for n in (number, number + 1))
                sizes = {(round(one.width), round(one.height)) for one in kit.pieces}
                places = _places(read.pages[number], sizes)
                for id_, (x, y, wide, high) in zip(page.pieces, places, strict=True):
                    name = id_.rsplit("-", 1)[0] if kind == "markers" else id_
                    lies = (round(wide), round(high)) not in sizes
                    for side, seen_at, picture in ((name, x, face), (f"back:{name}", 210 - x - wide, back)):
                        box = [round(part * DOT) for part in (seen_at, y, seen_at + wide, y + high)]
                        piece = picture.crop((box[0], box[1], box[2], box[3]))
                        found[side] = piece.rotate(90, expand=True) if lies else piece
    return found


def _places(page: Any, sizes: set[tuple[int, int]]) -> list[tuple[float, float, float, float]]:
    """The white grounds of a page's pieces in the order they are drawn, in millimeters."""
    known = sizes | {(high, wide) for wide, high in sizes}
    places = []
    for one in page.rects:
        size = round(one["width"] / MM), round(one["height"] / MM)
        if one["fill"] and not one["stroke"] and size in known and str(one["non_stroking_color"]) in WHITE:
            places.append((one["x0"] / MM, one["top"] / MM, one["width"] / MM, one["height"] / MM))
    return places


def wood(chance: random.Random) -> Image.Image:
    """Boards with their grain."""
    wide, high = TABLE[0] * DOT, TABLE[1] * DOT
    grain = Image.effect_noise((wide // 60, high), 70).resize((wide, high), Image.Resampling.BICUBIC)
    fine = Image.effect_noise((wide // 12, high), 40).resize((wide, high), Image.Resampling.BICUBIC)
    shade = ImageEnhance.Contrast(Image.blend(grain, fine, 0.4)).enhance(0.5)
    table = ImageChops.multiply(Image.new("RGB", (wide, high), WOOD), Image.merge("RGB", [shade] * 3))
    table = ImageEnhance.Brightness(table).enhance(1.7)
    pen = ImageDraw.Draw(table)
    for row in range(0, high, 52 * DOT):
        at = row + chance.randrange(6 * DOT)
        pen.line((0, at, wide, at), fill=(34, 22, 14), width=DOT // 2)
    return table


def laid(table: Image.Image, piece: Image.Image, x: float, y: float, turn: float) -> None:
    """A piece on the table, with its thickness and the shadow it throws."""
    card = piece.convert("RGBA").rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    left, top = round(x * DOT - card.width / 2), round(y * DOT - card.height / 2)
    form = card.getchannel("A").filter(ImageFilter.GaussianBlur(1))
    card.putalpha(form)
    for over, blur, dark in ((10, 14, 120), (3, 3, 150)):
        shadow = Image.new("L", table.size, 0)
        shadow.paste(form.point(lambda level, dark=dark: level * dark // 255), (left + over, top + over))
        table.paste((12, 8, 5), mask=shadow.filter(ImageFilter.GaussianBlur(blur)))
    table.paste((196, 188, 172), (left + 2, top + 3), form)
    table.paste(card, (left, top), card)


def seen(table: Image.Image) -> Image.Image:
    """The table as a camera sees it from the front: narrower behind, lit from the left, sharp in the middle."""
    wide, high = table.size
    corners = (0.01 * wide, 0.06 * high, 0.08 * wide, 0.9 * high, 0.92 * wide, 0.9 * high, 0.99 * wide, 0.06 * high)
    picture = table.transform((3 * SIZE[0], 3 * SIZE[1]), Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
    lamp = Image.radial_gradient("L").resize((512, 512)).crop((128, 150, 512, 512)).resize(picture.size)
    light = lamp.point(lambda level: 255 - level // 2)
    picture = ImageChops.multiply(picture, Image.merge("RGB", [light, light, light.point(lambda n: n * 15 // 16)]))
    far = Image.linear_gradient("L").resize(picture.size).point(lambda level: max(0, 200 - level * 5))
    picture = Image.composite(picture.filter(ImageFilter.GaussianBlur(3)), picture, far)
    return ImageEnhance.Brightness(picture).enhance(1.12).resize(SIZE, Image.Resampling.LANCZOS)


def main() -> None:
    """Draws the picture anew."""
    found = pieces()
    table = wood(random.Random(7))
    for name, x, y, turn in LAID:
        laid(table, found[name], x, y, turn)
    seen(table).save(FILE, quality=62, optimize=True, progressive=True)
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
