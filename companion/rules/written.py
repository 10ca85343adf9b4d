"""What a player writes: names, notes and reasons, each as one line."""

from __future__ import annotations

import re
import unicodedata

_TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
"""Signs that turn the direction of what follows them, beyond the name they stand in."""


def one_line(words: str) -> str:
    """Composed letters without line breaks, control signs and doubled spaces; empty where nothing could be seen.

    What holds signs together (as in flags) stays.
    """
    if words.isascii() and words.isprintable():
        return " ".join(words.split())
    kept = "".join(" " if _breaks(sign) else sign for sign in unicodedata.normalize("NFC", words))
    return " ".join(kept.split()) if any(unicodedata.category(sign)[0] not in "CZ" for sign in kept) else ""


def alphabetical(name: str) -> tuple[str, str]:
    """Where a name stands among others: by its letters, whatever their capitals and accents; Élodie before Zoe."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return bare.casefold(), name


def for_a_file(name: str) -> str:
    """A name as that of a file: its letters without accents, and dashes between its words."""
    return re.sub("[^a-z0-9]+", "-", alphabetical(name)[0]).strip("-")


def _breaks(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category[0] == "Z" or category in ("Cc", "Cs") or sign in _TURNING


def as_one_line(given: object) -> object:
    """What came from outside, as one line where it is words: for the models that check the rest."""
    return one_line(given) if isinstance(given, str) else given
