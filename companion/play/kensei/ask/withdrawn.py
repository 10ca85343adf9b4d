"""An attack that opened by itself gives way to whatever its players do."""

from __future__ import annotations

from companion.play.kensei.ask.names import given_back
from companion.play.kensei.state import State


def withdrawn(state: State) -> State:
    """Without the attack that opened by itself and that nobody has touched; its name is free again."""
    chain = state.running
    if chain is None or not chain.by_itself or chain.attack is not None or not state.untouched(chain.id):
        return state
    return given_back(state.without_chain(chain.id), chain.id)
