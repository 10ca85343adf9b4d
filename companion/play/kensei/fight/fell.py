"""Who falls under an ability that lets her strike as she falls: her dice are asked once the harm has landed (K75)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.play.kensei.ask.names import ask_name, free_name, given
from companion.play.kensei.fight.situation import fight_of, strike_of, striking
from companion.play.kensei.state import Ask, Chain, Fallen, State
from companion.rules.kensei.fight.lasting import last_dice


def fell(state: State, chains: Sequence[Chain], removed: int) -> State:
    """The state in which those removed by these strikes throw their dice at who struck, the unit before its Bushi."""
    chain = chains[0]
    fight = fight_of(state, chain)
    due = last_dice(strike_of(state, fight), removed)
    if due is None:
        return state
    hero = striking(fight)
    name = free_name(state, f"{chain.id}.last")
    one = Fallen(name, chain.defender, chain.attacker, hero.id if hero is not None else "", due.dice, due.ar)
    one = replace(one, pursuit=chain.situation.free_attack)
    state = given(replace(state, fallen=(*state.fallen, one)), name)
    return state.with_ask(Ask(ask_name(name, "last"), "last", fight.defender.seat, name))
