"""Dice as a pad of faces shows them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a faces pad: what counts on it, and its face once it has fallen."""

    index: int
    face: int | None
    marked: bool
    wants: Text
