"""The dice of a pursuit: where they reach, the free attack opens, filled in (11:4:5, K58)."""

from __future__ import annotations

from companion.play.game import Event
from companion.play.kensei.after import words
from companion.play.kensei.after.flight import chase_of, reached
from companion.play.kensei.after.pursuit import ask_words, dice, pursued
from companion.play.kensei.ask.kinds import Faces, Kind
from companion.play.kensei.fight import aim
from companion.play.kensei.state import Ask, AskKind, State
from companion.rules.text import Refusal, Text


def _answered(state: State, event: Event, ask: Ask, faces: Faces) -> State:
    """Another attack under way goes first: then this one is offered after it."""
    state, flight, chase = pursued(state, ask, faces)
    if not reached(flight, chase):
        return state
    strike = aim.AimData(kind="melee", attacker=chase.piece, defender=flight.piece, name="")
    opened = aim.aimed(state, ask.seat, strike)
    return state if isinstance(opened, Refusal) else opened


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    return words.came(after, *chase_of(after, ask.about))


KINDS: dict[AskKind, Kind] = {"pursuit": Kind("11:4:5", dice, ask_words, _answered, _line)}
