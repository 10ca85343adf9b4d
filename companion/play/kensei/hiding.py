"""Ninjas who may wait hidden: what everybody knows of it, and what their own side has written (5:1:6, K80)."""

from __future__ import annotations

from companion.play.kensei.ground import WrittenDown
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State


def has_shown(state: State, piece: Piece) -> bool:
    """Whether everybody has seen it do something this turn: fight, carry orders, use an ability."""
    fights = any(met.touches(piece.id) for met in state.contacts)
    return (
        fights
        or any(plan.piece == piece.id and plan.announced for plan in state.plans)
        or any(use.piece == piece.id for use in state.uses)
    )


def may_hide(state: State, piece: Piece) -> bool:
    """Whether it may be hidden, by what everybody knows: Ninjas nobody has seen act, whose side has a closed seal. What
    the seal says has no part in it (5:1:6)."""
    sealed = any(one.seat == piece.seat and not one.opened for one in state.seals)
    return sealed and "ninja" in piece.profile.traits and not has_shown(state, piece)


def written_down(state: State, piece: Piece) -> WrittenDown | None:
    """What its own side has written of where these Ninjas hide, while nobody has seen them act; else None. A seal that
    names nobody may be about them (5:1:6, K80)."""
    if "ninja" not in piece.profile.traits or has_shown(state, piece):
        return None
    closed = (one for one in state.seals if one.seat == piece.seat and not one.opened and one.who in ("", piece.id))
    return max(closed, key=lambda one: bool(one.who), default=None)
