"""What every card of an army is made of: the band with the clan's colour, crest, name, boxed values, lines, a track.

Each part is made for the width it gets (`card_layout.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.content import catalog
from companion.rules.text import Text
from printables import qr
from printables.fonts import Weight, shorten, width_mm, wrap
from printables.ink import Role
from printables.numbers import COLUMNS
from printables.pen import LEAST_SIZE, MM, Pen

BAND = 4.0
"""Millimeters of the band along the front edge, in the clan's colour."""
INSET = 1.8
"""Millimeters kept free of words inside the trim."""
FOOT = 0.9
"""Millimeters kept free of words at the edge behind."""
SIDE = 0.5
"""Millimeters between a code's own white ground and the trim."""
MARK_ROOM = 7.2
"""Millimeters of width for a mark beside the last boxes."""
TALL = 0.714
"""How high a capital or a digit is, of the size of its letters."""
LEAST_WORDS = 14.0
"""Millimeters of width under which nothing can be read as a line."""
LEAST_STEP = 3.4
"""Millimeters from one box of a track to the next where that saves a line."""
TIGHT_STEP = 3.3
"""The same of a track in one line with its words."""
MOST_LINES = 9
NEARLY = 0.8
"""How small words may be made, of their size, to save a line."""
APART = 0.9
"""Millimeters from words to whatever stands beside or behind them."""
LEAST_VALUE = 10.0
"""Points of the smallest value in a box."""


@dataclass(frozen=True, slots=True)
class Letters:
    """Points of a name, of the values in their boxes, and of all other words; millimeters of the crest beside a name,
    and between two parts."""

    name: float
    value: float
    text: float
    crest: float
    gap: float = 0.3
    rows: int = 3
    """In how many lines a name may stand."""


@dataclass(frozen=True)
class Part:
    """Something written on a card, so many millimeters large, drawn with its upper left corner at (x, y)."""

    wide: float
    high: float
    draw: Callable[[Pen, float, float], None]
    torn: int = 0
    """How many sentences that should stand whole run on into another line."""


WEIGHTS: Mapping[str, Weight] = {"AT": "black", "DF": "black", "HR": "black", "KI": "regular", "VE": "regular"}
"""What is asked at every strike stands out, what is asked seldom stands back; all others are bold."""
Line = tuple[str, float, Weight]
Make = Callable[[float], Part | None]
"""Makes a part for a width; None where nothing is to be written."""
Makes = Sequence[Make]


# ---- the ground


def band(pen: Pen, color: Role, high: float = BAND, mark: str = "") -> Role:
    """The front edge in the clan's colour, with the card's mark at its right. Gives the colour of signs on it."""
    pen.rect(0, 0, pen.width, high, fill=color, mass=True)
    sign = pen.sign_on(color)
    if mark:
        pen.text(pen.width - 4.4, 2.95, mark, LEAST_SIZE, "bold", sign, "right")
    return sign


def corner_code(pen: Pen, address: str) -> float:
    """The code of an address, if any, in the lower right corner: it crosses neither band nor word. Gives its side."""
    side = qr.side_mm(address)
    if address:
        pen.qr(address, pen.width - SIDE - side, pen.height - SIDE - side)
    return side


# ---- parts


def title(name: str, lines: Sequence[tuple[str, Weight]], letters: Letters) -> Make:
    """The name as large as it can stand beside the square for the crest, and lines in bold or not under the name."""
    side = letters.crest
    aside = side + 1.4 if side else 0.0

    def make(width: float) -> Part:
        size, names = _name(name, width - aside, letters.name, letters.rows)
        written: list[Line] = [(line, size, "serif") for line in names]
        for words, weight in lines:
            written += _two_lines(words, letters.text, width - aside, weight)
        high = max(side, _high(written)) + 0.2
        return Part(aside + _wide(written), high, lambda pen, x, y: _write(pen, x + aside, y, written))

    return make


def _two_lines(words: str, size: float, width: float, weight: Weight) -> list[Line]:
    """In two lines at most: smaller where they do not fit, and shortened where even that is too long."""
    while size > LEAST_SIZE and len(wrap(words, size, width, weight)) > 2:
        size = max(size - 0.5, LEAST_SIZE)
    first, *rest = wrap(words, size, width, weight) or [""]
    more = [shorten(" ".join(rest), size, width, weight)] if rest else []
    return [(line, size, weight) for line in (first, *more)]


def _name(name: str, width: float, largest: float, rows: int) -> tuple[float, Sequence[str]]:
    """The size and lines of a name: as large as it can stand without cutting a word, in two lines at most.

    In the smallest letters it may take more, and is shortened where they are too few.
    """
    size = largest
    while size > LEAST_SIZE:
        lines = wrap(name, size, width, "serif")
        if len(lines) <= min(2, rows) and all(width_mm(word, size, "serif") <= width for word in name.split()):
            return size, lines
        size -= 0.5
    lines = wrap(name, LEAST_SIZE, width, "serif")
    if len(lines) > rows:
        return LEAST_SIZE, [*lines[: rows - 1], shorten(" ".join(lines[rows - 1 :]), LEAST_SIZE, width, "serif")]
    return LEAST_SIZE, lines


def lines(words: Sequence[str], size: float, weight: Weight = "regular", *, whole: bool = False) -> Make:
    """Sentences one under the other, each begun on a line of its own; a little smaller where that saves a line.

    `whole`: smaller letters are better than a sentence in two lines.
    """

    def make(width: float) -> Part | None:
        found, least = _lines(words, size, width, weight), size
        smaller = size - 0.5
        while smaller >= max(LEAST_SIZE, NEARLY * size):
            fewer = _lines(words, smaller, width, weight)
            if len(fewer) < len(found):
                found, least = fewer, smaller
            smaller -= 0.5
        if not found or len(found) > MOST_LINES:
            return None
        written = [(line, least, weight) for line in found]
        torn = whole * (len(found) - len(words))
        return Part(_wide(written), _high(written), lambda pen, x, y: _write(pen, x, y, written), torn)

    return make


def _lines(words: Sequence[str], size: float, width: float, weight: Weight) -> list[str]:
    return [line for one in words for line in wrap(one, size, width, weight)] if width >= LEAST_WORDS else []


def _high(written: Sequence[Line]) -> float:
    return sum(size / MM * 1.2 for _, size, _ in written)


def _wide(written: Sequence[Line]) -> float:
    return max((width_mm(line, size, weight) for line, size, weight in written), default=0.0)


def _write(pen: Pen, x: float, y: float, written: Sequence[Line]) -> None:
    for line, size, weight in written:
        step = size / MM * 1.2
        pen.text(x, y + 0.8 * step, line, size, weight)
        y += step


def values(texts: Sequence[str], color: Role, size: float, last: tuple[str, str] | None = None) -> Make:
    """The eleven values, each in its box under its name, in as few rows as the width allows.

    `last` are two words in a twelfth box.
    """
    label = max(LEAST_SIZE, 0.5 * size)
    strip = label * TALL / MM + 0.6
    roomy = 0.05 * size - 0.15
    cell_high = strip + size * TALL / MM + 2 * roomy

    def make(width: float) -> Part:
        least = 1.15 * size / MM + 0.3
        per_row = next((n for n in (11, 6, 4, 3) if width >= n * least), 3)
        each = min(width / per_row, least * 1.5)
        if last is not None and len(texts) % per_row:
            each = max(least, min(each, (width - MARK_ROOM) / (len(texts) % per_row)))
        rows = -(-len(texts) // per_row)
        return Part(
            min(per_row, len(texts)) * each,
            rows * cell_high + 0.2,
            lambda pen, x, y: draw(pen, x, y + 0.1, per_row, each),
        )

    def draw(pen: Pen, x: float, y: float, per_row: int, each: float) -> None:
        for number, (column, value) in enumerate(zip(COLUMNS, texts, strict=True)):
            left, top = x + number % per_row * each, y + number // per_row * cell_high
            pen.rect(left, top, each, cell_high, stroke=color, line=0.18)
            pen.rect(left + 0.1, top + 0.1, each - 0.2, strip - 0.1, fill="pale")
            pen.text(left + each / 2, top + strip - 0.3, column, label, "regular", "ink", "center")
            weight = WEIGHTS.get(column, "bold")
            pen.text(left + each / 2, top + cell_high - roomy, value, size, weight, "ink", "center")
        if last is not None and len(texts) % per_row:
            left, top = x + len(texts) % per_row * each, y + len(texts) // per_row * cell_high
            for row, words in enumerate(last):
                pen.text(left + 1, top + 2.3 + row * 2.6, words, LEAST_SIZE)

    return make


def halving(count: int, basic: int) -> int:
    """Which of so many boxes, counted from 0, leaves half the basic unit when it is crossed off; -1: none does."""
    return count - 1 - basic // 2 if basic > 1 else -1


def track(
    label: str, count: int, color: Role, text: float, basic: int = 0, circles: int = 0, *, tight: bool = False
) -> Make:
    """A box to cross off for each miniature or wound, and circles for damage that has removed none yet.

    The circles stand behind the boxes where a line has room for both. The box whose loss leaves half the `basic` unit
    is drawn strong. `tight`: small boxes, in one line with what they count where that has room.
    """
    usual = max(3.6, 0.48 * text)
    head = text / MM * 1.25 + 0.5

    def make(width: float) -> Part | None:
        beside = width_mm(label, text) + 1.2 + (count + 0.5 + circles) * TIGHT_STEP
        if tight and beside <= width:
            return Part(beside, TIGHT_STEP - 0.6, lambda pen, x, y: draw_beside(pen, x, y, beside))
        step = min(usual, max(LEAST_STEP, (width + 0.4) / count))
        if count * step > width + 0.41:
            step = usual
        per_row = int((width + 0.4) / step + 0.001)
        if per_row < 3:
            return None
        one_line = bool(circles) and count + 0.5 + circles <= per_row
        rows = 1 if one_line else -(-count // per_row) + (-(-circles // per_row) if circles else 0)
        across = count + 0.5 + circles if one_line else min(max(count, circles), per_row)
        head_line = shorten(label, text, width)
        wide = max(across * step, width_mm(head_line, text))
        high = head - 0.5 + rows * step
        return Part(wide, high, lambda pen, x, y: draw(pen, x, y, head_line, step, per_row, one_line))

    def draw(pen: Pen, x: float, y: float, head_line: str, step: float, per_row: int, one_line: bool) -> None:
        _write(pen, x, y, [(head_line, text, "regular")])
        draw_boxes(pen, x, y + head, step, per_row, one_line)

    def draw_beside(pen: Pen, x: float, y: float, wide: float) -> None:
        pen.text(x, y + (TIGHT_STEP - 0.6 + text * TALL / MM) / 2, label, text)
        draw_boxes(pen, x + wide - (count + 0.5 + circles) * TIGHT_STEP, y, TIGHT_STEP, count + 1 + circles, True)

    def draw_boxes(pen: Pen, x: float, y: float, step: float, per_row: int, one_line: bool) -> None:
        for number in range(count):
            row, column = divmod(number, per_row)
            box = (x + column * step, y + row * step, step - 0.6, step - 0.6)
            pen.rect(*box, stroke=color, line=0.6 if number == halving(count, basic) else 0.2)
        if one_line:
            x += (count + 0.5) * step
        else:
            y += -(-count // per_row) * step
        for number in range(circles):
            row, column = divmod(number, per_row)
            middle = (x + (column + 0.5) * step - 0.3, y + (row + 0.5) * step - 0.3)
            pen.circle(*middle, step / 2 - 0.4, stroke="soft", line=0.2)

    return make


def ability_lines(pen: Pen, ids: Sequence[str]) -> list[str]:
    """The abilities by name, each with what it costs, in one line."""
    named = []
    for ability in (catalog().abilities[id_] for id_ in ids):
        priced = Text("%(ability)s (%(cost)s AC)", {"ability": ability.name, "cost": ability.cost})
        named.append(ability.name if ability.cost is None else pen.words(priced))
    return [" · ".join(named)] if named else []
