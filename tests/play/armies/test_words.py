"""Lists as text in every language: each of their words can be told from the others, and from names, and is read."""

import re
from dataclasses import replace

import pytest

from companion.content.languages import Say, languages
from companion.play.armies import typed
from companion.play.armies.reading import Pasted, read
from companion.play.armies.text import example
from companion.play.armies.words import IN_ENTRIES, IN_HEADER, in_english, translations
from companion.rules.text import Text
from tests.rules.kensei.army.lists import army, doc, unit
from tools.translate import PLACE

VALUES = {"level": 3, "number": 4, "name": '"Kai, Takeda"', "unit": 2, "text": '"a, b"', "names": "Banzai"}
SIGNS = frozenset(',;[]()×*"\\')
"""Those of the format: no word may have one."""
WORDS = [word for n, word in enumerate((*IN_HEADER, *IN_ENTRIES)) if word not in (*IN_HEADER, *IN_ENTRIES)[:n]]


def filled(word: Text) -> Text:
    return replace(word, values=VALUES)


@pytest.mark.parametrize("language", languages())
def test_a_word_can_be_told_from_every_other(language: str) -> None:
    say = Say(language)
    for word in WORDS:
        said = say(filled(word))
        assert not SIGNS & set(PLACE.sub("", say(word))), f"{said} would be taken apart"
        assert typed.entry(said) is None, f"{said} is the name of a unit or a character"
        found = [other for other, _, pattern in translations() if pattern.fullmatch(said)]
        assert all(other == word for other in found), said
        assert found or said.lower() == str(filled(word)).lower()
        others = {str(filled(other)).lower() for other in WORDS if other != word}
        assert said.lower() not in others, f"in English {said} is another"


@pytest.mark.parametrize("language", languages())
def test_a_line_is_put_into_english(language: str) -> None:
    for words in (IN_ENTRIES, IN_HEADER):
        line = ", ".join(("Busho", *(Say(language)(filled(word)) for word in words)))
        english = ", ".join(("Busho", *(str(filled(word)) for word in words)))
        if words is IN_HEADER:
            line, english = f"Stufe 3 [{line}]", f"Stufe 3 [{english}]"
        assert in_english(line).lower() == english.lower()


@pytest.mark.parametrize(
    "line",
    [
        '4 Kengo, "Feldherr, in Einheit 3", katana',
        "Clan Yari: Yari Ashigaru × 9",
        "Front 4, General, in unit 2 , mounted",
        "Feldherrenhügel, Bankhaus auf der Bank, Stufen 3",
    ],
)
def test_what_is_no_word_of_the_format_stays(line: str) -> None:
    assert in_english(line) == line


@pytest.mark.parametrize("language", languages())
def test_the_line_to_begin_with_and_the_example_are_read(language: str) -> None:
    for problem in read("Spy").asked:
        (line,) = re.findall(r"\[.*\]", Say(language)(problem.message))
        assert read(f"{line}\n4 Kengo") == Pasted(army(doc(units=[unit("kengo", 4)])), ())
    pasted = read(example(Say(language)))
    assert pasted.problems == ()
    assert pasted.army is not None
    assert pasted.army.general == "c1"
    assert pasted.army.units[0].standard_bearer
