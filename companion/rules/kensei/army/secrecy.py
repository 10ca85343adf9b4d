"""How much of an army list is told to whom (5:1:6, 5:1:13, 7:3, 12:6:3): the one policy for every way a list goes out.

Page, link, card code, paper, text and JSON all take the list from here. `open` is everything. `opponent` is what the
table would show him: units with their sizes and standard-bearers and the characters beside them, nobody who may hide,
nobody's place in a unit, no Taisho ability, no note, and no number of a card. `nothing` is nothing at all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.rules.kensei.army.model import Army, ArmyTables, CharacterEntry, Entry, UnitEntry
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile

Policy = Literal["open", "opponent", "nothing"]


def may_hide(profile: UnitProfile | CharacterProfile) -> bool:
    """Whether such a unit or character may be set up unseen: Ninjas, a Shinobi, a Spy, a Geisha (5:1:6, 5:1:13)."""
    return profile.id == "shinobi" or bool({"ninja", "hidden"} & set(profile.traits))


def redacted(army: Army, tables: ArmyTables, policy: Policy) -> Army | None:
    """The list as far as the policy tells it, without its bench; None where it tells nothing."""
    if policy == "nothing":
        return None
    army = army.without_bench
    return army if policy == "open" else _for_the_opponent(army, tables)


def redacted_card(army: Army, tables: ArmyTables, id_: str, *, revealed: bool) -> Army | None:
    """The list of nothing but the entry a card stands for, as the opponent may know it.

    None where there is no such entry, or where it may hide and the table has not `revealed` it yet: whoever tries one
    card after the other cannot tell these two apart.
    """
    army = army.without_bench
    entry = army.unit(id_) or army.character(id_)
    if entry is None or (may_hide(_profile(entry, tables)) and not revealed):
        return None
    units = (_unit(entry, entry.id),) if isinstance(entry, UnitEntry) else ()
    characters = (_character(entry, entry.id),) if isinstance(entry, CharacterEntry) else ()
    return replace(army, units=units, characters=characters, general=None, taisho_abilities=())


def keeps_secrets(army: Army, tables: ArmyTables) -> bool:
    """Whether somebody of the list may hide, so that the opponent's version names fewer than there are."""
    return any(may_hide(_profile(entry, tables)) for entry in army.counting)


def _for_the_opponent(army: Army, tables: ArmyTables) -> Army:
    """Entries are numbered anew: a gap in the numbers would tell that somebody is missing."""
    units = [unit for unit in army.units if not may_hide(_profile(unit, tables))]
    characters = [one for one in army.characters if not may_hide(_profile(one, tables))]
    ids = {one.id: f"c{place}" for place, one in enumerate(characters, 1)}
    return replace(
        army,
        units=tuple(_unit(unit, f"u{place}") for place, unit in enumerate(units, 1)),
        characters=tuple(_character(one, ids[one.id]) for one in characters),
        general=ids.get(army.general or ""),
        taisho_abilities=(),
    )


def _unit(unit: UnitEntry, id_: str) -> UnitEntry:
    return replace(unit, id=id_, front=None, note="")


def _character(one: CharacterEntry, id_: str) -> CharacterEntry:
    return replace(one, id=id_, joins=None, kind=None, note="")


def _profile(entry: Entry, tables: ArmyTables) -> UnitProfile | CharacterProfile:
    return tables.units[entry.unit] if isinstance(entry, UnitEntry) else tables.characters[entry.character]
