"""Which signs of a name are printed, told without any font."""

from __future__ import annotations

import unicodedata

from companion.rules.written import one_line
from printables.shaping import SCRIPTS

JOINERS = "\u200c\u200d"


def clean(text: str) -> str:
    """One line as it can be printed: without the signs that no font has, as those that hold others together."""
    line = one_line(text)
    if line.isascii():
        return line
    kept = (c for before, c in zip(f" {line}", line, strict=False) if _stays(c, before))
    return " ".join("".join(kept).split())


def _stays(char: str, before: str) -> bool:
    """Whether a sign is printed, or tells how the Arabic letter before it is joined."""
    return unicodedata.category(char) not in ("Cf", "Co", "Cn") or (char in JOINERS and is_from_right(before))


def is_from_right(char: str) -> bool:
    """Whether an Arabic letter, or a sign on one; its numbers run from the left."""
    return SCRIPTS["Arab"].has(char) and unicodedata.bidirectional(char) in ("AL", "R", "NSM", "BN")
