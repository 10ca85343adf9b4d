"""Statements that every tap and every look sends: written by SQLAlchemy once, then run on the driver's own cursor.

What SQLAlchemy does around a statement takes longer than SQLite takes to answer it. All others go through SQLAlchemy.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Insert, Select, Update
from sqlalchemy.exc import DBAPIError

Convert = Callable[[Any], Any] | None


class _Written(NamedTuple):
    """A statement as one database reads it, and its rows as that database gives them."""

    text: str
    order: tuple[str, ...] | None
    """Its values by place; None where they go by name."""
    fixed: Mapping[str, Any]
    row: type[Any] | None
    converts: tuple[Convert, ...] | None
    """What columns are not kept as they are meant: SQLite knows no truth, only 0 and 1."""


class Prepared:
    """A statement with values still to come, each a `bindparam` or, of an INSERT, one of these columns."""

    def __init__(self, statement: Select[Any] | Insert | Update, columns: tuple[str, ...] = ()) -> None:
        self._statement = statement
        self._columns = columns
        self._written: dict[str, _Written] = {}

    def all(self, db: Connection, **values: Any) -> list[Any]:
        """Every row it finds: columns by their names."""
        written, found = self._run(db, values)
        return [self._row(written, row) for row in found.fetchall()]

    def first(self, db: Connection, **values: Any) -> Any | None:
        """The one row there is, or the first of several."""
        written, found = self._run(db, values)
        row = found.fetchone()
        return None if row is None else self._row(written, row)

    def run(self, db: Connection, values: Mapping[str, Any]) -> None:
        """For what finds nothing."""
        self._run(db, values)

    def _run(self, db: Connection, values: Mapping[str, Any]) -> tuple[_Written, Any]:
        written = self._written.get(db.dialect.name)
        if written is None:
            written = self._written[db.dialect.name] = self._write(db.dialect)
        given = {**written.fixed, **values}
        parameters = given if written.order is None else tuple([given[name] for name in written.order])
        cursor = db.connection.cursor()
        for listening in db.dispatch.before_cursor_execute:
            listening(db, cursor, written.text, parameters, None, False)
        try:
            cursor.execute(written.text, parameters)
        except db.dialect.loaded_dbapi.Error as problem:
            raise _as_sqlalchemy_says_it(db, cursor, written.text, problem) from problem
        return written, cursor

    def _write(self, dialect: Dialect) -> _Written:
        compiled = self._statement.compile(dialect=dialect, column_keys=list(self._columns) or None)
        place: list[str] | None = compiled.positiontup
        order = tuple(place) if place is not None else None
        if not isinstance(self._statement, Select):
            return _Written(str(compiled), order, compiled.params, None, None)
        columns = self._statement.selected_columns
        converts = tuple(column.type.result_processor(dialect, None) for column in columns)
        row = namedtuple("row", [column.key for column in columns])  # type: ignore[misc]
        return _Written(str(compiled), order, compiled.params, row, converts if any(converts) else None)

    def _row(self, written: _Written, found: Any) -> Any:
        assert written.row is not None
        if written.converts is None:
            return written.row._make(found)
        read = zip(found, written.converts, strict=True)
        return written.row._make([one if convert is None else convert(one) for one, convert in read])


def _as_sqlalchemy_says_it(db: Connection, cursor: Any, text: str, problem: Exception) -> DBAPIError:
    """The driver's error in SQLAlchemy's words; a connection that is lost is used no more."""
    lost = db.dialect.is_disconnect(problem, db.connection.dbapi_connection, cursor)  # type: ignore[arg-type]
    if lost:
        db.invalidate(problem)
    return DBAPIError(text, None, problem, connection_invalidated=lost)
