"""How the parts of a card are set: under each other or in two columns, around its code, with room for its figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from printables.card_parts import APART, BAND, FOOT, INSET, LEAST_VALUE, LEAST_WORDS, SIDE, Letters, Make, Makes, Part
from printables.model import BASE_MM
from printables.packing import Box
from printables.pen import Pen

Column = tuple[float, float]
"""Millimeters across at which a column begins and ends."""
TWO_COLUMNS = 72.0
ONE_RANK = BASE_MM[1]
"""Millimeters of width from which, and of height up to which, the values can have a column of their own."""
WIDEST = 1000.0
NEEDED = 100
"""How many left out weigh as much as one that must stand."""
TOLD = 3
"""How many tracks left out weigh as much as one line of words."""
WANTED = 14.0
"""Millimeters of height a figure is given, where letters of `SMALLER` times the size leave so much."""
SMALLER = 0.64
SHARES = (0.6, 0.52, 0.44, 0.36)
"""What a title may take of the width where something stands beside it."""


@dataclass(frozen=True)
class Set:
    """Parts with their places, and what there was no room for, weighed.

    `foot` is where the last of them ends, `emblem` the square kept free beside the name.
    """

    placed: tuple[tuple[Part, float, float], ...]
    left_out: int
    foot: float
    emblem: Box | None
    top: float = BAND

    @property
    def is_whole(self) -> bool:
        """Whether every word and every track stands."""
        return not self.left_out

    def draw(self, pen: Pen) -> None:
        """Draws every part, on white ground: lines behind them end where the words begin."""
        boxes = self.boxes(APART)
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        right, foot = max(box.right for box in boxes), max(box.foot for box in boxes)
        pen.rect(left, top, right - left, foot - top, fill="white")
        for part, x, y in self.placed:
            part.draw(pen, x, y)

    def boxes(self, gap: float) -> list[Box]:
        """The room of every part with so much around it, but not of the band above it."""
        tops = [max(y - gap, self.top) for _, _, y in self.placed]
        return [
            Box(x - gap, top, part.wide + 2 * gap, y + part.high + gap - top)
            for (part, x, y), top in zip(self.placed, tops, strict=True)
        ]

    def room(self, pen: Pen, corner: float, shape: float, most: float, besides: Sequence[Box] = ()) -> Box | None:
        """The largest free place, `shape` times as wide as high, as far right as it can stand; at most `most` high."""
        taken = [*self.boxes(APART), *besides]
        if corner:
            taken.append(Box(pen.width - SIDE - corner, pen.height - SIDE - corner, pen.width, pen.height))
        right, foot = pen.width - INSET, pen.height - FOOT - APART
        best = None
        for x, y in product([INSET, *(box.right for box in taken)], [self.top + APART, *(box.foot for box in taken)]):
            under = [box for box in taken if box.right > x and box.foot > y]
            high = min([most, (right - x) / shape, foot - y, *(max((box.x - x) / shape, box.y - y) for box in under)])
            if high > (best.height if best else 0.0):
                ends = [box.x for box in under if box.y < y + high and box.x >= x + shape * high - 0.01]
                best = Box(min([right, *ends]) - shape * high, y, shape * high, high)
        return best


def set_parts(
    pen: Pen,
    makes: Makes,
    corner: float,
    letters: Letters,
    column: Column | None = None,
    top: float = BAND,
    needed: int = 1,
    tracks: int = 0,
) -> Set:
    """Sets parts under each other in a column: on its whole width, or beside the code where they reach down to it.

    What there is no room for is left out, and what follows tried; the first `needed` stand whatever happens, and
    count as many where they do not fit. The last `tracks` count least.
    """
    left, right = column or (INSET, pen.width - INSET)
    code_top = pen.height - SIDE - corner if corner else pen.height
    beside = min(right, pen.width - SIDE - corner - 0.4)
    placed = []
    left_out = 0
    y = top + letters.gap
    for number, make in enumerate(makes):
        weight = 1 if number >= len(makes) - tracks else TOLD
        width = right - left
        part = make(width)
        if part is not None and y + part.high > code_top:
            width = beside - left
            part = make(width)
        if part is None:
            left_out += weight if make(WIDEST) is not None else 0
            continue
        fits = y + part.high <= pen.height - FOOT and width >= LEAST_WORDS
        if number < needed and not fits:
            left_out += NEEDED
        if fits or number < needed:
            placed.append((part, left, y))
            left_out += part.torn
            y += part.high + letters.gap
        else:
            left_out += weight
    emblem = Box(left, top + letters.gap + 0.1, letters.crest, letters.crest) if letters.crest else None
    return Set(tuple(placed), left_out, y, emblem, top)


def best_set(
    pen: Pen,
    made: Callable[[Letters], tuple[Makes, Make, Makes]],
    corner: float,
    sizes: Sequence[Letters],
    shape: float,
    top: float = BAND,
) -> Set:
    """In the largest letters with which the least is left out: in one column, or on a card of one rank in two.

    `made` gives the title and what follows the values, and the values between. `shape` is that of the figure: letters
    somewhat smaller are taken where they leave room for it.
    """
    found: list[Set] = []
    largest: tuple[Set, Letters] | None = None
    for letters in sizes:
        (head, *words), boxes, tracks = made(letters)
        many = len(tracks)
        here = [set_parts(pen, [head, boxes, *words, *tracks], corner, letters, top=top, needed=2, tracks=many)]
        if here[0].left_out and pen.height <= ONE_RANK:
            end = pen.width - SIDE - corner - 0.4 if corner else pen.width - INSET
            here += _in_two(pen, head, boxes, words, tracks, letters, end, top)
        best = min(here, key=lambda one: one.left_out)
        found.append(best)
        if best.left_out:
            continue
        largest = largest or (best, letters)
        if letters.value < max(SMALLER * largest[1].value, LEAST_VALUE + 1):
            break
        place = best.room(pen, corner, shape, WANTED)
        if place is not None and place.height > WANTED - 0.01:
            return best
    return largest[0] if largest else min(found, key=lambda one: one.left_out)


def _in_two(
    pen: Pen, head: Make, boxes: Make, words: Makes, tracks: Makes, letters: Letters, end: float, top: float
) -> Iterator[Set]:
    """The ways to set a card of one rank in two columns: all words before the values, or one part beside the title."""
    many = len(tracks)
    if end >= TWO_COLUMNS:
        middle = end * 0.48
        first = set_parts(pen, [head, *words], 0.0, letters, (INSET, middle - 1.2), top)
        second = set_parts(pen, [boxes, *tracks], 0.0, letters, (middle + 1.2, end), top, tracks=many)
        yield _joined(first, second)
    below = [*words, *tracks]
    for number, share in product(reversed(range(len(below))), SHARES):
        middle = INSET + (end - INSET) * share
        aside = below[number]
        first = set_parts(pen, [head], 0.0, letters, (INSET, middle - 0.8), top)
        second = set_parts(pen, [aside], 0.0, letters, (middle + 0.8, end), top)
        rest = [boxes, *below[:number], *below[number + 1 :]]
        tracks_left = many - (number >= len(words))
        foot = max(first.foot, second.foot) - letters.gap
        third = set_parts(pen, rest, 0.0, letters, (INSET, end), foot, tracks=tracks_left)
        yield _joined(first, second, third)


def _joined(*sets: Set) -> Set:
    return Set(
        tuple(part for one in sets for part in one.placed),
        sum(one.left_out for one in sets),
        max(one.foot for one in sets),
        sets[0].emblem,
        sets[0].top,
    )
