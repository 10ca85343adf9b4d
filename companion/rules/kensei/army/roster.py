"""A list looked up in the tables: entries with their profiles, prices, sizes, and who leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.kensei.army.joining import GENERALS
from companion.rules.kensei.army.model import Army, ArmyTables, CharacterEntry, Entry, UnitEntry
from companion.rules.kensei.army.verdict import Budget
from companion.rules.kensei.at_rest import attributes
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.profiles import CharacterProfile, Level, SizeLimit, UnitProfile, WeaponId
from companion.rules.text import Number, Text

MOUNT_VP = 50
"""What a character's mount costs (12:6:1, K21)."""

SizeClass = Literal["loner", "cavalry", "heinin", "general"]


def size_class(unit: UnitProfile) -> SizeClass:
    """Which size limit of the level table is the unit's, the first that fits (K34)."""
    if "loner" in unit.traits:
        return "loner"
    if "mounted" in unit.traits:
        return "cavalry"
    return "heinin" if "heinin" in unit.traits else "general"


def most_miniatures(unit: UnitProfile, level: Level) -> int:
    """The most miniatures at this level, never beyond the unit's own maximum (12:3, K34)."""
    extra: SizeLimit = getattr(level, size_class(unit))
    return unit.maximum if extra == "max" else min(unit.basic_unit + extra, unit.maximum)


def copies_allowed(unit: UnitProfile) -> int | None:
    """How many units of one kind an army may have (12:2:2, K36); None for any number."""
    if unit.unit_class == "elite" or "mounted" in unit.traits:
        return 1
    return 2 if "projectiles" in unit.traits else None


def weapons_of(who: CharacterProfile) -> tuple[WeaponId, ...]:
    """What a list may say a character carries: one of his choice, or what he has with him anyway (12:6:1)."""
    return tuple(dict.fromkeys((*who.weapon_choice, *who.weapons)))


def unit_koku(unit: UnitProfile, miniatures: int, standard_bearer: bool = False) -> int:
    """The price of a unit; the standard-bearer's comes on top of his place (K38)."""
    return unit.koku * miniatures + ((unit.standard_bearer or 0) if standard_bearer else 0)


def character_vp(character: CharacterProfile, mounted: bool) -> int:
    """The price of a character, his mount included."""
    return character.vp + (MOUNT_VP if mounted else 0)


@dataclass(frozen=True, slots=True)
class Roster:
    """An army at a level (its own, or another it is tried at), with the tables to look things up in."""

    army: Army
    tables: ArmyTables
    level: Level

    @classmethod
    def of(cls, army: Army, tables: ArmyTables) -> Roster:
        """The army at its own level."""
        return cls(army, tables, tables.levels[army.level])

    def profile(self, unit: UnitEntry) -> UnitProfile:
        return self.tables.units[unit.unit]

    def who(self, character: CharacterEntry) -> CharacterProfile:
        return self.tables.characters[character.character]

    def title(self, entry: Entry) -> str | Text:
        """How messages call an entry: by its own name and, after it, its kind."""
        kind = self.profile(entry).name if isinstance(entry, UnitEntry) else self.who(entry).name
        return Text("%(name)s (%(kind)s)", {"name": entry.name, "kind": kind}) if entry.name else kind

    def koku(self, unit: UnitEntry) -> int:
        return unit_koku(self.profile(unit), unit.miniatures, unit.standard_bearer)

    def vp(self, character: CharacterEntry) -> int:
        return character_vp(self.who(character), character.mounted)

    @property
    def koku_allowed(self) -> int:
        """The ceiling of koku; at a level printed with a plus the players may have agreed on more (K33)."""
        agreed = self.army.koku_limit if self.level.koku_open else None
        return max(self.level.koku, agreed or 0)

    @property
    def koku_budget(self) -> Budget:
        """The koku of all units that count, and their ceiling."""
        return Budget(sum(map(self.koku, self.army.fielded)), self.koku_allowed)

    @property
    def vp_budget(self) -> Budget:
        """The VP of all characters that count, and their ceiling."""
        return Budget(sum(map(self.vp, self.army.present)), self.level.vp)

    def fit_to_lead(self) -> tuple[CharacterEntry, ...]:
        """The Bushi of the highest rank present who may be the general (K31); several where they are equals."""
        able = [one for one in self.army.present if self.who(one).rank in GENERALS]
        best = min((GENERALS.index(self.who(one).rank) for one in able), default=None)
        return tuple(one for one in able if GENERALS.index(self.who(one).rank) == best)

    def general(self) -> CharacterEntry | None:
        """Who leads: the one the list names where he may, else the first who may."""
        able = self.fit_to_lead()
        named = next((one for one in able if one.id == self.army.general), None)
        return named or (able[0] if able else None)


# ---- the numbers a unit or character of a list goes into battle with, each with its reasons


Numbers = tuple[tuple[str, Number], ...]
"""The eleven attributes by their signs, MV to VE, in the order of the book's tables; without AT, who has none."""


def unit_numbers(roster: Roster, unit: UnitEntry) -> Numbers:
    """The joint numbers of a unit of the list and the characters that start in it."""
    inside = [Character(roster.who(one), mounted=one.mounted) for one in roster.army.inside(unit)]
    who = Combatant(roster.profile(unit), unit.miniatures, characters=tuple(inside))
    return attributes(who, standard_bearer=unit.standard_bearer)


def character_numbers(roster: Roster, one: CharacterEntry) -> Numbers:
    """The numbers of a character of the list, in the unit he starts in or alone; DC: the dice of his own."""
    unit = roster.army.unit(one.joins)
    beside = unit is not None and not unit.benched
    return attributes(Combatant(roster.who(one), mounted=one.mounted, in_unit=beside))
