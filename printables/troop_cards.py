"""Troop Cards (7:3, RULINGS K42): the formation's exact size, every base outlined, who stands there."""

from __future__ import annotations

from companion.rules.text import Text
from printables import qr
from printables.fonts import width_mm, wrap
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
BLANK_FRONTS = ((4, 1), (4, 2), (5, 2), (3, 1))


def troop_card(troop: Troop, army: Army, options: Options) -> Piece:
    """The card of one unit; with a base URL its QR code opens the unit."""
    wide, deep = troop.size_mm
    address = f"{options.base_url}/{troop.id}" if options.base_url and troop.bases > 1 else ""
    values = {"name": troop.called, "wide": wide, "deep": deep}
    return Piece(
        kind="troop-cards",
        id=troop.id,
        title=str(Text("%(name)s, %(wide)s × %(deep)s mm", values)),
        width=wide,
        height=deep,
        face=lambda pen: _face(pen, troop, army, address),
        data=repr((troop, army.code, address)),
        back="crest",
        qr=address,
        joins=tuple(25.0 * n for n in range(1, troop.front)),
    )


def _face(pen: Pen, troop: Troop, army: Army, address: str) -> None:
    bases = places(troop)
    _draw_bases(pen, bases)
    _draw_front(pen)
    cell = _code_cell(pen) if address else None
    left, right = INSET, pen.width - INSET
    if cell:
        right = cell[0] - 1
        _draw_code(pen, address, cell)
    _draw_words(pen, troop, army, left, right)


def _draw_bases(pen: Pen, bases: list[Base]) -> None:
    """Every base, and the signs of those who are no common fighter. A card of one base is its own outline."""
    single = len(bases) == 1
    for base in bases:
        if not single:
            pen.rect(base.x, base.y, base.width, base.depth, stroke="line", line=0.15)
        top = base.y + 2.7
        if base.who == "character":
            _star(pen, base.x + base.width - 3.6, top + 1.1)
        elif base.who == "standard":
            _flag(pen, base.x + base.width - 4.4, top - 0.6)


def _star(pen: Pen, x: float, y: float) -> None:
    """A helmet's crest in small: here a character stands."""
    pen.polygon(
        [(x - 1.6, y - 1.6), (x, y - 0.4), (x + 1.6, y - 1.6), (x + 1, y + 1.3), (x - 1, y + 1.3)], fill="accent"
    )


def _flag(pen: Pen, x: float, y: float) -> None:
    """A small banner: here the standard-bearer stands."""
    pen.line(x, y, x, y + 3.8, "ink", 0.35)
    pen.rect(x + 0.2, y, 1.9, 2.7, fill="accent")


def _draw_front(pen: Pen) -> None:
    """The front edge, the arrow that faces the enemy, and the two corners a wheel turns on."""
    pen.rect(0, 0, pen.width, FRONT, fill="ink")
    middle = pen.width / 2
    pen.polygon([(middle - 3, FRONT + 3.4), (middle, FRONT + 0.5), (middle + 3, FRONT + 3.4)], fill="ink")
    for x, way in ((0.0, 1), (pen.width, -1)):
        pen.polygon([(x, 0), (x + way * 3.6, 0), (x, 3.6)], fill="ink")
        pen.circle(x + way * 1.15, 1.15, 0.45, fill="white")


def _code_cell(pen: Pen) -> tuple[float, float]:
    """The upper left corner of the square the QR code takes: the last base's place at the rear right."""
    return pen.width - 25, pen.height - 25


def _draw_code(pen: Pen, address: str, cell: tuple[float, float]) -> None:
    side = qr.side_mm(address)
    x, y = cell[0] + (25 - side) / 2, cell[1] + (25 - side) / 2
    pen.qr(address, x, y)


def _draw_words(pen: Pen, troop: Troop, army: Army, left: float, right: float) -> None:
    """Name, what it is, who is inside, and its line: as much as there is room for, the name always."""
    width = right - left
    top = FRONT + 3.6 if pen.height > 30 or width > 40 else FRONT + 3.4
    bottom = pen.height - 1.6
    blocks = _blocks(pen, troop, army, width)
    while len(blocks) > 1 and sum(high for high, _ in blocks) > bottom - top:
        blocks.pop()
    y = top + max(0.0, min(3.0, (bottom - top - sum(high for high, _ in blocks)) / 2))
    for high, lines in blocks:
        pen.rect(left - 0.4, y, _widest(lines) + 0.8, high, fill="white")
        at = y
        for size, bold, words in lines:
            at += size / MM * 1.22
            pen.text(left, at - size / MM * 0.26, words, size, "bold" if bold else "regular", width=width)
        y += high


Line = tuple[float, bool, str]


def _widest(lines: list[Line]) -> float:
    return max(width_mm(words, size, "bold" if bold else "regular") for size, bold, words in lines)


def _block(lines: list[Line]) -> tuple[float, list[Line]]:
    return sum(size / MM * 1.22 for size, _, _ in lines), lines


def _blocks(pen: Pen, troop: Troop, army: Army, width: float) -> list[tuple[float, list[Line]]]:
    """What can stand on the card, the most needed first."""
    small = LEAST_SIZE
    room = pen.height - FRONT - 5
    blocks = [_block(_name(pen.words(troop.called), width, room))]
    kind = pen.words(
        Text("%(unit)s × %(count)s", {"unit": troop.profile.name if troop.name else "", "count": troop.miniatures})
    )
    standard = [pen.words(Text("standard"))] if troop.standard_bearer else []
    inside = [member.called for member in troop.characters]
    detail = wrap(" · ".join([kind, *standard]), small + 0.5, width)
    blocks.append(_block([(small + 0.5, False, line) for line in detail]))
    if inside:
        lines = wrap(pen.words(Text("with %(who)s", {"who": " · ".join(inside)})), small + 0.5, width, "bold")
        blocks.append(_block([(small + 0.5, True, line) for line in lines[:3]]))
    blocks.append(_block([(small, False, line) for line in _profile(line_of(troop), width)]))
    if troop.is_harasser:
        values = {"cm": spread_cm(troop), "gap": HARASSER_GAP_CM}
        note = pen.words(Text("In play: circle %(cm)s cm across, %(gap)s cm apart", values))
        blocks.append(_block([(small, False, line) for line in wrap(note, small, width)]))
    blocks.append(_block([(small, False, f"{troop.id} · {army.code}")]))
    return blocks


def _name(name: str, width: float, room: float) -> list[Line]:
    """The name as large as it can stand, in as many lines as there is room for."""
    for size in (11, 10, 9, 8, 7.5, 7, LEAST_SIZE):
        lines = wrap(name, size, width, "bold")
        words_kept = all(width_mm(word, size, "bold") <= width for word in name.split())
        if len(lines) * size / MM * 1.22 <= (room if size == LEAST_SIZE else room * 0.45) and (
            words_kept or size == LEAST_SIZE
        ):
            return [(size, True, line) for line in lines]
    most = int(room / (LEAST_SIZE / MM * 1.22))
    lines = wrap(name, LEAST_SIZE, width, "bold")[:most]
    return [(LEAST_SIZE, True, line) for line in [*lines[:-1], lines[-1] + "…"]]


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
