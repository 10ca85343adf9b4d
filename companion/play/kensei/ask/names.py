"""Names of rolls, made of what they are about: a later one keeps its name when an earlier one is taken away.

`t3.a6>b3.shot` is the shot of a6 at b3 in turn 3, `t3.a6>b3.shot.at` its attack roll, and
`t3.a6>b3.shot.honor.b3` the honor roll that b3 owes for it. A name that comes again in the turn gets /2.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.asks import Ask, AskKind, split_name
from companion.play.kensei.chains import Chain
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import HonorRoll


def chain_name(state: State, chain: Chain) -> str:
    """The name of a roll chain, before it is counted."""
    striker = f":{chain.striker}" if chain.striker else ""
    return f"t{state.turn}.{chain.attacker}{striker}>{chain.defender}.{chain.kind}"


def roll_name(state: State, roll: HonorRoll) -> str:
    """The name of an honor or KI roll, before it is counted."""
    return f"{roll.moment or f't{state.turn}.called'}.{'ki' if roll.is_ki else 'honor'}.{roll.piece}"


def settled_name(state: State, wanted: str, name: str) -> str:
    """The name an event was entered with where it is this one and still free, else the next free one."""
    base, time = split_name(wanted)
    return wanted if base == name and time > state.names.get(name, 0) else state.free_name(name)


def given_back(state: State, name: str) -> State:
    """The state in which this name, the last that was given, is free again."""
    base, time = split_name(name)
    others = {known: count for known, count in state.names.items() if known != base}
    return replace(state, names={**others, base: time - 1} if time > 1 else others)


# ---- which questions can be answered now, and in which order a seat meets them


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
    asks = (ask for ask in state.asks if ask.id not in waiting | state.aside and not is_listed(state, ask))
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


# ---- an attack that opened by itself gives way to whatever its players do


def withdrawn(state: State) -> State:
    """Without the attack that opened by itself and that nobody has touched; its name is free again."""
    chain = state.running
    if chain is None or not chain.by_itself or chain.attack is not None or not state.untouched(chain.id):
        return state
    return given_back(state.without_chain(chain.id), chain.id)
