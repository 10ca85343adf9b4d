"""Tables: everything a page can ask of them or do to them, the same for every game.

A tap is one transaction. A known key gets the same answer again. A stale tap changes nothing, unless it commutes.
Otherwise the game decides, the event is stored and committed, and only then does the bell ring.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.play import expiry, history, next_game, seats, takeback
from companion.play.codec import id_of_form
from companion.play.desk import NO_TABLE, Desk, Hook, Work, load_seats
from companion.play.entry import Looked, check_setup, clean_table_name, enter, read_event
from companion.play.game import Event
from companion.play.history import CLOCK
from companion.play.people import named
from companion.play.timestamps import from_timestamp, timestamp
from companion.play.undo_plan import request_of
from companion.play.values import PRACTICE, Asked, Done, Stale, Summary, Table, Tap
from companion.play.words import parse_words
from companion.rules.text import Refusal, Text, refuse_at
from companion.store import rows


class Tables(Desk):
    """All tables of one store. Safe to share between threads; other processes may use the same store.

    A device is the id a phone's cookie holds; that it is really that phone's is checked before.
    """

    # Finding tables

    def create(self, device: str, game_id: str, name: str, setup: Mapping[str, Any], form: str = "") -> Table | Refusal:
        """A new table, made by this device, which has no seat yet. `form` names the form that was sent: sent again, it
        makes no second table, as long as nothing was entered at the first.
        """
        game = self.games.get(game_id)
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
            return refuse_at(CLOCK, Text("A clock for turns: yes or no."))
        kept = looked.kept(PRACTICE, CLOCK)
        now = timestamp(self.now())
        with self.store.write() as db:
            table_id = next_game.add_by_form(db, game, clean, kept, form=form, owner=device, now=now)
        return self.get(table_id) or NO_TABLE

    def made(self, device: str, form: str) -> bool:
        """Whether this form of this device would bring back the table it has made."""
        if not form:
            return False
        with self.store.glance() as db:
            return next_game.untouched(db, id_of_form(device, form), device, form)

    def get(self, table_id: str) -> Table | None:
        """The table as it is now. A kept table is given out again while its version is the newest."""
        with self.store.glance() as db:
            stamp = rows.table_stamp(db, table_id)
        kept = None if stamp is None else self.kept.peek((table_id, *stamp))
        if kept is not None:
            return kept
        with self.look(table_id) as work:
            table = None if work is None else _table(work)
        if table is not None:
            self.kept.put((table_id, table.version, table.quiet), table)
        return table

    def version(self, table_id: str) -> int | None:
        """Only the version of a table, cheaply: for streams and ETags."""
        with self.store.glance() as db:
            return rows.table_version(db, table_id)

    def find(self, words: str) -> str | None:
        """The id of the table with this three-word code, typed in whatever way."""
        code = parse_words(words)
        if code is None:
            return None
        with self.store.read() as db:
            return rows.table_by_words(db, code)

    def find_own(self, words: str, device: str) -> str | None:
        """The id of the table with this code among those this device made, sits or sat at, and the games after them.

        How long it takes says nothing of any other table.
        """
        with self.store.read() as db:
            return rows.codes_of(db, device).get(parse_words(words) or "")

    def mine(self, device: str) -> tuple[Summary, ...]:
        """The tables this device made or sits at, newest first."""
        with self.store.read() as db:
            found = [row for row in rows.tables_of(db, device) if row.game in self.games]
            held = rows.seat_rows(db, [row.id for row in found])
        return tuple(self._summary(row, device, [seat for seat in held if seat.table_id == row.id]) for row in found)

    def latest(self, table_id: str) -> str:
        """The game to which the players of this one have come by now; itself, where they began no other."""
        with self.store.read() as db:
            return rows.latest_table(db, table_id)

    def played_at(self, table_id: str) -> datetime | None:
        """When the last act that counts was entered. Seats, names and corrections of later days change nothing."""
        with self.store.read() as db:
            at = rows.played_at(db, table_id, next_game.AFTERWARDS)
        return None if at is None else from_timestamp(at)

    def last_sat_at(self, device: str) -> str | None:
        """The table where this device took a seat or did something last, of those where it has a seat still."""
        newest: dict[str, str] = {}
        with self.store.read() as db:
            for seat in rows.seats_held(db, device):
                if seat.game in self.games:
                    act = rows.last_own_act(db, seat.table_id, (seat.seat,))
                    timestamps = (newest.get(seat.table_id, ""), seat.taken_at, act.at if act else "")
                    newest[seat.table_id] = max(timestamps)
        return max(newest, key=lambda table: newest[table], default=None)

    def _summary(self, row: rows.Found, device: str, held: Sequence[rows.Found]) -> Summary:
        seated = load_seats(self.games[row.game], held)
        return Summary(
            id=row.id,
            game=row.game,
            game_name=self.games[row.game].name,
            name=row.name,
            words=row.words,
            players=tuple(seat.player_names for seat in seated if seat.device is not None),
            seats=tuple(seat.seat for seat in seated if device in seat.devices),
            made=row.owner == device,
            seq=row.seq,
            created_at=from_timestamp(row.created_at),
            changed_at=from_timestamp(row.changed_at),
            next=row.next_id,
            is_practice=bool(json.loads(row.setup).get(PRACTICE)),
        )

    # Playing

    begin_next = next_game.begin
    undo = takeback.undo
    next_undo = takeback.next_undo
    preview_amend = takeback.preview
    amend = takeback.amend
    answer = seats.answer
    withdraw = seats.withdraw

    def tap(self, table_id: str, device: str, tap: Tap, hook: Hook | None = None) -> Done | Asked | Refusal | Stale:
        """One act. `tap.by` must be a seat of the device; `tap.seat` may be another, for an absent player. `hook`
        stores, with the act or not at all, what belongs to it and is not the game's; it gets the state after it.
        """
        with self.work(table_id) as work:
            if work is None:
                return NO_TABLE
            done = _tap(work, device, tap)
            if hook is not None and isinstance(done, Done) and not done.again:
                hook(work.db, work.state())
            # Every phone there looks at it next. A game before it would be looked at too: no tap does that.
            if isinstance(done, Done) and work.fresh_state is not None and work.row.before_id is None:
                work.fresh_table = _table(work)
            return done

    # Reading back

    log = history.log
    entry = history.entry
    state_before = history.state_before
    passage = history.passage
    shown_of_step = history.shown_of_step
    passages = history.passages
    steps = history.steps
    last_entry = history.last_entry
    clock = history.clock
    export = history.export
    export_text = history.export_text

    # Age

    open_tables = expiry.open_tables
    newest_change = expiry.newest_change
    close_old = expiry.close_old
    closed = expiry.closed

    # Seats and names

    sit = seats.sit
    leave = seats.leave
    ask_for_seat = seats.ask_for_seat
    seat_link = seats.seat_link
    leads_to_a_seat = seats.leads_to_a_seat
    brought_from = seats.brought_from
    recover = seats.recover
    rename = seats.rename
    delete = seats.delete


WATCHING = Text("You are watching. Take a seat to act.")


def _table(work: Work) -> Table:
    row = work.row
    asked = work.standing_asks()
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
        asks=tuple(request_of(ask) for ask in asked if ask.outcome == "open"),
        created_at=from_timestamp(row.created_at),
        declined=tuple(request_of(ask, work.player_of(ask.answer_device)) for ask in asked if ask.outcome != "open"),
        last=history.newest(work),
        quiet=work.quiet,
        previous=row.before_id,
        waits=_waits(work, row.before_id),
        next=row.next_id,
        undo=takeback.next_undos(work),
    )


def _waits(work: Work, table_id: str | None) -> str | None:
    """The nearest game where a request is open, of this one and those before it."""
    while table_id is not None and not rows.open_asks(work.db, table_id):
        table_id = rows.table_before(work.db, table_id)
    return table_id


def _tap(work: Work, device: str, tap: Tap) -> Done | Asked | Refusal | Stale:
    mine = work.seats_of(device)
    first = mine[0] if mine else ""
    seat = tap.seat or first
    by = tap.by or (seat if seat in mine else first)
    if known := work.answered(tap.key, device, tap.type, seat, by, tap.form):
        return known
    if by not in mine:
        return Refusal(takeback.NOT_YOURS if mine else WATCHING)
    if tap.type not in next_game.AFTERWARDS and next_game.is_continued(work):
        return Refusal(next_game.CONTINUED)
    if tap.seen is not None and tap.seen != work.seq and not work.game.declared(tap.type).commutes:
        return work.stale(tap.seen)
    event = read_event(work, tap.type, tap.form, seat, by, throws=True)
    if isinstance(event, Refusal):
        return event
    if work.game.agreed(work.state(), event) and work.others(device, by):
        return takeback.ask_to_enter(work, event, device, tap.key)
    done = enter(work, event, device, tap.key)
    if isinstance(done, Refusal):
        done = _overtaken(work, event, done)
    if work.changed:  # a quiet act changes nothing that others ask for
        takeback.keep_true(work)
        work.put_away_declined(device)
    return done


def _overtaken(work: Work, event: Event, refused: Refusal) -> Refusal:
    """Why it was refused, with who has entered what in its place, as far as this seat may read that."""
    step = event.data.get("step")
    if refused.reason not in work.game.past or not isinstance(step, str):
        return refused
    entered = history.of_step(work, event.by, step)
    if entered is None or entered.by == event.by:
        return refused
    words = Text(
        "Not counted: %(player)s had entered this already. %(line)s The pencil in the log corrects it.",
        {"player": named(entered.player), "line": entered.text},
    )
    return Refusal(words, refused.rule)
