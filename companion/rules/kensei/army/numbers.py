"""The numbers a unit or character of a list goes into battle with, each with its reasons (2:7, 3:4:7, 12:6:1)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.kensei.after.honor import honor_target
from companion.rules.kensei.army.model import CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
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
    profile = roster.profile(unit)
    inside = [roster.who(one) for one in roster.army.inside(unit)]
    who = Combatant(profile, unit.miniatures, characters=tuple(Character(one) for one in inside))
    initiative = [
        Modifier(one.initiative_bonus, Text("%(name)s in the unit", {"name": one.name}), "4:2", "K26")
        for one in inside
        if one.initiative_bonus
    ]
    return UnitNumbers(
        dc=_number(profile.attributes.dc, profile, _size(unit, profile), least=0),
        hr=honor_target(who, standard_bearer=unit.standard_bearer),
        initiative=_number(profile.attributes.initiative, profile, initiative),
        ve=who.ve,
    )


def character_numbers(roster: Roster, one: CharacterEntry) -> CharacterNumbers:
    """The numbers of a character of the list, in the unit he starts in or alone."""
    profile = roster.who(one)
    printed = profile.attributes
    riding = Character(profile, mounted=one.mounted).attributes
    return CharacterNumbers(
        dice=_number(printed.dc, profile, _own_dice(roster, one)),
        mv=_mounted(printed.mv, riding.mv, profile),
        ar=_mounted(printed.ar, riding.ar, profile),
        vt=_mounted(printed.vt, riding.vt, profile),
    )


def _size(unit: UnitEntry, profile: UnitProfile) -> list[Modifier]:
    """K10: the profile's own value for every miniature above or below the basic unit."""
    more = unit.miniatures - profile.basic_unit
    if more == 0:
        return []
    values = {"count": abs(more), "basic": profile.basic_unit}
    above = Text("%(count)s above the basic unit of %(basic)s", values)
    below = Text("%(count)s below the basic unit of %(basic)s", values)
    return [Modifier(more * profile.dc_per_miniature, above if more > 0 else below, "2:7:2", "K10")]


def _own_dice(roster: Roster, one: CharacterEntry) -> list[Modifier]:
    """A Bushi in a unit strikes with half his dice, rounded up; a special character with all (4:3:8, K13, K47)."""
    unit = roster.army.unit(one.joins)
    if unit is None or unit.benched or roster.who(one).rank == "special":
        return []
    lost = roster.who(one).attributes.dc // 2
    return [Modifier(-lost, Text("a Bushi in a unit: half, rounded up"), "4:3:8", "K13")]


def _mounted(printed: int, riding: int, profile: CharacterProfile) -> Number:
    terms = [Modifier(riding - printed, Text("mount"), "12:6:1", "K21")] if riding != printed else []
    return _number(printed, profile, terms)


def _number(
    base: int, profile: UnitProfile | CharacterProfile, terms: list[Modifier], least: int | None = None
) -> Number:
    value = base + sum(term.value for term in terms)
    if least is not None and value < least:
        terms = [*terms, Modifier(least - value, Text("never below 0"), "2:7:2", "K10")]
        value = least
    return Number(value, base, Text("profile of %(name)s", {"name": profile.name}), profile.rule, tuple(terms))
