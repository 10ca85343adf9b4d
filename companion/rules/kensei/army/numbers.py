"""The numbers a unit or character of a list goes into battle with, each with its reasons (2:7, 3:4:7, 12:6:1)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.kensei.army.model import CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.at_rest import attributes
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.text import Modifier, Number, Text

Numbers = tuple[tuple[str, Number], ...]
"""The eleven attributes by their signs, MV to VE, in the order of the book's tables; without AT, who has none."""


def unit_numbers(roster: Roster, unit: UnitEntry) -> Numbers:
    """The joint numbers of a unit of the list and the characters that start in it."""
    inside = [Character(roster.who(one), mounted=one.mounted) for one in roster.army.inside(unit)]
    who = Combatant(roster.profile(unit), unit.miniatures, characters=tuple(inside))
    return attributes(who, standard_bearer=unit.standard_bearer)


def character_numbers(roster: Roster, one: CharacterEntry) -> Numbers:
    """The numbers of a character of the list, in the unit he starts in or alone; DC: the dice of his own."""
    terms = tuple(_own_dice(roster, one))
    return tuple(
        (sign, _changed(number, terms) if sign == "DC" else number)
        for sign, number in attributes(Combatant(roster.who(one), mounted=one.mounted))
    )


def _changed(number: Number, terms: tuple[Modifier, ...]) -> Number:
    return replace(number, value=number.base + sum(term.value for term in terms), modifiers=terms)


def _own_dice(roster: Roster, one: CharacterEntry) -> list[Modifier]:
    """A Bushi in a unit strikes with half his dice, rounded up; a special character with all (4:3:8, K13, K47)."""
    unit = roster.army.unit(one.joins)
    if unit is None or unit.benched or roster.who(one).rank == "special":
        return []
    lost = roster.who(one).attributes.dc // 2
    return [Modifier(-lost, Text("a Bushi in a unit: half, rounded up"), "4:3:8", "K13")]
