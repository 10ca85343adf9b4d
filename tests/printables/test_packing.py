"""Packing: everything on the sheet once, nothing on anything else, and a sheet that straight cuts take apart."""

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printables.packing import Box, Place, cuts, pack, pack_together

SIZES = st.lists(st.tuples(st.integers(20, 190), st.integers(20, 190)), min_size=1, max_size=24)


def boxes(places: list[Place], sizes: list[tuple[int, int]], sheet: int) -> list[Box]:
    found = []
    for place in places:
        if place.sheet == sheet:
            wide, high = sizes[place.piece][::-1] if place.turned else sizes[place.piece]
            found.append(Box(place.x, place.y, wide, high))
    return found


def apart(a: Any, b: Any) -> float:
    """How far two boxes are from each other, across or down."""
    return max(max(a.x, b.x) - min(a.x + a.width, b.x + b.width), max(a.y, b.y) - min(a.y + a.height, b.y + b.height))


@given(SIZES, st.sampled_from([0, 2, 4]))
def test_every_piece_lies_once_on_a_sheet_clear_of_others_and_straight_cuts_in_their_order_part_it(
    sizes: list[tuple[int, int]], gap: int
) -> None:
    places = pack(sizes, 194, 274, gap)
    assert sorted(place.piece for place in places) == list(range(len(sizes)))
    for sheet in {place.sheet for place in places}:
        here = boxes(places, sizes, sheet)
        assert all(_inside(box, Box(0, 0, 194, 274)) for box in here)
        assert all(apart(a, b) >= gap - 1e-6 for a, b in itertools.combinations(here, 2))
        hand = [Box(0, 0, 194, 274)]
        for cut in cuts(here, 194, 274):
            (part,) = [b for b in hand if _holds(b, cut)]
            hand.remove(part)
            if cut.axis == "across":
                hand += [Box(part.x, part.y, part.width, cut.at - part.y)]
                hand += [Box(part.x, cut.at, part.width, part.y + part.height - cut.at)]
            else:
                hand += [Box(part.x, part.y, cut.at - part.x, part.height)]
                hand += [Box(cut.at, part.y, part.x + part.width - cut.at, part.height)]
        for box in here:
            (own,) = [b for b in hand if _inside(box, b)]
            assert sum(_inside(other, own) for other in here) == 1


def _holds(box: Box, cut: object) -> bool:
    axis, at, start, end = cut.axis, cut.at, cut.start, cut.end  # type: ignore[attr-defined]
    if axis == "across":
        return box.y < at < box.y + box.height and abs(box.x - start) < 1e-6 and abs(box.x + box.width - end) < 1e-6
    return box.x < at < box.x + box.width and abs(box.y - start) < 1e-6 and abs(box.y + box.height - end) < 1e-6


def _inside(box: Box, part: Box) -> bool:
    return (
        part.x - 1e-6 <= box.x
        and part.y - 1e-6 <= box.y
        and box.x + box.width <= part.x + part.width + 1e-6
        and box.y + box.height <= part.y + part.height + 1e-6
    )


def test_a_piece_too_large_and_a_pinwheel_that_cannot_be_cut_are_errors() -> None:
    with pytest.raises(ValueError, match="larger than the sheet"):
        pack([(300, 300)], 194, 274)
    pinwheel = [Box(0, 0, 20, 10), Box(20, 0, 10, 20), Box(10, 20, 20, 10), Box(0, 10, 10, 20)]
    with pytest.raises(ValueError, match="no straight cut"):
        cuts(pinwheel, 30, 30)


def test_mixed_sizes_share_sheets() -> None:
    sizes = [(125, 75), (125, 50), (100, 75), (75, 100), (75, 50), (44, 68), (44, 68), (25, 25)]
    assert max(place.sheet for place in pack(sizes, 194, 274, 4)) <= 1


FEW = st.lists(st.tuples(st.integers(20, 125), st.integers(20, 100)), min_size=1, max_size=12)


@settings(max_examples=40)
@given(FEW, st.lists(st.sampled_from([(25, 25), (25, 50), (180, 34)]), min_size=1, max_size=40))
def test_groups_that_share_sheets_keep_their_gaps_and_never_need_more(
    cards: list[tuple[int, int]], marks: list[tuple[int, int]]
) -> None:
    first, second = pack_together([(cards, 4), (marks, 0)], 194, 274)
    assert sorted(place.piece for place in first) == list(range(len(cards)))
    assert sorted(place.piece for place in second) == list(range(len(marks)))
    sheets = {place.sheet for place in (*first, *second)}
    assert len(sheets) <= sum(max(p.sheet for p in pack(s, 194, 274, g)) + 1 for s, g in ((cards, 4), (marks, 0)))
    for sheet in sheets:
        large, small = boxes(first, cards, sheet), boxes(second, marks, sheet)
        for a, b in itertools.combinations([*large, *small], 2):
            gap = 0 if a in small and b in small else 4
            assert apart(a, b) >= gap - 1e-6
        assert all(_inside(box, Box(0, 0, 194, 274)) for box in (*large, *small))
        cuts([*large, *small], 194, 274)
