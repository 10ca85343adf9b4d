"""What comes out of printing, as whoever asked for it holds it. Nothing here draws, or loads what draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.text import Text

Words = str | Text


@dataclass(frozen=True, slots=True)
class Page:
    """What a page is, for those who count sheets or show a preview. `ink` is the share of the page covered, 0 to 1."""

    section: Words
    side: str
    pieces: tuple[str, ...]
    ink: float


@dataclass(frozen=True, slots=True)
class File:
    """One PDF: the name to save it under, and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class CutOut:
    """A piece that is cut out of the sheets: of which kind, what it is called, and its trim size in millimeters."""

    kind: str
    title: Words
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Kit:
    """What came out. `papers` counts sheets of paper, `ink` is the mean share of a printed page covered (0 to 1).

    `pieces` are those on the sheets. `fingerprints` are by piece, the unchanged ones too: sent along as `known` next
    time, what is the same is left out.
    """

    files: tuple[File, ...]
    pages: tuple[Page, ...]
    papers: int
    ink: float
    notes: tuple[Text, ...]
    pieces: tuple[CutOut, ...]
    fingerprints: Mapping[str, str]
