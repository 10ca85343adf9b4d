"""The markers beside a piece (2:6:4): each shows a fact, and set by hand it changes that fact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.turn.contacts import Contact, engaged, without
from companion.rules.kensei.turn.effects import EffectId, counts, effects_on, from_now
from companion.rules.kensei.turn.facts import Facts
from companion.rules.text import Text

Shown = Callable[[State, Piece], bool]
Put = Callable[[State, Piece, bool], State]


@dataclass(frozen=True, slots=True)
class Marker:
    """`shown` reads the fact, `put` sets it or takes it away. `place` markers tell where a piece stands."""

    id: str
    label: Text
    icon: str
    rule: str
    shown: Shown
    put: Put
    place: bool = False


def with_facts(state: State, piece: Piece, **changes: Any) -> State:
    """The state with these facts of a piece changed."""
    return state.with_piece(replace(piece, facts=replace(piece.facts, **changes)))


def with_effect(state: State, on: str, source: EffectId, present: bool) -> State:
    """The state in which this effect counts now on somebody, or does not."""
    if not present:
        rest = (e for e in state.effects if (e.on, e.source) != (on, source) or not counts(e, state.turn))
        return replace(state, effects=tuple(rest))
    if source in effects_on(state.effects, on, state.turn):
        return state
    return replace(state, effects=(*state.effects, from_now(source, on, state.turn)))


def breaks(state: State, piece: Piece, since: int) -> State:
    """The state in which a piece runs away: out of its combats and without its standard (3:4:7, 11:4:2)."""
    running = replace(piece, standard_bearer=False, facts=piece.facts.breaks(since))
    return replace(state.with_piece(running), contacts=without(state.contacts, piece.id))


def _is(field: str, value: Any) -> Shown:
    return lambda state, piece: bool(getattr(piece.facts, field) == value)


def _set(field: str, value: Any, otherwise: Any) -> Put:
    def put(state: State, piece: Piece, on: bool) -> State:
        if on:
            return with_facts(state, piece, **{field: value})
        return with_facts(state, piece, **{field: otherwise}) if getattr(piece.facts, field) == value else state

    return put


def _fact(id: str, label: Text, icon: str, rule: str, field: str, value: Any, *, place: bool = False) -> Marker:
    otherwise = getattr(Facts(), field)
    return Marker(id, label, icon, rule, _is(field, value), _set(field, value, otherwise), place)


def _unloaded(state: State, piece: Piece) -> bool:
    return piece.standing and not piece.loaded


def _unload(state: State, piece: Piece, on: bool) -> State:
    if piece.lone is not None:
        return state.with_piece(piece.with_hero(replace(piece.lone, loaded=not on)))
    return with_facts(state, piece, loaded=not on)


def _engaged(state: State, piece: Piece) -> bool:
    return engaged(state.contacts, piece.id, state.turn)


def _engage(state: State, piece: Piece, on: bool) -> State:
    if _engaged(state, piece) == on:
        return state
    if not on:
        return replace(state, contacts=without(state.contacts, piece.id))
    return replace(state, contacts=(*state.contacts, Contact(piece.id, "", state.turn - 1)))


def _began_now(state: State, piece: Piece) -> bool:
    return piece.facts.fleeing_since == state.turn


def _began_before(state: State, piece: Piece) -> bool:
    return piece.facts.flees and not _began_now(state, piece)


def _runs(shown: Shown, turns_ago: int) -> Put:
    def put(state: State, piece: Piece, on: bool) -> State:
        if on:
            return breaks(state, piece, state.turn - turns_ago)
        return with_facts(state, piece, fleeing_since=None) if shown(state, piece) else state

    return put


def _regroup(state: State, piece: Piece, on: bool) -> State:
    since = None if on else piece.facts.fleeing_since
    return with_facts(state, piece, regrouped=on, fleeing_since=since)


def _destroyed_enemy(state: State, piece: Piece) -> bool:
    return piece.standing and "destroyed-enemy" in effects_on(state.effects, piece.id, state.turn)


MARKERS: tuple[Marker, ...] = (
    _fact("march", Text("Marched"), "march", "2:6:4", "moved", "march"),
    _fact("run", Text("Ran"), "run", "2:6:4", "moved", "run"),
    _fact("charge", Text("Charged"), "charge", "2:6:4", "charged", True),
    _fact("counter-charge", Text("Counter-charged"), "charge", "2:6:4", "counter_charged", True),
    _fact("defensive", Text("Defensive position"), "shield", "10:2:1", "defensive", True),
    _fact("shot", Text("Shot this turn"), "bow", "9:3:2", "shot", True),
    _fact("withstood-and-shot", Text("Withstood and shot"), "shield", "9:5:6", "withstood_and_shot", True),
    _fact("special", Text("Special action"), "special", "2:6:4", "special", True),
    Marker("unloaded", Text("Not loaded"), "reload", "9:3:1", _unloaded, _unload),
    Marker("engaged", Text("Engaged"), "swords", "10:1", _engaged, _engage),
    Marker("fleeing", Text("Running away"), "flee", "11:4:2", _began_now, _runs(_began_now, 0)),
    Marker("regroup", Text("May regroup"), "regroup", "11:4:3", _began_before, _runs(_began_before, 1)),
    Marker("regrouped", Text("Regrouped"), "regroup", "8:3:2", _is("regrouped", True), _regroup),
    _fact("defeated", Text("Defeated"), "defeat", "11:2:3", "defeated", True),
    Marker(
        "enemy-destroyed",
        Text("Destroyed an enemy last turn"),
        "honor",
        "11:1",
        _destroyed_enemy,
        lambda state, piece, on: with_effect(state, piece.id, "destroyed-enemy", on),
    ),
    _fact("slowed", Text("Half movement next time"), "march", "5:2:7", "slowed", True),
    _fact("hill", Text("On a hill"), "hill", "6:2:2", "ground", "hill", place=True),
    _fact("forest", Text("In a forest"), "forest", "6:2:1", "ground", "forest", place=True),
    _fact("stream", Text("In a stream"), "stream", "6:2:6", "ground", "stream", place=True),
    _fact("light-cover", Text("Light cover"), "shield", "6:2:5", "cover", "light", place=True),
    _fact("heavy-cover", Text("Heavy cover"), "shield", "6:2:5", "cover", "heavy", place=True),
)
BY_ID = {m.id: m for m in MARKERS}


def shown(state: State, piece: Piece) -> tuple[Marker, ...]:
    """The markers that lie beside a piece now."""
    return tuple(marker for marker in MARKERS if marker.shown(state, piece))


def put(state: State, piece: Piece, marker_id: str, on: bool) -> State:
    """The state after a marker was laid beside a piece, or taken away."""
    return BY_ID[marker_id].put(state, piece, on)
