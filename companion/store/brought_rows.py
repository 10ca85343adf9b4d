"""Every query on the lists brought to tables: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from companion.store.rows import Found
from companion.store.schema import army_brought, bringings, tables
from companion.store.upsert import add_once, put


def set_brought(db: Connection, table_id: str, seat: str, values: Mapping[str, Any]) -> None:
    """A side brought a list; what it brought before counts no more."""
    put(db, army_brought, {"table_id": table_id, "seat": seat, **values})
    add_once(db, bringings, {"list_id": values["list_id"], "table_id": table_id})


def brought_of(db: Connection, list_id: str) -> Sequence[Found]:
    """Where a list was brought to, newest first; tables that are gone left out."""
    there = army_brought.join(tables, tables.c.id == army_brought.c.table_id)
    ids = list(db.execute(select(bringings.c.table_id).where(bringings.c.list_id == list_id)).scalars())
    query = select(army_brought).select_from(there).where(army_brought.c.table_id.in_(ids))
    query = query.where(army_brought.c.list_id == list_id, tables.c.deleted_at.is_(None))
    return db.execute(query.order_by(army_brought.c.at.desc())).all()
