"""Names in every script: printed as they are, or what is replaced is said before anybody prints it."""

import io
from typing import Any
from unicodedata import category

import pytest
from pypdf import PdfReader

from printables.fonts import MISSING, outline_of, replaced, runs, shorten, wrap
from tests.printables.kits import SMALL, kit, only, words

CARDS = ("troop-cards", "character-cards", "army-sheet")


def named(name: str) -> dict[str, Any]:
    first, *others = SMALL["units"]
    return {**SMALL, "units": [{**first, "name": name}, *others]}


@pytest.mark.parametrize("name", ["Ōuchi Yoshitaka", "武田信玄", "Łódź", "Θήβα", "Суздаль", "Ærøskøbing", "しんげん"])
def test_letters_a_font_has_are_printed_and_nothing_is_said(name: str) -> None:
    printed = kit(named(name), pieces=CARDS)
    assert replaced(name) == ""
    assert printed.notes == ()
    assert name.replace(" ", "") in words(only(printed), 0)


@pytest.mark.parametrize(
    "name",
    [
        "شعيب",
        "فرسان الليل ١٢٣",
        "می\u200cخواهم",
        "مُحَمَّد",
        "ทหารม้าที่ยิ่งใหญ่",
        "อัศวินผู้กล้า ๑๒",
    ],
)
def test_arabic_and_thai_are_printed_and_bear_their_words(name: str) -> None:
    printed = kit(named(name), pieces=CARDS, sides="fronts")
    assert replaced(name) == ""
    assert printed.notes == ()
    assert MISSING not in words(only(printed), 0)
    assert all(run.script for run in runs(name))
    pages = PdfReader(io.BytesIO(only(printed))).pages
    marks = [given[1] for page in pages for given, what in page.get_contents().operations if what == b"BDC"]
    borne = "".join(str(mark["/ActualText"]) for mark in marks)
    assert all(word in borne for word in name.split()), "for a screen reader, each outline bears its words"


def test_letters_of_arabic_are_joined() -> None:
    together = outline_of(*runs("شعيب"), "regular")
    apart = [outline_of(*runs(letter), "regular") for letter in "شعيب"]
    assert together.width < 0.85 * sum(one.width for one in apart)
    assert outline_of(*runs("می\u200cخواهم"), "regular") != outline_of(*runs("میخواهم"), "regular"), "a joiner tells"


def test_signs_of_thai_stand_over_each_other() -> None:
    """A tone over a vowel stands higher than over a letter, and neither takes room."""
    low, high = (outline_of(*runs(word), "regular") for word in ("ท่", "ที่"))
    assert low.width == high.width == outline_of(*runs("ท"), "regular").width
    reach = [max(number for _, numbers in one.outline for number in numbers[1::2]) for one in (low, high)]
    assert reach[1] > reach[0] + 100


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("شعيب", ["شعيب"]),
        ("Baba شعيب (x)", ["Baba ", " شعيب", "(x)"]),
        ("شعيب (Kengo): 4", [" شعيب", "(Kengo): 4"]),
        ("شعيب (ب)", ["(", "ب", ") ", "شعيب"]),
        ("الليل ١٢٣", ["١٢٣ ", "الليل"]),
        ("ทหาร 3", ["ทหาร ", "3"]),
    ],
)
def test_a_line_with_arabic_is_cut_from_left_to_right_as_it_is_seen(line: str, seen: list[str]) -> None:
    assert [run.text for run in runs(line)] == seen


def test_a_word_is_never_cut_between_a_letter_and_its_signs() -> None:
    name = "ที่ยิ่งใหญ่" * 6
    lines = wrap(name, 10, 20)
    assert len(lines) > 2
    assert "".join(lines) == name
    assert not any(category(line[0]).startswith("M") for line in lines)
    assert not category(name[len(shorten(name, 10, 20)) - 1]).startswith("M")


@pytest.mark.parametrize(
    ("name", "signs"), [("Castle 🏯", "🏯"), ("🐎🐎 riders", "🐎"), ("שלום", "שלום"), ("한국", "한국")]
)
def test_what_is_replaced_is_said_and_stands_as_a_mark(name: str, signs: str) -> None:
    printed = kit(named(name), pieces=CARDS)
    (note,) = printed.notes
    assert set(signs) == set(replaced(name))
    assert f"“{name}”: no font here has" in str(note)
    assert MISSING in str(note)
    assert all(sign in str(note) for sign in signs)
    assert MISSING in words(only(printed), 0)


def test_an_accent_that_is_left_out_is_said_too_but_nothing_where_no_name_is_printed_and_a_name_once() -> None:
    (note,) = kit(named("a\u0591"), pieces=CARDS).notes
    assert "\u0591" in str(note)
    assert kit(named("🏯"), pieces=("reference", "markers")).notes == ()
    units = [{**unit, "name": "🏯"} for unit in SMALL["units"]]
    assert len(kit({**SMALL, "units": units}, pieces=CARDS).notes) == 1
