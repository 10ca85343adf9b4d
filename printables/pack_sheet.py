"""The sheet of a battle that is put away (7:4:1): what stood where, to be set up again another day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.text import Text
from printables.book import Book
from printables.flow import Block, Columns, Words, each_width, entry, heading, page_heading, table
from printables.options import Options
from printables.pen import Pen

WIDTHS = [46.0, 20.0, 24.0, 50.0, 50.0]


@dataclass(frozen=True, slots=True)
class PackedUnit:
    """A unit or lone character as it stood."""

    name: Words
    left: Words
    damage: Words
    characters: Words
    markers: Words


@dataclass(frozen=True, slots=True)
class PackedSide:
    """`note`: what its player wrote about where things stand."""

    name: Words
    note: str
    units: tuple[PackedUnit, ...]


@dataclass(frozen=True, slots=True)
class Packed:
    """A battle as one reader may know it. `about`: contacts, terrain, seals, a name and its words each."""

    title: str
    stand: Words
    """Turn and phase."""
    sides: tuple[PackedSide, ...]
    about: tuple[tuple[Words, Words], ...] = ()


def pack_sheet(packed: Packed, options: Options) -> bytes:
    """The sheet as a PDF."""
    book = Book(options, packed.title)
    say = options.say
    section = say(Text("Put away"))

    def title(pen: Pen, x: float, y: float, width: float) -> float:
        return page_heading(packed.title, packed.stand)(pen, x, y, width)

    Columns(book, section, 1, title).write(list(_blocks(book, packed)))
    return book.bytes()[0]


def _blocks(book: Book, packed: Packed) -> Iterator[Block]:
    say, width = book.options.say, each_width(book, 1)
    for side in packed.sides:
        yield heading(side.name, 11)
        if side.note:
            yield entry(say, width, Text("Where things stand:"), side.note, 9)
        head = (Text("Unit"), Text("Miniatures"), Text("Damage"), Text("Characters"), Text("Markers"))
        rows: list[tuple[Words, ...]] = [head]
        rows += [(unit.name, unit.left, unit.damage, unit.characters, unit.markers) for unit in side.units]
        yield from table(say, rows, WIDTHS, width, 8.5)
    if packed.about:
        yield heading(Text("On the table"), 11)
        yield from (entry(say, width, name, words, 9) for name, words in packed.about)
