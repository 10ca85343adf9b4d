"""Lists to print, and what a PDF holds, read back with other programs than the one that wrote it."""

import io
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pdfplumber
from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTRect
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.pdftypes import stream_value
from pdfminer.psparser import LIT
from PIL import Image
from pypdf import PdfReader

from companion.content.army_document import read_document
from companion.rules.text import Refusal
from printables.kit import print_kit
from printables.model import Army
from printables.options import Options
from printables.printed import Kit
from printables.reading import army_to_print
from tests.system import program

URL = "http://192.168.1.20:8000/a/k7qd"
MM = 72 / 25.4

SMALL: dict[str, Any] = {
    "format": "gunbai-army",
    "version": 1,
    "name": "Takeda vanguard",
    "clan": "Takeda",
    "mon": "uroko",
    "path": "buke",
    "level": 1,
    "units": [
        {"id": "u1", "unit": "yari-ashigaru", "miniatures": 5, "standard_bearer": True, "front": 5, "name": "Spears"},
        {"id": "u2", "unit": "katana-samurai", "miniatures": 4},
        {"id": "u3", "unit": "yari-samurai", "miniatures": 4},
    ],
    "characters": [
        {"id": "c1", "character": "busho-buke", "weapon": "katana", "joins": "u3", "name": "Baba"},
        {"id": "c2", "character": "daisho-samurai", "weapon": "katana", "name": "Sanada"},
    ],
    "general": "c1",
    "taisho_abilities": ["banzai"],
}

LARGE: dict[str, Any] = {
    **SMALL,
    "level": 5,
    "taisho_abilities": ["bushido-law"],
    "units": [
        {"id": "u1", "unit": "yari-ashigaru", "miniatures": 12, "standard_bearer": True, "front": 5, "name": "First"},
        {"id": "u2", "unit": "katana-samurai", "miniatures": 8, "front": 4, "standard_bearer": True},
        {"id": "u3", "unit": "yumi-ashigaru", "miniatures": 6, "front": 3},
        {"id": "u4", "unit": "kiba-musha", "miniatures": 5, "front": 3, "name": "Red riders of the Kai province"},
        {"id": "u5", "unit": "no-dachi-samurai", "miniatures": 7, "front": 4},
        {"id": "u6", "unit": "kengo", "miniatures": 1, "name": "Miyamoto"},
        {"id": "u7", "unit": "ishitsubute-ashigaru", "miniatures": 5, "front": 3},
        {"id": "u8", "unit": "yumi-samurai", "miniatures": 6, "front": 4},
    ],
    "characters": [
        {"id": "c1", "character": "taisho-buke", "weapon": "katana", "joins": "u2", "name": "Baba Nobuharu"},
        {"id": "c2", "character": "busho-buke", "weapon": "naginata", "mounted": True, "joins": "u4"},
        {"id": "c3", "character": "daisho-samurai", "weapon": "katana", "name": "Sanada"},
        {"id": "c4", "character": "kensei", "name": "Tsukahara Bokuden"},
        {"id": "c5", "character": "spy", "joins": "u1"},
        {"id": "c6", "character": "shinobi", "kind": "kamari", "name": "服部半蔵"},
    ],
}

CARDED = ("c3", "c4", "c5", "c6")
"""Who of LARGE has a card of his own: three alone, and the Spy who hides in a unit."""

HOSTILE: dict[str, Any] = {
    **SMALL,
    "name": "<b>Ōuchi</b> & %(x)s \u202e 日本武田信玄公之軍団 🏯",
    "clan": "<para>",
    "units": [
        {"id": "u1", "unit": "yari-ashigaru", "miniatures": 5, "name": "W" * 60},
        {"id": "u2", "unit": "kengo", "miniatures": 1, "name": "武" * 60},
        {"id": "u3", "unit": "kiba-musha", "miniatures": 2, "name": "🐎 & <i>riders</i> %s"},
        {"id": "u4", "unit": "yari-ashigaru", "miniatures": 60, "front": 12, "name": "a b " * 15},
        {"id": "u5", "unit": "kengo", "miniatures": 2, "name": "Ōū ēī"},
    ],
    "characters": [{"id": "c1", "character": "kensei", "name": "M" * 60}, {"id": "c2", "character": "geisha"}],
    "general": None,
}


def army(document: dict[str, Any]) -> Army:
    """The army of a document that can be printed."""
    listed = read_document(document)
    assert not isinstance(listed, Refusal), listed
    found = army_to_print(listed)
    assert not isinstance(found, Refusal), found
    return found


DRAWN: dict[str, Kit] = {}


def kit(document: dict[str, Any] = SMALL, **options: Any) -> Kit:
    """The kit of a document with these options; the same are drawn once."""
    asked = repr((document, options))
    if asked not in DRAWN:
        found = print_kit(army(document), Options(**options))
        assert not isinstance(found, Refusal), found
        DRAWN[asked] = found
    return DRAWN[asked]


def only(printed: Kit) -> bytes:
    """The bytes of its one file."""
    (file,) = printed.files
    return file.data


@dataclass(frozen=True)
class Rect:
    """A rectangle on a page in millimeters, y downward."""

    x: float
    y: float
    width: float
    height: float

    def is_size(self, width: float, height: float, within: float = 0.02) -> bool:
        """Whether it has this size, upright or across."""
        sizes = sorted((self.width, self.height)), sorted((width, height))
        return all(abs(a - b) <= within for a, b in zip(*sizes, strict=True))


TOKEN = re.compile(rb"\(((?:[^\\)]|\\.)*)\)|/([^\s/\[\]<>()]+)|([-+.\d]+)|(\[.*?\]|<<.*?>>(?!>))|([A-Za-z*]+)", re.S)
"""A string, a name, a number, numbers in brackets (or what words a line stands for), or an operator."""


class Reading(PDFPageInterpreter):
    """pdfminer reads pages letter by letter, and each drawing as often as it is on them. Here each is read once, at one
    go: that was half of all the time of these tests."""

    def execute(self, streams: Sequence[object]) -> None:
        read = self.device.__dict__.setdefault("read", {})
        for stream in map(stream_value, streams):
            if stream.objid not in read:
                read[stream.objid] = [*operations(stream.get_data())]
            for name, numbers in read[stream.objid]:
                getattr(self, name)(*numbers)


def operations(data: bytes) -> Iterator[tuple[str, list[Any]]]:
    given: list[Any] = []
    for string, name, number, numbers, operator in TOKEN.findall(data):
        if operator:
            yield f"do_{operator.decode().replace('*', '_a')}", given
            given = []
        elif number:
            given.append(float(number))
        elif numbers:
            given.append([*map(float, re.findall(rb"[-.\d]+", numbers))])
        else:
            given.append(LIT(name.decode()) if name else unescaped(string))


def unescaped(string: bytes) -> bytes:
    return re.sub(rb"\\([()])", rb"\1", string).decode("unicode_escape").encode("latin1")


class Seen(PDFPageAggregator):
    """All that is on a page, in one list, but curves, of which a cloth has thousands."""

    def begin_figure(self, *_: Any) -> None: ...

    def end_figure(self, *_: Any) -> None: ...

    def paint_path(self, state: Any, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]) -> None:
        kinds = [part[0] for part in path]
        if "c" not in kinds or kinds.count("m") > 1:
            super().paint_path(state, stroke, fill, evenodd, path)


pdfplumber.page.PDFPageInterpreter = Reading  # type: ignore[misc]


opened = lru_cache(maxsize=2)(lambda data: pdfplumber.open(io.BytesIO(data)))


def pages(printed: Kit) -> Iterator[pdfplumber.page.Page]:
    """Each page of its one file. What was read of it, some ten megabytes, goes before the next is read."""
    for page in opened(only(printed)).pages:
        yield page
        page.close()


@lru_cache(maxsize=4)
def _read(data: bytes, page: int) -> tuple[list[Rect], list[dict[str, Any]]]:
    device = Seen(opened(data).rsrcmgr)
    Reading(device.rsrcmgr, device).process_page(opened(data).pages[page].page_obj)
    whole = device.get_result()
    places, chars = [], []
    for one in whole:
        if isinstance(one, LTRect):
            places.append(Rect(one.x0 / MM, (whole.height - one.y1) / MM, one.width / MM, one.height / MM))
        elif isinstance(one, LTChar):
            known = {"text": one.get_text(), "top": whole.height - one.y1, "bottom": whole.height - one.y0}
            chars.append(known | {name: getattr(one, name) for name in ("x0", "x1", "size", "fontname", "upright")})
    return places, chars


def rects(data: bytes, page: int) -> list[Rect]:
    """Every rectangle of a page."""
    return _read(data, page)[0]


def letters(data: bytes, page: int) -> list[dict[str, Any]]:
    """Every letter of a page with its place and size in points, in the order they were drawn."""
    return _read(data, page)[1]


def all_rects(printed: Kit) -> list[Rect]:
    """Every rectangle of every page."""
    return [rect for page in range(len(printed.pages)) for rect in rects(only(printed), page)]


def words(data: bytes, page: int) -> str:
    """All letters of a page in the order they were drawn, without spaces: wrapped lines follow each other."""
    return "".join(char["text"] for char in letters(data, page) if not char["text"].isspace())


def placed(data: bytes) -> list[str]:
    """The names of all drawings that the pages place, in their order."""
    contents = [page.get_contents() for page in PdfReader(io.BytesIO(data)).pages]
    return [str(given[0]) for one in contents if one is not None for given, name in one.operations if name == b"Do"]


def raster(data: bytes, dpi: int, last: int | None = None, grey: bool = False) -> list[Image.Image]:
    """The pages as pictures, drawn by poppler."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kit.pdf")
        source.write_bytes(data)
        pages: Sequence[str] = ["-l", str(last)] if last else []
        command = [program("pdftoppm", "poppler-utils"), "-r", str(dpi), *pages]
        colors = ["-gray"] if grey else []
        subprocess.run([*command, *colors, str(source), str(Path(folder, "page"))], check=True, capture_output=True)
        return [Image.open(io.BytesIO(file.read_bytes())) for file in sorted(Path(folder).glob("*.p[pg]m"))]
