"""Rows that are there once, whoever comes first: one statement, so that two requests at once never collide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def put(db: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Inserts a row; the one with this primary key, if there is one, gets these values instead."""
    statement = _insert(db, table, values)
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in values if name not in keys}
    db.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed))


def add_once(db: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Inserts a row; one with this primary key stays as it is. Whether it was inserted."""
    statement = _insert(db, table, values).on_conflict_do_nothing()
    return db.execute(statement, execution_options={"preserve_rowcount": True}).rowcount == 1


def _insert(db: Connection, table: Table, values: Mapping[str, Any]) -> Any:
    """SQLAlchemy has what follows a conflict for each database under a name of its own, but in the same words."""
    insert = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    return insert(table).values(**values)
