"""Lists as text in every language: each of their words can be told from the others, and from names, and is read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.content.languages import Say, languages
from companion.play.armies import typed
from companion.play.armies.reading import Pasted, read
from companion.play.armies.text import RULES, example, write
from companion.play.armies.words import IN_ENTRIES, IN_HEADER, in_english, translations
from companion.rules.text import Text
from tests.play.armies.test_text import TAKEDA
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit
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


def test_the_full_style_in_german() -> None:
    told = write(TAKEDA, say=Say("de"))
    lines = told.splitlines()
    assert lines[:3] == [
        'Takeda vanguard [Buke, Stufe 1, Clan "Takeda"]',
        "(385 von 400 Koku, 320 von 400 VP; legal auf Stufe 1)",
        f"(von Gunbai geprüft: Kensei, erste Ausgabe, Version {RULES.values['version']} der Regelentscheide)",
    ]
    assert lines[7].startswith('3. Yari Samurai × 4, Standartenträger, Front 4, "The \\"Oak\\"", Notiz "left wing;')
    assert lines[-3:] == [
        '- Busho Buke, Feldherr, katana, in Einheit 3, "Baba" (200 VP)',
        "- Spy, in Einheit 1, auf der Bank (200 VP)",
        "Taisho-Fähigkeiten: Banzai",
    ]
    assert read(told) == Pasted(TAKEDA, ())
    bold = write(TAKEDA, "discord", say=Say("de"))
    assert "\n**Einheiten**\n1. **Katana Samurai** × 4" in bold
    assert "\n**Taisho-Fähigkeiten**: Banzai" in bold


def test_a_problem_and_the_version_for_the_opponent_are_told_in_the_language() -> None:
    made = army(plain(level=1, units=[unit("onna-bushi", 9)]))
    told = write(made, say=Say("fr"))
    assert "; cette armée suit la voie Buke. 12:1:2)" in told
    assert "\N{NO-BREAK SPACE}; non conforme au niveau 1)" in told
    assert "(non conforme au niveau 1\N{NO-BREAK SPACE}; version pour l’adversaire)" in write(
        made, "full", "opponent", Say("fr")
    )


TYPED_ELSEWHERE: list[tuple[str, Doc]] = [
    ("[Kuge, NIVEAU 3]\n4 katana samurai\nBusho, général, dans l'unité 1 (200 PV)", {"joins": "u1"}),
    ("[Kuge, niveau 3]\n4 katana samurai\nBusho, Général (200 PV), monté", {"mounted": True}),
    ("[Kuge, nivel 3]\nUnidades:\n4 katana samurai\nPersonajes\nBusho, general, en la unidad 1", {"joins": "u1"}),
    ("Kuge, Stufe 3\nEinheiten: 4 katana samurai\nFeldherr: busho katana", {"weapon": "katana"}),
    ("[Kuge, Stufe 3]\n4 katana samurai; Busho, Feldherr, Beritten, in unit 1", {"mounted": True, "joins": "u1"}),
    ("[Kuge, nivel 3]\n4 katana samurai\nBusho, Feldherr, monté, en la unidad 1", {"mounted": True, "joins": "u1"}),
]
"""In other languages, or in several, with what is said of the only character."""


@pytest.mark.parametrize(("text", "busho"), TYPED_ELSEWHERE, ids=[text for text, _ in TYPED_ELSEWHERE])
def test_the_words_of_the_format_are_read_in_any_language(text: str, busho: Doc) -> None:
    units = [unit("katana-samurai", 4)]
    made = army(doc("kuge", units=units, characters=[hero("busho-kuge", **busho)], general="c1"))
    assert read(text) == Pasted(made, ())


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Feldherr", "Feldherr"),
        ("Einheiten [Buke, Stufe 3]", "Einheiten"),
        ("Standartenträger, Buke, level 3", "Standartenträger"),
        ("Clan der Füchse, Buke, Stufe 3", "Clan der Füchse"),
    ],
)
def test_a_name_of_a_list_stays_as_it_is(line: str, name: str) -> None:
    pasted = read(f"{line}\n4 katana samurai", {"path": "buke", "level": "3"})
    assert pasted.problems == ()
    assert pasted.army is not None
    assert pasted.army.name == name


def test_what_is_known_is_named_in_the_language() -> None:
    pasted = read("[Buke, Stufe 3]\n4 Kengo, Trommeln")
    (problem,) = pasted.problems
    assert Say("de")(problem.message).endswith('Standartenträger, Front 4, "Name", Notiz "…", auf der Bank.')
    twice = read("Path: buke\nPath: kuge\nLevel: 3\n4 Kengo").problems[0]
    assert "Pfad" in Say("de")(twice.message)


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
