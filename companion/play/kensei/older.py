"""What a table begun before rolls had names counted otherwise, so that every event of it still counts."""

from __future__ import annotations

from collections.abc import Collection

from companion.play.kensei.state import State
from companion.rules.kensei.turn.contacts import Contact, engaged


def contacts_after_turn(state: State, standing: Collection[str]) -> tuple[Contact, ...]:
    """Who stays engaged, without saying with whom: who fought this turn while one of those enemies is left, and who
    was engaged before and did not fight."""
    foes: dict[str, set[str]] = {}
    for blow in state.blows:
        foes.setdefault(blow.attacker, set()).add(blow.defender)
        foes.setdefault(blow.defender, set()).add(blow.attacker)
    staying = (
        piece.id
        for piece in state.pieces
        if piece.id in standing
        and (
            bool(foes[piece.id] & set(standing)) if piece.id in foes else engaged(state.contacts, piece.id, state.turn)
        )
    )
    return tuple(Contact(piece_id, "", state.turn) for piece_id in staying)
