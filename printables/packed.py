"""A battle that is put away, as its sheet shows it and one reader may know it."""

from __future__ import annotations

from dataclasses import dataclass

from printables.printed import Words


@dataclass(frozen=True, slots=True)
class PackedUnit:
    """A unit or lone character as it stood."""

    name: Words
    left: Words
    damage: Words
    characters: Words
    markers: Words


@dataclass(frozen=True, slots=True)
class PackedSide:
    """`note`: what its player wrote about where things stand."""

    name: Words
    note: str
    units: tuple[PackedUnit, ...]


@dataclass(frozen=True, slots=True)
class Packed:
    """A battle as one reader may know it. `about`: contacts, terrain, seals, a name and its words each."""

    title: str
    stand: Words
    """Turn and phase."""
    sides: tuple[PackedSide, ...]
    about: tuple[tuple[Words, Words], ...] = ()
