"""Whom the strikers of a combat may still strike (10:2:5, K47)."""

from __future__ import annotations

from companion.play.kensei.combat.listing import met_in
from companion.play.kensei.melee import Melee, Striker
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State, must
from companion.rules.kensei.after.combats import Blow
from companion.rules.kensei.turn.effects import effects_on


def piece_of(state: State, striker: Striker) -> Piece:
    """Pieces are never taken out of a battle that has begun, only down to nothing."""
    return must(state.piece(striker.piece))


def stands(state: State, striker: Striker) -> bool:
    """Whether he can still strike: a unit that is destroyed before its turn strikes no more (10:2:5)."""
    piece = piece_of(state, striker)
    if striker.unit:
        return piece.miniatures > 0
    hero = piece.hero(striker.hero) if striker.hero else piece.lone
    return hero is not None and hero.alive


def enemies(state: State, melee: Melee, striker: Striker) -> tuple[Piece, ...]:
    """The enemies it touches in this combat that still stand."""
    touched = [met for met in met_in(state, melee) if met.touches(striker.piece)]
    ids = {one for met in touched for one in (met.one, met.other)} - {striker.piece}
    spared = _spared(state, melee, striker)
    return tuple(p for p in state.pieces if p.id in ids and p.standing and p.id not in spared)


def _spared(state: State, melee: Melee, striker: Striker) -> frozenset[str]:
    """Whom this unit does not strike this turn: he fought one of its own, who could not refuse (12:6:3, K77)."""
    if not striker.unit:
        return frozenset()
    own = {hero.id for hero in piece_of(state, striker).heroes}
    duellists = {one.challenger for one in melee.confrontations if one.challenged in own}
    able = {one for one in duellists if "specialist-in-duels" in effects_on(state.effects, one, state.turn)}
    return frozenset(p.id for p in state.pieces if p.lone is not None and p.lone.id in able)


def blows_of(state: State, melee: Melee, striker: Striker) -> tuple[Blow, ...]:
    """What it has struck in this combat; the free attack of a pursuit is none of it."""
    return tuple(
        blow
        for blow in state.blows
        if blow.attacker == striker.piece
        and blow.striker == striker.hero
        and not blow.pursuit
        and blow.defender in melee.members
    )


def ahead_of(state: State, melee: Melee, striker: Striker) -> tuple[Piece, ...]:
    """Whom it has still to strike: of several among whom it shares its dice, each with a share; else one of them."""
    if striker.id in melee.passed or not stands(state, striker):
        return ()
    struck = {blow.defender for blow in blows_of(state, melee, striker)}
    foes = enemies(state, melee, striker)
    shared = melee.shares.get(striker.id)
    if shared is not None:
        return tuple(p for p in foes if shared.get(p.id) and p.id not in struck)
    return () if struck else foes
