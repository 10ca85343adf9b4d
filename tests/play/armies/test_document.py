"""Army documents: what every form brings back, defaults, and broken documents, each answered with located problems."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content.army_document import document_of, read_document
from companion.content.languages import Say, languages
from companion.play.armies.document import LARGEST, read, write
from companion.play.armies.link import from_link, to_link, to_qr
from companion.play.armies.paste import read_any
from companion.play.armies.reading import Pasted
from companion.play.armies.reading import read as read_text
from companion.play.armies.text import Style
from companion.play.armies.text import write as write_text
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal
from companion.rules.written import one_line
from tests.play.armies.renumbered import renumbered
from tests.rules.kensei.army.lists import Doc, army, doc, hero, unit, worded_documents

PAGE = "http://192.168.178.123:8000/kensei/armies/open"
SOUND: Doc = {
    "format": "gunbai-army",
    "version": 1,
    "name": "Takeda vanguard",
    "clan": "Takeda",
    "mon": "…",
    "path": "buke",
    "level": 3,
    "koku_limit": None,
    "units": [
        {"id": "u1", "unit": "yari-ashigaru", "miniatures": 7, "standard_bearer": True, "front": 4,
         "name": "First spears"}
    ],
    "characters": [
        {"id": "c1", "character": "busho-buke", "weapon": "katana", "mounted": False, "joins": None, "kind": None,
         "name": "Baba"}
    ],
    "general": "c1",
    "taisho_abilities": ["banzai"],
}  # fmt: skip


def test_the_documented_example_comes_back_byte_for_byte() -> None:
    made = army(SOUND)
    assert document_of(made) == SOUND
    assert list(document_of(made)) == list(SOUND)
    text = write(made)
    assert read(text) == made
    assert write(made) == text == json.dumps(SOUND, ensure_ascii=False, indent=2) + "\n"


@settings(max_examples=40)
@given(worded_documents(), st.sampled_from(languages()))
def test_every_list_comes_back_from_every_form(document: Doc, language: str) -> None:
    """From its document byte for byte, from a link and a QR code, and from the text of each style in any language."""
    made = army(document)
    written = write(made)
    for data in (written, written.encode(), b"\xef\xbb\xbf" + written.encode()):
        assert read_any(data) == Pasted(made, ())
    assert re.fullmatch(r"[A-Za-z0-9_-]+", to_link(made))
    assert re.fullmatch(r"[0-9A-Z\-./:$]+", to_qr(made))
    for letters in (to_link(made), to_qr(made), f"{PAGE}#{to_qr(made)}", f"  {PAGE}#{to_link(made)}\n"):
        again = from_link(letters)
        assert again == made
        assert read_any(letters.encode()) == read_any(letters) == Pasted(made, ())
        assert isinstance(again, Army)
        assert write(again) == written
    numbered = renumbered(made)
    for style in get_args(Style):
        told = write_text(made, style, say=Say(language))
        pasted = read_text(told)
        assert pasted == Pasted(numbered, ())
        assert pasted.army is not None
        assert write(pasted.army) == write(numbered)
        assert write_text(pasted.army, style, say=Say(language)) == told
        assert read_any(told.encode()) == pasted


def test_missing_fields_take_their_defaults() -> None:
    """A document of the only format need not say so, and a whole number may be written with a point."""
    units = [{"unit": "teppotai", "miniatures": 5}, {"id": "u1", "unit": "ninjas", "miniatures": 3}]
    made = army({"path": "kuge", "level": 1, "units": units, "characters": [{"character": "spy", "joins": "u2"}]})
    assert [entry.id for entry in (*made.units, *made.characters)] == ["u2", "u1", "c1"]
    assert made.characters[0].joins == "u2"
    assert (made.general, made.taisho_abilities, made.koku_limit, made.name) == (None, (), None, "")
    assert army({**SOUND, "name": None, "clan": None, "mon": None}).name == ""
    short = {name: value for name, value in SOUND.items() if name not in ("format", "version")}
    assert read(json.dumps(short)) == read_document(SOUND) == army(SOUND)
    assert read(TEXT.replace('"level": 3', '"level": 3.0')) == army(SOUND)


def test_names_become_one_line() -> None:
    assert one_line("  First\n\tspears \x00 of\u2028Kai ") == "First spears of Kai"
    assert army({**SOUND, "name": "a\r\nb"}).name == "a b"
    assert one_line("Kai\u202egnisrever\u2069") == "Kai gnisrever"


# ---- broken ones

TEXT = write(army(SOUND))


def changed(**fields: Any) -> Doc:
    return {**SOUND, **fields}


def of_unit(**fields: Any) -> Doc:
    return changed(units=[{**SOUND["units"][0], **fields}])


def of_hero(**fields: Any) -> Doc:
    return changed(characters=[{**SOUND["characters"][0], **fields}])


BROKEN: list[tuple[str, Doc, dict[str, str]]] = [
    ("new version", changed(version=2), {"version": "version 2"}),
    ("other format", changed(format="owb"), {"format": "gunbai-army"}),
    ("no path", {k: v for k, v in SOUND.items() if k != "path"}, {"path": "missing"}),
    ("unknown path", changed(path="ronin"), {"path": "'kuge', 'buke' or 'sohei'"}),
    ("level 11", changed(level=11), {"level": "at most 10"}),
    ("level as truth", changed(level=True), {"level": "a whole number"}),
    ("half a level", changed(level=2.5), {"level": "a whole number"}),
    ("huge number", changed(level=10**30), {"level": "too large"}),
    ("little koku", changed(koku_limit=1200), {"koku_limit": "at least 4000"}),
    ("unknown unit", of_unit(unit="yari-ashigar"), {"units.0.unit": "one of yari-ashigaru"}),
    ("unknown field", of_unit(size=7), {"units.0.size": "miniatures"}),
    ("miniatures as text", of_unit(miniatures="7"), {"units.0.miniatures": '"7"'}),
    ("legion", of_unit(miniatures=201), {"units.0.miniatures": "at most 200"}),
    ("no miniatures", changed(units=[{"unit": "kengo"}]), {"units.0.miniatures": "missing"}),
    ("front 0", of_unit(front=0), {"units.0.front": "at least 1"}),
    ("standard as number", of_unit(standard_bearer=1), {"units.0.standard_bearer": "true or false"}),
    ("endless name", changed(name="a" * 61), {"name": "at most 60 letters"}),
    ("half a letter", changed(name="\ud800"), {"name": "a text of valid characters"}),
    ("unknown character", of_hero(character="busho"), {"characters.0.character": "one of busho-"}),
    ("unknown kind", of_hero(kind="ninja"), {"characters.0.kind": "'mitsumono', 'kamari' or 'denuki'"}),
    ("joins nobody", of_hero(joins="u7"), {"characters.0.joins": "the units are u1"}),
    ("joins a character", of_hero(joins="c1"), {"characters.0.joins": "no unit"}),
    ("general is nobody", changed(general="c9"), {"general": "the characters are c1"}),
    ("general is a unit", changed(general="u1"), {"general": "no character"}),
    ("unknown ability", changed(taisho_abilities=["bansai"]), {"taisho_abilities.0": "one of banzai"}),
    ("units as an object", changed(units={}), {"units": "a list in brackets"}),
    ("a unit as a number", changed(units=[3]), {"units.0": "an object in braces"}),
    ("too many", changed(units=[{"unit": "kengo", "miniatures": 1}] * 61), {"units": "at most 60 entries"}),
    ("id twice", changed(units=SOUND["units"] * 2), {"units.1.id": "taken by units.0.id"}),
    ("id of a unit", of_hero(id="u1"), {"characters.0.id": "taken by units.0.id", "general": "no character"}),
    ("a space in an id", of_unit(id="first unit"), {"units.0.id": "only letters, digits"}),
    (
        "much at once",
        changed(level="x", path=None, units=[{"unit": "x", "miniatures": "y"}], general="z"),
        {"level": "whole", "path": "'kuge'", "units.0.unit": "one of", "units.0.miniatures": "whole", "general": "no"},
    ),
]


@pytest.mark.parametrize(("document", "told"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_broken_documents_say_where(document: Doc, told: dict[str, str]) -> None:
    for refused in (read_document(document), read(json.dumps(document))):
        assert isinstance(refused, Refusal)
        said = {problem.path: str(problem.message) for problem in refused.problems}
        assert said.keys() == told.keys()
        for path, words in told.items():
            assert words in said[path]
            assert "%(" not in said[path]
            assert len(said[path]) < 400


RAW: list[tuple[str, str, str, str]] = [
    ("cut off", TEXT[: len(TEXT) // 2], "line", ""),
    ("cut off after a comma", TEXT[: TEXT.index('"units"')], "line 10", "cut off"),
    ("empty", "", "line 1", "cut off"),
    ("no JSON", "{'a': 1}", "line 1", "not JSON"),
    ("a comma too many", TEXT.replace('"banzai"', '"banzai",'), "line 3", "not JSON"),
    ("a list", "[]", "", "one JSON object"),
    ("a number", "7", "", "one JSON object"),
    ("a field twice", TEXT.replace('"level": 3', '"level": 3, "level": 4'), "", '"level" stands twice'),
    ("not a number", TEXT.replace('"level": 3', '"level": NaN'), "", "NaN"),
    ("digits without end", TEXT.replace('"level": 3', f'"level": {"9" * 5000}'), "", "too large"),
    ("nested", "[" * 200_000, "", "nested"),
    ("huge", " " * (LARGEST + 1), "", "256 KB"),
]


@pytest.mark.parametrize(("text", "path", "words"), [case[1:] for case in RAW], ids=[case[0] for case in RAW])
def test_what_is_no_document_says_why(text: str, path: str, words: str) -> None:
    refused = read(text)
    assert isinstance(refused, Refusal)
    (problem,) = refused.problems
    assert problem.path.startswith(path)
    assert words in str(problem.message)


def test_cut_off_anywhere() -> None:
    for end in range(0, len(TEXT) - 2, 7):
        refused = read(TEXT[:end])
        assert isinstance(refused, Refusal), end
        assert refused.problems[0].path.startswith("line ")


def test_the_largest_list_can_be_saved() -> None:
    long = "語" * 60
    units = [unit("kengo", 1, note="\\" * 300) for _ in range(60)]
    heroes = [hero("spy", note="語" * 300, name=long) for _ in range(60)]
    made = army(doc(units=[{**one, "name": long} for one in units], characters=heroes))
    assert read(write(made)) == made


def test_anything_is_taken_by_the_one_door() -> None:
    assert read_any(TEXT.encode()).army == army(SOUND)
    assert read_any(" \n" + TEXT).problems == ()
    broken = read_any(TEXT[:50])
    assert broken.army is None
    assert broken.problems[0].path.startswith("line ")
    for data in (b"\xff\xfe", TEXT.encode().replace(b"Takeda", b"T\xe4keda")):
        assert read_any(data).problems[0].message.message.startswith("This is not UTF-8")
