"""An export of a table played again by today's rules: its lines, what is due, how it ended, and what is refused now.

Pure, and kept nowhere: what was exported is all there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.play.acts import Game
from companion.play.desk import SYSTEM_TYPES
from companion.play.game import Due, Event, Line, Result
from companion.play.registry import GAMES
from companion.rules.text import Refusal, Text

PROVEN = "proof"
"""What an export adds to the data of a seal, for who wants to check it; no act takes it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """An event of an export: `n` is its number there, `line` as the exporting seat read it.

    `voided_by` and `amended_by` are the numbers of the events that took it back, or put it in place of others.
    """

    n: int
    event: Event
    line: str | None
    counts: bool = True
    voided_by: int | None = None
    amended_by: int | None = None
    has_data: bool = True


@dataclass(frozen=True, slots=True)
class RefusedNow:
    """An event that is impossible by today's rules, or in this log; it was left out."""

    n: int
    reason: Text


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the log comes to."""

    lines: tuple[str, ...]
    due: tuple[Due, ...]
    result: Result | None
    refused: tuple[RefusedNow, ...]


def replay(game: str, setup: Mapping[str, Any], log: Sequence[Exported]) -> Replayed | Refusal:
    """The log played from the beginning of this game; why its setup begins none. Lines of the table itself (an undo)
    stay as they are written.
    """
    rules, slots = GAMES[game], _slots(log)
    state = rules.start(setup)
    if isinstance(state, Refusal):
        return state
    acts = [act for act in log if act.counts and act.event.type not in SYSTEM_TYPES]
    new_lines: dict[int, Line] = {}
    refused = []
    for act in sorted(acts, key=lambda act: (slots[act.n], act.n)):
        entered = {name: value for name, value in act.event.data.items() if name != PROVEN}
        event = replace(act.event, data=entered)
        after = rules.apply(state, event) if act.has_data else Refusal(Text("The export lacks the data of this entry."))
        if isinstance(after, Refusal):
            refused.append(RefusedNow(act.n, after.reason))
            continue
        new_lines[act.n] = rules.line(state, event, after)
        state = after
    lines = _lines(rules, log, new_lines)
    return Replayed(lines, rules.due(state), rules.result(state), tuple(sorted(refused, key=lambda one: one.n)))


def _slots(log: Sequence[Exported]) -> dict[int, int]:
    """Where each event counts: at its own number, or at the first of those it took the place of."""
    slots: dict[int, int] = {}
    first: dict[int, int] = {}
    for act in sorted(log, key=lambda act: act.n):
        slots[act.n] = act.n if act.amended_by is None else first.get(act.amended_by, act.n)
        if act.voided_by is not None:
            first[act.voided_by] = min(slots[act.n], first.get(act.voided_by, slots[act.n]))
    return slots


def _lines(game: Game[Any], log: Sequence[Exported], new_lines: dict[int, Line]) -> tuple[str, ...]:
    """Every line that counts, in the order of the export, as the seat reads them that exported it.

    The export does not name that seat: it is the one whose lines agree with most of those in it.
    """
    read: dict[str | None, dict[int, str]] = {}
    for seat in (None, *game.seats):
        known = {n: line.text_for(seat) for n, line in new_lines.items()}
        read[seat] = {n: str(text) for n, text in known.items() if text is not None}
    written = {act.n: act.line for act in log if act.counts and act.line is not None}
    best = max(read.values(), key=lambda lines: sum(lines.get(n) == line for n, line in written.items()))
    own = {act.n: act.line for act in log if act.n in written and act.event.type in SYSTEM_TYPES}
    both = {**best, **own}
    return tuple(str(both[act.n]) for act in log if act.n in both)
