"""Collects for translators what the content tables and the rulings say: Babel extractors for these files.

Named in `babel.cfg`; their own words are those a loader reads as a Term.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

from companion.content.rulings import read

FIELDS = frozenset({"combat", "effect", "meaning", "movement", "name", "shooting", "summary", "vision"})
"""Fields of an entry that a player reads."""


def extract(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Every sentence of one file, as Babel wants them: line (unknown here), function, message, comments."""
    for kind, entries in tomllib.load(file).items():
        for entry in entries:
            for field in sorted(FIELDS & entry.keys()):
                if entry[field]:
                    yield 1, None, entry[field], [f"{kind} {entry.get('id', '')}, {field}"]


def extract_rulings(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Every sentence of `docs/rulings.md`, in the same shape."""
    page = read(file.read().decode())
    for words in (page.title, *page.intro):
        yield 1, None, words, ["rulings"]
    for book in page.books:
        titles = (book.title, *(subject.title for subject in book.subjects if subject.title))
        yield from ((1, None, title, ["rulings, heading"]) for title in titles)
        yield from ((1, None, one.words, [f"ruling {one.id}"]) for one in book.rulings)
