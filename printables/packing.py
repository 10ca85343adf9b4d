"""Packs pieces of many sizes on few sheets, so that straight cuts take them apart, and gives the order of the cuts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

SLACK = 1e-6
Axis = Literal["across", "down"]
"""Which way a cut goes."""
OTHER: dict[Axis, Axis] = {"across": "down", "down": "across"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where one piece lies: its number in the list, sheet, upper left corner, and whether it lies across."""

    piece: int
    sheet: int
    x: float
    y: float
    turned: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in millimeters, y downward."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends across."""
        return self.x + self.width

    @property
    def foot(self) -> float:
        """Where it ends downwards."""
        return self.y + self.height

    def span(self, cut: Axis) -> tuple[float, float]:
        """Between which places cuts that go this way would meet it."""
        return (self.y, self.foot) if cut == "across" else (self.x, self.right)


Size = tuple[float, float]
Sizes = Sequence[Size]
"""Widths and heights."""
Free = Sequence[list[Box]]
"""What is free on each sheet."""
Group = tuple[Sizes, float]
"""The sizes of pieces that lie with one gap between them, and the gap."""
MORE_ORDERS = 20
"""How many orders besides the usual a longer search tries where pieces differ much."""
KEPT = 6
"""With how many ways for one group it goes on to the next."""


def pack(sizes: Sizes, width: float, height: float, gap: float = 0) -> list[Place]:
    """Places every piece on sheets of `width` by `height` with `gap` between pieces, upright where that costs no sheet.

    Of ways that need as many sheets and turn as few, the one that leaves most of the last sheet in one piece.
    Raises ValueError for a piece larger than a sheet: who calls splits those beforehand.
    """
    tried = [places for places, _ in _ways(sizes, width, height, gap, _orders(sizes))]
    fewest = min(map(sheets, tried))
    enough = [places for places in tried if sheets(places) == fewest]
    return min(enough, key=lambda places: (_turned(places), _used(places, sizes)))


def pack_together(groups: Sequence[Group], width: float, height: float) -> list[list[Place]]:
    """Places each group on as few sheets as a longer search finds, where the groups before it have left room.

    Each group keeps its own gap. Gives the places of each group; what is turned counts only between equals.
    """
    return _together(tuple((tuple(sizes), gap) for sizes, gap in groups), width, height)


@lru_cache(maxsize=32)
def _together(groups: tuple[Group, ...], width: float, height: float) -> list[list[Place]]:
    """Kept, for whoever asks how many sheets it takes has it laid out next; nobody changes what is kept."""
    kept: list[tuple[list[list[Place]], Free]] = [([], ())]
    for number, (sizes, gap) in enumerate(groups):
        orders = [*_orders(sizes), *_shuffled(sizes)]
        after = groups[number + 1] if number + 1 < len(groups) else None
        tried = []
        for before, free in kept:
            for places, rest in _ways(sizes, width, height, gap, orders, free):
                left = [[Box(b.x, b.y, b.width - gap, b.height - gap) for b in sheet] for sheet in rest]
                foot, turned = _used(places, sizes), _turned(places)
                # What still comes wants room; without it, pieces lie upright.
                wish = (-_room(left, *after), foot, turned) if after is not None else (turned, foot, 0)
                tried.append((len(left), *wish, [*before, places], left))
        kept = [(found, left) for *_, found, left in sorted(tried, key=lambda way: way[:4])[:KEPT]]
    return kept[0][0]


def _room(free: Free, sizes: Sizes, gap: float) -> int:
    """How many pieces of the commonest of these sizes would lie where there is room, upright."""
    wide, high = max(sorted(set(sizes)), key=list(sizes).count, default=(0.0, 0.0))
    if not wide:
        return 0
    boxes = [box for sheet in free for box in sheet]
    return sum(
        int((box.width + gap + SLACK) / (wide + gap)) * int((box.height + gap + SLACK) / (high + gap)) for box in boxes
    )


def _ways(
    sizes: Sizes, width: float, height: float, gap: float, orders: Sequence[Sequence[int]], free: Free = ()
) -> list[tuple[list[Place], Free]]:
    """Every way tried, with what it leaves free."""
    return [
        _packed(sizes, width, height, gap, order, free, upright=upright, rows=rows)
        for upright in (True, False)
        for rows in (False, True)
        for order in orders
    ]


def _shuffled(sizes: Sizes) -> list[list[int]]:
    """More orders, the same in every run; none where nearly all pieces are alike."""
    if 4 * len(set(sizes)) < len(sizes):
        return []
    chance = random.Random(len(sizes))
    return [chance.sample(range(len(sizes)), len(sizes)) for _ in range(MORE_ORDERS)]


def _turned(places: Sequence[Place]) -> int:
    return sum(one.turned for one in places)


def _orders(sizes: Sizes) -> list[list[int]]:
    """The orders in which to try pieces: by the longer side, by area, by height. No single one is best for every
    mixture.
    """
    every = range(len(sizes))
    return [
        sorted(every, key=lambda n: (-max(sizes[n]), -min(sizes[n]), n)),
        sorted(every, key=lambda n: (-sizes[n][0] * sizes[n][1], n)),
        sorted(every, key=lambda n: (-sizes[n][1], -sizes[n][0], n)),
    ]


def sheets(places: Iterable[Place]) -> int:
    """How many sheets these places take."""
    return max((place.sheet for place in places), default=-1) + 1


def _used(places: Sequence[Place], sizes: Sizes) -> float:
    """How far down the last sheet its pieces reach, in millimeters."""
    last = sheets(places) - 1
    feet = (one.y + sizes[one.piece][0 if one.turned else 1] for one in places if one.sheet == last)
    return round(max(feet, default=0.0), 3)


def _packed(
    sizes: Sizes,
    width: float,
    height: float,
    gap: float,
    order: Sequence[int],
    left: Free = (),
    *,
    upright: bool,
    rows: bool,
) -> tuple[list[Place], Free]:
    """One after the other; `upright` turns a piece only where it would not fit otherwise, `rows` cuts across first.

    `left` is what is free on sheets begun before. Gives what is free afterwards, the gap at its ends included.
    """
    free = [[Box(b.x, b.y, b.width + gap, b.height + gap) for b in sheet] for sheet in left]
    found = []
    for number in order:
        piece = sizes[number]
        if not fits(piece, width, height):
            raise ValueError(f"a piece of {piece[0]:g} x {piece[1]:g} mm is larger than the sheet")
        turns = (False,) if upright and piece[0] <= width + SLACK and piece[1] <= height + SLACK else (False, True)
        place = _best(free, piece, gap, turns)
        if place is None:
            free.append([Box(0, 0, width + gap, height + gap)])
            place = _best(free, piece, gap, turns)
            assert place is not None
        sheet, box, turned = place
        wide, high = (piece[1], piece[0]) if turned else piece
        free[sheet].remove(box)
        free[sheet] += _split(box, wide + gap, high + gap, rows)
        found.append(Place(number, sheet, box.x, box.y, turned))
    return sorted(found, key=lambda place: (place.sheet, place.y, place.x)), free


def fits(piece: Size, width: float, height: float) -> bool:
    """Whether the piece fits on a sheet, upright or across."""
    return any(w <= width + SLACK and h <= height + SLACK for w, h in (piece, piece[::-1]))


def _best(free: list[list[Box]], piece: Size, gap: float, turns: tuple[bool, ...]) -> tuple[int, Box, bool] | None:
    """The free rectangle with the least to spare, on the first sheet that has one."""
    for sheet, boxes in enumerate(free):
        tried = []
        for box in boxes:
            for turned in turns:
                wide, high = (piece[1], piece[0]) if turned else piece
                spare = box.width - wide - gap, box.height - high - gap
                if min(spare) >= -SLACK:
                    tried.append((min(spare), max(spare), turned, box.y, box.x, box))
        if tried:
            *_, box = best = min(tried, key=lambda t: t[:5])
            return sheet, box, best[2]
    return None


def _split(box: Box, wide: float, high: float, rows: bool) -> list[Box]:
    """What is left beside and below a piece: one straight cut; the larger rest, or the row, kept whole."""
    right, below = box.width - wide, box.height - high
    if not rows and right * box.height > below * box.width:
        parts = [Box(box.x + wide, box.y, right, box.height), Box(box.x, box.y + high, wide, below)]
    else:
        parts = [Box(box.x + wide, box.y, right, high), Box(box.x, box.y + high, box.width, below)]
    return [part for part in parts if part.width > SLACK and part.height > SLACK]


@dataclass(frozen=True, slots=True)
class Cut:
    """One straight cut. Cuts of one number lie in one line: strips may be stacked and cut together."""

    number: int
    axis: Axis
    at: float
    start: float
    end: float


def cuts(pieces: Sequence[Box], width: float, height: float) -> list[Cut]:
    """The cuts that take a sheet apart, in order, each right through what is then in hand.

    Raises ValueError where no straight cut parts the pieces; a guillotine layout always has one.
    """
    found: list[Cut] = []
    regions = [(Box(0, 0, width, height), list(pieces))]
    number = 0
    while regions:
        lines: dict[tuple[str, float], int] = {}
        following = []
        for region, inside in regions:
            if len(inside) < 2:
                continue
            axis, at = _line(inside)
            key = (axis, round(at, 3))
            if key not in lines:
                number += 1
                lines[key] = number
            found.append(Cut(lines[key], axis, at, *region.span(OTHER[axis])))
            following += _halves(region, inside, axis, at)
        regions = following
    return found


def _line(inside: Sequence[Box]) -> tuple[Axis, float]:
    """A line that crosses no piece: in the middle of the widest gap, the most even parting first."""
    offers: list[tuple[float, float, Axis, float]] = []
    for axis in OTHER:
        spans = sorted(box.span(axis) for box in inside)
        reach = spans[0][1]
        for count, (start, end) in enumerate(spans[1:], 1):
            if start >= reach - SLACK:
                offers.append((abs(len(inside) - 2 * count), -(start - reach), axis, (reach + start) / 2))
            reach = max(reach, end)
    if not offers:
        raise ValueError("no straight cut parts these pieces")
    _, _, axis, at = min(offers)
    return axis, at


def _halves(region: Box, inside: Sequence[Box], axis: Axis, at: float) -> list[tuple[Box, list[Box]]]:
    if axis == "across":
        first, second = replace(region, height=at - region.y), replace(region, y=at, height=region.foot - at)
    else:
        first, second = replace(region, width=at - region.x), replace(region, x=at, width=region.right - at)
    before = [box for box in inside if sum(box.span(axis)) / 2 < at]
    return [(first, before), (second, [b for b in inside if b not in before])]
