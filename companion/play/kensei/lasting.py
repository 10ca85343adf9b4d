"""What lasts on a fighter at this moment, as the rules count it: on his piece, on himself, on his whole side."""

from __future__ import annotations

from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.turn.effects import effects_on


def lasting_on(state: State, piece: Piece, hero_id: str | None = None) -> frozenset[str]:
    """The effects on a unit or a lone character; or on a character inside a unit, who has nothing of what lasts on
    that. What lies on a side counts for all of its own whom it can touch."""
    inside = hero_id is not None and piece.unit is not None and piece.miniatures > 0
    names = {hero_id} if inside else {piece.id, *(hero.id for hero in piece.heroes[:1] if piece.unit is None)}
    found: frozenset[str] = frozenset(effects_on(state.effects, piece.seat, state.turn))
    return found.union(*(effects_on(state.effects, name, state.turn) for name in names if name))
