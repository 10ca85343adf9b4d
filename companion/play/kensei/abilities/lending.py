"""Who may lend his KI to who rolls for an ability: a character in the unit, a commander near by, the general (K71 to
K76). Whether a commander stands within 15 cm only the players can see: he is offered, and choosing him says it."""

from __future__ import annotations

from companion.play.kensei.after.target import DUTY, able_commanders, called_to_duty
from companion.play.kensei.markers import with_effect
from companion.play.kensei.muster.sides import general
from companion.play.kensei.owned import Owned
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.kensei.uses import Use
from companion.rules.kensei.abilities.rule import Form

THEIRS = "<"
"""How the names of targets' dice begin."""


def lenders(state: State, use: Use, form: Form, name: str, roller: Piece, hero: Hero | None) -> tuple[Hero, ...]:
    """Who may lend his KI to this die. A hidden character lends nothing: it would show him."""
    found = _by_form(state, use, form, name, roller)
    by_duty = general(state, roller.seat) if _duty(state, use, form, roller, hero) else None
    if by_duty is not None and by_duty not in found:
        found = (*found, by_duty)
    return tuple(one for one in found if hero is None or one.id != hero.id)


def _by_form(state: State, use: Use, form: Form, name: str, roller: Piece) -> tuple[Hero, ...]:
    if (form.lent_to == "targets") != name.startswith(THEIRS):
        return ()
    inside, near = _inside(roller), _near(state, roller)
    match form.lenders:
        case "inside":
            return inside
        case "commandment":
            return (*(one for one in inside if "commandment" in one.profile.traits), *near)
        case "inside-or-commandment":
            return (*inside, *near) if must_lend(use, form, roller) else ()
        case _:
            return ()


def _inside(roller: Piece) -> tuple[Hero, ...]:
    return roller.seen_heroes if roller.unit is not None and roller.miniatures else ()


def _near(state: State, roller: Piece) -> tuple[Hero, ...]:
    return tuple(one for _, one in able_commanders(state, roller) if one.alive)


def must_lend(use: Use, form: Form, roller: Piece) -> bool:
    """Whether its own KI does not count: it has the ability from its general, and no warrior of it knows how (K71)."""
    return not use.hero and _learned(use.ability, form, roller)


def _learned(ability: str, form: Form, roller: Piece) -> bool:
    return form.lenders == "inside-or-commandment" and ability not in roller.profile.abilities


def nobody_lends(state: State, one: Owned, form: Form) -> bool:
    """Whether its user needs another's KI, and nobody is there who could lend it."""
    needs = one.hero is None and _learned(one.ability.id, form, one.piece)
    return needs and not (*_inside(one.piece), *_near(state, one.piece))


def _best(able: tuple[Hero, ...]) -> Hero | None:
    return max(able, key=lambda one: one.profile.attributes.ki, default=None)


def _duty(state: State, use: Use, form: Form, roller: Piece, hero: Hero | None) -> bool:
    """Whether the general lends his KI to this unit because he called it to its duty."""
    return hero is None and not use.taisho and form.attribute == "ki" and called_to_duty(state, roller)


def lender_of(state: State, use: Use, form: Form, name: str, roller: Piece, hero: Hero | None) -> Hero | None:
    """Who lends his KI to this die: who was named, while he can; where somebody must, else the one with the most. Who
    has lent it to a die that lies stays its lender."""
    said = use.lent.get(name, "")
    if name in use.dice:
        return next((one for piece in state.pieces for one in piece.heroes if one.id == said), None)
    able = lenders(state, use, form, name, roller, hero)
    chosen = next((one for one in able if one.id == said), None)
    if chosen is None and must_lend(use, form, roller):
        return _best(able)
    return chosen


def after_die(state: State, use: Use, form: Form, name: str, roller: Piece, hero: Hero | None) -> State:
    """The state after this die: a general who lent his KI because of duty has done so once."""
    lent = next((one for one in lenders(state, use, form, name, roller, hero) if one.id == use.lent.get(name)), None)
    if lent is None or lent in _by_form(state, use, form, name, roller):
        return state
    return with_effect(state, roller.seat, DUTY, present=False)
