"""Text in columns that runs on to the next column and page, in blocks that are never torn apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.content.drawings import OWN_ID
from printables.book import Book
from printables.fonts import Weight, held, width_mm, wrap
from printables.livery import LIVERIES
from printables.pen import MM, Pen
from printables.printed import Words

GAP = 6.0
"""Millimeters between two columns."""
Heading = Callable[[Pen, float, float, float], float]
"""Drawn at (x, y) on so many millimeters; gives where it ends."""
LEAD = 1.28
"""From a line of running text to the next, of the letters' size."""


@dataclass(frozen=True)
class Block:
    """Something of a known height that is drawn at once: `draw(pen, x, y, width)`, y its upper edge."""

    height: float
    draw: Callable[[Pen, float, float, float], None]
    keep_next: bool = False
    """A heading stays with what follows it."""
    new_column: bool = False
    repeated: bool = False
    """A heading that stands again over what runs on into another column."""


def write_columns(book: Book, section: Words, columns: int, heading: Heading, blocks: Sequence[Block]) -> None:
    """Fills pages of a section with blocks, column by column. `heading` is drawn at the top of every page."""
    left, top, width, height = book.options.usable_mm
    each = column_of(book, columns).width
    queue, over, begun = list(blocks), None, False
    while queue or not begun:
        begun = True
        with book.page(section) as pen:
            start = heading(pen, left, top, width)
            shared, queue, over = _page(queue, over, columns, top + height - 1 - start)
            for number, here in enumerate(shared):
                y = start
                for block in here:
                    block.draw(pen, left + number * (each + GAP), y, each)
                    y += block.height


def _page(queue: list[Block], over: Block | None, columns: int, room: float) -> _Shared:
    """The columns of a page; on the last one they end about alike."""
    shared = _share(queue, over, columns, room)
    if columns == 1 or shared[1]:
        return shared
    least = sum(block.height for block in queue) / columns
    for high in range(round(least), round(room)):
        closer = _share(queue, over, columns, high)
        if not closer[1] and all(sum(b.height for b in here) <= high for here in closer[0]):
            return closer
    return shared


_Shared = tuple[list[list[Block]], list[Block], Block | None]
"""The blocks of each column, those left over, and the heading they run on under."""


def _share(queue: list[Block], over: Block | None, columns: int, room: float) -> _Shared:
    """Fills columns of this height; `over` is the heading that what comes first runs on under."""
    left = list(queue)
    shared: list[list[Block]] = []
    for _ in range(columns):
        here = [over] if over is not None and left and not left[0].keep_next else []
        used = first = sum(block.height for block in here)
        while left and (used + _need(left) <= room or used == first):
            if left[0].new_column and used > first:
                break
            block = left.pop(0)
            if block.keep_next:
                over = block if block.repeated else None
            here.append(block)
            used += block.height
        shared.append(here)
    return shared, left, over


def fits(blocks: list[Block], columns: int, room: float) -> bool:
    """Whether columns of this height hold all of them."""
    return not _share(blocks, None, columns, room)[1]


def _need(queue: list[Block]) -> float:
    """The height of the next block, with what a heading must not be parted from."""
    need = 0.0
    for block in queue:
        need += block.height
        if not block.keep_next:
            break
    return need


def heading(text: Words, size: float = 9.5, new_column: bool = False, low: float = 0.0) -> Block:
    """A heading with a rule under it; `new_column` begins one. It is so many millimeters lower than usual."""

    def draw(pen: Pen, x: float, y: float, width: float) -> None:
        pen.fitted(x, y + 5.6 - low, width, text, size + 1.5, "serif", role="accent")
        pen.line(x, y + 7 - low, x + width, y + 7 - low, "accent", 0.3)

    return Block(8.4 - low, draw, keep_next=True, new_column=new_column)


@dataclass(frozen=True)
class Column:
    """What is written in one column: how wide it is, in whose words, and from line to line, of the letters' size."""

    width: float
    say: Callable[[Words], str]
    lead: float = LEAD

    def entry(self, name: Words, words: Words, size: float = 7.5, tail: str = "") -> Block:
        """A bold name that runs on into its text, with a short remark at the right of the first line. What is wider
        from line to line is as much wider between two entries."""
        plain = [self.say(name), self.say(words)]
        named = width_mm(plain[0] + "  ", size, "bold")
        aside = width_mm(tail, 6.5) + 1.5 if tail else 0.0
        lines = _run_in(plain[1], size, self.width, named, aside)
        step = size / MM * self.lead

        def draw(pen: Pen, x: float, y: float, width: float) -> None:
            at = y + size / MM * 0.95
            pen.text(x, at, plain[0], size, "bold")
            if tail:
                pen.quiet(x + width, at, tail, 6.5, "right")
            for number, line in enumerate(lines):
                pen.text(x + (named if number == 0 else 0), at + number * step, line, size)

        return Block(len(lines) * step + 1.1 + 10 * (self.lead - LEAD), draw)

    def run_on(self, rows: Sequence[tuple[Words, Words]], size: float) -> Block:
        """Bold names with their words, one after the other in one paragraph."""
        parts: list[tuple[str, Weight]] = []
        for name, words in rows:
            parts += [(word, "bold") for word in held(self.say(name))]
            parts += [(word, "regular") for word in held(self.say(words))]
            last, weight = parts[-1]
            parts[-1] = (last + "  ", weight)
        lines, step = _run_together(parts, size, self.width), size / MM * self.lead

        def draw(pen: Pen, left: float, y: float, width: float) -> None:
            for number, line in enumerate(lines):
                for at, words, weight in line:
                    pen.text(left + at, y + size / MM * 0.95 + number * step, words, size, weight)

        return Block(len(lines) * step + 1.1, draw)

    def table(self, rows: Sequence[tuple[Words, ...]], widths: Sequence[float], size: float = 7.5) -> list[Block]:
        """Rows of cells on the whole width, shared out by `widths`; the first cell is bold, the last a quiet remark."""
        each = [share * self.width / sum(widths) for share in widths]
        return [_row([self.say(cell) for cell in row], each, size, number % 2 == 0) for number, row in enumerate(rows)]


def column_of(book: Book, columns: int, lead: float = LEAD) -> Column:
    """A column of a page of this book that has so many."""
    return Column((book.options.usable_mm[2] - (columns - 1) * GAP) / columns, book.options.say, lead)


def _run_together(
    parts: Sequence[tuple[str, Weight]], size: float, width: float
) -> list[list[tuple[float, str, Weight]]]:
    """Words in lines of this width: what stands together in one weight, after how many millimeters."""
    space = width_mm(" ", size)
    lines: list[list[tuple[float, str, Weight]]] = [[]]
    x = 0.0
    for (word, weight), (following, _) in zip(parts, [*parts[1:], ("", "")], strict=True):
        wide = width_mm(word, size, weight)
        # A name ends no line: its first word goes with it.
        after = space + width_mm(following.rstrip(), size) if weight == "bold" else 0.0
        if lines[-1] and x + width_mm(word.rstrip(), size, weight) + after > width:
            lines.append([])
            x = 0.0
        if lines[-1] and lines[-1][-1][2] == weight:
            at, before, _ = lines[-1].pop()
            lines[-1].append((at, f"{before} {word}", weight))
        else:
            lines[-1].append((x, word, weight))
        x += wide + space
    return lines


def _run_in(text: str, size: float, width: float, lead: float, aside: float) -> list[str]:
    """Lines of a paragraph whose first one begins after `lead` and ends before `aside`."""
    words = held(text)
    first: list[str] = []
    while words and width_mm(" ".join([*first, words[0]]), size) <= width - lead - aside:
        first.append(words.pop(0))
    return [" ".join(first), *wrap(" ".join(words), size, width)]


def _row(cells: list[str], widths: list[float], size: float, pale: bool) -> Block:
    step = size / MM * 1.25
    found = [wrap(cell, size, wide - 1.6) for cell, wide in zip(cells, widths, strict=True)]
    high = max(len(lines) for lines in found) * step + 0.9

    def draw(pen: Pen, x: float, y: float, width: float) -> None:
        if pale:
            pen.rect(x, y, width, high, fill="pale")
        at = x
        for place, (lines, wide) in enumerate(zip(found, widths, strict=True)):
            for row, line in enumerate(lines):
                base = y + 0.45 + size / MM * 0.92 + row * step
                if place == len(cells) - 1:
                    pen.quiet(at + wide - 0.8, base, line, 6.5, "right")
                else:
                    pen.text(at + 0.8, base, line, size, "regular" if place else "bold")
            at += wide

    return Block(high, draw)


def page_heading(title: Words, sub: Words, crest: str = OWN_ID) -> Heading:
    """A heading for whole pages, like a card: crest and title, a remark at the right, a band under all."""
    color = LIVERIES[crest].color

    def draw(pen: Pen, x: float, y: float, width: float) -> float:
        pen.crest(crest, x, y - 0.4, 7.6, color)
        took = pen.fitted(x + 9.6, y + 6, width * 0.7, title, 17, "serif") + 9.6
        pen.fitted(x + width, y + 6, width - took - 6, sub, 7.5, role="soft", align="right")
        pen.rect(x, y + 8.2, width, 1.2, fill=color, mass=True)
        return y + 10.6

    return draw
