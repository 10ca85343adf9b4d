"""A real store on disk with the test game on it, or another, and short ways to play."""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event, select

from companion.live import Bell
from companion.play.desk import act_of
from companion.play.tables import Tables
from companion.play.values import Done, Replacement, Table, Tap
from companion.rules.text import Refusal
from companion.store import Store, rows
from companion.store.schema import events
from tests.databases import empty_database
from tests.play.tally import Tally

A, B = "device-a", "device-b"
DEVICES = {"a": A, "b": B, "c": "device-c"}


class Tabletop:
    """Tables over a SQLite file, or the database at `url`. The clock ticks a second for
    every change, dice fall in order."""

    def __init__(self, folder: Path, game: Any = None, url: str = "") -> None:
        self.url = url or empty_database(folder / "tables.sqlite3")
        self.game = game or Tally()
        self.bell = Bell()
        self.thrown: list[int] = []
        self._moment = datetime(2026, 11, 20, 12, tzinfo=UTC)
        self._keys = (f"key-{number:05}" for number in itertools.count())
        self.open()

    def open(self) -> None:
        """Opens the store as a freshly started server does."""
        self.store = Store(self.url)
        self.store.migrate()
        self.tables = Tables(self.store, self.bell, {self.game.id: self.game}, now=self.now, throw=self.throw)

    def reopen(self, game: Tally | None = None) -> None:
        """A restart: nothing is left but the file."""
        self.store.close()
        self.game = game or Tally()
        self.open()

    def close(self) -> None:
        self.bell.close()
        self.store.close()

    def now(self) -> datetime:
        self._moment += timedelta(seconds=1)
        return self._moment

    def later(self, minutes: int) -> None:
        """So long nothing happens."""
        self._moment += timedelta(minutes=minutes)

    def throw(self, dice: int) -> tuple[int, ...]:
        self.thrown.append(dice)
        return (10, 7, 6, *(1,) * 100)[:dice]

    def key(self) -> str:
        return next(self._keys)

    def table(self, *seats: str, **setup: Any) -> Table:
        """A new table with these seats taken, each by its own device."""
        table = self.tables.create(A, self.game.id, "Evening", setup)
        assert isinstance(table, Table)
        for seat in seats:
            sat = self.tables.sit(table.id, DEVICES[seat], seat, {"a": "Aki", "b": "Ben", "c": "Cho"}[seat])
            assert isinstance(sat, Done), sat
        self.id = table.id
        return self.get()

    def get(self) -> Table:
        table = self.tables.get(self.id)
        assert table is not None
        return table

    def tap(
        self, seat: str, type: str, *, seen: int | None = None, key: str = "", device: str = "", **form: Any
    ) -> Any:
        """An act of a seat from its own device."""
        entered = Tap(type, form, seat, seat, key or self.key(), seen)
        return self.tables.tap(self.id, DEVICES[seat], entered)

    def did(self, seat: str, type: str, **form: Any) -> int:
        """An act that has to succeed; its seq."""
        done = self.tap(seat, type, **form)
        assert isinstance(done, Done), done
        return done.seq

    def undo(self, seat: str) -> Any:
        return self.tables.undo(self.id, DEVICES[seat], seat, self.key())

    def amend(self, seat: str, seq: int, put: Sequence[Replacement], key: str = "", **more: Any) -> Any:
        """A correction of a seat from its own device; `more` are `seen` and `where`."""
        return self.tables.amend(self.id, DEVICES[seat], seat, seq, put, key or self.key(), **more)

    def preview(self, seat: str, seq: int, put: Sequence[Replacement], **more: Any) -> Any:
        """What that correction would do."""
        return self.tables.preview_amend(self.id, DEVICES[seat], seat, seq, put, **more)

    def answer(self, seat: str, allow: bool, key: str = "", read: str | None = None) -> Any:
        """To the oldest request, as this seat reads it, or to what it has `read`."""
        ask = self.get().asks[0]
        read = ask.read_by(seat) if read is None else read
        return self.tables.answer(self.id, DEVICES[seat], ask.id, allow, key or self.key(), read)

    def lines(self, seat: str | None, *, undone: bool = False) -> list[str]:
        """The log as a seat reads it, oldest first."""
        found = self.tables.log(self.id, seat, limit=200)
        return [str(entry.text) for entry in reversed(found) if undone or not entry.undone]

    def rows(self) -> list[Any]:
        with self.store.read() as db:
            query = select(events).where(events.c.table_id == self.id)
            return list(db.execute(query.order_by(events.c.seq)))

    def replayed(self) -> Any:
        """The state from nothing but the effective log, folded from the very beginning."""
        game = Tally(rules_version=self.game.rules_version)
        state = game.start(self.get().setup)
        with self.store.read() as db:
            acts = [act_of(row) for row in rows.acts_after(db, self.id, 0)]
        for act in acts:
            state = game.apply(state, act.event)
            assert isinstance(state, type(self.get().state)), state
        return state


class Counter:
    """Counts the statements sent to the database, and the rows they bring in through fetches."""

    def __init__(self, store: Store) -> None:
        self.statements = 0
        self._engines = store.engines
        for engine in self._engines:
            event.listen(engine, "before_cursor_execute", self._count)

    def _count(self, *_: Any) -> None:
        self.statements += 1

    def close(self) -> None:
        for engine in self._engines:
            event.remove(engine, "before_cursor_execute", self._count)


def reason(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    return str(answer)
