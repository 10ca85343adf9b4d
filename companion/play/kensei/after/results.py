"""The combats of a turn and how they ended, as the resolution phase finds them (11:2, K57)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.play.kensei.fighters import combatant
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.after.combats import Combat, Member, combats, judge_combat
from companion.rules.kensei.after.result import CombatResult


def ve_left(state: State) -> Mapping[str, int]:
    """The VE of everybody who fought this turn, as it is now; nothing of what is destroyed."""
    found = {}
    for combat in combats(state.blows):
        for piece_id in sorted(combat.members):
            piece = state.piece(piece_id)
            if piece is not None:
                found[piece_id] = combatant(piece, None, None).ve if piece.standing else 0
    return found


def judged(state: State, combat: Combat) -> CombatResult:
    """Who won one combat (11:2); first is side a, second side b.

    Once the combats are judged, nobody's VE changes that: not what a pursuit takes of who runs away.
    """
    left = {**ve_left(state), **state.ve_judged}
    members = [Member(p.id, p.seat == "a", left[p.id]) for p in fighters(state, combat)]
    return judge_combat(combat, members, state.settings)


def fighters(state: State, combat: Combat, seat: str = "") -> Iterator[Piece]:
    """Who fought in a combat, of one side or of both, in the order of the table."""
    return (p for p in state.pieces if p.id in combat.members and seat in ("", p.seat))


def combat_of(state: State, piece_id: str) -> Combat | None:
    """The combat of this turn in which a piece fought."""
    return next((combat for combat in combats(state.blows) if piece_id in combat.members), None)


def in_order(state: State) -> tuple[Combat, ...]:
    """The combats as they are resolved: those won by the side that has the command, then the others (11, K69)."""
    return tuple(sorted(combats(state.blows), key=lambda combat: victor(state, combat) != state.first))


def victor(state: State, combat: Combat) -> str:
    """The side that won, or empty in a draw."""
    winner = judged(state, combat).winner
    return {"first": "a", "second": "b"}.get(winner or "", "")
