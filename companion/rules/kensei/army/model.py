"""An army list as its owner wrote it (12:1), legal or not, and the tables it is judged by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.profiles import Ability, CharacterProfile, Level, Path, UnitProfile, WeaponId


class ArmyTables(Protocol):
    """What the rules need of the book's tables; whoever asks brings them."""

    @property
    def units(self) -> Mapping[str, UnitProfile]: ...
    @property
    def characters(self) -> Mapping[str, CharacterProfile]: ...
    @property
    def taisho_abilities(self) -> Mapping[str, Ability]: ...
    @property
    def levels(self) -> Mapping[int, Level]: ...


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """A unit of a list. `unit` is its profile's id; `front` the miniatures in its first rank, None for the usual."""

    id: str
    unit: str
    miniatures: int
    standard_bearer: bool = False
    front: int | None = None
    name: str = ""
    note: str = ""
    benched: bool = False
    """Kept in the list, but not in the army: it counts for nothing."""


@dataclass(frozen=True, slots=True)
class CharacterEntry:
    """A character of a list. `joins` is the id of the unit he starts in, None where he stands alone."""

    id: str
    character: str
    weapon: WeaponId | None = None
    mounted: bool = False
    joins: str | None = None
    kind: ShinobiKind | None = None
    name: str = ""
    note: str = ""
    benched: bool = False


Entry = UnitEntry | CharacterEntry


@dataclass(frozen=True, slots=True)
class Army:
    """A whole list. Ids of units and characters are all different; profiles and `joins` name what there is.

    `general` is a character's id, None for the Bushi of highest rank. `koku_limit` counts at a level the book leaves
    open (level 10, K33) and is never below the printed koku.
    """

    path: Path
    level: int
    units: tuple[UnitEntry, ...] = ()
    characters: tuple[CharacterEntry, ...] = ()
    name: str = ""
    clan: str = ""
    mon: str = ""
    koku_limit: int | None = None
    general: str | None = None
    taisho_abilities: tuple[str, ...] = ()

    @property
    def fielded(self) -> tuple[UnitEntry, ...]:
        """The units that count."""
        return tuple(unit for unit in self.units if not unit.benched)

    @property
    def present(self) -> tuple[CharacterEntry, ...]:
        """The characters that count."""
        return tuple(character for character in self.characters if not character.benched)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The units and characters, the bench included."""
        return (*self.units, *self.characters)

    @property
    def counting(self) -> tuple[Entry, ...]:
        """The units and characters that count."""
        return (*self.fielded, *self.present)

    @property
    def without_bench(self) -> Army:
        """The list without what lies on the bench: what is printed, shared and brought to a table."""
        ids = {unit.id for unit in self.fielded}
        present = tuple(one if one.joins in ids else replace(one, joins=None) for one in self.present)
        general = self.general if any(one.id == self.general for one in present) else None
        return replace(self, units=self.fielded, characters=present, general=general)

    def emptied(self, *words: Literal["name", "note"]) -> Army:
        """The list without these words of its owner at its units and characters."""
        none: dict[str, Any] = dict.fromkeys(words, "")
        return replace(
            self,
            units=tuple(replace(unit, **none) for unit in self.units),
            characters=tuple(replace(one, **none) for one in self.characters),
        )

    def unit(self, id_: str | None) -> UnitEntry | None:
        """The unit of that id."""
        return next((unit for unit in self.units if unit.id == id_), None)

    def character(self, id_: str | None) -> CharacterEntry | None:
        """The character of that id."""
        return next((character for character in self.characters if character.id == id_), None)

    def entry(self, id_: str | None) -> Entry | None:
        """The unit or character of that id."""
        return self.unit(id_) or self.character(id_)

    def inside(self, unit: UnitEntry) -> tuple[CharacterEntry, ...]:
        """The characters that start in a unit, in the order of the list."""
        return tuple(character for character in self.present if character.joins == unit.id)

    def with_entry(self, entry: Entry) -> Army:
        """The list with this entry in the place of the one with its id."""
        if isinstance(entry, UnitEntry):
            return replace(self, units=tuple(entry if unit.id == entry.id else unit for unit in self.units))
        return replace(self, characters=tuple(entry if one.id == entry.id else one for one in self.characters))

    def plus(self, entry: Entry) -> Army:
        """The list with one entry more, at its end."""
        if isinstance(entry, UnitEntry):
            return replace(self, units=(*self.units, entry))
        return replace(self, characters=(*self.characters, entry))

    def without(self, id_: str) -> Army:
        """The list without a unit (its characters stand alone then) or a character (the general's place is open)."""
        return replace(
            self,
            units=tuple(unit for unit in self.units if unit.id != id_),
            characters=tuple(
                replace(one, joins=None) if one.joins == id_ else one for one in self.characters if one.id != id_
            ),
            general=None if self.general == id_ else self.general,
        )

    def free_id(self, letter: str) -> str:
        """An id no entry has yet: `u7` for letter `u`."""
        taken = {one.id for one in self.entries}
        number = 1
        while f"{letter}{number}" in taken:
            number += 1
        return f"{letter}{number}"
