"""Names in every script: printed as they are, or what is replaced is said before anybody prints it."""

from __future__ import annotations

from typing import Any

import pytest

from printables.fonts import MISSING, replaced
from tests.printables.kits import SMALL, kit, only, words

CARDS = ("troop-cards", "character-cards", "army-sheet")


def named(name: str) -> dict[str, Any]:
    first, *others = SMALL["units"]
    return {**SMALL, "units": [{**first, "name": name}, *others]}


@pytest.mark.parametrize(
    "name",
    [
        "Ōuchi Yoshitaka",
        "武田信玄",
        "Łódź",
        "Θήβα",
        "Суздаль",
        "Ærøskøbing",
        "しんげん",
    ],
)
def test_letters_a_font_has_are_printed_and_nothing_is_said(name: str) -> None:
    printed = kit(named(name), pieces=CARDS)
    assert replaced(name) == ""
    assert printed.notes == ()
    assert name.replace(" ", "") in words(only(printed), 0)


@pytest.mark.parametrize(
    ("name", "signs"),
    [
        ("شعيب", "شعيب"),
        ("ทหาร", "ทหาร"),
        ("Castle 🏯", "🏯"),
        ("🐎🐎 riders", "🐎"),
        ("שלום", "שלום"),
        ("한국", "한국"),
    ],
)
def test_what_is_replaced_is_said_and_stands_as_a_mark(name: str, signs: str) -> None:
    printed = kit(named(name), pieces=CARDS)
    (note,) = printed.notes
    assert set(signs) == set(replaced(name))
    assert f"“{name}”: no font here has" in str(note)
    assert MISSING in str(note)
    assert all(sign in str(note) for sign in signs)
    assert MISSING in words(only(printed), 0)


def test_an_accent_that_is_left_out_is_said_too() -> None:
    (note,) = kit(named("a\u0e31"), pieces=CARDS).notes
    assert "\u0e31" in str(note)


def test_nothing_is_said_where_no_name_is_printed() -> None:
    assert kit(named("🏯"), pieces=("reference", "markers")).notes == ()


def test_a_name_borne_twice_is_said_once() -> None:
    units = [{**unit, "name": "🏯"} for unit in SMALL["units"]]
    assert len(kit({**SMALL, "units": units}, pieces=CARDS).notes) == 1
