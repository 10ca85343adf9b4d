"""The effective log folded into a state: once from a snapshot, and once more when something in it changes.

Pure: no store, no clock. The order of the fold is (slot, seq). An event's slot is its own number; the events that
replace a step take the slot of the step's first event.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from companion.play.acts import Game
from companion.play.codec import settled
from companion.play.game import ASIDE, Event, Line, Seat
from companion.rules.text import Refusal, Text, same_sentences
from companion.store.rows import QUIET

SNAPSHOT_EVERY = 64


class NewerRules(Exception):
    """A table was folded by later rules than this process has: during an upgrade two versions serve one database. This
    one would set aside acts it does not know, so it leaves the table alone, and its phone tries again elsewhere."""


class SetupRefused(Exception):
    """The rules of today refuse what a table was set up with: it cannot be folded, and nothing of it is changed."""


def outdated(stored: str, own: str) -> bool:
    """Whether a table that the rules `stored` folded last is to be folded anew by our `own` ones. A version ends in a
    number ("kensei-1"), which only rises. Raises NewerRules where ours are the earlier ones."""
    theirs, ours = (int(re.search("[0-9]*$", version)[0] or 0) for version in (stored, own))  # type: ignore[index]
    if theirs > ours:
        raise NewerRules(f"the table was folded by {stored}, and this process has {own}")
    return theirs < ours


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

    None of them is refused as long as the rules are those the log was made by. Later ones fold it anew (`Work.renew`),
    and earlier ones not at all (`outdated`).
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
    event: Event | None = None
    """As it counts now, where that is in spite of what a correction has made owed."""

    def reads(self, seat: Seat | None) -> tuple[Text | None, Text | None] | None:
        """Its line before and afterwards, as this seat may read them; None where both say the same, or it falls."""
        was, now = (None if line is None else line.text_for(seat) for line in (self.act.line, self.line))
        return None if self.line is None or same_sentences(was, now) else (was, now)


@dataclass(slots=True)
class Refold:
    """What the log becomes when some acts go and others take their place."""

    state: Any
    fresh: list[Line] = field(default_factory=list)
    changed: list[Consequence] = field(default_factory=list)
    impossible: list[Consequence] = field(default_factory=list)
    restored: list[Consequence] = field(default_factory=list)
    """Acts that count again, with their lines."""
    altered: set[int] = field(default_factory=set)
    """Of those that were to be compared: who do something else now than they did."""
    states: list[tuple[int, Any]] = field(default_factory=list)
    """States on the way that are worth a snapshot, with the slot up to which they count."""


def refold(
    game: Game[Any],
    state: Any,
    acts: Sequence[Entered],
    *,
    gone: Collection[int],
    slot: int,
    fresh: Sequence[Event],
    back: Collection[int] = (),
    compared: Collection[int] = (),
    corrects: bool = False,
) -> Refold | Refusal:
    """Folds the acts again without those `gone` (by seq) and with `fresh` in their slot. Those that come `back` did not
    count up to now; one of them that is impossible by now stays away. What the acts `compared` (by seq) do is laid
    beside what they did. What was played after an act that it `corrects` went on, whatever is owed now.

    `acts` begin anywhere at or before the slot, `state` is that before the first of them. Refuses only when a fresh
    event is impossible; later acts that have become so are listed and left out.
    """
    result, former = Refold(state), state
    waiting = tuple(fresh)
    kept = 0  # the slot up to which the last state worth keeping counts
    for act in acts:
        if waiting and (act.slot > slot or (act.slot == slot and act.seq > QUIET)):
            if refusal := _put(game, result, waiting):
                return refusal
            waiting = ()
        if act.slot > slot and act.slot - kept > SNAPSHOT_EVERY:
            kept = act.slot - 1
            result.states.append((kept, result.state))
        if act.seq in back:
            _restore(game, result, act)
            continue
        was, now = former, result.state
        if compared or corrects:
            former = fold(game, former, [act])
        if act.seq not in gone:
            _again(game, result, act, changed=act.slot >= slot, course=(was, former) if corrects else None)
        if act.seq in compared and difference(was, former) != difference(now, result.state):
            result.altered.add(act.seq)
    return _put(game, result, waiting) or result


def _put(game: Game[Any], result: Refold, events: Sequence[Event]) -> Refusal | None:
    for event in events:
        after = game.apply(result.state, event)
        if isinstance(after, Refusal):
            return after
        result.fresh.append(settled(game.line(result.state, event, after)))
        result.state = after
    return None


def _restore(game: Game[Any], result: Refold, act: Entered) -> None:
    after = game.apply(result.state, act.event)
    if not isinstance(after, Refusal):
        line = settled(game.line(result.state, act.event, after))
        result.restored.append(Consequence(act, line=line))
        result.state = after


def _again(game: Game[Any], result: Refold, act: Entered, *, changed: bool, course: tuple[Any, Any] | None) -> None:
    event, after = act.event, game.apply(result.state, act.event)
    if changed and course is not None:
        event, after = _nevertheless(game, result.state, event, after, course)
    if isinstance(after, Refusal):
        if changed:
            result.impossible.append(Consequence(act, refusal=after))
        return
    if changed:
        line = settled(game.line(result.state, event, after))
        now = event if event is not act.event else None
        if line != act.line or now is not None:
            result.changed.append(Consequence(act, line=line, event=now))
    result.state = after


def _nevertheless(game: Game[Any], state: Any, event: Event, after: Any, course: tuple[Any, Any]) -> tuple[Event, Any]:
    """The event as it counts now, and the state after it or why it falls. `course`: the states before and after it as
    they were before the correction.

    What is owed only since the correction takes back nothing that was played after it: what ended a phase ends it
    anyway, where so alone it leads as far as it did; and what it kept from being asked is answered all the same.
    """
    former, led = course
    reached = state if isinstance(after, Refusal) else after
    anyway = game.anyway(event)
    if anyway is not None and game.stage(reached) != game.stage(led):
        went = game.apply(state, anyway)
        if not isinstance(went, Refusal) and game.stage(went) == game.stage(led):
            return anyway, went
    if isinstance(after, Refusal) and (owed := game.owed(state, former)):
        beside = {**event.data, ASIDE: sorted({*event.data.get(ASIDE, ()), *owed})}
        waiting = replace(event, data=beside)
        went = game.apply(state, waiting)
        if not isinstance(went, Refusal):
            return waiting, went
    return event, after


def difference(before: Any, after: Any) -> Any:
    """What an act has done, as a value to be compared: fields, entries and things with an id one by one, so that what
    it has not touched does not count; None where nothing has changed."""
    if before == after:
        return None
    if is_dataclass(before) and type(before) is type(after):
        names = (one.name for one in fields(before) if one.compare)
        return _parts({name: (getattr(before, name), getattr(after, name)) for name in names})
    one, other = _by_key(before), _by_key(after)
    if one is not None and other is not None:
        return _parts({key: (one.get(key), other.get(key)) for key in {**one, **other}})
    if isinstance(before, tuple) and isinstance(after, tuple):
        return "gone and come", tuple(x for x in before if x not in after), tuple(x for x in after if x not in before)
    return "now", after


def _parts(pairs: Mapping[Any, tuple[Any, Any]]) -> Any:
    return {key: changed for key, pair in pairs.items() if (changed := difference(*pair)) is not None}


def _by_key(value: Any) -> Mapping[Any, Any] | None:
    """A mapping, or things told apart by their ids; None for what has none."""
    if isinstance(value, Mapping):
        return value
    if not isinstance(value, tuple) or not all(hasattr(one, "id") for one in value):
        return None
    named = {one.id: one for one in value}
    return named if len(named) == len(value) else None
