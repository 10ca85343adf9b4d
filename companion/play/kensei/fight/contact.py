"""What a strike tells the table of its two: that they are in contact, from which side, and who had charged (9:5:5)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.fight.situation import fight_of
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import Chain, State
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.turn.contacts import Contact, ContactCause, named


def touched(state: State, chain: Chain) -> State:
    """The state after this strike: the answer to it, and whoever strikes beside it, need not be told again."""
    said = chain.situation
    since = state.turn if said.first_turn else state.turn - 1
    zone = said.zone if said.first_turn else "front"
    state = _in_contact(state, Contact(chain.attacker, chain.defender, since, _cause(said), zone))
    if not said.first_turn:
        return state
    fight = fight_of(state, chain)
    state = _ran_in(state, fight.attacker, charged=said.charging, counter=said.counter_charge is not None)
    return _ran_in(state, fight.defender, counter=said.defender_counter_charge is not None)


def _in_contact(state: State, met: Contact) -> State:
    return replace(state, contacts=named(state.contacts, met))


def _cause(said: Situation) -> ContactCause:
    """Who counter-charged and was reached stands in a charge of the other."""
    if not said.first_turn:
        return "strike"
    if "won" in (said.counter_charge, said.defender_counter_charge):
        return "counter"
    charged = said.charging or "lost" in (said.counter_charge, said.defender_counter_charge)
    return "charge" if charged else "strike"


def _ran_in(state: State, piece: Piece, *, charged: bool = False, counter: bool = False) -> State:
    """What it is said to have done stays true this turn. A counter-charge has a marker of its own."""
    if not piece.standing:
        return state
    facts = piece.facts
    charged = facts.charged or (charged and not counter)
    countered = facts.counter_charged or counter
    return state.with_piece(replace(piece, facts=replace(facts, charged=charged, counter_charged=countered)))
