"""Whom the abilities of a combat concern, and whether their moment is past: before the IN dice, or while a challenge is
open (10:2:3, 10:2:4, K49).
"""

from __future__ import annotations

from companion.play.kensei.combat.duels import found, place_of
from companion.play.kensei.melee import Confrontation, first_roll
from companion.play.kensei.owned import Owned
from companion.play.kensei.state import State
from companion.rules.kensei.abilities.rule import Form
from companion.rules.text import Refusal, Text


def before_in(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Why this one uses nothing before the initiative of this combat; about none, where it is not led."""
    melee = state.melee(about)
    names = {"who": one.title, "ability": one.ability.name}
    if about and (melee is None or one.piece.id not in melee.members or one.piece.id in melee.left):
        return Refusal(Text("%(who)s does not stand in that combat.", names), one.ability.rule)
    if melee is not None and not first_roll(melee):
        words = Text("%(ability)s is used before the initiative dice: they lie open.", names)
        return Refusal(words, one.ability.rule)
    return None


def challenging(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Only of who has challenged, while no die of it has fallen."""
    duel = _open(state, about)
    return None if duel is not None and duel.challenger == one.user else _no_challenge(one)


def challenged(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Only of the unit inside which the challenged stands, while no die of it has fallen."""
    duel = _open(state, about)
    if duel is None:
        return _no_challenge(one)
    piece, _ = place_of(state, duel.challenged)
    return None if piece.id == one.piece.id else _no_challenge(one)


def may_change(one: Confrontation) -> bool:
    """Whether a challenge can still be avoided, or made one that nobody refuses: no die of it has fallen."""
    return not (one.off or one.first or one.goes_on or any(one.dice.values()))


def _open(state: State, about: str) -> Confrontation | None:
    at = found(state, about)
    return at[1] if at is not None and may_change(at[1]) else None


def _no_challenge(one: Owned) -> Refusal:
    names = {"who": one.title, "ability": one.ability.name}
    return Refusal(Text("No challenge is open that %(ability)s of %(who)s could answer.", names), one.ability.rule)
