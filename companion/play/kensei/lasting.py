"""What lasts on a fighter at this moment, as the rules count it: on his piece, on himself, on his whole side, and by
his own nature."""

from __future__ import annotations

from collections.abc import Iterable

from companion.content import catalog
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.abilities.rule import Lasts
from companion.rules.kensei.turn.effects import effects_on


def lasting_on(state: State, piece: Piece, hero_id: str | None = None) -> frozenset[str]:
    """The effects on a unit or a lone character; or on a character inside a unit, who has nothing of what lasts on
    that. What lies on a side counts for all of its own whom it can touch."""
    inside = hero_id is not None and piece.miniatures > 0
    names = {hero_id} if inside else {piece.id, *(hero.id for hero in piece.heroes[:1] if piece.unit is None)}
    found: frozenset[str] = frozenset(effects_on(state.effects, piece.seat, state.turn))
    found = found.union(*(effects_on(state.effects, name, state.turn) for name in names if name))
    hero = piece.hero(hero_id or "") if inside else piece.lone
    return found.union(_by_nature(hero.profile.abilities if hero is not None else piece.profile.abilities))


def _by_nature(abilities: Iterable[str]) -> frozenset[str]:
    """What abilities do that nobody has to use."""
    rules = catalog().ability_rules
    forms = (form for ability in abilities for form in rules[ability].forms if form.window == "by-itself")
    return frozenset(one.effect for form in forms for one in form.won if isinstance(one, Lasts))
