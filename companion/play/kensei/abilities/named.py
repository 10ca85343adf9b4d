"""What a use is: its entry in the tables, its rules, and whom the names in it mean."""

from __future__ import annotations

from companion.content import catalog
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.kensei.uses import Use
from companion.rules.kensei.abilities.rule import AbilityRule, Form
from companion.rules.kensei.profiles import Ability


def ability_of(use: Use) -> Ability:
    """The entry in the tables."""
    known = catalog()
    return (known.taisho_abilities if use.taisho else known.abilities)[use.ability]


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


def whereabouts(state: State, who: str) -> tuple[Piece, Hero | None] | None:
    """A piece or a character of this name, and where he stands."""
    piece = state.piece(who)
    if piece is not None:
        return piece, None
    return next(((p, h) for p in state.pieces for h in p.heroes if h.id == who), None)
