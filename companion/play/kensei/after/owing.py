"""Which honor rolls are owed, and when they go: by whom, for what, at which moment (K25, K55)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.play.kensei.ask.names import ask_name, combats_name, free_name, given, roll_name, stood_later
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import Ask, HonorRoll, State
from companion.rules.kensei.after.honor import KI_CAUSES, Cause


def owe(state: State, piece_id: str, moment: str, *causes: Cause) -> State:
    """The state in which the piece owes an honor roll, if it can roll one. Causes of one moment are one roll (K55)."""
    piece = state.piece(piece_id)
    if not causes or piece is None or not may_roll(piece, causes):
        return state
    for owed in state.owed:
        if (owed.piece, owed.moment, owed.is_ki) == (piece.id, moment, causes == KI_CAUSES):
            return state.with_roll(replace(owed, causes=tuple(dict.fromkeys((*owed.causes, *causes)))))
    return asked(state, HonorRoll("", piece.id, causes, moment), piece)


def asked(state: State, roll: HonorRoll, piece: Piece) -> State:
    """The state in which this roll is asked of its piece's seat, under a name of its own."""
    named = replace(roll, id=roll.id or free_name(state, roll_name(state, roll)))
    state = given(replace(state, rolls=(*state.rolls, named)), named.id)
    return state.with_ask(Ask(ask_name(named.id, "honor"), "honor", piece.seat, named.id))


def may_roll(piece: Piece, causes: Sequence[str]) -> bool:
    """Whether there is a roll at all: a destroyed piece rolls none, one that runs away only KI (K55, 5:2:7)."""
    return piece.standing and (tuple(causes) == KI_CAUSES or not piece.facts.flees)


def _may_make(piece: Piece, roll: HonorRoll) -> bool:
    """Whether its die, or its running on, still makes sense: who is called back runs away until then (8:3:2)."""
    return piece.standing and piece.facts.flees if roll.regroups else may_roll(piece, roll.causes)


def owed_by(state: State, name: str) -> HonorRoll | None:
    """The roll that is owed under this name."""
    return next((r for r in state.owed if name and name == r.id), None) or _stood_later(state, name)


def _stood_later(state: State, name: str) -> HonorRoll | None:
    """The only roll of a name that came again (`…/2`), where the earlier one was taken away since."""
    found = [r for r in state.owed if stood_later(state, name, r.id)]
    return found[0] if len(found) == 1 else None


def tidied(state: State) -> State:
    """Without the rolls nobody can make any more: their piece was destroyed or runs away."""
    for roll in state.rolls:
        piece = state.piece(roll.piece)
        able = piece is not None and (piece.standing if roll.die is not None else _may_make(piece, roll))
        if not able and not roll.done and not (piece is not None and piece.standing and _may_hold_yet(state, piece)):
            state = state.without_roll(roll.id)
    return state


def _may_hold_yet(state: State, piece: Piece) -> bool:
    """Whether a roll of it has failed that may be thrown again: until the flight, its other debts only rest."""
    return any(roll.piece == piece.id and roll.before is not None for roll in state.rolls)


def listed(state: State) -> tuple[HonorRoll, ...]:
    """The rolls owed that nobody has begun to make; those of this turn's combats wait for the resolution (K55)."""
    waiting = {ask.parent for ask in state.asks}
    held_up = {ask.about for ask in state.asks if ask.id in waiting}
    return tuple(
        roll
        for roll in state.owed
        if not (roll.open or roll.id in held_up or _is_early(state, roll) or _rests(state, roll))
    )


def _rests(state: State, roll: HonorRoll) -> bool:
    """Whether its piece runs away, and may yet hold."""
    piece = state.piece(roll.piece)
    return piece is None or not may_roll(piece, roll.causes)


def _is_early(state: State, roll: HonorRoll) -> bool:
    return state.phase == "combat" and roll.moment == combats_name(state)
