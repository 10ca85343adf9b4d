"""Tables: everything a page can ask of them or do to them, the same for every game.

A tap is one transaction. A known key gets the same answer again. A stale tap changes nothing, unless it commutes.
Otherwise the game decides, the event is stored and committed, and only then does the bell ring.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.live.bell import Doorbell
from companion.play import age, another, history, seats, takeback
from companion.play.clock import CLOCK, TimeTaken, clock
from companion.play.codec import decode, id_of_form, settled
from companion.play.desk import NO_TABLE, Beside, Desk, Work, load_seats, moment
from companion.play.entry import Looked, check_key, check_setup, clean_table_name, read_event
from companion.play.fold import SNAPSHOT_EVERY
from companion.play.game import Game, Seat
from companion.play.values import (
    PRACTICE,
    Asked,
    Changed,
    Done,
    LogEntry,
    NextUndo,
    Passage,
    Preview,
    Recovered,
    Refused,
    Replacement,
    Request,
    SeatState,
    Stale,
    StepPassage,
    Summary,
    Table,
    Tap,
)
from companion.play.words import parse_words
from companion.rules.text import Problem, Refusal, Text, refuse
from companion.store import Store, rows

__all__ = [
    "PRACTICE",
    "Asked",
    "Changed",
    "Done",
    "LogEntry",
    "Passage",
    "Preview",
    "Recovered",
    "Refused",
    "Replacement",
    "Request",
    "SeatState",
    "Stale",
    "StepPassage",
    "Summary",
    "Table",
    "Tables",
    "Tap",
]


class Tables:
    """All tables of one store. Safe to share between threads; other processes may use the same store.

    `now` tells the time, `throw(n)` throws n ten-sided dice for players who want the app to roll. A device is the
    id a phone's cookie holds; that it is really that phone's is checked before.
    """

    def __init__(
        self,
        store: Store,
        bell: Doorbell,
        games: Mapping[str, Game[Any]],
        *,
        now: Callable[[], datetime],
        throw: Callable[[int], tuple[int, ...]],
    ) -> None:
        self._desk = Desk(store, bell, games, now, throw)

    # Finding tables

    def create(self, device: str, game_id: str, name: str, setup: Mapping[str, Any], form: str = "") -> Table | Refusal:
        """A new table, made by this device, which has no seat yet. `form` names the form that was sent: sent again, it
        makes no second table, as long as nothing was entered at the first.
        """
        game = self._desk.games.get(game_id)
        if game is None:
            return Refusal(Text("There is no such game here. Choose one of those on the start page."))
        clean = clean_table_name(name)
        checked = check_setup(setup)
        if isinstance(clean, Refusal):
            return clean
        if isinstance(checked, Refusal):
            return checked
        looked = Looked(checked)
        state = game.start(looked)
        if isinstance(state, Refusal):
            return state
        if checked.get(CLOCK, "no") not in ("yes", "no"):
            return refuse([Problem(CLOCK, Text("A clock for turns: yes or no."))])
        kept = looked.kept(PRACTICE, CLOCK)
        now = self._desk.now().astimezone(UTC).isoformat(timespec="microseconds")
        with self._desk.store.write() as db:
            table_id = another.add_by_form(db, game, clean, kept, form=form, owner=device, now=now)
        return self.get(table_id) or NO_TABLE.refusal

    def made(self, device: str, form: str) -> bool:
        """Whether this form of this device would bring back the table it has made."""
        if not form:
            return False
        with self._desk.store.glance() as db:
            return another.untouched(db, id_of_form(device, form), device, form)

    def get(self, table_id: str) -> Table | None:
        """The table as it is now. A kept table is given out again while its version is the newest."""
        with self._desk.store.glance() as db:
            stamp = rows.table_stamp(db, table_id)
        kept = None if stamp is None else self._desk.tables.peek((table_id, *stamp))
        if kept is not None:
            return kept
        with self._desk.look(table_id) as work:
            table = None if work is None else _table(work)
        if table is not None:
            self._desk.tables.put((table_id, table.version, table.quiet), table)
        return table

    def version(self, table_id: str) -> int | None:
        """Only the version of a table, cheaply: for streams and ETags."""
        with self._desk.store.glance() as db:
            return rows.table_version(db, table_id)

    def find(self, words: str) -> str | None:
        """The id of the table with this three-word code, typed in whatever way."""
        code = parse_words(words)
        if code is None:
            return None
        with self._desk.store.read() as db:
            return rows.table_by_words(db, code)

    def mine(self, device: str) -> tuple[Summary, ...]:
        """The tables this device made or sits at, newest first."""
        with self._desk.store.read() as db:
            found = [row for row in rows.tables_of(db, device) if row.game in self._desk.games]
            held = rows.seat_rows(db, [row.id for row in found])
        return tuple(self._summary(row, device, [seat for seat in held if seat.table_id == row.id]) for row in found)

    def latest(self, table_id: str) -> str:
        """The game to which the players of this one have come by now; itself, where they began no other."""
        with self._desk.store.read() as db:
            return rows.latest_table(db, table_id)

    def played_at(self, table_id: str) -> datetime | None:
        """When the last act that counts was entered. Seats, names and corrections of later days change nothing."""
        with self._desk.store.read() as db:
            at = rows.played_at(db, table_id, another.AFTERWARDS)
        return None if at is None else moment(at)

    def last_sat_at(self, device: str) -> str | None:
        """The table where this device took a seat or did something last, of those where it has a seat still."""
        newest: dict[str, str] = {}
        with self._desk.store.read() as db:
            for seat in rows.seats_held(db, device):
                if seat.game in self._desk.games:
                    act = rows.last_own_act(db, seat.table_id, (seat.seat,))
                    moments = (newest.get(seat.table_id, ""), seat.taken_at, act.at if act else "")
                    newest[seat.table_id] = max(moments)
        return max(newest, key=lambda table: newest[table], default=None)

    def _summary(self, row: rows.Found, device: str, held: Sequence[rows.Found]) -> Summary:
        seated = load_seats(self._desk.games[row.game], held)
        return Summary(
            id=row.id,
            game=row.game,
            game_name=self._desk.games[row.game].name,
            name=row.name,
            words=row.words,
            players=tuple(seat.called for seat in seated if seat.device is not None),
            seats=tuple(seat.seat for seat in seated if device in seat.devices),
            made=row.owner == device,
            seq=row.seq,
            created_at=moment(row.created_at),
            changed_at=moment(row.changed_at),
            next=row.next_id,
        )

    def another(self, table_id: str, device: str) -> str | Refused:
        """The id of the next game of the players of a finished one, which is begun unless somebody has already."""
        return another.another(self._desk, table_id, device)

    # Playing

    def tap(self, table_id: str, device: str, tap: Tap, beside: Beside | None = None) -> Done | Refused | Stale:
        """One act. `tap.by` must be a seat of the device; `tap.seat` may be another, for an absent player. `beside`
        stores, with the act or not at all, what belongs to it and is not the game's; it gets the state after it.
        """
        with self._desk.work(table_id) as work:
            if work is None:
                return NO_TABLE
            done = _tap(work, device, tap)
            if beside is not None and isinstance(done, Done) and not done.again:
                beside(work.db, work.state())
            # Every phone there looks at it next. A game before it would be looked at too: no tap does that.
            if isinstance(done, Done) and work.fresh_state is not None and work.row.before_id is None:
                work.fresh_table = _table(work)
            return done

    def undo(
        self,
        table_id: str,
        device: str,
        seat: Seat,
        key: str,
        act: int | str | None = None,
        *,
        eyes: Seat | None = None,
    ) -> Done | Asked | Refused:
        """Takes back the last effective act this device entered, or asks for it where another must agree; only if it
        is still the one of this number or key, where one is given. It tells only what `eyes` may read.
        """
        return takeback.undo(self._desk, table_id, device, seat, key, act, eyes=eyes)

    def next_undo(self, table_id: str, device: str, seat: Seat, eyes: Seat | None) -> NextUndo | None:
        """What `undo` asks to undo, called as far as `eyes` may read it."""
        return takeback.next_undo(self._desk, table_id, device, seat, eyes)

    def preview_amend(
        self,
        table_id: str,
        device: str,
        seat: Seat,
        seq: int,
        replacement: Sequence[Replacement],
        *,
        where: takeback.Where = "instead",
        looked_on: bool = False,
    ) -> Preview | Refused:
        """What it would change to put `replacement` (or nothing) in the place of the step entry `seq` belongs to, or
        before or after it.

        `looked_on`: told without what only this seat may read.
        """
        return takeback.preview(self._desk, table_id, device, seat, seq, replacement, where=where, looked_on=looked_on)

    def amend(
        self,
        table_id: str,
        device: str,
        seat: Seat,
        seq: int,
        replacement: Sequence[Replacement],
        key: str,
        seen: int | None = None,
        *,
        where: takeback.Where = "instead",
    ) -> Done | Asked | Refused | Stale:
        """Does what the preview showed, or asks for it. `seen` is the preview's seq."""
        return takeback.amend(self._desk, table_id, device, seat, seq, replacement, key, seen, where)

    def answer(self, table_id: str, device: str, ask_id: str, allow: bool, key: str) -> Done | Refused | Stale:
        """A seated player's yes or no to a request. Stale: what it would void has changed, look at it again."""
        return seats.answer(self._desk, table_id, device, ask_id, allow, key)

    def withdraw(self, table_id: str, device: str, ask_id: str) -> Done | Refused:
        """Takes a request of one's own back."""
        return seats.withdraw(self._desk, table_id, device, ask_id)

    # Reading back

    def log(
        self, table_id: str, seat: Seat | None, *, before: int | None = None, limit: int = 50
    ) -> tuple[LogEntry, ...]:
        """Lines this seat (None: a spectator) may read, newest first, from before the entry `before`."""
        return history.log(self._desk, table_id, seat, before=before, limit=limit)

    def entry(self, table_id: str, seat: Seat | None, seq: int) -> tuple[LogEntry, Mapping[str, Any]] | None:
        """One line of the log and the data of its event, as far as this seat may read them."""
        return history.entry(self._desk, table_id, seat, seq)

    def before(self, table_id: str, seq: int) -> Any | None:
        """The state in which the step of an entry that counts began; for the game's functions only."""
        return history.before(self._desk, table_id, seq)

    def passage(self, table_id: str, step: str) -> StepPassage | None:
        """The acts of a step that count, with the states before the first and after the last of them; for the game's
        functions only."""
        return history.passage(self._desk, table_id, step)

    def shown_of_step(self, table_id: str, seat: Seat | None, step: str) -> tuple[Mapping[str, Any], ...]:
        """The data of the acts of a step that count, as far as this seat may see them."""
        return history.shown_of_step(self._desk, table_id, seat, step)

    def passages(self, table_id: str) -> tuple[Passage, ...]:
        """Every act that counts, with the states around it; for the game's functions only."""
        return history.passages(self._desk, table_id)

    def steps(self, table_id: str, seqs: Collection[int]) -> Mapping[int, str]:
        """The step that each of these entries belongs to."""
        return history.steps(self._desk, table_id, seqs)

    def last_entry(self, table_id: str, seat: Seat | None, steps: str) -> int | None:
        """The number of the last line that counts and this seat may read of all steps that begin like this."""
        return history.last_entry(self._desk, table_id, seat, steps)

    def clock(self, table_id: str) -> TimeTaken:
        """How long each seat took."""
        return clock(self._desk, table_id)

    def export(self, table_id: str, seat: Seat | None) -> dict[str, Any] | None:
        """Everything this seat may see, as plain JSON; None where there is no such table."""
        return history.export(self._desk, table_id, seat)

    def export_text(self, table_id: str, seat: Seat | None) -> tuple[Text, ...] | None:
        """The log from its beginning as lines; None where there is no such table."""
        return history.export_text(self._desk, table_id, seat)

    # Age

    def open_tables(self) -> int:
        """How many tables there are that were neither deleted nor closed."""
        return age.open_tables(self._desk)

    def newest_change(self) -> datetime | None:
        """When a table was last changed; None where there was never one."""
        return age.newest_change(self._desk)

    def close_old(
        self,
        days: int,
        today: datetime,
        ended: Callable[[], bool] = lambda: False,
        keep: Callable[[str], None] = lambda _: None,
    ) -> int:
        """Closes tables nobody has touched for so many days until `today`, and keeps their logs, until `ended`; how
        many. `keep` is told the id of each before."""
        return age.close_old(self._desk, days, today, ended, keep)

    def closed(self, table_id: str, device: str | None) -> age.Closed | None:
        """What is kept of a closed table, as this phone may read it."""
        return age.closed(self._desk, table_id, device)

    # Seats and names

    def sit(self, table_id: str, device: str, seat: Seat, player: str) -> Done | Refused:
        """Takes a free seat, or renames the player of one's own."""
        return seats.sit(self._desk, table_id, device, seat, player)

    def find_own(self, words: str, device: str) -> str | None:
        """The id of the table with this code among those this device made, sits or sat at, and the games after them.

        How long it takes says nothing of any other table.
        """
        return seats.codes_of(self._desk, device).get(parse_words(words) or "")

    def leave(self, table_id: str, device: str, seat: Seat) -> Done | Refused:
        """Gives a seat up."""
        return seats.leave(self._desk, table_id, device, seat)

    def ask_for_seat(
        self, table_id: str, device: str, seat: Seat, player: str, *, together: bool = False
    ) -> Done | Asked | Refused:
        """Asks to take over a seat, or to share it; takes it at once if it is free."""
        return seats.ask_for_seat(self._desk, table_id, device, seat, player, together=together)

    def seat_link(self, table_id: str, device: str, seat: Seat) -> str | Refused:
        """The token for the seat's recovery link."""
        return seats.seat_link(self._desk, table_id, device, seat)

    def leads_to_a_seat(self, token: str, device: str | None) -> bool:
        """Whether a recovery link is good at the moment, for this device."""
        return seats.leads_to_a_seat(self._desk, token, device)

    def brought_from(self, table_id: str, device: str) -> Sequence[Seat]:
        """The seats that this device held until a recovery link brought them to another."""
        return seats.brought_from(self._desk, table_id, device)

    def recover(self, token: str, device: str) -> Recovered | Refused:
        """Brings a seat to the device that opens its recovery link."""
        return seats.recover(self._desk, token, device)

    def rename(self, table_id: str, device: str, name: str) -> Done | Refused:
        """Gives the table another name: only who made it or sits there."""
        return seats.rename(self._desk, table_id, device, name)

    def delete(self, table_id: str, device: str) -> Done | Refused:
        """Removes the table for good: only who made it."""
        return seats.delete(self._desk, table_id, device)


WATCHING = Text("You are watching. Take a seat to act.")


def _table(work: Work) -> Table:
    row = work.row
    asked = rows.standing_asks(work.db, row.id)
    return Table(
        id=row.id,
        game=work.game,
        name=row.name,
        words=row.words,
        owner=row.owner,
        setup=json.loads(row.setup),
        version=work.version,
        seq=work.seq,
        state=work.state(),
        seats=work.seats,
        asks=tuple(_ask(ask) for ask in asked if ask.outcome == "open"),
        created_at=moment(row.created_at),
        declined=tuple(_ask(ask, work.player_of(ask.answer_device)) for ask in asked if ask.outcome == "declined"),
        last=history.newest(work),
        quiet=work.quiet,
        before=row.before_id,
        waits=_waits(work, row.before_id),
        next=row.next_id,
        undo=takeback.next_undos(work),
    )


def _waits(work: Work, table_id: str | None) -> str | None:
    """The nearest game where a request is open, of this one and those before it."""
    while table_id is not None and not rows.open_asks(work.db, table_id):
        table_id = rows.table_before(work.db, table_id)
    return table_id


def _ask(row: rows.Found, declined_by: str = "") -> Request:
    lines = {seat: tuple(decode(text) for text in texts) for seat, texts in json.loads(row.lines).items()}
    everybody = lines.pop("")
    by = row.device if row.kind == "seat" else row.by
    together = row.kind == "seat" and json.loads(row.data).get("together", False)
    return Request(row.id, row.kind, by, row.seat, row.player, everybody, lines, declined_by, together)


def _tap(work: Work, device: str, tap: Tap) -> Done | Refused | Stale:
    problem = check_key(tap.key)
    if problem is not None:
        return Refused(problem, work.version)
    mine = work.seats_of(device)
    first = mine[0] if mine else ""
    seat = tap.seat or first
    by = tap.by or (seat if seat in mine else first)
    known = work.answered(tap.key, device, tap.type, seat, by, tap.form)
    if isinstance(known, Done | Refused):
        return known
    if by not in mine:
        return work.refuse(takeback.NOT_YOURS if mine else WATCHING)
    if tap.type not in another.AFTERWARDS and another.gone_on(work):
        return work.refuse(another.GONE_ON)
    if tap.seen is not None and tap.seen != work.seq and not work.game.commutes(tap.type):
        return work.stale(tap.seen)
    event = read_event(work, tap.type, tap.form, seat, by, throws=True)
    if isinstance(event, Refusal):
        return Refused(event, work.version)
    before = work.state()
    after = work.game.apply(before, event)
    if isinstance(after, Refusal):
        return Refused(after, work.version)
    line = settled(work.game.line(before, event, after))
    quiet = work.game.quiet(tap.type)
    number = work.append(event, line, device=device, key=tap.key, quiet=quiet)
    work.keep(after, snapshot=not quiet and work.seq % SNAPSHOT_EVERY == 0)
    return Done(work.version, number)
