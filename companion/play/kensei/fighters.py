"""Pieces and heroes as the rules see a fighter."""

from __future__ import annotations

from companion.content import catalog
from companion.play.kensei.pieces import Piece
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.profiles import WeaponId


def combatant(piece: Piece, hero_id: str | None, weapon: WeaponId | None) -> Combatant:
    """The piece, or one hero of it, as the rules see a fighter."""
    if piece.unit is not None and hero_id is None:
        inside = tuple(Character(h.profile, h.weapon, h.mounted, h.wounds) for h in piece.seen_heroes)
        return Combatant(
            catalog().units[piece.unit],
            miniatures=piece.miniatures,
            weapon=weapon,
            characters=inside,
            accumulated_damage=piece.accumulated_damage,
        )
    hero = piece.hero(hero_id) if hero_id else piece.heroes[0]
    assert hero is not None
    unit = catalog().units[piece.unit] if piece.unit and piece.miniatures else None
    return Combatant(
        hero.profile,
        weapon=weapon,
        mounted=hero.mounted,
        in_unit=unit is not None,
        accumulated_damage=hero.wounds,
        unit=unit,
    )


def body(piece: Piece) -> Combatant:
    """The piece as it stands and runs: its unit, or who is left of it, or the lone character (K55, K68)."""
    return combatant(piece, piece.survivors[0].id if piece.survivors else None, None)


def weapons_of(piece: Piece, striker: str | None) -> tuple[WeaponId, ...]:
    """What the unit, or the hero who strikes, carries: of several to choose from only what he chose, and that first."""
    hero = piece.heroes[0] if piece.unit is None else piece.hero(striker or "")
    carried = combatant(piece, hero.id if hero else None, None).carried
    if hero is None:
        return carried
    chosen = (hero.weapon,) if hero.weapon else ()
    return tuple(dict.fromkeys((*chosen, *(w for w in carried if w not in hero.profile.weapon_choice))))
