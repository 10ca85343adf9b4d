"""Which kind of act is due, as `companion/rules/kensei/explained.py` has them."""

from __future__ import annotations

from companion.play.game import Due
from companion.play.kensei.orders import acting
from companion.play.kensei.state import State
from companion.play.kensei.turn import phases


def kind_of(state: State, due: Due) -> str:
    """Which kind of act this is: a shot is told from a strike, and a phase by what there is to do in it."""
    if due.kind == "attack":
        chain = state.running
        return "shot" if chain is not None and chain.kind == "shot" else "attack"
    if due.kind != "choose":
        return due.kind
    if state.phase == "orders":
        return "actions" if any(acting.open_plans(state, due.seat)) else "orders"
    return "ending" if phases.words(state) is not None else state.phase
