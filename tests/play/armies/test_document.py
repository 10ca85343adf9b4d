"""Army documents: what every form brings back, defaults, and broken documents, each answered with located problems."""

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content.army_document import document_of, read_document
from companion.content.languages import Say, languages
from companion.play.armies.document import LARGEST, read, write
from companion.play.armies.link import from_link, to_link, to_qr
from companion.play.armies.reading import Pasted, read_any
from companion.play.armies.reading import read as read_text
from companion.play.armies.text import Style
from companion.play.armies.text import write as write_text
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal
from companion.rules.written import one_line
from tests.golden.told import changed
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


def spoiled(lines: list[str]) -> Doc:
    """The document with `place = value` in it, `place` alone taken out; `61 * value` is a list of as many."""
    document: Doc = json.loads(TEXT)
    for line in lines:
        place, _, value = line.partition(" = ")
        *way, last = (int(step) if step.isdigit() else step for step in place.split("."))
        here: Any = document
        for step in way:
            here = here[step]
        times, _, each = value.partition(" * ")
        if not value:
            del here[last]
        elif last == len(here) and isinstance(here, list):
            here.append(json.loads(value))
        else:
            here[last] = [json.loads(each)] * int(times) if each else json.loads(value)
    return document


def told(lines: list[str]) -> Iterator[str]:
    yield from lines
    document = spoiled(lines)
    refused, again = read_document(document), read(json.dumps(document))
    assert isinstance(refused, Refusal)
    assert refused == again
    for problem in refused.problems:
        yield f"  {problem.path}: {problem.message}"
        assert len(str(problem.message)) < 400


def test_broken_documents_say_where() -> None:
    assert not changed("broken-documents", told)


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
