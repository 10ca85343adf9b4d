"""A side's force as an army list, judged against the level the table has agreed on (12:3, 12:4; RULINGS K33 to K41)."""

from __future__ import annotations

from companion.content import catalog
from companion.play.kensei.state import State
from companion.rules.kensei.army import Army, CharacterEntry, Problem, UnitEntry, problems
from companion.rules.kensei.joining import ShinobiKind


def as_list(state: State, seat: str, level: int) -> Army:
    """The force of a side as a list of this level. A Shinobi inside a unit is a Mitsumono (K40)."""
    units, characters = [], []
    for piece in state.of(seat):
        if piece.unit is not None:
            entry = UnitEntry(piece.id, piece.unit, piece.at_start, piece.standard_bearer, name=piece.name)
            units.append(entry)
        for hero in piece.heroes:
            inside = piece.id if piece.unit is not None else None
            kind: ShinobiKind | None = "mitsumono" if hero.character == "shinobi" and inside else None
            # A weapon carried always is no choice of the list's.
            weapon = hero.weapon if hero.weapon in hero.profile.weapon_choice else None
            characters.append(
                CharacterEntry(f"h-{hero.id}", hero.character, weapon, hero.mounted, inside, kind, hero.name)
            )
    return Army(state.sides[seat].path, level, tuple(units), tuple(characters))


def judged(state: State, seat: str) -> tuple[Problem, ...]:
    """What a side's force breaks at the agreed level; nothing where none was agreed."""
    if state.level is None:
        return ()
    return problems(as_list(state, seat, state.level), catalog())
