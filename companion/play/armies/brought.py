"""Which list a side brought to its table, so that a card of that list opens the table at its unit.

It is kept beside the log, never in it: the other side learns from nothing here what was brought.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from companion.play.desk import Hook
from companion.play.timestamps import StoreService
from companion.store import army_rows, schema, upsert


@dataclass(frozen=True, slots=True)
class BroughtTo:
    """A table and seat a list was brought to.

    `pieces` names the table's piece for each entry of the list; `codes` are those its cards had then.
    """

    table_id: str
    seat: str
    pieces: Mapping[str, str]
    codes: Mapping[str, str]


class Brought(StoreService):
    """Every list brought to a table, in one store. What is noted is stored with the army it is about (`Tables.tap`): as
    long as a list lies face down there, its link tells the other side nothing.
    """

    def noting(self, list_id: str, place: Callable[[Any], BroughtTo]) -> Hook:
        """A side has brought this list; what it brought before counts no more. `place` knows where by the state after
        it."""

        def note(db: Connection, state: Any) -> None:
            to = place(state)
            values = {
                "list_id": list_id,
                "pieces": json.dumps(to.pieces),
                "codes": json.dumps(to.codes),
                "at": self._timestamp(),
            }
            army_rows.set_brought(db, to.table_id, to.seat, values)

        return note

    def forgetting(self, table_id: str, seat: str) -> Hook:
        """A side has brought an army that is no kept list."""
        return lambda db, _state: upsert.remove(db, schema.army_brought, table_id=table_id, seat=seat)

    def list_at(self, table_id: str, seat: str) -> str | None:
        """The id of the list this side brought there; None where its army is no kept list."""
        with self._store.read() as db:
            row = upsert.one(db, schema.army_brought, table_id=table_id, seat=seat)
        return None if row is None else str(row.list_id)

    def places(self, list_id: str) -> tuple[BroughtTo, ...]:
        """Where a list was brought to, newest first; tables that are gone left out."""
        with self._store.read() as db:
            rows = army_rows.brought_of(db, list_id)
        return tuple(BroughtTo(r.table_id, r.seat, json.loads(r.pieces), json.loads(r.codes)) for r in rows)
