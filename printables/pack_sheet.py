"""The sheet of a battle that is put away (7:4:1): what stood where, to be set up again another day."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.text import Text
from printables.book import Book
from printables.flow import Block, column_of, heading, page_heading, write_columns
from printables.options import Options
from printables.packed import Packed
from printables.printed import Words

WIDTHS = [46.0, 20.0, 24.0, 50.0, 50.0]


def pack_sheet(packed: Packed, options: Options) -> bytes:
    """The sheet as a PDF."""
    book = Book(options, packed.title)
    title = page_heading(packed.title, packed.stand)
    write_columns(book, Text("Put away"), 1, title, list(_blocks(book, packed)))
    return book.bytes()[0]


def _blocks(book: Book, packed: Packed) -> Iterator[Block]:
    whole = column_of(book, 1)
    for side in packed.sides:
        yield heading(side.name, 11)
        if side.note:
            yield whole.entry(Text("Where things stand:"), side.note, 9)
        head = (Text("Unit"), Text("Miniatures"), Text("Damage"), Text("Characters"), Text("Markers"))
        rows: list[tuple[Words, ...]] = [head]
        rows += [(unit.name, unit.left, unit.damage, unit.characters, unit.markers) for unit in side.units]
        yield from whole.table(rows, WIDTHS, 8.5)
    if packed.about:
        yield heading(Text("On the table"), 11)
        yield from (whole.entry(name, words, 9) for name, words in packed.about)
