"""The desk where all changes of tables are made: one transaction, one table, then the bell.

Everything that writes goes through `Desk.work`, so the order lock, check, store, commit, ring is written once.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from companion.live.bell import Bell
from companion.play.acts import Game
from companion.play.codec import check_key, dump_text, dump_texts, load_text, load_texts, print_of, settled
from companion.play.fold import SNAPSHOT_EVERY, Consequence, Entered, Refold, SetupRefused, fold, outdated, refold
from companion.play.game import Event, Line, Seat
from companion.play.memo import Memo
from companion.play.timestamps import timestamp
from companion.play.values import Asked, Done, Partner, RequestKind, Seats, SeatState, Stale, Table
from companion.rules.text import Refusal, Text
from companion.store import Store, rows, schema, upsert

RENEWED = "rules"
MENDS = frozenset({"undo", rows.AMEND})
"""Events that take others back, and are no part of the story."""
SYSTEM_TYPES = MENDS | {RENEWED}
"""Events of the table itself: in the log, but never given to a game."""
NAMED = 8
"""So many of the entries that changed rules set aside are named in the line that says so; all are struck in the log."""
SINCE_LINES = 20
"""The most lines a stale page is told of."""

NO_TABLE = Refusal(Text("There is no such table any more. Go to the start page and join by its code."))


IN_USE = 256
"""So many tables are kept ready: their states by id and seq, themselves by id and version, both by the numbers of their
quiet events too. That names one value that never changes."""


def act_of(row: rows.Found) -> Entered:
    """A row of the events as an act of the fold."""
    event = Event(row.type, row.seat, row.by, json.loads(row.data), row.how)
    return Entered(row.seq, row.slot, event, line_of(row), row.player)


def line_of(row: rows.Found) -> Line:
    """The line a row of the events holds."""
    return Line(load_text(row.line), load_texts(row.private), row.step, row.reveals)


def line_columns(line: Line) -> dict[str, Any]:
    """A line as columns of the events."""
    return {
        "line": dump_text(line.public),
        "private": dump_texts(line.private),
        "step": line.step,
        "reveals": line.reveals,
        "listed": line.public is not None or bool(line.private),
    }


def load_state(db: Connection, game: Game[Any], row: rows.Found, quiet: tuple[int, ...], states: Memo[Any]) -> Any:
    """The state of a table: from the cache, or from the newest snapshot and the events after it."""
    state = states.peek((row.id, row.seq, quiet))
    if state is None:
        base, slot = load_base(db, game, row.id, row.setup, None)
        state = fold(game, base, [act_of(act) for act in rows.acts_after(db, row.id, slot)])
        states.put((row.id, row.seq, quiet), state)
    return state


def load_base(db: Connection, game: Game[Any], table_id: str, setup: str, below: int | None) -> tuple[Any, int]:
    """The newest snapshot (below a slot), or the beginning, and the slot up to which it counts."""
    snapshot = rows.newest_snapshot(db, table_id, game.rules_version, below)
    if snapshot is not None:
        return game.load(snapshot.state), snapshot.seq
    state = game.start(json.loads(setup))
    if isinstance(state, Refusal):
        raise SetupRefused(f"{game.rules_version} refuses the setup of {table_id}: {state}")
    return state, 0


def load_seats(game: Game[Any], held: Sequence[rows.Found]) -> tuple[SeatState, ...]:
    """All seats of the game, from the rows of those ever taken, with who plays them together."""
    found = {seat: SeatState(seat, None, "") for seat in game.seats}
    for row in held:  # one for each partner
        partners = [] if row.partner is None else [Partner(row.partner, row.partner_name)]
        found[row.seat] = SeatState(row.seat, row.device, row.player, (*found[row.seat].partners, *partners))
    return tuple(found.values())


class Work(Seats):
    """One table inside one writing transaction. Nothing outside sees any of it before the block ends well."""

    def __init__(self, desk: Desk, db: Connection, row: rows.Found, game: Game[Any]) -> None:
        self.desk = desk
        self.db = db
        self.row = row
        self.game = game
        self.id: str = row.id
        self.version: int = row.version
        self.seq: int = row.seq
        self.quiet = rows.quiet_of(row)
        """The number of the newest quiet event of each seat."""
        known = desk.kept.peek((row.id, self.version, self.quiet))
        self.seats = load_seats(game, rows.seat_rows(db, [row.id])) if known is None else known.seats
        self.now = timestamp(desk.now())
        self.columns: dict[str, Any] = {}
        self.changed = False
        self.notified_phones: set[str] = set()
        """The phones that a quiet event is for, besides the one it came from."""
        self.asked: str | None = None
        """A print of what came with the key of this transaction."""
        self.other_versions: dict[str, int] = {}
        """Tables of games before and after this one that changed with it, and their versions."""
        self.fresh_state: Any | None = None
        self.fresh_table: Table | None = None
        self._state: Any | None = None
        self._asks: Sequence[rows.Found] | None = None

    # What is there

    def player_of(self, device: str) -> str:
        """The name of who plays on this device; empty where he has left."""
        return next((held.player_on(device) for held in self.seats if device in held.devices), "")

    def state(self) -> Any:
        """The table's state now."""
        if self._state is None:
            self._state = load_state(self.db, self.game, self.row, self.quiet, self.desk.states)
        return self._state

    # Answers

    def done(self) -> Done:
        """The answer to a change that is stored, or need not be."""
        return Done(self.version, self.seq)

    def stale(self, seen: int) -> Stale:
        """The answer to a page that showed seq `seen`."""
        lines = (load_text(row.line) for row in rows.listed_since(self.db, self.id, seen, SINCE_LINES))
        return Stale(self.version, self.seq, tuple(line for line in lines if line is not None))

    def answered(self, key: str, device: str, kind: str, *what: Any) -> Done | Asked | Refusal | None:
        """The answer already given to this key, a refusal of one that is malformed, or None if it is new.

        A key belongs to the device, the kind of act and `what` it was first used for: another act by the same key would
        otherwise be lost without a word.
        """
        if refused := check_key(key):
            return refused
        self.asked = print_of(kind, *what)
        if not rows.key_is_known(self.db, self.id, key):
            return None
        event = upsert.one(self.db, schema.events, table_id=self.id, key=key)
        if event is not None:
            if (event.device, event.type) != (device, kind) or event.asked != self.asked:
                return Refusal(_OTHER_KEY)
            brought = json.loads(event.data).get("fresh", 0) if kind == "amend" else 0
            return Done(event.version, event.seq + brought, again=True)
        ask = rows.ask_by_key(self.db, self.id, key)
        if ask is None:
            return None
        if ask.key == key and ask.device == device and ask.asked == self.asked:
            return Asked(ask.version, ask.seq, ask.id, again=True)
        allowed = ask.outcome not in ("declined", "heard")
        if ask.answer_key == key and (ask.answer_device, print_of("answer", ask.id, allowed)) == (device, self.asked):
            return Done(ask.answer_version, ask.answer_seq, again=True)
        return Refusal(_OTHER_KEY)

    # Changes

    def touch(self, **columns: Any) -> None:
        """Something visible changes: the version rises, once in a transaction however much changes."""
        if not self.changed:
            self.changed = True
            self.version += 1
        self.columns.update(columns)

    def touch_other(self, table_id: str, **columns: Any) -> None:
        """Something visible changes at the table of a game before or after this one too."""
        row = rows.table_row(self.db, table_id, lock=True)
        if row is not None:
            self.other_versions[table_id] = row.version + 1
            rows.set_table(self.db, table_id, {"version": row.version + 1, **columns})

    def left_open(self) -> list[str]:
        """The open requests of a game whose players have gone on to the next."""
        return [ask.id for ask in self.open_asks()] if self.row.next_id is not None else []

    def open_asks(self) -> Sequence[rows.Found]:
        """The requests nobody has answered yet, the oldest first."""
        return [ask for ask in self.standing_asks() if ask.outcome == "open"]

    def standing_asks(self) -> Sequence[rows.Found]:
        """With those to which somebody said no, or nobody can answer, and who asked has not said that he knows."""
        if self._asks is None:
            self._asks = rows.standing_asks(self.db, self.id)
        return self._asks

    def clear(self) -> None:
        """Removes all that was entered at the table, and who sat there."""
        self._asks = None
        rows.clear_table(self.db, self.id)

    def set_ask(self, ask_id: str, **columns: Any) -> None:
        """Changes a request."""
        self._asks = None
        upsert.change(self.db, schema.asks, columns, table_id=self.id, id=ask_id)

    def ask(self, kind: RequestKind, device: str, **columns: Any) -> Asked:
        """Opens a request of this device. By now it knows of an earlier one that somebody said no."""
        self.touch()
        self.put_away_declined(device)
        return Asked(self.version, self.seq, self._add_ask(kind, device, outcome="open", **columns))

    def bar(self, key: str, device: str, seat: Seat) -> None:
        """Nothing is entered with this key any more, however late it comes: a request that is withdrawn has it."""
        if rows.key_is_known(self.db, self.id, key):
            return
        nothing = {"player": "", "data": "", "lines": ""}
        self._add_ask("undo", device, outcome="withdrawn", by=seat, seat=seat, key=key, **nothing)

    def _add_ask(self, kind: RequestKind, device: str, **columns: Any) -> str:
        """A request of this moment; its id."""
        ask_id = secrets.token_hex(8)
        values = {"id": ask_id, "table_id": self.id, "kind": kind, "device": device, **columns}
        values |= {"created_at": self.now, "version": self.version, "seq": self.seq}
        upsert.add(self.db, schema.asks, values)
        self._asks = None
        return ask_id

    def put_away_declined(self, device: str) -> None:
        """Who asked has heard that somebody said no, or that nobody is there to answer."""
        own = self.seats_of(device)
        for ask in self.standing_asks():
            if ask.outcome != "open" and (ask.device == device or ask.by in own):
                self.touch()
                self.set_ask(ask.id, outcome="heard")

    def close_ask(self, ask: rows.Found, outcome: str, device: str, key: str) -> None:
        """A request is answered by this device, with this key: the same again gets the same answer."""
        self.touch()
        answer = {"answer_key": key, "answer_device": device, "answer_version": self.version, "answer_seq": self.seq}
        self.set_ask(ask.id, outcome=outcome, **answer)

    def append(
        self, event: Event, line: Line, *, device: str, key: str | None, quiet: bool = False, **columns: Any
    ) -> int:
        """Adds an event to the log and returns its number. `columns` override what an ordinary event has. A `quiet` one
        is numbered apart, and the table is no other than it was to all other seats; it needs an event to stand behind.
        """
        held = self.held(event.by)
        if quiet and self.seq and held is not None:
            number = self._quiet_number(event.by)
            self.notified_phones.update(phone for phone in held.devices if phone != device)
        else:
            self.touch()
            number = self.seq = self.seq + 1
        values = {
            "table_id": self.id,
            "seq": number,
            "key": key,
            "asked": self.asked if key is not None else None,
            "type": event.type,
            "seat": event.seat,
            "by": event.by,
            "player": "" if held is None else held.player_on(device),
            "device": device,
            "how": event.how,
            "data": json.dumps(dict(event.data)),
            "at": self.now,
            "version": self.version,
            "rules_version": self.game.rules_version,
            "slot": self.seq,
            "live": event.type == rows.AMEND or event.type not in SYSTEM_TYPES,
            **line_columns(line),
            **columns,
        }
        rows.add_event(self.db, values)
        return number

    def _quiet_number(self, seat: Seat) -> int:
        """The next number of this seat's quiet events; what was kept of the table up to its place is kept no more."""
        place = self.game.seats.index(seat)
        number = self.quiet[place] + 1
        self.quiet = (*self.quiet[:place], number, *self.quiet[place + 1 :])
        rows.drop_snapshots(self.db, self.id, self.seq)
        return number

    def keep(self, state: Any, *, snapshot: bool) -> None:
        """The state after what was appended, with a snapshot if it is time for one."""
        self._state = self.fresh_state = state
        if snapshot:
            self.snap(self.seq, state)

    def snap(self, seq: int, state: Any) -> None:
        """A snapshot that counts up to a slot."""
        rows.add_snapshot(self.db, self.id, seq, self.game.rules_version, self.game.dump(state))

    def base(self, below: int) -> tuple[Any, int, list[Entered]]:
        """A state from before a slot, the slot up to which it counts, and all acts after it."""
        state, slot = load_base(self.db, self.game, self.id, self.row.setup, below)
        return state, slot, [act_of(row) for row in rows.acts_after(self.db, self.id, slot)]

    def rewrite(self, result: Refold, slot: int, base_slot: int) -> None:
        """Stores what a refold from `slot` on found: changed lines, what was done anyway, snapshots, the state."""
        for change in (*result.changed, *result.restored):
            if change.line is not None:
                now = line_columns(change.line)
                if change.event is not None:
                    now["data"] = json.dumps(dict(change.event.data))
                upsert.change(self.db, schema.events, now, table_id=self.id, seq=change.act.seq)
        rows.drop_snapshots(self.db, self.id, slot)
        newest = base_slot
        for newest, state in result.states:
            self.snap(newest, state)
        self.keep(result.state, snapshot=self.seq - newest >= SNAPSHOT_EVERY)

    def renew(self) -> None:
        """Folds the whole log by the rules of today, when it was made by earlier ones (docs/rules-change.md).

        Entries these rules refuse are set aside by an event of their own whose line names them; nothing is dropped.
        One that sets aside what was entered quietly is told to its own seat alone.
        """
        base, _, acts = self.base(below=0)
        result = refold(self.game, base, acts, gone=(), slot=0, fresh=())
        if isinstance(result, Refusal):
            raise RuntimeError("a refold without fresh events cannot be refused")
        self.touch(rules_version=self.game.rules_version)
        void = [change for change in result.impossible if change.act.seq < rows.QUIET]
        if void:
            private = {seat: _aside_words(void, seat) for seat in {change.act.event.by for change in void}}
            self._set_aside(void, "", Line(_aside_words(void, None), private))
        for seat in self.game.seats:
            void = [one for one in result.impossible if one.act.seq > rows.QUIET and one.act.event.by == seat]
            if void:
                self._set_aside(void, seat, Line(private={seat: _aside_words(void, seat)}), quiet=True)
        self.rewrite(result, 0, 0)

    def _set_aside(self, void: Sequence[Consequence], seat: Seat, line: Line, *, quiet: bool = False) -> None:
        seqs = [change.act.seq for change in void]
        event = Event(RENEWED, seat, seat, {"voids": seqs})
        rows.void_events(self.db, self.id, seqs, self.append(event, settled(line), device="", key=None, quiet=quiet))


def _aside_words(void: Sequence[Consequence], seat: Seat | None) -> Text:
    """How many entries the rules of today refuse, and the first of those that this seat (None: everybody) has read of;
    with the reason where the seat itself entered them, which may tell what only it knows."""
    named: list[Text] = []
    for change in void:
        read, own = change.act.line.text_for(seat), change.act.event.by == seat
        if read is not None and change.refusal is not None:
            values = {"line": read, "reason": change.refusal.reason}
            named.append(Text("“%(line)s”: %(reason)s", values) if own else Text("“%(line)s”", values))
    count = {"count": len(void), "entries": tuple(named[:NAMED])}
    if not named:
        return Text("The rules of this program have changed. Entries that no longer count: %(count)s", count)
    return Text("The rules of this program have changed. Entries that no longer count: %(count)s. %(entries)s", count)


Hook = Callable[[Connection, Any], None]
"""Stores with an act what belongs to it and is not the game's, given the state after it."""
_OTHER_KEY = Text("This entry was taken for an earlier one. Reload the page and enter it again.")


@dataclass(eq=False)
class Desk:
    """What all parts of a table need: store, bell, games, clock, dice and the states in use."""

    store: Store
    bell: Bell
    games: Mapping[str, Game[Any]]
    now: Callable[[], datetime]
    throw: Callable[[int], tuple[int, ...]]
    states: Memo[Any] = field(default_factory=lambda: Memo(IN_USE))
    kept: Memo[Table] = field(default_factory=lambda: Memo(IN_USE))

    @contextmanager
    def work(self, table_id: str) -> Iterator[Work | None]:
        """One change of one table; None where there is no such table. Commits when the block ends, then rings. Raises
        NewerRules, as `look` does, where a process of a later version has had the table in hand.
        """
        with self.store.write() as db:
            row = rows.table_row(db, table_id, lock=True)
            game = self.games.get(row.game) if row is not None else None
            if row is None or game is None:
                yield None
                return
            work = Work(self, db, row, game)
            if outdated(row.rules_version, game.rules_version):
                work.renew()
            asked = work.left_open()
            yield work
            if work.left_open() != asked:  # its players are elsewhere and have to be told
                work.touch_other(rows.latest_table(db, row.next_id))
            if work.changed:
                rows.move_on(db, table_id, work.version, work.seq, work.now)
            if work.columns:
                rows.set_table(db, table_id, work.columns)
        if work.fresh_state is not None:
            self.states.put((table_id, work.seq, work.quiet), work.fresh_state)
        if work.fresh_table is not None:
            self.kept.put((table_id, work.version, work.quiet), work.fresh_table)
        if work.changed:
            self.bell.ring(table_id, work.version)
        elif work.notified_phones:
            self.bell.ring_phones(table_id, work.notified_phones)
        for other_id, version in work.other_versions.items():
            self.bell.ring(other_id, version)

    @contextmanager
    def look(self, table_id: str) -> Iterator[Work | None]:
        """One table as it is at one moment, for reading only; None where there is no such table."""
        while True:  # twice at most: rules only rise
            with self.store.read() as db:
                row = rows.table_row(db, table_id)
                game = self.games.get(row.game) if row is not None else None
                if row is None or game is None:
                    yield None
                    return
                if not outdated(row.rules_version, game.rules_version):
                    yield Work(self, db, row, game)
                    return
            with self.work(table_id):
                pass  # brings the table to the rules of today


# ---- functions of one table, called by its id


P = ParamSpec("P")
Answer = TypeVar("Answer")


def changing(act: Callable[Concatenate[Work, P], Answer]) -> Callable[Concatenate[Desk, str, P], Answer | Refusal]:
    """The act as one change of a table; refused where there is no such table."""

    @wraps(act)
    def changed(desk: Desk, table_id: str, /, *args: P.args, **kwargs: P.kwargs) -> Answer | Refusal:
        with desk.work(table_id) as work:
            return NO_TABLE if work is None else act(work, *args, **kwargs)

    return changed


def looking(read: Callable[Concatenate[Work, P], Answer]) -> Callable[Concatenate[Desk, str, P], Answer | None]:
    """The reading of a table; None where there is no such table."""

    @wraps(read)
    def looked(desk: Desk, table_id: str, /, *args: P.args, **kwargs: P.kwargs) -> Answer | None:
        with desk.look(table_id) as work:
            return None if work is None else read(work, *args, **kwargs)

    return looked
