"""Ready armies for a first battle: a Busho who leads three units of a level-1 list, few miniatures and few abilities.

An army is named by a code that says all of it, `buke.katana.yari-ashigaru.yumi-ashigaru.katana-samurai`, so that an
address, a form and a table's setup can hold it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import get_args

from companion.rules.kensei.army.judge import problems
from companion.rules.kensei.army.model import Army, ArmyTables, CharacterEntry, UnitEntry
from companion.rules.kensei.profiles import Path, UnitProfile, WeaponId

LEVEL = 1
UNITS = 3
LEADER = "c1"
"""The entry of who leads, in the first unit he may join."""


def code_of(army: Army) -> str:
    """The code of a ready army: its path, its leader's weapon and its units."""
    return ".".join((army.path, str(army.characters[0].weapon), *(unit.unit for unit in army.units)))


def ready_armies(tables: ArmyTables) -> dict[str, Army]:
    """All there are by their codes: every three units on foot, each of its basic size, that are legal under a Busho
    (12:3, 12:4), with each weapon he may have."""
    found = (army for path in get_args(Path) for army in _of_path(path, tables))
    weapons = ((army, tables.characters[army.characters[0].character].weapon_choice) for army in found)
    armed = (with_weapon(army, weapon) for army, choice in weapons for weapon in choice)
    return {code_of(army): army for army in armed}


def with_weapon(army: Army, weapon: WeaponId) -> Army:
    """The army with this weapon in its leader's hands."""
    return replace(army, characters=tuple(replace(one, weapon=weapon) for one in army.characters))


def hardness(army: Army, tables: ArmyTables) -> int:
    """How much of the rules an army brings beyond marching, shooting and fighting: abilities, and units that spread."""
    profiles = [tables.units[unit.unit] for unit in army.units]
    return sum(len(one.abilities) + 2 * ("harasser" in one.traits) for one in profiles)


def _of_path(path: Path, tables: ArmyTables) -> Iterator[Army]:
    on_foot = [one for one in tables.units.values() if one.path in (None, path) and "mounted" not in one.traits]
    cheap = [one for one in on_foot if one.unit_class != "elite"]  # of which level 1 has none
    for units in combinations_with_replacement(cheap, UNITS):
        army = _led(path, units, tables)
        if army is not None:
            yield army


def _led(path: Path, units: tuple[UnitProfile, ...], tables: ArmyTables) -> Army | None:
    """These units under a Busho of the path, who joins the first that takes him; None where none does, or where the
    list is not legal."""
    leader = f"busho-{path}"
    weapon = tables.characters[leader].weapon_choice[0]
    entries = tuple(UnitEntry(f"u{n}", one.id, one.basic_unit) for n, one in enumerate(units, 1))
    fighting_first = sorted(zip(entries, units, strict=True), key=lambda both: _place(both[1]))
    for entry, _ in fighting_first:
        general = CharacterEntry(LEADER, leader, weapon, joins=entry.id)
        army = Army(path, LEVEL, entries, (general,), general=LEADER)
        if not problems(army, tables):
            return army
    return None


def _place(unit: UnitProfile) -> tuple[bool, bool]:
    """Where a leader stands best: with samurai, and not with who shoots."""
    return "projectiles" in unit.traits, "samurai" not in unit.traits
