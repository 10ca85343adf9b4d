"""Reads the Kensei tables, checks them against each other, and gives them out as the rules' own dataclasses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from companion.content.models import (
    AbilityEntry,
    ArmorEntry,
    CharacterEntry,
    LevelEntry,
    TaishoEntry,
    TerrainEntry,
    TraitEntry,
    UnitEntry,
    WeaponEntry,
)
from companion.content.reading import Fault, Sheet, read_sheet
from companion.rules.kensei.abilities.rule import AbilityRule
from companion.rules.kensei.abilities.table import RULES, TAISHO
from companion.rules.kensei.profiles import (
    Ability,
    Armor,
    ArmorId,
    CharacterProfile,
    Level,
    Terrain,
    Trait,
    TraitText,
    UnitProfile,
    Weapon,
    WeaponId,
)

LEVELS = range(1, 11)
K = TypeVar("K")
V = TypeVar("V")


class ContentError(Exception):
    """The content cannot be used. `problems` holds everything that is wrong with it, file by file."""

    def __init__(self, problems: Iterable[Fault]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every table of the game by id, in the order of the files; levels by number. Nothing in it can be changed."""

    units: Mapping[str, UnitProfile]
    characters: Mapping[str, CharacterProfile]
    weapons: Mapping[WeaponId, Weapon]
    armors: Mapping[ArmorId, Armor]
    traits: Mapping[Trait, TraitText]
    abilities: Mapping[str, Ability]
    taisho_abilities: Mapping[str, Ability]
    ability_rules: Mapping[str, AbilityRule]
    taisho_rules: Mapping[str, AbilityRule]
    """When each of them may be used and what comes of it, by the same ids."""
    terrain: Mapping[str, Terrain]
    levels: Mapping[int, Level]


@dataclass(slots=True)
class _Sheets:
    """The files as read, before they are known to fit together."""

    units: Sheet[UnitEntry]
    characters: Sheet[CharacterEntry]
    weapons: Sheet[WeaponEntry]
    armors: Sheet[ArmorEntry]
    traits: Sheet[TraitEntry]
    abilities: Sheet[AbilityEntry]
    taisho: Sheet[TaishoEntry]
    terrain: Sheet[TerrainEntry]
    levels: Sheet[LevelEntry]


def load(folder: Path) -> Catalog:
    """The catalog of the TOML files in `folder`. Raises ContentError with every problem found in all of them."""
    sheets = _Sheets(
        units=read_sheet(folder, "units.toml", "unit", UnitEntry),
        characters=read_sheet(folder, "characters.toml", "character", CharacterEntry),
        weapons=read_sheet(folder, "weapons.toml", "weapon", WeaponEntry),
        armors=read_sheet(folder, "armors.toml", "armor", ArmorEntry),
        traits=read_sheet(folder, "traits.toml", "trait", TraitEntry),
        abilities=read_sheet(folder, "abilities.toml", "ability", AbilityEntry),
        taisho=read_sheet(folder, "taisho.toml", "ability", TaishoEntry),
        terrain=read_sheet(folder, "terrain.toml", "terrain", TerrainEntry),
        levels=read_sheet(folder, "levels.toml", "level", LevelEntry),
    )
    _check_references(sheets)
    _check_rules(sheets.abilities, RULES)
    _check_rules(sheets.taisho, TAISHO)
    _check_units(sheets.units)
    _check_characters(sheets.characters, sheets.units)
    _check_weapons(sheets.weapons)
    _check_complete(sheets.weapons, get_args(WeaponId))
    _check_complete(sheets.armors, get_args(ArmorId))
    _check_complete(sheets.traits, get_args(Trait))
    _check_complete(sheets.levels, [str(number) for number in LEVELS])
    problems = [problem for one in fields(sheets) for problem in getattr(sheets, one.name).problems]
    if problems:
        raise ContentError(problems)
    return _catalog(sheets)


def _check_rules(sheet: Sheet[Any], rules: Mapping[str, AbilityRule]) -> None:
    """Every ability has its rules."""
    for id_ in sheet.entries:
        if id_ not in rules:
            sheet.blame("has no entry in the rules of abilities; write one that says when it may be used", id_)


def _check_references(sheets: _Sheets) -> None:
    """Everything a unit or character names stands in its file, and every ability has somebody who owns it."""
    owners: tuple[Sheet[UnitEntry] | Sheet[CharacterEntry], ...] = (sheets.units, sheets.characters)
    for sheet in owners:
        for id_, entry in sheet.entries.items():
            choice = entry.weapon_choice if isinstance(entry, CharacterEntry) else ()
            _check_names(sheet, id_, "traits", entry.traits, sheets.traits)
            _check_names(sheet, id_, "weapons", entry.weapons, sheets.weapons)
            _check_names(sheet, id_, "weapon_choice", choice, sheets.weapons)
            _check_names(sheet, id_, "armor", (entry.armor,), sheets.armors)
            _check_names(sheet, id_, "abilities", entry.abilities, sheets.abilities)
    if all(len(sheet.entries) == len(sheet.named) and sheet.readable for sheet in owners):
        owned = _owners(sheets)
        for id_ in sheets.abilities.entries:
            if id_ not in owned:
                sheets.abilities.blame("belongs to no unit and no character; name it under their abilities", id_)


def _check_names(sheet: Sheet[Any], entry: str, field: str, names: Iterable[str], known: Sheet[Any]) -> None:
    """Blames the entry for each name that `known` does not hold. An unreadable file is blamed once, for itself."""
    for name in names:
        if known.readable and name not in known.named:
            near = ", ".join(sorted(known.named)) or "none"
            sheet.blame(f"names {name!r}, which {known.file} does not hold; it holds {near}", entry, field)


def _check_units(sheet: Sheet[UnitEntry]) -> None:
    for id_, unit in sheet.entries.items():
        if unit.maximum < unit.basic_unit:
            message = f"must be at least the basic unit of {unit.basic_unit}, is {unit.maximum}"
            sheet.blame(message, id_, "maximum")
        if unit.attributes.at is None:
            sheet.blame("is missing", id_, "attributes.at")
        if (unit.unit_class == "basic") != (unit.path is None):
            sheet.blame("belongs to special and elite units, and to them alone", id_, "path")


def _check_characters(sheet: Sheet[CharacterEntry], units: Sheet[UnitEntry]) -> None:
    for id_, character in sheet.entries.items():
        if character.attributes.at is None and "no-combat" not in character.traits:
            sheet.blame("is missing; only a character with the trait no-combat has none", id_, "attributes.at")
        if not character.weapons and not character.weapon_choice:
            sheet.blame("must name a weapon, or weapon_choice must", id_, "weapons")
        if id_ in units.named:
            sheet.blame(f"is the id of a unit in {units.file} too", id_, "id")


def _check_weapons(sheet: Sheet[WeaponEntry]) -> None:
    for id_, weapon in sheet.entries.items():
        hill = weapon.range_from_hill_cm
        if weapon.ranged and weapon.range_cm <= weapon.over_cm:
            sheet.blame(f"must be more than over_cm, {weapon.over_cm:g}, is {weapon.range_cm:g}", id_, "range_cm")
        if not weapon.ranged and (weapon.range_cm or weapon.over_cm or hill):
            sheet.blame("must be true for a weapon with a reach", id_, "ranged")
        if hill is not None and hill < weapon.range_cm:
            sheet.blame(f"must be at least range_cm, {weapon.range_cm:g}, is {hill:g}", id_, "range_from_hill_cm")
        if unknown := sorted(set(weapon.places) - weapon.figures().keys()):
            sheet.blame(f"names numbers the rules do not have: {', '.join(unknown)}", id_, "summary")


def _check_complete(sheet: Sheet[Any], wanted: Iterable[str]) -> None:
    """The rules speak of each of these by name, so each must be there."""
    for id_ in wanted:
        if sheet.readable and id_ not in sheet.named:
            sheet.blame("is missing", id_)


def _owners(sheets: _Sheets) -> dict[str, tuple[str, ...]]:
    """Who has each ability: units first, then characters, in the order of their files."""
    found: dict[str, tuple[str, ...]] = {}
    all_: tuple[UnitEntry | CharacterEntry, ...] = *sheets.units.entries.values(), *sheets.characters.entries.values()
    for owner in all_:
        for ability in owner.abilities:
            found[ability] = (*found.get(ability, ()), owner.id)
    return found


def _catalog(sheets: _Sheets) -> Catalog:
    owners = _owners(sheets)
    return Catalog(
        units=_built(sheets.units),
        characters=_built(sheets.characters),
        weapons=_built(sheets.weapons),
        armors=_built(sheets.armors),
        traits=_built(sheets.traits),
        abilities=_fixed((id_, one.build(owners=owners[id_])) for id_, one in sheets.abilities.entries.items()),
        taisho_abilities=_built(sheets.taisho),
        ability_rules=_fixed((id_, RULES[id_]) for id_ in sheets.abilities.entries),
        taisho_rules=_fixed((id_, TAISHO[id_]) for id_ in sheets.taisho.entries),
        terrain=_built(sheets.terrain),
        levels=_fixed((one.number, one.build()) for one in sheets.levels.entries.values()),
    )


def _built(sheet: Sheet[Any]) -> Mapping[Any, Any]:
    return _fixed((id_, one.build()) for id_, one in sheet.entries.items())


def _fixed(pairs: Iterable[tuple[K, V]]) -> Mapping[K, V]:
    return MappingProxyType(dict(pairs))
