"""Every query on the rows of evenings that take army lists: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

from companion.store.schema import evening_lists, evenings
from companion.store.upsert import add, remove

Found = Row[Any]


def made_by(db: Connection, device: str) -> Sequence[Found]:
    """The evenings this device has made, newest first."""
    query = select(evenings).where(evenings.c.device == device)
    return db.execute(query.order_by(evenings.c.created_at.desc(), evenings.c.id)).all()


def remove_evening(db: Connection, evening_id: str) -> None:
    """Removes an evening with every list that was sent, for good."""
    remove(db, evening_lists, evening_id=evening_id)
    remove(db, evenings, id=evening_id)


def sent(db: Connection, evening_id: str) -> Sequence[Found]:
    """The lists that were sent, by player."""
    query = select(evening_lists).where(evening_lists.c.evening_id == evening_id)
    return db.execute(query.order_by(func.lower(evening_lists.c.player), evening_lists.c.sent_at)).all()


def put_list(db: Connection, values: Mapping[str, Any]) -> None:
    """A list that is sent, in the place of the one this device has sent for this player before."""
    remove(db, evening_lists, **{name: values[name] for name in ("evening_id", "device", "player")})
    add(db, evening_lists, values)
