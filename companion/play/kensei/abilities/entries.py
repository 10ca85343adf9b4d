"""What the tables and rules say of an ability that is used."""

from __future__ import annotations

from companion.content import catalog
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.kensei.uses import Use, ability_of
from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts


def rule_of(use: Use) -> AbilityRule:
    """Its rules."""
    known = catalog()
    return (known.taisho_rules if use.taisho else known.ability_rules)[use.ability]


def form_of(use: Use) -> Form:
    """The form in which it is used."""
    form = rule_of(use).form(use.form)
    assert form is not None
    return form


def roll_kind(use: Use) -> str:
    """What is rolled for it."""
    return form_of(use).roll or ability_of(use).ki_roll


def lies_on(use: Use, outcome: Lasts) -> tuple[str, ...]:
    """On whom this effect of a use lies."""
    return {"self": (use.user,), "side": (use.seat,), "targets": use.targets, "losers": use.losers}[outcome.on]


def whereabouts(state: State, who: str) -> tuple[Piece, Hero | None] | None:
    """A piece or a character of this name, and where he stands."""
    piece = state.piece(who)
    if piece is not None:
        return piece, None
    return next(((p, h) for p in state.pieces for h in p.heroes if h.id == who), None)
