"""Every query on the rows of requests: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, or_, select

from companion.store.prepared import Prepared
from companion.store.rows import Found
from companion.store.schema import asks
from companion.store.upsert import one

_STANDING_ASKS = Prepared(
    select(asks)
    .where(asks.c.table_id == bindparam("table"), or_(asks.c.outcome == "open", asks.c.outcome == "declined"))
    .order_by(asks.c.created_at, asks.c.id)
)


def standing_asks(db: Connection, table_id: str) -> Sequence[Found]:
    """The requests nobody has answered yet, and the declined ones whose makers have not said that they know; the oldest
    first."""
    return _STANDING_ASKS.all(db, table=table_id)


def open_asks(db: Connection, table_id: str) -> Sequence[Found]:
    """Of those, the ones nobody has answered yet."""
    return [ask for ask in standing_asks(db, table_id) if ask.outcome == "open"]


def ask_row(db: Connection, table_id: str, ask_id: str) -> Found | None:
    """One request, answered or not."""
    return one(db, asks, table_id=table_id, id=ask_id)


def ask_by_key(db: Connection, table_id: str, key: str) -> Found | None:
    """The request made or answered with this key."""
    here = asks.c.table_id == table_id, or_(asks.c.key == key, asks.c.answer_key == key)
    return db.execute(select(asks).where(*here)).first()
