"""An honor roll that is rolled again, or not at all: what its failure changed is set right (11:3, 11:4, K73, K77)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.play.kensei.ask.names import ask_name, flight_name
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import Ask, AskKind, Before, HonorRoll, State, must
from companion.rules.kensei.turn.contacts import Contact, between


def as_it_stood(state: State, piece: Piece) -> Before:
    """What a failed roll takes from a piece: its standard, its contacts, what it did (3:4:7, 11:4:2)."""
    met = tuple(contact for contact in state.contacts if contact.touches(piece.id))
    return Before(piece.facts, met, standard_bearer=piece.standard_bearer)


def has_failed(state: State, roll: HonorRoll) -> bool:
    """Whether its die has failed, and no later one has been entered for it."""
    failed = roll.die is not None and roll.holds is False and roll.flight is None
    return failed and state.untouched(roll.id)


def rolled_again(state: State, roll: HonorRoll) -> State:
    """The state in which its die is due again, as if it had not fallen."""
    piece = must(state.piece(roll.piece))
    state = _restored(state.without_asks(roll.id), roll, piece)
    how = {step: by for step, by in roll.how.items() if step != "die"}
    roll = replace(roll, die=None, holds=None, number=None, before=None, how=how, again=roll.again + 1)
    kind: AskKind = "regroup" if roll.regroups else "honor"
    return state.with_roll(roll).with_ask(Ask(die_name(roll), kind, piece.seat, roll.id))


def die_name(roll: HonorRoll) -> str:
    """What the question about its die is called; each further die has a name of its own."""
    name = ask_name(roll.id, "regroup" if roll.regroups else "honor")
    return f"{name}/{roll.again + 1}" if roll.again else name


def _restored(state: State, roll: HonorRoll, piece: Piece) -> State:
    if roll.is_ki:
        return state.with_piece(replace(piece, facts=replace(piece.facts, slowed=False)))
    if roll.regroups:  # its point is paid once
        return replace(state, spent=tuple(one for one in state.spent if one.id != roll.id))
    if (before := roll.before) is None:
        return state
    stood = replace(piece, facts=before.facts, standard_bearer=before.standard_bearer)
    flights = tuple(flight for flight in state.flights if flight.id != flight_name(roll))
    state = replace(state.with_piece(stood), flights=flights)
    return replace(state, contacts=(*state.contacts, *_still(state, before.contacts)))


def _still(state: State, contacts: tuple[Contact, ...]) -> Iterator[Contact]:
    """The contacts of which both are still there."""
    for contact in contacts:
        both = [state.piece(one) for one in (contact.one, contact.other) if one]
        stands = all(piece is not None and piece.standing and not piece.facts.flees for piece in both)
        if stands and between(state.contacts, contact.one, contact.other) is None:
            yield contact
