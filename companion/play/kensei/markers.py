"""The markers beside a piece (2:6:4): each shows a fact, and set by hand it changes that fact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, get_args

from companion.content.markers import BY_ID as SIGNS
from companion.content.markers import Sign
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.kensei.turn.effects import Effect, EffectId
from companion.rules.kensei.turn.facts import Facts, Ground
from companion.rules.text import Text

Shown = Callable[[State, Piece], bool]
Put = Callable[[State, Piece, bool], State]


@dataclass(frozen=True, slots=True)
class Marker:
    """`shown` reads the fact, `put` sets it or takes it away."""

    sign: Sign
    shown: Shown
    put: Put

    @property
    def id(self) -> str:
        """That of its sign; acts and logs name it so."""
        return self.sign.id

    @property
    def label(self) -> Text:
        """What it says of the piece beside which it lies."""
        assert self.sign.label is not None
        return self.sign.label


def _is(field: str, value: Any) -> Shown:
    return lambda state, piece: bool(getattr(piece.facts, field) == value)


def _set(field: str, value: Any, otherwise: Any) -> Put:
    def put(state: State, piece: Piece, on: bool) -> State:
        if on:
            return state.with_facts(piece, **{field: value})
        return state.with_facts(piece, **{field: otherwise}) if getattr(piece.facts, field) == value else state

    return put


def _marker(sign: str, shown: Shown, put: Put) -> Marker:
    return Marker(SIGNS[sign], shown, put)


def _fact(sign: str, field: str, value: Any) -> Marker:
    return _marker(sign, _is(field, value), _set(field, value, getattr(Facts(), field)))


def _effect(sign: str, source: EffectId) -> Marker:
    def lies(state: State, piece: Piece) -> bool:
        return piece.standing and source in state.effects_on(piece.id)

    return _marker(sign, lies, lambda state, piece, on: state.with_effect(piece.id, source, on))


def _unloaded(state: State, piece: Piece) -> bool:
    return piece.standing and not piece.loaded


def with_loaded(state: State, piece: Piece, loaded: bool) -> State:
    """The state in which its weapon is loaded or not: the unit's, or that of who stands alone."""
    if piece.lone is not None:
        return state.with_piece(piece.with_hero(replace(piece.lone, loaded=loaded)))
    return state.with_facts(piece, loaded=loaded)


def _engaged(state: State, piece: Piece) -> bool:
    return state.engaged_before(piece.id)


def _engage(state: State, piece: Piece, on: bool) -> State:
    if _engaged(state, piece) == on:
        return state
    if not on:
        return state.without_contacts(piece.id)
    return replace(state, contacts=(*state.contacts, Contact(piece.id, "", state.turn - 1)))


def _began_now(state: State, piece: Piece) -> bool:
    return piece.facts.fleeing_since == state.turn


def _began_before(state: State, piece: Piece) -> bool:
    return piece.facts.flees and not _began_now(state, piece)


def _runs(shown: Shown, turns_ago: int) -> Put:
    def put(state: State, piece: Piece, on: bool) -> State:
        if on:
            return state.breaks(piece, state.turn - turns_ago)
        return state.with_facts(piece, fleeing_since=None) if shown(state, piece) else state

    return put


def _regroup(state: State, piece: Piece, on: bool) -> State:
    return state.with_facts(piece, regrouped=on, fleeing_since=None if on else piece.facts.fleeing_since)


def halved(state: State, piece: Piece) -> bool:
    """Whether it moves at half now: slings have hit its riders, or friends ran through it this turn (5:2:7, 11:4:2)."""
    return piece.facts.slowed or Effect("run-through", piece.id, state.turn) in state.effects


MARKERS: tuple[Marker, ...] = (
    _fact("march", "moved", "march"),
    _fact("run", "moved", "run"),
    _fact("charge", "charged", True),
    _fact("counter-charge", "counter_charged", True),
    _fact("defensive", "defensive", True),
    _fact("shot", "shot", True),
    _fact("withstood-and-shot", "withstood_and_shot", True),
    _fact("special", "special", True),
    _marker("unloaded", _unloaded, lambda state, piece, on: with_loaded(state, piece, not on)),
    _marker("engaged", _engaged, _engage),
    _marker("fleeing", _began_now, _runs(_began_now, 0)),
    _marker("regroup", _began_before, _runs(_began_before, 1)),
    _marker("regrouped", _is("regrouped", True), _regroup),
    _fact("defeated", "defeated", True),
    _effect("enemy-destroyed", "destroyed-enemy"),
    _effect("run-through", "run-through"),
    _fact("slowed", "slowed", True),
    *(_fact(ground, "ground", ground) for ground in get_args(Ground) if ground != "open"),
    _fact("teppo-wet", "teppo_wet", True),
    _fact("light-cover", "cover", "light"),
    _fact("heavy-cover", "cover", "heavy"),
)
BY_ID = {m.id: m for m in MARKERS}
SHOWN_BY_MARKERS: frozenset[EffectId] = frozenset({"destroyed-enemy", "run-through"})
"""Effects beside which a marker lies."""


def shown(state: State, piece: Piece) -> tuple[Marker, ...]:
    """The markers that lie beside a piece now."""
    return tuple(marker for marker in MARKERS if marker.shown(state, piece))


def put(state: State, piece: Piece, marker_id: str, on: bool) -> State:
    """The state after a marker was laid beside a piece, or taken away."""
    return BY_ID[marker_id].put(state, piece, on)
