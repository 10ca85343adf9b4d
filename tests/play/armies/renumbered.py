"""What an army list is after it was written as text and read back."""

from dataclasses import replace

from companion.rules.kensei.army import Army


def renumbered(army: Army) -> Army:
    """The same list with the ids a text gives it: u1, u2 … and c1, c2 … in the order of the list."""
    units = {unit.id: f"u{place}" for place, unit in enumerate(army.units, 1)}
    characters = {one.id: f"c{place}" for place, one in enumerate(army.characters, 1)}
    return replace(
        army,
        units=tuple(replace(unit, id=units[unit.id]) for unit in army.units),
        characters=tuple(
            replace(one, id=characters[one.id], joins=units[one.joins] if one.joins else None)
            for one in army.characters
        ),
        general=characters[army.general] if army.general else None,
    )
