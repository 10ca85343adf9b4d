"""Troop Cards (7:3, ruling K42): the formation's exact size, every base outlined, who stands there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules import counts
from companion.rules.text import Text
from printables import qr
from printables.fonts import Weight, shorten, width_mm, wrap
from printables.formation import HARASSER_GAP_CM, Base, places, spread_cm
from printables.model import Army, Troop
from printables.numbers import COLUMNS, line_of
from printables.options import Options
from printables.pen import LEAST_SIZE, MM, Pen
from printables.pieces import Piece

FRONT = 1.3
"""Millimeters of the bar along the front edge."""
INSET = 2.4
"""Millimeters kept free of words inside the trim."""
TOP = FRONT + 4.1
"""Where the words begin, under the arrow."""
BESIDE = 33.0
"""Millimeters of width from which words can stand beside the code."""
NAME_ROOM = 2.4
"""Millimeters for the letters under a code."""
MOST_NAMED = 21.0
"""Millimeters of the largest code that leaves this room in the square of a base."""
BLANK_FRONTS = ((4, 1), (4, 2), (5, 2), (3, 1))


def troop_card(troop: Troop, army: Army, options: Options) -> Piece:
    """The card of one unit; with a base URL its QR code opens the unit."""
    wide, deep = troop.size_mm
    address = options.address(troop.id, troop.code) if troop.bases > 1 else ""
    values = {"name": troop.called, "wide": wide, "deep": deep}
    return Piece(
        kind="troop-cards",
        id=troop.id,
        title=str(Text("%(name)s, %(wide)s × %(deep)s mm", values)),
        width=wide,
        height=deep,
        face=lambda pen: _face(pen, troop, address),
        data=repr((troop, army.crest, address)),
        back="crest",
        qr=address,
        joins=tuple(25.0 * n for n in range(1, troop.front)),
    )


def _face(pen: Pen, troop: Troop, address: str) -> None:
    bases = places(troop)
    _draw_bases(pen, bases)
    _draw_front(pen)
    width = pen.width - 2 * INSET
    # Words above the code or beside it, in large letters or small: whichever way loses the least.
    ways = [(width, pen.height - 1.4)]
    named = False
    if address:
        x, y = _code_corner(pen, bases)
        named = _draw_code(pen, address, troop, x, y)
        ways = [(width, y), *([(x - INSET, pen.height - 1.4)] if x - INSET >= BESIDE else [])]
    tried = [(_blocks(pen, troop, wide, roomy, named), foot) for roomy in (True, False) for wide, foot in ways]
    kept = [(_fitting(parts, foot), -number) for number, (parts, foot) in enumerate(tried)]
    best = -max(kept)[1]
    _draw_words(pen, tried[best][0][: kept[best][0]])


def _draw_bases(pen: Pen, bases: list[Base]) -> None:
    """Every base, and the signs of those who are no common fighter. A card of one base is its own outline."""
    for base in bases:
        if len(bases) > 1:
            pen.rect(base.x, base.y, base.width, base.depth, stroke="line", line=0.15)
        x, y = base.x + 4.6, base.y + (FRONT if base.y == 0 else 0) + 0.7
        if base.who == "character":
            pen.polygon(
                [(x, y), (x + 1.7, y + 1.5), (x + 3.4, y), (x + 2.7, y + 3.4), (x + 0.7, y + 3.4)], fill="accent"
            )
        elif base.who == "standard":
            pen.line(x, y, x, y + 3.8, "ink", 0.4)
            pen.rect(x + 0.2, y, 2.6, 2.4, fill="accent")


def _draw_front(pen: Pen) -> None:
    """The front edge, the arrow that faces the enemy, and the two corners a wheel turns on."""
    pen.rect(0, 0, pen.width, FRONT, fill="ink")
    middle = pen.width / 2
    pen.polygon([(middle - 3, FRONT + 3.4), (middle, FRONT + 0.5), (middle + 3, FRONT + 3.4)], fill="ink")
    for x, way in ((0.0, 1), (pen.width, -1)):
        pen.polygon([(x, 0), (x + way * 3.6, 0), (x, 3.6)], fill="ink")
        pen.circle(x + way * 1.15, 1.15, 0.45, fill="white")


def _draw_code(pen: Pen, address: str, troop: Troop, x: float, y: float) -> bool:
    """The QR code in its square of 25 mm, and what it says in letters under it, if there is room for them."""
    side = qr.side_mm(address)
    named = side <= MOST_NAMED
    top = y + (25 - side) / 2 - (NAME_ROOM / 2 if named else 0)
    pen.qr(address, x + (25 - side) / 2, top)
    if named:
        pen.text(x + 12.5, top + side + 1.8, _mark(troop), LEAST_SIZE, align="center")
    return named


def _mark(troop: Troop) -> str:
    return f"{troop.id} · {troop.code}"


def _code_corner(pen: Pen, bases: list[Base]) -> tuple[float, float]:
    """Where the square of the QR code begins: free ground beside a last rank not full, else the last base."""
    last = bases[-1]
    spare = pen.width - last.x - last.width
    return (pen.width - 25 if spare >= 25 else last.x), last.y + last.depth - 25


@dataclass(frozen=True)
class _Part:
    """Something written on the card, `high` millimeters, drawn at (x, y)."""

    high: float
    draw: Callable[[Pen, float, float], None]


def _fitting(parts: list[_Part], foot: float) -> int:
    """How many parts there is room for above `foot`, the first always."""
    count = len(parts)
    while count > 1 and TOP + sum(part.high for part in parts[:count]) > foot:
        count -= 1
    return count


def _draw_words(pen: Pen, parts: list[_Part]) -> None:
    y = TOP
    for part in parts:
        part.draw(pen, INSET, y)
        y += part.high


def _lines(lines: list[str], size: float, bold: bool = False) -> _Part:
    """Lines of words on white, so that the outlines of the bases do not cross them."""
    weight: Weight = "bold" if bold else "regular"
    step = size / MM * 1.2

    def draw(pen: Pen, x: float, y: float) -> None:
        widest = max((width_mm(line, size, weight) for line in lines), default=0)
        pen.rect(x - 0.4, y, widest + 0.8, len(lines) * step, fill="white")
        for number, line in enumerate(lines):
            pen.text(x, y + (number + 0.78) * step, line, size, weight)

    return _Part(len(lines) * step, draw)


def _blocks(pen: Pen, troop: Troop, width: float, roomy: bool, named: bool) -> list[_Part]:
    """What can stand on the card, the most needed first; larger letters where two ranks give room."""
    if troop.bases == 1:
        return _lone(pen, troop, width)
    roomy = roomy and pen.height >= 50 and width >= 46
    size = 9.0 if roomy else LEAST_SIZE + 0.5
    parts = [_name(pen.words(troop.called), width, pen.height - FRONT - 5, 15 if roomy else 11)]
    values = {"unit": troop.profile.name, "count": troop.miniatures}
    kind = Text("%(unit)s × %(count)s", values) if troop.name else counts.miniatures(troop.miniatures)
    standard = [pen.words(Text("standard-bearer"))] if troop.standard_bearer else []
    parts.append(_lines(wrap(" · ".join([pen.words(kind), *standard]), size, width), size))
    if troop.shown:
        inside = " · ".join(member.called for member in troop.shown)
        lines = wrap(pen.words(Text("with %(who)s", {"who": inside})), size, width, "bold")
        parts.append(_lines(lines[:3], size, bold=True))
    parts.append(_table(line_of(troop), width) if roomy else _lines(_profile(line_of(troop), width), LEAST_SIZE))
    if troop.is_harasser:
        spread = {"cm": spread_cm(troop), "gap": HARASSER_GAP_CM}
        note = pen.words(Text("In play: circle %(cm)s cm across, %(gap)s cm apart", spread))
        parts.append(_lines(wrap(note, size - 0.5, width), size - 0.5))
    if not named:
        parts.append(_lines([_mark(troop)], LEAST_SIZE))
    return parts


def _lone(pen: Pen, troop: Troop, width: float) -> list[_Part]:
    """What stands on the card of one base, where there is room for little: name, kind and mark, profile."""
    kind = [troop.profile.name] if troop.name else []
    mark = wrap(" · ".join([*map(pen.words, kind), _mark(troop)]), LEAST_SIZE, width)
    return [
        _name(pen.words(troop.called), width, pen.height - FRONT - 5, 8),
        _lines(mark, LEAST_SIZE),
        _lines(_profile(line_of(troop), width), LEAST_SIZE),
    ]


def _name(name: str, width: float, room: float, largest: float) -> _Part:
    """The name as large as it can stand without cutting a word, in as many lines as there is room for."""
    size = largest
    while size > LEAST_SIZE:
        lines = wrap(name, size, width, "bold")
        whole = all(width_mm(word, size, "bold") <= width for word in name.split())
        if whole and len(lines) * size / MM * 1.2 <= min(room * 0.45, 15):
            return _lines(lines, size, bold=True)
        size -= 0.5
    lines = wrap(name, LEAST_SIZE, width, "bold")
    most = int(room / (LEAST_SIZE / MM * 1.2))
    if len(lines) > most:
        lines = [*lines[: most - 1], shorten("".join(lines[most - 1 :]), LEAST_SIZE, width, "bold")]
    return _lines(lines, LEAST_SIZE, bold=True)


def _table(values: tuple[str, ...], width: float) -> _Part:
    """The profile as a table: names above, values below, in one row or two."""
    per_row = len(COLUMNS) if width >= 7.2 * len(COLUMNS) else 6
    cell = min(8.4, width / per_row)
    rows = -(-len(COLUMNS) // per_row)

    def draw(pen: Pen, x: float, y: float) -> None:
        for row in range(rows):
            here = range(row * per_row, min((row + 1) * per_row, len(COLUMNS)))
            top = y + 0.8 + row * 8
            pen.rect(x, top, len(here) * cell, 7.4, fill="pale")
            for place, column in enumerate(here):
                middle = x + (place + 0.5) * cell
                pen.text(middle, top + 2.7, COLUMNS[column], LEAST_SIZE, "regular", "soft", "center")
                pen.text(middle, top + 6.5, values[column], 10, "bold", align="center")

    return _Part(rows * 8 + 1.0, draw)


def _profile(values: tuple[str, ...], width: float) -> list[str]:
    """The profile line in as few lines as the width allows, evenly filled."""
    pairs = [f"{column} {value}" for column, value in zip(COLUMNS, values, strict=True)]
    for rows in range(1, len(pairs) + 1):
        each = -(-len(pairs) // rows)
        lines = ["  ".join(pairs[n : n + each]) for n in range(0, len(pairs), each)]
        if max(width_mm(line, LEAST_SIZE) for line in lines) <= width:
            return lines
    return pairs


def blank_card(number: int) -> Piece:
    """A card to write on by hand: unit, standard-bearer, characters."""
    front, ranks = BLANK_FRONTS[number % len(BLANK_FRONTS)]
    wide, deep = front * 25, ranks * 25

    def face(pen: Pen) -> None:
        for rank in range(ranks):
            for column in range(front):
                pen.rect(column * 25, rank * 25, 25, 25, stroke="line", line=0.15)
        _draw_front(pen)
        pen.rect(INSET, 6, pen.width - 2 * INSET, 16.5, fill="white")
        for row, label in enumerate((Text("Unit"), Text("Characters"))):
            y = 11.5 + row * 5
            took = pen.text(INSET + 0.5, y, label, 7)
            pen.line(INSET + took + 2, y + 0.4, pen.width - INSET - 0.5, y + 0.4, "soft", 0.2)
        pen.rect(INSET + 0.5, 18.4, 2.6, 2.6, stroke="ink")
        pen.text(INSET + 4.2, 20.6, Text("Standard-bearer"), 7)

    title = str(Text("Blank, %(wide)s × %(deep)s mm", {"wide": wide, "deep": deep}))
    return Piece("troop-cards", f"blank-{number + 1}", title, wide, deep, face, f"blank {wide}", back="crest")
