"""The effective log folded into a state: once from a snapshot, and once more when something in it changes.

Pure: no store, no clock. The order of the fold is (slot, seq). An event's slot is its own number; the events that
replace a step take the slot of the step's first event.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.play.codec import settled
from companion.play.game import Event, Game, Line
from companion.rules.text import Refusal
from companion.store.rows import QUIET

SNAPSHOT_EVERY = 64


@dataclass(frozen=True, slots=True)
class Entered:
    """An event of the effective log, where it stands and what the log says of it."""

    seq: int
    slot: int
    event: Event
    line: Line
    player: str = ""


def fold(game: Game[Any], state: Any, acts: Iterable[Entered]) -> Any:
    """The state after the acts.

    None of them is refused as long as the rules are those the log was made by. A server that still runs older rules
    beside a newer one may meet one that they refuse, and leaves it out.
    """
    for act in acts:
        after = game.apply(state, act.event)
        if not isinstance(after, Refusal):
            state = after
    return state


@dataclass(frozen=True, slots=True)
class Consequence:
    """A later event that a correction touches: its line afterwards, or why it has become impossible."""

    act: Entered
    line: Line | None = None
    refusal: Refusal | None = None


@dataclass(slots=True)
class Refold:
    """What the log becomes when some acts go and others take their place."""

    state: Any
    fresh: list[Line] = field(default_factory=list)
    changed: list[Consequence] = field(default_factory=list)
    impossible: list[Consequence] = field(default_factory=list)
    states: list[tuple[int, Any]] = field(default_factory=list)
    """States on the way that are worth a snapshot, with the slot up to which they count."""


def refold(
    game: Game[Any], state: Any, acts: Sequence[Entered], *, gone: Collection[int], slot: int, fresh: Sequence[Event]
) -> Refold | Refusal:
    """Folds the acts again without those `gone` (by seq) and with `fresh` in their slot.

    `acts` begin anywhere at or before the slot, `state` is that before the first of them. Refuses only when a fresh
    event is impossible; later acts that have become so are listed and left out.
    """
    result = Refold(state)
    waiting = tuple(fresh)
    kept = 0  # the slot up to which the last state worth keeping counts
    for act in acts:
        if waiting and (act.slot > slot or (act.slot == slot and act.seq > QUIET)):
            refusal = _put(game, result, waiting)
            if refusal is not None:
                return refusal
            waiting = ()
        if act.slot > slot and act.slot - kept > SNAPSHOT_EVERY:
            kept = act.slot - 1
            result.states.append((kept, result.state))
        if act.seq not in gone:
            _again(game, result, act, changed=act.slot >= slot)
    refusal = _put(game, result, waiting)
    return result if refusal is None else refusal


def _put(game: Game[Any], result: Refold, events: Sequence[Event]) -> Refusal | None:
    for event in events:
        after = game.apply(result.state, event)
        if isinstance(after, Refusal):
            return after
        result.fresh.append(settled(game.line(result.state, event, after)))
        result.state = after
    return None


def _again(game: Game[Any], result: Refold, act: Entered, *, changed: bool) -> None:
    after = game.apply(result.state, act.event)
    if isinstance(after, Refusal):
        if changed:
            result.impossible.append(Consequence(act, refusal=after))
        return
    if changed:
        line = settled(game.line(result.state, act.event, after))
        if line != act.line:
            result.changed.append(Consequence(act, line=line))
    result.state = after
