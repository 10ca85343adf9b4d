"""True size: what lies on the paper is measured again and compared with the list, never with the layout's own code."""

import itertools
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from companion.content.languages import Say
from printables.options import Options, Printer
from tests.printables import kits
from tests.printables.kits import CARDED, HOSTILE, LARGE, MM, SMALL, URL, all_rects, kit, only, rects, words
from tests.printables.test_packing import apart

BASES = ((25, 25), (25, 50))
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "either": (210, 297)}


def card_sizes(document: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """The formation of each unit by the book alone: front and ranks times its bases, open characters too (K42)."""
    basic = {"yari-ashigaru": 5, "katana-samurai": 4, "yari-samurai": 4, "yumi-ashigaru": 4, "no-dachi-samurai": 4}
    found = {}
    for unit in document["units"]:
        mounted = unit["unit"] == "kiba-musha"
        bases = unit["miniatures"] + sum(
            c.get("joins") == unit["id"] and c["character"] != "spy" for c in document["characters"]
        )
        front = unit.get("front") or min(bases, 4 if mounted else max(3, basic.get(unit["unit"], 3)))
        found[unit["id"]] = (front * 25, -(-bases // front) * (50 if mounted else 25))
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("document", [SMALL, LARGE], ids=["small", "large"])
def test_each_unit_has_one_rectangle_of_its_formation(document: dict[str, Any], paper: str) -> None:
    printed = kit(document, pieces=("troop-cards",), sides="fronts", paper=paper)
    found = all_rects(printed)
    sizes = [tuple(sorted(size)) for size in card_sizes(document).values()]
    for size in set(sizes):
        if size not in BASES:  # a card of one base is its own base; those are counted below
            assert sum(r.is_size(*size) for r in found) == sizes.count(size), size
    foot, riders = (14, 0) if document is SMALL else (47, 6)
    assert [sum(r.is_size(*base) for r in found) for base in BASES] == [foot, riders], "with a Kengo, whose card is one"


@pytest.mark.parametrize("size", [20, 25, 30, 40])
def test_markers_have_the_size_asked_for(size: int) -> None:
    counts = {"special": 3, "shot": 2, "march-run": 1}
    printed = kit(pieces=("markers",), sides="fronts", marker_mm=size, marker_counts=counts)
    assert len([r for r in rects(only(printed), 0) if r.is_size(size, size)]) == 3 + 2 * 2 + 1


def test_character_cards_are_all_of_one_size() -> None:
    printed = kit(LARGE, pieces=("character-cards",), sides="fronts", sealed=True)
    assert sum(r.is_size(44, 68) for r in all_rects(printed)) == len(CARDED) + len(LARGE["units"])


@pytest.mark.parametrize(
    ("document", "paper", "sides", "language"),
    [
        *((LARGE, "either", sides, "en") for sides in ("long-edge", "fold")),
        (LARGE, "letter", "fold", "de"),
        *((HOSTILE, "a4", sides, "en") for sides in ("short-edge", "fold")),
    ],
)
def test_nothing_leaves_the_printable_area(document: dict[str, Any], paper: str, sides: str, language: str) -> None:
    pieces = ("troop-cards", "character-cards", "markers", "army-sheet", "opponent-sheet", "reference", "battle-sheet")
    printed = kit(
        document, pieces=pieces, paper=paper, sides=sides, base_url=URL, blanks=2, sealed=True, say=Say(language)
    )
    width, height = PAPERS[paper]
    across, down = (8, (297 - 263) / 2) if paper == "either" else (8, 8)
    for number, page in enumerate(PdfDocument(only(printed))):
        dark = page.render(grayscale=True).to_pil().point(lambda level: 255 if level < 250 else 0).getbbox()
        if dark is not None:
            left, top, right, bottom = (pixel / MM for pixel in dark)
            seen = (number, printed.pages[number].section, dark)
            assert left >= across - 0.5, seen
            assert top >= down - 0.5, seen
            assert right <= width - across + 0.5, seen
            assert bottom <= height - down + 0.5, seen


@pytest.mark.parametrize("sides", ["fronts", "fold"])
def test_no_piece_lies_on_another(sides: str) -> None:
    printed = kit(LARGE, pieces=("troop-cards", "character-cards"), sides=sides)
    data = only(printed)
    wanted = [*card_sizes(LARGE).values(), (44, 68)]
    for page in range(len(printed.pages)):
        cards = [r for r in rects(data, page) if any(r.is_size(*size) for size in wanted if min(size) > 25)]
        for a, b in itertools.combinations(cards, 2):
            assert apart(a, b) >= -0.02, (a, b)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sheet_has_its_bar_and_says_how_to_print(paper: str) -> None:
    everything = ("troop-cards", "markers", "army-sheet", "reference", "battle-sheet", "table-sheet", "kenjin-pad",
                  "tenno-pad", "zipang-pad", "calibration")  # fmt: skip
    printed = kit(pieces=everything, sides="fronts", paper=paper)
    for page in kits.pages(printed):
        bars = [line for line in page.lines if abs((line["x1"] - line["x0"]) / MM - 100) < 0.01]
        assert bars, page.page_number
        assert "print at 100 %" in "".join(char["text"] for char in page.chars)


def test_no_crop_tick_crosses_the_words_at_the_foot() -> None:
    printed = kit(SMALL, pieces=("troop-cards",), sides="fronts", blanks=7)
    for number, page in enumerate(kits.pages(printed)):
        _, top, _, height = Options().usable_mm
        ticks = [line for line in page.lines if line["linewidth"] == pytest.approx(0.14 * MM, abs=0.001)]
        assert ticks, number
        assert max(line["bottom"] for line in ticks) / MM <= top + height + 0.01, number


def test_a_rank_of_300_mm_is_parted_and_says_so() -> None:
    unit = {"id": "u1", "unit": "yari-ashigaru", "miniatures": 12, "front": 12}
    printed = kit(
        {**SMALL, "units": [unit], "characters": [], "general": None}, pieces=("troop-cards",), sides="fronts"
    )
    assert any("300 × 25 mm is larger than the paper" in str(note) for note in printed.notes)
    found = all_rects(printed)
    assert sum(r.is_size(25, 25) for r in found) >= 12
    lengths = {round(max(r.width, r.height), 2) for r in found if abs(min(r.width, r.height) - 25) < 0.02}
    assert any(300 - length in lengths for length in lengths), "two parts make up the whole"


def test_a_measured_printer_is_put_right() -> None:
    data = only(kit(pieces=("troop-cards",), sides="fronts", printer=Printer(bar_across=99, bar_down=101)))
    bases = [r for r in rects(data, 0) if abs(r.width - 25 / 0.99) < 0.02 and abs(r.height - 25 / 1.01) < 0.02]
    assert len(bases) == 14


@pytest.mark.parametrize("sides", ["fronts", "fold"])
def test_what_is_dashed_is_folded_and_says_so_and_what_is_cut_is_solid(sides: str) -> None:
    printed = kit(SMALL, pieces=("troop-cards", "character-cards", "stand-ins", "markers"), sides=sides)
    cuts = []
    for number, page in enumerate(kits.pages(printed)):
        dashed = [line for line in page.lines if line["dash"] and line["dash"][0]]
        said = words(only(printed), number)
        assert said.count("fold") - said.count("Nothingisfolded") == len(dashed)
        assert ("Fold:dashes" in said) == bool(dashed)
        thin = [line for line in page.lines if line["linewidth"] == pytest.approx(0.1 * MM, abs=0.001)]
        cuts += [line for line in thin if line not in dashed]
    assert cuts, "numbered cuts are drawn solid"
    assert sum("march-run" in name for page in printed.pages for name in page.pieces) > 2, "some are folded"
