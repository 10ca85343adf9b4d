"""The files as files: the same bytes every time, embedded fonts, modes without color, small and quick."""

import io
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageOps, ImageStat
from pypdf import PdfReader

from companion.content.army_document import read_document
from companion.rules.text import Refusal
from printables.character_cards import character_cards
from printables.kit import print_kit
from printables.options import DEFAULT_PIECES, Options, Printer
from printables.printed import Kit
from printables.reading import army_to_print
from printables.troop_cards import troop_card
from tests.printables.kits import HOSTILE, LARGE, SMALL, URL, army, kit, only, raster, words
from tests.system import program

ROOT = Path(__file__).parents[2]
EVERYTHING = (*DEFAULT_PIECES, "opponent-sheet", "table-sheet", "battle-sheet", "kenjin-pad", "tenno-pad",
              "zipang-pad", "calibration")  # fmt: skip
SCRIPT = "import sys; from tests.printables.test_files import written; sys.stdout.buffer.write(written())"


def written() -> bytes:
    first, *others = SMALL["units"]
    named = kit({**SMALL, "units": [{**first, "name": "ที่ شعيب"}, *others]})
    return only(named) + only(kit(HOSTILE, pieces=EVERYTHING, base_url=URL, sealed=True, fewest=True))


def test_two_processes_write_the_same_bytes() -> None:
    """This one, which has drawn other things before, and a fresh one in another zone and with other hashes."""
    settings = {**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "PYTHONPATH": str(ROOT)}
    fresh = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, env=settings, capture_output=True, check=True)
    assert fresh.stdout == written()
    assert fresh.stdout.startswith(b"%PDF-1.7")


@pytest.mark.parametrize("document", [LARGE, HOSTILE], ids=["large", "hostile"])
def test_every_font_is_embedded_and_cut_down(document: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "kit.pdf"
    file.write_bytes(only(kit(document, pieces=EVERYTHING, base_url=URL)))
    command = [program("pdffonts", "poppler-utils"), str(file)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    fonts = listed.splitlines()[2:]
    assert fonts
    for line in fonts:
        assert re.match(r"[A-Z]{6}\+", line), line
        assert line.split()[-5:-2] == ["yes", "yes", "yes"], line


def operators(data: bytes) -> set[bytes]:
    """Every operator of every page and every form of a file."""
    reader = PdfReader(io.BytesIO(data))
    streams = [page.get_contents() for page in reader.pages]
    found: set[bytes] = set()
    for stream in streams:
        if stream is not None:
            found |= {name for _, name in stream.operations}
    for number in range(1, len(reader.xref[0]) + 1):
        thing = reader.get_object(number)
        if hasattr(thing, "get") and thing.get("/Subtype") == "/Form":
            found |= set(re.findall(rb"(?<=\s)(rg|RG|g|G|k|K|gs|sh)(?=\s)", thing.get_data()))
        assert not (hasattr(thing, "get") and thing.get("/Subtype") == "/Image"), "no pictures, only vectors"
    return found


@pytest.mark.parametrize("color", ["grey", "saver"])
def test_grey_files_hold_no_color(color: str) -> None:
    found = operators(only(kit(LARGE, pieces=EVERYTHING, color=color, base_url=URL)))
    assert not found & {b"rg", b"RG", b"k", b"K", b"sc", b"SC", b"scn", b"SCN", b"gs"}
    assert b"g" in found


def test_color_files_do() -> None:
    assert b"rg" in operators(only(kit(LARGE, pieces=("army-sheet", "markers"))))


def test_the_ink_saver_saves_ink() -> None:
    shares = [kit(LARGE, pieces=("markers",), sides="fronts", color=color).ink for color in ("color", "grey", "saver")]
    assert shares[0] > 2 * shares[2]
    assert shares[1] > 2 * shares[2]
    assert 0.01 < shares[2] < 0.2


@pytest.mark.parametrize("document", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("mon", ["uroko", "ume", "kikko"])
def test_a_kit_in_color_takes_little_ink(document: dict[str, Any], mon: str) -> None:
    """Counted as the sum of three inks, on average over its pages, backs included."""
    assert kit({**document, "mon": mon}, base_url=URL).ink <= 0.13


PRINTED: dict[str, dict[str, Any]] = {
    **{piece: {"pieces": (piece,)} for piece in EVERYTHING},
    "markers on Letter": {"pieces": ("markers",), "paper": "letter"},
    "round markers": {"pieces": ("markers",), "marker_shape": "round"},
    "large markers": {"pieces": ("markers",), "marker_mm": 40},
}


@pytest.mark.parametrize("color", ["color", "grey"])
@pytest.mark.parametrize("name", PRINTED)
def test_no_sheet_of_any_kind_is_darker_than_13_percent(name: str, color: str) -> None:
    """Of a large army, each page by itself, as poppler draws it: its fullest sheet of markers counts, not the mean."""
    printed = kit(LARGE, base_url=URL, color=color, **PRINTED[name])
    for number, page in enumerate(raster(only(printed), 100, grey=True)):  # a hairline is a pixel wide in any case
        (dark,) = ImageStat.Stat(ImageOps.invert(page)).mean
        assert dark / 255 <= 0.13, number


def test_title_language_outline_and_no_scaling() -> None:
    reader = PdfReader(io.BytesIO(only(kit(SMALL, pieces=EVERYTHING, language="en"))))
    assert reader.metadata is not None
    assert reader.metadata.title == "Takeda vanguard: Kensei kit"
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert root["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
    names = [item.title for item in reader.outline if not isinstance(item, list)]
    assert names[:4] == ["Calibration", "Deployment cards", "Markers", "Army sheet"]
    assert all(names), "an empty page between two sheets has no entry"


def test_only_what_changed_is_printed_again() -> None:
    first = kit(SMALL, pieces=("troop-cards", "character-cards"))
    known = frozenset(first.fingerprints.values())
    renamed = {**SMALL, "units": [{**SMALL["units"][0], "name": "Last spears"}, *SMALL["units"][1:]]}
    again = print_kit(army(renamed), Options(pieces=("troop-cards",), known=known))
    assert isinstance(again, Kit)
    assert {name for page in again.pages for name in page.pieces} == {"u1"}, "only the card that says something else"
    marks = kit(SMALL, pieces=("markers",))
    again = print_kit(army(SMALL), Options(pieces=("markers",), known=frozenset(marks.fingerprints.values())))
    assert "nothing has changed" in str(again)
    alone = army({**SMALL, "characters": [], "general": None, "taisho_abilities": []})
    none = print_kit(alone, Options(pieces=("character-cards",)))
    assert "the list has nothing for" in str(none), "it is not that nothing has changed"
    assert set(kit(renamed, pieces=("troop-cards",), known=known).fingerprints) == {"u1", "u2", "u3"}


def test_a_card_with_another_back_is_printed_again() -> None:
    large, options = army(LARGE), Options()
    troops = [troop_card(troop, large, options)[0] for troop in large.troops]
    for piece in (*troops, *character_cards(large, options)):
        assert piece.fingerprint != replace(piece, back="crest").fingerprint
        assert piece.fingerprint != replace(piece, data=piece.data + "!").fingerprint


def moved(joins: str | None) -> dict[str, Any]:
    """LARGE with its Spy somewhere else."""
    others = [one for one in LARGE["characters"] if one["id"] != "c5"]
    return {**LARGE, "characters": [*others, {"id": "c5", "character": "spy", "joins": joins}]}


def test_nothing_others_see_tells_where_somebody_hides() -> None:
    """Neither size nor words nor code of a Troop Card, nor the list's code, which stands on the opponent's sheet."""
    for sides in ("fronts", "long-edge"):
        seen = [
            kit(moved(where), pieces=("troop-cards", "opponent-sheet"), sides=sides) for where in ("u1", "u5", None)
        ]
        assert len({only(one) for one in seen}) == 1
    own = [kit(moved(where), pieces=("character-cards",), sides="fronts") for where in ("u1", "u5")]
    assert len({only(one) for one in own}) == 2
    assert "hiddeninu1,First" in words(only(own[0]), 0)


def test_two_files_only_where_there_are_backs() -> None:
    assert len(kit(SMALL, pieces=("markers",), sides="two-files").files) == 2
    (sheet,) = kit(SMALL, pieces=("army-sheet", "reference"), sides="two-files").files
    assert len(PdfReader(io.BytesIO(sheet.data)).pages) == 3, "the list with its rules, and both sides of the reference"


@pytest.mark.parametrize(
    ("options", "path", "words"),
    [
        ({"pieces": ()}, "pieces", "troop-cards"),
        ({"marker_counts": {"arrow": 3}}, "marker_counts.arrow", "march-run"),
        ({"marker_counts": {"defeat": 999}}, "marker_counts.defeat", "0 to 60"),
        ({"pieces": ("markers",), "marker_counts": {"defeat": 0}}, "marker_counts", "Nothing to print"),
        ({"base_url": "javascript:alert(1)"}, "base_url", "web address"),
        ({"base_url": "http://a b"}, "base_url", "without spaces"),
        ({"blanks": -1}, "blanks", "0 to 40"),
        ({"printer": Printer(bar_across=80)}, "printer.bar_across", "100 %"),
        ({"printer": Printer(back_down=9)}, "printer.back_down", "at most 3"),
    ],
)
def test_wrong_options_are_refused_with_the_way_out(options: dict[str, Any], path: str, words: str) -> None:
    found = print_kit(army(SMALL), Options(**options))
    assert isinstance(found, Refusal)
    assert [problem.path for problem in found.problems] == [path]
    assert words in str(found.problems[0].message)


def test_every_wrong_choice_is_said_at_once_with_those_there_are() -> None:
    wrong: dict[str, Any] = dict.fromkeys(("paper", "sides", "color", "marker_shape", "battle"), "none of them")
    wrong |= {"pieces": ("cards",), "marker_mm": 26, "players": 7}
    found = print_kit(army(SMALL), Options(**wrong))
    assert isinstance(found, Refusal)
    said = {problem.path: str(problem.message) for problem in found.problems}
    assert {path.removesuffix(".0") for path in said} == set(wrong)
    assert ("a4, letter, either" in said["paper"], "20, 25, 30, 40" in said["marker_mm"]) == (True, True)


def test_sheets_of_a_list_need_a_list() -> None:
    assert isinstance(print_kit(None, Options(pieces=("troop-cards",))), Refusal)
    assert not isinstance(print_kit(None, Options(pieces=("reference", "markers", "zipang-pad"))), Refusal)


@pytest.mark.parametrize(
    ("units", "path", "words"),
    [
        ([{"miniatures": 5, "front": 9}], "units.0.front", "1 to 5"),
        ([{"miniatures": 20, "front": 13}], "units.0.front", "1 to 12"),
        ([{"miniatures": 0}], "units.0.miniatures", "no miniatures"),
        ([{"miniatures": 200}], "units.0.front", "deep"),
        ([], "units", "Nothing to print"),
    ],
)
def test_a_formation_nobody_can_stand_in_is_refused_and_so_is_no_unit(
    units: list[dict[str, Any]], path: str, words: str
) -> None:
    document = {**SMALL, "units": [{"unit": "yari-ashigaru", **unit} for unit in units], "characters": []}
    listed = read_document({**document, "general": None})
    assert not isinstance(listed, Refusal)
    found = army_to_print(listed)
    assert isinstance(found, Refusal)
    assert [problem.path for problem in found.problems] == [path]
    assert words in str(found.problems[0].message)


def test_calibration_comes_first_and_every_page_bears_its_number_in_the_file() -> None:
    printed = kit(SMALL, pieces=EVERYTHING, table_url="http://192.168.1.20:8000/join")
    assert str(printed.pages[0].section) == "Calibration", "it corrects what follows"
    for number, page in enumerate(printed.pages, start=1):
        said = words(only(printed), number - 1)
        if page.side == "front":
            assert re.search(rf"\D{number}(?:\D|$)", said), number
        else:
            assert said.startswith("Emptypage" if page.side == "blank" else f"Backofpage{number - 1}"), number
