"""What damage points do to who suffers them (2:7:6, 9:3:6, 10:6; rulings K24 and K68)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.kensei.fight.combatant import Character, Combatant


@dataclass(frozen=True, slots=True)
class Harm:
    """What reached one character of a destroyed unit. `character` counts within the unit's `characters`, from 0."""

    character: int
    name: str
    points: int
    """Damage points after his armor."""
    accumulated_damage: int
    """His wounds now; 0 when he is dead."""
    dead: bool


@dataclass(frozen=True, slots=True)
class Casualties:
    """The side struck after the damage. The standard-bearer is among the last miniature: he falls when all do."""

    miniatures_removed: int
    miniatures_left: int
    accumulated_damage: int
    destroyed: bool
    spilled: int = 0
    """Points that reach the characters of a destroyed unit, the first one's armor taken off (K68)."""
    beyond: int = 0
    """Points beyond the last miniature, before any armor; they count in the result of a combat (K57)."""
    characters: tuple[Harm, ...] = ()


def casualties(defender: Combatant, points: int) -> Casualties:
    """Add damage to a unit or lone character and remove miniatures: total ÷ VT, the rest stays (9:3:6)."""
    if points <= 0:
        return Casualties(0, defender.miniatures, defender.accumulated_damage, destroyed=False)
    vt = defender.attributes.vt
    removed, rest = divmod(defender.accumulated_damage + points, vt)
    if removed < defender.miniatures:
        return Casualties(removed, defender.miniatures - removed, rest, destroyed=False)
    beyond = defender.accumulated_damage + points - defender.miniatures * vt
    harms = spill(defender.characters, beyond)
    spilled = harms[0].points if harms else 0
    return Casualties(defender.miniatures, 0, 0, destroyed=True, spilled=spilled, beyond=beyond, characters=harms)


def spill(characters: tuple[Character, ...], points: int) -> tuple[Harm, ...]:
    """Damage that goes over into a destroyed unit's characters: the special one first, then the Bushi (4:3:8).

    Each takes what his armor lets through; what a dead one no longer needed goes on, less the next one's armor.
    Characters whom nothing reached are left out.
    """
    harms: list[Harm] = []
    for index, character in sorted(enumerate(characters), key=lambda pair: pair[1].is_bushi):
        points -= max(1, character.attributes.ar)
        if points <= 0:
            break
        wounds = character.accumulated_damage + points
        beyond = wounds - character.attributes.vt
        dead = beyond >= 0
        harms.append(Harm(index, character.profile.name, points, 0 if dead else wounds, dead))
        if not dead:
            break
        points = beyond
    return tuple(harms)
