"""Who may lend his KI to an ability: who stands inside, or a Commandment near by (12:5:4, 12:6:2, K71, K75)."""

from __future__ import annotations

from companion.play.kensei.abilities.owners import Owned
from companion.play.kensei.pieces import Hero
from companion.play.kensei.state import State
from companion.rules.kensei.abilities.rule import Form


def lenders(state: State, one: Owned, form: Form) -> tuple[Hero, ...]:
    """The characters whose KI it may roll with; whether somebody stands near enough the players see."""
    inside = tuple(hero for hero in one.piece.seen_heroes if hero.alive)
    others = (hero for p in state.of(one.piece.seat) if p.id != one.piece.id for hero in p.seen_heroes if hero.alive)
    commanding = tuple(hero for hero in others if "commandment" in hero.profile.traits)
    if form.lenders == "inside":
        return inside
    if form.lenders == "inside-or-commandment":
        return (*inside, *commanding)
    return ()
