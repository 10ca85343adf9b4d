"""Which questions can be answered now, and in which order a seat meets them."""

from __future__ import annotations

from companion.play.kensei.state import Ask, AskKind, State

CHOICES: tuple[AskKind, ...] = ("react", "chase", "death", "follow", "whom", "hidden")
"""Answered by a choice, while other dice may fall."""
RUNS: tuple[AskKind, ...] = ("pursuit", "further", "again", "escape")
"""Dice of who runs away or pursues."""
UNHURRIED: frozenset[AskKind] = frozenset(
    {"command", "first", "strategic", "ground", "advantage", "ki", "shorter", "harm"}
)
"""Asked and never demanded: whatever else is asked comes before them."""


def urgent(state: State) -> tuple[Ask, ...]:
    """The questions that are being answered, the oldest first, without those that wait for their children. What
    somebody has begun to enter stays where it is until it is whole, whatever else comes to be asked."""
    waiting = {ask.parent for ask in state.asks}
    asks = (ask for ask in state.asks if ask.id not in waiting and not is_listed(state, ask))
    return tuple(sorted(asks, key=lambda ask: (ask.pad.empty, ask.kind in UNHURRIED)))


def meanwhile(state: State, seat: str | None) -> tuple[Ask, ...]:
    """Dice of honor and flights that the other side throws while this seat goes on with its orders, or, in the
    resolution, with what it owes itself. A strike is waited for."""
    if seat is None or state.phase == "combat" or state.running is not None:
        return ()
    if state.phase == "resolution" and not any(ask.seat == seat for ask in state.asks):
        return ()
    return tuple(ask for ask in urgent(state) if ask.seat != seat and (ask.kind in RUNS or state.roll(ask.about)))


def is_listed(state: State, ask: Ask) -> bool:
    """Whether it waits in a list: an honor roll nobody has begun to make, a pursuit, who stands near the dead."""
    if ask.kind in CHOICES:
        return True
    roll = state.roll(ask.about)
    return roll is not None and not roll.open


def first_of(state: State, seat: str | None) -> Ask | None:
    """The question this seat answers first, or else the one it watches."""
    asks = urgent(state)
    return next((ask for ask in asks if ask.seat == seat), asks[0] if asks else None)
