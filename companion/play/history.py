"""What happened at a table, as one seat may read it: the log, page by page, and the whole of it to take away;
and how long each seat took."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from companion.play.acts import everybody
from companion.play.desk import MENDS, SYSTEM_TYPES, Desk, Work, act_of, line_of, looking
from companion.play.fold import fold
from companion.play.game import AGAIN, How, Seat
from companion.play.people import named, table_named
from companion.play.timestamps import from_timestamp
from companion.play.values import LogEntry, Passage, StepPassage, folded
from companion.rules import counts
from companion.rules.text import Text, with_names
from companion.store import rows

PAGE_MOST = 200
FORMAT = "gunbai-table/1"


def log(
    desk: Desk, table_id: str, seat: Seat | None, *, before: int | None = None, limit: int = 50
) -> tuple[LogEntry, ...]:
    """The newest lines first; `before` is the seq of the last entry shown already.

    From one that this seat may not read it reads on no further: the numbers of quiet events can be guessed, and an
    answer would tell that one is there, and behind which entry.
    """
    limit = max(1, min(limit, PAGE_MOST))
    with desk.look(table_id) as work:
        if work is None:
            return ()
        place: tuple[int, int] | None = None
        if before is not None:
            last = rows.event_row(work.db, work.id, before)
            if last is None or _entry(work, last, seat) is None:
                return ()
            place = (last.slot, last.seq)
        found: list[LogEntry] = []
        while len(found) < limit:  # lines that only others may read fill pages of their own
            page = rows.listed_before(work.db, work.id, place, limit)
            found += _entries(work, page, seat)
            if len(page) < limit:
                break
            place = (page[-1].slot, page[-1].seq)
        return tuple(found[:limit])


@looking
def entry(work: Work, seat: Seat | None, seq: int) -> tuple[LogEntry, Mapping[str, Any]] | None:
    """One line and the data of its event, as far as this seat may read them; None where it may not."""
    row = rows.event_row(work.db, work.id, seq)
    found = None if row is None else _entry(work, row, seat)
    if row is None or found is None:
        return None
    act = row.type not in SYSTEM_TYPES
    data = work.game.show_event(work.state(), act_of(row).event, seat) if act else None
    return found, data or {}


@looking
def state_before(work: Work, seq: int) -> Any | None:
    """The state in which the step of an entry that counts began; None without one. For the game's functions only."""
    row = rows.event_row(work.db, work.id, seq)
    if row is None or not row.live or row.type in SYSTEM_TYPES:
        return None
    first = rows.acts_of_step(work.db, work.id, row.step)[0] if row.step else row
    state, _, acts = work.base(below=first.slot)
    before = fold(work.game, state, (act for act in acts if (act.slot, act.seq) < (first.slot, first.seq)))
    return work.game.ready(before, act_of(first).event)


@looking
def passage(work: Work, step: str) -> StepPassage | None:
    """The step of this name as far as it counts, and the states around it; None where nothing of it does."""
    mine = rows.acts_of_step(work.db, work.id, step)
    if not mine:
        return None
    first, last = ((row.slot, row.seq) for row in (mine[0], mine[-1]))
    state, _, acts = work.base(below=mine[0].slot)
    before = fold(work.game, state, (act for act in acts if (act.slot, act.seq) < first))
    after = fold(work.game, before, (act for act in acts if first <= (act.slot, act.seq) <= last))
    return StepPassage(mine[-1].seq, work.game.ready(before, act_of(mine[0]).event), after)


def shown_of_step(desk: Desk, table_id: str, seat: Seat | None, step: str) -> tuple[Mapping[str, Any], ...]:
    """The data of the acts of a step that count, as far as this seat may see them."""
    with desk.look(table_id) as work:
        if work is None:
            return ()
        state = work.state()
        acts = (act_of(row) for row in rows.acts_of_step(work.db, work.id, step))
        shown = (work.game.show_event(state, act.event, seat) for act in acts)
        return tuple(data for data in shown if data is not None)


def passages(desk: Desk, table_id: str) -> tuple[Passage, ...]:
    """Every act that counts, with the states around it, from the beginning; for the game's functions only."""
    with desk.look(table_id) as work:
        if work is None:
            return ()
        state, _, acts = work.base(below=0)
        found = []
        for act in acts:
            after = fold(work.game, state, (act,))
            found.append(Passage(work.game.ready(state, act.event), act.event, after))
            state = after
        return tuple(found)


def of_step(work: Work, seat: Seat | None, step: str) -> LogEntry | None:
    """The last entry of a step that counts, if this seat may read it."""
    acts = rows.acts_of_step(work.db, work.id, step)
    return _entry(work, acts[-1], seat) if acts else None


def steps(desk: Desk, table_id: str, seqs: Collection[int]) -> dict[int, str]:
    """The step that each of these entries belongs to."""
    with desk.look(table_id) as work:
        found = () if work is None else tuple(rows.event_row(work.db, work.id, seq) for seq in seqs)
        return {row.seq: row.step for row in found if row is not None}


@looking
def last_entry(work: Work, seat: Seat | None, steps: str) -> int | None:
    """The number of the last line that counts and this seat may read of all steps that begin like this; None where
    there is none."""
    found = rows.lines_of_steps(work.db, work.id, steps)
    return next((int(row.seq) for row in found if line_of(row).text_for(seat) is not None), None)


def newest(work: Work) -> dict[Seat | None, LogEntry]:
    """The newest line each seat (None: a spectator) may read; none for those who may read nothing yet."""
    found: dict[Seat | None, LogEntry] = {}
    page = rows.listed_before(work.db, work.id, None, 4)  # nearly always enough
    for seat in (None, *work.game.seats):
        mine, place = page, page[-1] if len(page) == 4 else None
        while (entry := next((one for row in mine if (one := _entry(work, row, seat))), None)) is None and place:
            # Before a battle one side's own lines may stand above the other's: in the store they cost little.
            mine = rows.listed_before(work.db, work.id, (place.slot, place.seq), 1, seat or "")
            place = mine[-1] if mine else None
        if entry is not None:
            found[seat] = entry
    return found


@looking
def export(work: Work, seat: Seat | None) -> dict[str, Any] | None:
    """Everything this seat may see, as plain JSON; None where there is no such table.

    Events are numbered anew: gaps would tell how many hidden ones stand between. What was taken back is told by its
    line only, with its data for who entered it: a choice that was given up stays the chooser's, and of what was entered
    quietly nothing stays.
    """
    state = work.state()
    result = work.game.result(state)
    return {
        "format": FORMAT,
        "game": work.game.id,
        "rules_version": work.game.rules_version,
        "name": work.row.name,
        "created_at": work.row.created_at,
        "setup": json.loads(work.row.setup),
        "seats": [{"seat": held.seat, "player": held.player} for held in work.seats],
        "events": _exported(work, state, seat),
        "result": None
        if result is None
        else {
            "places": [list(place) for place in result.places],
            "points": dict(result.points),
            "sentence": None if result.sentence is None else str(result.sentence),
        },
    }


@looking
def export_text(work: Work, seat: Seat | None) -> tuple[Text, ...] | None:
    """What was played from its beginning as lines of text, without what was undone or put right; None where there is no
    such table. What was hidden and lies open by now is told as by who entered it."""
    title = Text("%(name)s: %(game)s", {"name": table_named(work.row.name), "game": work.game.name})
    players = {held.seat: held.player for held in work.seats}
    every = rows.all_events(work.db, work.id)
    stands = (row for row in every if row.voided_by is None and row.type not in MENDS)
    times = _times(every)
    entries = [replace(one, at=times.get(one.seq, one.at)) for one in _entries(work, stands, seat, opened=True)]
    return (title, *(_as_line(run, players) for run in folded(entries)))


def _times(every: Iterable[rows.Found]) -> dict[int, datetime]:
    """When what a correction has put in its place happened: when what it replaces, or follows, was entered."""
    found: dict[int, datetime] = {}
    time = None
    for row in every:
        if row.seq > rows.QUIET:  # when was nobody's to know
            continue
        if row.slot == row.seq:
            time = row.at
        elif time is not None:
            found[row.seq] = from_timestamp(time)
    return found


def _entries(work: Work, page: Iterable[rows.Found], seat: Seat | None, *, opened: bool = False) -> list[LogEntry]:
    """The lines of these events that this seat may read, those marked that a later line counts anew."""
    anew = [(row.step.split(" ", 2)[2], (row.slot, row.seq)) for row in rows.lines_of_steps(work.db, work.id, AGAIN)]
    found = []
    for row in page:
        if (entry := _entry(work, row, seat, opened=opened)) is not None:
            again = any(row.step.startswith(step) and (row.slot, row.seq) < place for step, place in anew)
            found.append(replace(entry, recounted=True) if again else entry)
    return found


def _how(work: Work, row: rows.Found, seat: Seat | None) -> How:
    """Whether its dice were thrown by hand or by the program; nothing while any of it is sealed from this seat, for
    that tells what was declared without dice."""
    if not row.how:  # most lines: nothing of them has to be read
        return ""
    event = act_of(row).event
    return row.how if work.game.show_event(work.state(), event, seat) == event.data else ""


def _entry(work: Work, row: rows.Found, seat: Seat | None, *, opened: bool = False) -> LogEntry | None:
    line = line_of(row)
    text = line.text_for(row.seat if opened and _lies_open(work, row, seat) else seat)
    if text is None:
        return None
    text = with_names(text, {held.seat: named(held.player) for held in work.seats})
    return LogEntry(
        seq=row.seq,
        at=from_timestamp(row.at),
        seat=row.seat,
        by=row.by,
        player=row.player,
        how=_how(work, row, seat),
        text=text,
        undone=row.voided_by is not None,
        step=row.step,
        type=row.type,
        sets_up=work.game.declared(row.type).sets_up,
    )


def _lies_open(work: Work, row: rows.Found, seat: Seat | None) -> bool:
    """Whether an event that may have been hidden from this seat is known to it in whole by now."""
    if row.seq > rows.QUIET or work.game.declared(row.type).sees is everybody:
        return False
    event = act_of(row).event
    return bool(work.game.show_event(work.state(), event, seat) == event.data)


def _as_line(run: tuple[LogEntry, ...], players: Mapping[str, str]) -> Text:
    """One line of the report; of a set-up its last step, and how many there were."""
    entry = run[-1]
    whom = players.get(entry.seat, "")
    player = named(entry.player)
    if entry.by != entry.seat and entry.player and whom:
        player = Text("%(who)s for %(whom)s", {"who": player, "whom": named(whom)})
    line = entry.text
    if len(run) > 1:
        line = Text("Set up in %(steps)s. %(line)s", {"steps": counts.steps(len(run)), "line": line})
    values: dict[str, Any] = {"time": f"{entry.at:%Y-%m-%d %H:%M}", "player": player, "line": line}
    if entry.recounted:
        return Text("%(time)s  %(player)s: %(line)s (counted anew)", values)
    if entry.how == "app":
        return Text("%(time)s  %(player)s: %(line)s (rolled by the app)", values)
    if entry.how == "hand":
        return Text("%(time)s  %(player)s: %(line)s (rolled by hand)", values)
    return Text("%(time)s  %(player)s: %(line)s", values) if entry.player else Text("%(time)s  %(line)s", values)


def _exported(work: Work, state: Any, seat: Seat | None) -> list[dict[str, Any]]:
    numbers: dict[int, int] = {}
    kept: list[tuple[rows.Found, dict[str, Any]]] = []
    for row in rows.all_events(work.db, work.id):
        if (event := _shown(work, state, row, seat)) is not None:
            numbers[row.seq] = len(numbers) + 1
            kept.append((row, event))
    return [
        {"n": numbers[row.seq], **event, "voided_by": numbers.get(row.voided_by), "amended_by": numbers.get(row.amends)}
        for row, event in kept
    ]


def _shown(work: Work, state: Any, row: rows.Found, seat: Seat | None) -> dict[str, Any] | None:
    """One event as this seat may export it; None where it may not know of it."""
    line = line_of(row).text_for(seat)
    shown = None
    mine = seat is not None and seat in (row.by, row.seat) and row.seq < rows.QUIET
    if row.type not in SYSTEM_TYPES and (row.live or mine):
        shown = work.game.show_event(state, act_of(row).event, seat)
        if shown is None and row.live:
            return None
    if shown is None and line is None:
        return None
    return {
        "at": row.at,
        "type": row.type,
        "seat": row.seat,
        "by": row.by,
        "player": row.player,
        "how": _how(work, row, seat),
        "data": None if shown is None else dict(shown),
        "line": None if line is None else str(line),
        "counts": row.voided_by is None,
    }


# ---- a clock for turns, where a table wants one: what lies between two entries belongs to who made the second


CLOCK = "clock"
"""The choice of a table's setup that wants a clock: yes."""
BREAK = 30 * 60
"""Seconds after which somebody is at the table no more: a longer pause counts for nobody."""


@dataclass(frozen=True, slots=True)
class TimeTaken:
    """Whole seconds by seat, and the newest entry (ISO 8601, UTC), since when the time of the next one runs."""

    seconds: tuple[tuple[Seat, int], ...]
    since: str = ""

    def of(self, seat: Seat) -> int:
        """The seconds of one seat."""
        return dict(self.seconds).get(seat, 0)


def spent(entries: Iterable[tuple[Seat, datetime]]) -> TimeTaken:
    """What each seat took; `entries` in the order they were made, each with whose act it is."""
    found: dict[Seat, float] = {}
    previous: datetime | None = None
    for seat, at in entries:
        took = 0.0 if previous is None else (at - previous).total_seconds()
        if 0 <= took <= BREAK:
            found[seat] = found.get(seat, 0.0) + took
        previous = at
    since = "" if previous is None else f"{previous:%Y-%m-%dT%H:%M:%SZ}"
    return TimeTaken(tuple((seat, int(seconds)) for seat, seconds in found.items()), since)


def clock(desk: Desk, table_id: str, ended: datetime | None = None) -> TimeTaken:
    """The clock of a table, which stops when its game has `ended`: a name set right later is nobody's turn. What a seat
    entered quietly does not count: its time would tell of it.
    """
    with desk.store.glance() as db:
        entries = [(row.seat, from_timestamp(row.at)) for row in rows.times(db, table_id)]
    return spent((seat, at) for seat, at in entries if ended is None or at <= ended)
