"""The numbers a unit or character of a list goes into battle with, each with its reasons (2:7, 3:4:7, 12:6:1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.kensei.army.model import CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.at_rest import attributes
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.text import Modifier, Number, Text


@dataclass(frozen=True, slots=True)
class UnitNumbers:
    """What differs from the profile: dice for its size, honor and initiative for who stands in it."""

    dc: Number
    hr: Number
    initiative: Number
    ve: int
    """Of all its miniatures and the characters in it (2:7:11)."""


@dataclass(frozen=True, slots=True)
class CharacterNumbers:
    """What differs from the profile: his own dice where he stands, and what a mount changes."""

    dice: Number
    mv: Number
    ar: Number
    vt: Number


def unit_numbers(roster: Roster, unit: UnitEntry) -> UnitNumbers:
    """The joint numbers of a unit of the list and the characters that start in it."""
    inside = [Character(roster.who(one), mounted=one.mounted) for one in roster.army.inside(unit)]
    who = Combatant(roster.profile(unit), unit.miniatures, characters=tuple(inside))
    now = dict(attributes(who, standard_bearer=unit.standard_bearer))
    return UnitNumbers(dc=now["DC"], hr=now["HR"], initiative=now["IN"], ve=who.ve)


def character_numbers(roster: Roster, one: CharacterEntry) -> CharacterNumbers:
    """The numbers of a character of the list, in the unit he starts in or alone."""
    profile = roster.who(one)
    now = dict(attributes(Combatant(profile, mounted=one.mounted)))
    terms = tuple(_own_dice(roster, one))
    dice = replace(now["DC"], value=now["DC"].base + sum(term.value for term in terms), modifiers=terms)
    return CharacterNumbers(dice=dice, mv=now["MV"], ar=now["AR"], vt=now["VT"])


def _own_dice(roster: Roster, one: CharacterEntry) -> list[Modifier]:
    """A Bushi in a unit strikes with half his dice, rounded up; a special character with all (4:3:8, K13, K47)."""
    unit = roster.army.unit(one.joins)
    if unit is None or unit.benched or roster.who(one).rank == "special":
        return []
    lost = roster.who(one).attributes.dc // 2
    return [Modifier(-lost, Text("a Bushi in a unit: half, rounded up"), "4:3:8", "K13")]
