"""How the books are read where they leave something open: `docs/rulings.md`, taken apart for the pages and the API."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from companion.rules.text import Term

FILE = Path(__file__).resolve().parents[2] / "docs" / "rulings.md"
PAGE = "/rules/rulings"
"""The address of the page the program makes of them."""
CITED = re.compile(r"\b[KNTZ]\d{1,2}\b")
"""A ruling as prose, comments and tables name it: `K15`."""
ENTRY = re.compile(r'- <a id="(\w+)"></a>\*\*(\w+)\*\* (.+)')
LINK = re.compile(r"\[(\w+)\]\(#\w+\)")
SETTING = re.compile(r"⚙ `(\w+)`: (\w+(?: \| \w+)+)")


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling. Its words keep the file's `code` and **strong** marks, but name other rulings without a link."""

    id: str
    words: Term

    @property
    def anchor(self) -> str:
        """Where it stands on its page."""
        return self.id.lower()

    @property
    def address(self) -> str:
        """Where the program shows it."""
        return f"{PAGE}#{self.anchor}"

    @property
    def settings(self) -> dict[str, list[str]]:
        """The table settings it holds, each with its values, the default first."""
        return {name: values.split(" | ") for name, values in SETTING.findall(self.words)}


@dataclass(frozen=True, slots=True)
class Subject:
    """Rulings on one subject; a card game's have none, so theirs has no title."""

    title: Term
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """The rulings of one game."""

    title: Term
    subjects: tuple[Subject, ...] = ()

    @property
    def anchor(self) -> str:
        """Where it begins, as viewers of Markdown name a heading."""
        return self.title.lower().replace(" ", "-")

    @property
    def address(self) -> str:
        """Where the program shows it."""
        return f"{PAGE}#{self.anchor}"

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All of them, in the page's order."""
        return tuple(one for subject in self.subjects for one in subject.rulings)


@dataclass(frozen=True, slots=True)
class Rulings:
    """The whole page."""

    title: Term
    intro: tuple[Term, ...]
    books: tuple[Book, ...]

    @property
    def by_id(self) -> Mapping[str, Ruling]:
        """Every ruling by its identifier, in the page's order."""
        return {one.id: one for book in self.books for one in book.rulings}

    @property
    def by_setting(self) -> Mapping[str, Ruling]:
        """The ruling that each table setting stands in, by the setting's name."""
        return {name: one for one in self.by_id.values() for name in one.settings}


@cache
def rulings() -> Rulings:
    """The rulings, read at the first call and kept."""
    return read(FILE.read_text("utf-8"))


def read(text: str) -> Rulings:
    """A page of headings, paragraphs and rulings. Whatever is none of these is a ValueError that names its line."""
    title = Term("")
    intro: list[Term] = []
    books: list[Book] = []
    for line, block in _blocks(text):
        mark, _, words = block.partition(" ")
        entry = ENTRY.fullmatch(block)
        if mark == "#" and not title:
            title = Term(words)
        elif mark == "##":
            books.append(Book(Term(words)))
        elif mark == "###" and books:
            books[-1] = replace(books[-1], subjects=(*books[-1].subjects, Subject(Term(words))))
        elif entry and books and entry[1] == entry[2].lower() and CITED.fullmatch(entry[2]):
            books[-1] = _with(books[-1], Ruling(entry[2], Term(LINK.sub(r"\1", entry[3]))))
        elif title and not books and mark not in ("-", "#", "###"):
            intro.append(Term(block))
        else:
            expected = f"neither a heading nor a ruling, with a letter that `CITED` knows ({CITED.pattern})"
            raise ValueError(f"docs/rulings.md, line {line}: {expected}: {block}")
    return Rulings(title, tuple(intro), tuple(books))


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """What is read as one, on one line: a heading, an entry of a list, a paragraph; with the line it begins on."""
    begun, block = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if block and line.strip() and not block.startswith("#") and not line.startswith(("#", "- ")):
            block = f"{block} {line.strip()}"
            continue
        if block:
            yield begun, block
        begun, block = number, line.strip()
    if block:
        yield begun, block


def _with(book: Book, ruling: Ruling) -> Book:
    """The book with one more ruling, under its last subject."""
    *before, last = book.subjects or (Subject(Term("")),)
    return replace(book, subjects=(*before, replace(last, rulings=(*last.rulings, ruling))))
