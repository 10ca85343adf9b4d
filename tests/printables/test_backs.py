"""Backs: behind their faces however the printer turns the sheet, and with nothing on them that tells cards apart."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops
from pypdf import PdfReader

from printables import cut_sheets
from printables.cloth import BLEED
from printables.packing import Box
from tests.printables.kits import HOSTILE, LARGE, MM, SMALL, URL, all_rects, kit, only, opened, raster, rects, words

PAGE = (210.0, 297.0)
CARDS = ("troop-cards", "character-cards")
SIZES = [(125, 75), (100, 75), (75, 50), (75, 100), (100, 50), (44, 68)]


def back_centers(data: bytes, page: int) -> list[tuple[float, float]]:
    """Where each crest of a back page is seen, by the numbers in its content stream alone: the middle of the drawing,
    unless the window it is seen through leaves the middle out."""
    reader = PdfReader(io.BytesIO(data))
    content = reader.pages[page].get_contents()
    assert content is not None
    drawings = reader.pages[page]["/Resources"]["/XObject"]
    found = []
    stack: list[tuple[tuple[float, ...], Window]] = []
    here: tuple[float, ...] = (1, 0, 0, 1, 0, 0)
    window: Window = None
    for operator in content.operations:
        numbers, name = operator
        if name == b"q":
            stack.append((here, window))
        elif name == b"Q":
            here, window = stack.pop()
        elif name == b"cm":
            here = _product(tuple(map(float, numbers)), here)
        elif name == b"re":
            x, y, wide, high = map(float, numbers)
            window = _placed(x, y, here), _placed(x + wide, y + high, here)
        elif name == b"Do":
            wide, high = map(float, drawings[str(numbers[0])]["/BBox"][2:])
            x, y = _placed(wide / 2, high / 2, here)
            if window is None or all(min(pair) <= at <= max(pair) for at, *pair in zip((x, y), *window, strict=True)):
                found.append((x / MM, PAGE[1] - y / MM))
    return found


Window = tuple[tuple[float, float], tuple[float, float]] | None


def _placed(x: float, y: float, here: tuple[float, ...]) -> tuple[float, float]:
    a, b, c, d, e, f = here
    return a * x + c * y + e, b * x + d * y + f


def _product(m: tuple[float, ...], n: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def behind(x: float, y: float, sides: str) -> tuple[float, float]:
    """The table of portrait pages: the long edge mirrors across, the short edge mirrors down."""
    return (x, PAGE[1] - y) if sides == "short-edge" else (PAGE[0] - x, y)


def misplaced(data: bytes, sides: str) -> float:
    """The farthest a back lies from behind its face, in millimeters, over all pairs of pages."""
    worst = 0.0
    pages = PdfReader(io.BytesIO(data)).pages
    for front in range(0, len(pages) - 1, 2):
        faces = [r for r in rects(data, front) if any(r.is_size(*size) for size in SIZES)]
        crests = back_centers(data, front + 1)
        for face in faces:
            x, y = behind(face.x + face.width / 2, face.y + face.height / 2, sides)
            worst = max(worst, min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in crests))
    return worst


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_every_back_lies_behind_its_face(sides: str) -> None:
    assert misplaced(only(kit(LARGE, pieces=CARDS, sides=sides)), sides) < 0.02


MUTANTS: dict[str, Any] = {
    "0.3 mm off": lambda right: lambda *a: replace(right(*a), x=right(*a).x + 0.3),
    "not mirrored": lambda right: lambda box, *rest: box,
    "rows swapped": lambda right: (
        lambda box, sides, w, h: Box(w - box.x - box.width, h - box.y - box.height, *box_size(box))
    ),
}


def box_size(box: Box) -> tuple[float, float]:
    return box.width, box.height


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_mirror_is_found(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_sheets, "mirrored", MUTANTS[mutant](cut_sheets.mirrored))
    assert misplaced(only(kit(LARGE, pieces=CARDS, sides="long-edge")), "long-edge") > 0.25


def through_the_sheet(data: bytes, sides: str) -> float:
    """Prints both pages of a sheet on one picture as light through the paper shows them: ink of backs off any card."""
    pages = raster(data, 60, grey=True)
    outside = 0.0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        turned = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if sides == "short-edge":
            turned = back.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        cards = Image.new("L", front.size, 255)
        number = pages.index(front)
        for rect in rects(data, number):
            if any(rect.is_size(*size) for size in [*SIZES, (25, 25)]):
                box = [round(part / 25.4 * 60) for part in (rect.x, rect.y, rect.width, rect.height)]
                # The cloth runs two millimeters over the trim, for the printer's drift.
                over = round(BLEED / 25.4 * 60) + 1
                cards.paste(0, (box[0] - over, box[1] - over, box[0] + box[2] + over, box[1] + box[3] + over))
        ink = turned.point(lambda level: 255 if level < 200 else 0)
        free = ImageChops.multiply(ink, cards.convert("L"))
        total = sum(ink.histogram()[200:]) or 1
        outside = max(outside, sum(free.histogram()[200:]) / total)
    return outside


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_through_the_sheet_every_crest_is_inside_a_card(sides: str) -> None:
    assert through_the_sheet(only(kit(LARGE, pieces=("troop-cards",), sides=sides)), sides) < 0.02


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


def test_through_the_sheet_a_wrong_turn_shows() -> None:
    data = only(kit(SMALL, pieces=("troop-cards",), sides="short-edge"))
    assert through_the_sheet(data, "long-edge") > 0.5


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
    fronts, backs = (PdfReader(io.BytesIO(f.data)) for f in kit(LARGE, pieces=pieces, sides="two-files").files)
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
