"""Backs: behind their faces however the printer turns the sheet, and with nothing on them that tells cards apart."""

import io
import re
from math import dist
from typing import Any

import numpy as np
import pytest
from PIL import ImageChops
from pypdf import PdfReader

from printables.cloth import BLEED
from tests.printables.kits import HOSTILE, LARGE, MM, SMALL, URL, all_rects, kit, only, opened, raster, rects, words

PAGE = (210.0, 297.0)
CARDS = ("troop-cards", "character-cards")
SIZES = [(125, 75), (100, 75), (75, 50), (75, 100), (100, 50), (44, 68)]


def back_centers(data: bytes, page: int) -> list[tuple[float, float]]:
    """Where each crest of a back page is seen, by the numbers in its content stream alone: the middle of the drawing,
    unless the window it is seen through leaves the middle out."""
    content = (shown := PdfReader(io.BytesIO(data)).pages[page]).get_contents()
    assert content is not None
    found, stack, here, window = [], [], np.eye(3), None
    for numbers, name in content.operations:
        if name == b"q":
            stack.append((here, window))
        elif name == b"Q":
            here, window = stack.pop()
        elif name == b"cm":
            a, b, c, d, e, f = map(float, numbers)
            here = np.array([(a, b, 0), (c, d, 0), (e, f, 1)]) @ here
        elif name == b"re":
            x, y, wide, high = map(float, numbers)
            window = np.array([(x, y, 1), (x + wide, y + high, 1)]) @ here
        elif name == b"Do":
            wide, high = map(float, shown["/Resources"]["/XObject"][str(numbers[0])]["/BBox"][2:])
            at = np.array([wide / 2, high / 2, 1]) @ here
            if window is None or ((window.min(axis=0) <= at) & (at <= window.max(axis=0))).all():
                found.append((at[0] / MM, PAGE[1] - at[1] / MM))
    return found


def behind(x: float, y: float, sides: str) -> tuple[float, float]:
    """The table of portrait pages: the long edge mirrors across, the short edge mirrors down."""
    return (x, PAGE[1] - y) if sides == "short-edge" else (PAGE[0] - x, y)


def misplaced(data: bytes, sides: str) -> float:
    """The farthest a back lies from behind a face, or a face from before its back, in millimeters, over all pages."""
    worst = 0.0
    for front in range(0, len(PdfReader(io.BytesIO(data)).pages) - 1, 2):
        crests = back_centers(data, front + 1)
        cards = {size: [behind(r.x + r.width / 2, r.y + r.height / 2, sides) for r in rects(data, front)
                        if r.is_size(*size)] for size in (*SIZES, (25, 25))}  # fmt: skip
        faces = [place for places in cards.values() for place in places]
        large = [place for size in SIZES for place in cards[size]]  # the others are bases too
        assert crests
        for some, others in (large, crests), (crests, faces):
            worst = max(worst, *(min(dist(one, other) for other in others) for one in some))
    return worst


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_every_back_lies_behind_its_face(sides: str) -> None:
    assert misplaced(only(kit(LARGE, pieces=CARDS, sides=sides)), sides) < 0.02


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_the_cloth_runs_over_the_trim_on_every_side(sides: str) -> None:
    data = only(kit(SMALL, pieces=("troop-cards",), sides=sides))
    _, back = raster(data, 100, grey=True, last=2)
    faces = [r for r in rects(data, 0) if r.is_size(125, 25) or r.is_size(100, 50)]
    assert faces
    for face in faces:
        x, y = behind(face.x + face.width / 2, face.y + face.height / 2, sides)
        left, top, right, foot = x - face.width / 2, y - face.height / 2, x + face.width / 2, y + face.height / 2
        strips = {
            "left": (left - BLEED, top, left - 0.3, foot),
            "right": (right + 0.3, top, right + BLEED, foot),
            "top": (left, top - BLEED, right, top - 0.3),
            "foot": (left, foot + 0.3, right, foot + BLEED),
        }
        for side, strip in strips.items():
            box = [round(part / 25.4 * 100) for part in strip]
            low, _ = back.crop((box[0], box[1], box[2], box[3])).getextrema()
            assert low < 200, (side, face)


WRITTEN = {b"BT", b"ET", b"Tm", b"Tf", b"TL", b"Tj", b"T*", b"g"}
"""What a line of words at the foot needs."""


@pytest.mark.parametrize(
    ("document", "sides"), [(LARGE, "long-edge"), (HOSTILE, "short-edge")], ids=["large", "hostile"]
)
def test_backs_are_one_drawing_and_no_word_but_at_the_foot(document: dict[str, Any], sides: str) -> None:
    pieces = (*CARDS, "markers", "army-sheet")
    printed = kit(document, pieces=pieces, sides=sides, base_url=URL, sealed=True, fewest=False)
    pages = PdfReader(io.BytesIO(only(printed))).pages
    drawn: dict[str, set[str]] = {}
    for number, page in enumerate(printed.pages):
        if page.side == "front":
            continue
        content = pages[number].get_contents()
        assert content is not None
        names = {name for _, name in content.operations}
        assert names <= {b"q", b"Q", b"cm", b"Do", b"re", b"W*", b"n", *WRITTEN}, (number, names)
        assert words(only(printed), number) == ("Emptypage" if page.side == "blank" else f"Backofpage{number}")
        drawn.setdefault(str(page.section), set()).update(str(o[0]) for o, name in content.operations if name == b"Do")
        assert "/Annots" not in pages[number]
        if page.side == "blank":
            continue
        for drawing in pages[number]["/Resources"]["/XObject"].values():
            assert not re.search(rb"\b(BT|Tj|TJ)\b", drawing.get_object().get_data()), "no word in it either"
    assert len(drawn["Deployment cards"]) == 1, "one cloth, the same object on every card"


def test_fold_brings_the_crest_behind_the_face() -> None:
    printed = kit(SMALL, pieces=("troop-cards",), sides="fold")
    page = opened(only(printed)).pages[0]
    cards = [r for r in rects(only(printed), 0) if r.is_size(125, 25) or r.is_size(100, 50) or r.is_size(100, 25)]
    crests = [c for c in page.curves if c.get("fill")]
    for card in cards:
        below = [c for c in crests if c["top"] / MM > card.y + card.height and c["top"] / MM < card.y + 2 * card.height]
        assert below or card.width < card.height, card


def test_a_folded_back_leaves_the_foot_of_the_sheet_free() -> None:
    printed = kit(LARGE, pieces=CARDS, sides="fold", paper="letter", color="saver")
    plain = kit(LARGE, pieces=("opponent-sheet",), sides="fold", paper="letter", color="saver")
    foot = round((279.4 - 8 - 7) / 25.4 * 60) + 1
    (bare,) = {picture.crop((160, foot, 300, foot + 5)).tobytes() for picture in raster(only(plain), 60, grey=True)}
    for picture in raster(only(printed), 60, grey=True):
        assert picture.crop((160, foot, 300, foot + 5)).tobytes() == bare, "beside the words over the bar"


WIDE = {
    **SMALL,
    "units": [{"id": "u1", "unit": "yari-ashigaru", "miniatures": 24, "front": 12}],
    "characters": [],
    "general": None,
}


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_a_card_in_two_parts_has_one_crest_in_its_middle(sides: str) -> None:
    data = only(kit(WIDE, pieces=("troop-cards",), sides=sides))
    (crest,) = back_centers(data, 1)
    # The outlines of the parts: what is left of the face beyond the joint is cut off, not drawn.
    first = max((r for r in rects(data, 0) if r.is_size(250, 50)), key=lambda r: r.height)
    front_edge = first.x + first.width
    assert crest == pytest.approx(behind(front_edge - 25, first.y + 150, sides), abs=0.02)


@pytest.mark.parametrize(("front", "count", "part"), [(12, 24, (250, 50)), (6, 36, (150, 150))])
def test_what_is_too_large_to_fold_has_its_back_apart(front: int, count: int, part: tuple[int, int]) -> None:
    unit = {**WIDE["units"][0], "front": front, "miniatures": count}
    printed = kit({**WIDE, "units": [unit]}, pieces=("troop-cards",), sides="fold")
    assert any("is printed separately; glue it on" in str(note) for note in printed.notes)
    assert sum(r.is_size(*part) for r in all_rects(printed)) == 2, "a back as large as the face"
    channels = [page.convert("RGB").split() for page in raster(only(printed), 60)]
    blue = sum(sum(ImageChops.subtract(b, r).histogram()[40:]) for r, _, b in channels)
    assert blue > 100, "the crest in indigo"


def test_two_files_have_a_back_for_each_card_sheet() -> None:
    printed = kit(LARGE, pieces=CARDS, sides="two-files")
    fronts, backs = (PdfReader(io.BytesIO(file.data)) for file in printed.files)
    assert len(fronts.pages) == len(backs.pages) == 2
    assert [page.extract_text().strip() for page in backs.pages] == ["Back of page 1", "Back of page 2"]
    assert [file.name.rsplit("-", 1)[1] for file in printed.files] == ["fronts.pdf", "backs.pdf"]


def test_in_two_files_the_grid_lies_behind_its_cross() -> None:
    pieces = ("troop-cards", "reference", "battle-sheet", "calibration")
    printed = kit(LARGE, pieces=pieces, sides="two-files")
    fronts, backs = (PdfReader(io.BytesIO(f.data)) for f in printed.files)
    assert len(fronts.pages) == len(backs.pages) == printed.papers == 6, "the pile may be fed from either end"
    assert backs.pages[-1].extract_text().strip() == "Empty page"
    (cross,) = (n for n, page in enumerate(fronts.pages) if "Prick the cross" in page.extract_text())
    (grid,) = (n for n, page in enumerate(backs.pages) if "right and down" in page.extract_text())
    assert cross == grid


def test_the_back_offset_moves_backs_only() -> None:
    from printables.options import Printer

    plain = only(kit(LARGE, pieces=CARDS))
    moved = only(kit(LARGE, pieces=CARDS, printer=Printer(back_right=1.5, back_down=-2)))
    assert rects(plain, 0) == rects(moved, 0)
    before, after = back_centers(plain, 1), back_centers(moved, 1)
    for (x, y), (a, b) in zip(before, after, strict=True):
        assert a - x == pytest.approx(-1.5, abs=0.01)
        assert b - y == pytest.approx(2, abs=0.01)


def test_files_are_named_without_secrets() -> None:
    name = kit(HOSTILE, pieces=("troop-cards",)).files[0].name
    assert re.fullmatch(r"b-ouchi-[a-z0-9-]+-[2-9A-Z]{4}\.pdf", name), "letters lose their accents, not themselves"
