"""Single rows: found, changed and removed by their columns, and put there once, whoever comes first: in one statement,
so that two requests at once never collide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite


def one(db: Connection, table: Table, /, *, lock: bool = False, **columns: Any) -> Row[Any] | None:
    """The row with these values, or the first of several; `lock` holds it against other writers (on SQLite every
    writing transaction does)."""
    query = select(table).where(_at(table, columns))
    return db.execute(query.with_for_update() if lock else query).first()


def every(db: Connection, table: Table, order: str, /, **columns: Any) -> Sequence[Row[Any]]:
    """The rows with these values, in the order of a column."""
    return db.execute(select(table).where(_at(table, columns)).order_by(table.c[order])).all()


def change(db: Connection, table: Table, values: Mapping[str, Any], /, **columns: Any) -> int:
    """Gives these values to the rows with those; how many there were."""
    return db.execute(update(table).where(_at(table, columns)).values(**values)).rowcount


def remove(db: Connection, table: Table, /, **columns: Any) -> None:
    """Removes the rows with these values."""
    db.execute(delete(table).where(_at(table, columns)))


def _at(table: Table, columns: Mapping[str, Any]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == value for name, value in columns.items()))


def add(db: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Inserts a row."""
    db.execute(insert(table).values(**values))


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
    made = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    return made(table).values(**values)
