"""Collects for translators what the content tables say: a Babel extractor for the TOML files.

Named in `babel.cfg`; the tables' own words are those a loader reads as a Term.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

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
