"""Plain text: its styles, what people type, and every doubt told by its line. Other languages: `test_words`."""

from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content.languages import Say, languages
from companion.play.armies.reading import LONGEST, Pasted, put_right, read
from companion.play.armies.text import Style, write
from tests.golden.told import changed
from tests.rules.kensei.army.lists import army, hero, plain, unit

STYLES: tuple[Style, ...] = get_args(Style)


def said(pasted: Pasted) -> dict[str, str]:
    return {problem.path: str(problem.message) for problem in pasted.problems}


# ---- writing and reading back


def writing(lines: list[str]) -> Iterator[str]:
    """A list as it is written for whom a line before it says, in which style and language."""
    chosen = dict(pair.split("=") for pair in lines[0][2:].split())
    made = read("\n".join(lines[1:])).army
    assert made is not None
    told = write(made, *(chosen.get(name, usual) for name, usual in STYLED), Say(chosen.get("say", "en")))  # type: ignore[arg-type]
    yield from lines
    yield from (f"  {line or '¶'}" for line in told.split("\n"))


STYLED = (("style", "full"), ("to", "open"))


def test_how_lists_are_written() -> None:
    assert not changed("written-lists", writing)


NAMES = [
    "", "Units", "(x)", "1. Kai", "- Kai", "Buke level 3", "Clan: Kai", "[Kuge, level 9]", "a;b", '"', "\\", "3", "#",
    "katana", "in unit 1", "general", "benched", "Shinobi: gatana", "Einheiten", "Feldherr", "in Einheit 1", "Stufe 2",
    "Clan Kai", "Capacités Taisho: Banzai", "auf der Bank", "Kai “the bold”", "Kai „der Kühne“", "Kai ”",
]  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("language", languages())
def test_no_name_is_mistaken_for_something_else(style: Style, language: str) -> None:
    for name, other in [*zip(NAMES, NAMES, strict=True), *((name, "") for name in NAMES)]:  # also with no other quotes
        samurai = unit("katana-samurai", name=other, note=other)
        busho = hero("busho-buke", name=other, note=other)
        made = army(plain(name=name, clan=other, units=[samurai], characters=[busho]))
        assert read(write(made, style, say=Say(language))) == Pasted(made, ())


# ---- as people type


def reading(lines: list[str]) -> Iterator[str]:
    """What a text is taken for, in one line, which says the whole list; every doubt by its place, and what becomes of
    it where a guess is put right. A line before it says what is chosen beside it, and who reads it."""
    chosen = dict(pair.split("=") for pair in lines[0][2:].split()) if lines[0].startswith("~ ") else {}
    say = Say(chosen.pop("say", "en"))
    text = "\n".join(lines[lines[0].startswith("~ ") :])
    pasted = read(text, chosen)
    yield from lines
    if pasted.army is not None:
        yield f"  {write(pasted.army, 'one-line')}"
    assert bool(pasted.missing) == bool(pasted.asked)
    for problem in pasted.problems:
        kind = "asked" if problem in pasted.asked else "taken" if problem in pasted.taken else "not read"
        yield f"  {kind}: {problem.path}: {say(problem.message)}"
    for guess in pasted.guesses:
        for name in guess.names:
            yield f"  or: {put_right(text, guess.problem.path, guess.words, name).replace(chr(10), ' / ')}"


def test_what_people_type() -> None:
    assert not changed("typed-lists", reading)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, "There is no army list in this text.") for text in ("(only a remark)", "----", "hello how are you")),
        ("Units\n\nCharacters", "There is no army list in this text."),
        *((text, "paste a text") for text in ("", "\n \n")),
        ("x" * (LONGEST + 1), "letters"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_list(text: str, words: str) -> None:
    pasted = read(text)
    assert (pasted.army, list(said(pasted))) == (None, [""])
    assert words in said(pasted)[""]


PIECES = [
    "[Buke, level 3]", "4 Kengo", 'Spy, in unit 1, "x', "Abilities: Banzai;", "Path: kuge", '"a\\"b" [Kuge, level 2]',
    ", , (", "1. ", "general",
]  # fmt: skip


@settings(max_examples=100)
@given(st.lists(st.text(max_size=30) | st.sampled_from(PIECES), max_size=8))
def test_anything_at_all_is_answered(lines: list[str]) -> None:
    for text in ("\n".join(lines), ";".join(lines), " ".join(lines)):
        pasted = read(text)
        assert pasted.army is not None or pasted.problems
        unfilled = [problem for problem in pasted.problems if "%(" in str(problem.message)]
        assert not unfilled or "%(" in text, "what a player has typed himself is quoted"


def test_a_line_without_end_is_answered() -> None:
    for words in ("general " * 9000, "4 katana samurai " + "standard " * 7000, "a" * 60_000):
        assert read(words).problems


def test_a_guess_that_fits_nowhere_changes_nothing() -> None:
    text = "[Buke, level 3]\r\n4 Kengo\r\n2. Catana  Samurai x 6\r\nspy"
    guess = read(text).guesses[0]
    right = put_right(text, guess.problem.path, guess.words, guess.names[0])
    assert right == text.replace("Catana  Samurai", "Katana Samurai"), "every end of a line stays as it was"
    for place, words in (("", "spy"), ("line 9", "spy"), ("line 4", ""), ("line 4", "(")):
        assert put_right(right, place, words, "Shinobi") == right
