"""What abilities do to the confrontations of a combat: begun, avoided, not to be refused; and captures (12:5, 12:6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.play.kensei.abilities.in_combat import may_change
from companion.play.kensei.combat.duels import found, not_fought, place_of
from companion.play.kensei.fighters import combatant
from companion.play.kensei.markers import with_effect
from companion.play.kensei.melee import Confrontation
from companion.play.kensei.state import State
from companion.play.kensei.uses import Use
from companion.rules.kensei.abilities.rule import Avoids, CannotRefuse, Captures, Duels, LosesDice
from companion.rules.kensei.turn.effects import EffectId

APART: dict[str, EffectId] = {"basic": "duels-basic", "half": "duels-half"}


def duels(state: State, use: Use, outcome: Duels) -> State:
    """One miniature of the unit challenges a character; each character has one confrontation a turn (K65)."""
    melee = state.melee(use.about)
    if melee is None or not use.targets:
        return state
    challenged = use.targets[0]
    if any(challenged in one.both and not one.off for one in melee.confrontations):
        return state
    name = f"{melee.id}.{use.piece}>{challenged}"
    duel = Confrontation(name, use.piece, challenged, bound=not outcome.refusable)
    state = state.with_melee(melee.with_confrontation(duel))
    return with_effect(state, use.piece, APART[outcome.dice], present=True)


def loses_dice(state: State, use: Use, outcome: LosesDice) -> State:
    """Half of the unit's dice strike nobody."""
    return with_effect(state, use.piece, APART["half"], present=True)


def avoids(state: State, use: Use, outcome: Avoids) -> State:
    """The challenge is not fought, where no die of it has fallen meanwhile."""
    at = found(state, use.about)
    return not_fought(state, *at) if at is not None and may_change(at[1]) else state


def cannot_refuse(state: State, use: Use, outcome: CannotRefuse) -> State:
    """The challenge is fought, also where it was refused a moment ago."""
    at = found(state, use.about)
    if at is None or not may_change(at[1]):
        return state
    melee, duel = at
    taken = replace(duel, bound=True, refused=False if duel.refused else duel.refused)
    state = state.with_melee(melee.with_confrontation(taken))
    return with_effect(state, use.user, "specialist-in-duels", present=True)


def may_refuse_again(state: State, use: Use) -> State:
    """The state in which the challenge may be refused after all, and its answer is asked anew (K77)."""
    at = found(state, use.about)
    if at is not None and may_change(at[1]):
        melee, duel = at
        state = state.with_melee(melee.with_confrontation(replace(duel, bound=False, refused=None)))
    return with_effect(state, use.user, "specialist-in-duels", present=False)


def captures(state: State, use: Use, outcome: Captures) -> State:
    """Who is captured is a casualty."""
    for one in use.losers:
        piece, hero = place_of(state, one)
        own = piece.hero(hero.id)
        if own is not None:
            wounds = combatant(piece, own.id, None).attributes.vt
            state = state.with_piece(piece.with_hero(replace(own, wounds=wounds, alive=False)))
    return state


OUTCOMES: dict[type, Callable[[State, Use, Any], State]] = {
    Duels: duels,
    LosesDice: loses_dice,
    Avoids: avoids,
    CannotRefuse: cannot_refuse,
    Captures: captures,
}
