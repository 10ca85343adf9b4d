"""Statements on the driver's own cursor give what SQLAlchemy gives, and fail as it fails."""

from pathlib import Path

import pytest
from sqlalchemy import bindparam, event, insert, select, text
from sqlalchemy.exc import DBAPIError

from companion.store import rows
from companion.store.prepared import Prepared
from companion.store.schema import events
from tests.play.tabletop import Tabletop

LISTED = Prepared(select(events.c.seq, events.c.listed, events.c.live).where(events.c.table_id == bindparam("table")))


@pytest.fixture
def top(tmp_path: Path):
    made = Tabletop(tmp_path)
    made.table("a", "b")
    made.did("a", "add", n=1)
    made.did("b", "add", n=2)
    yield made
    made.close()


def test_rows_are_what_sqlalchemy_makes_of_them(top: Tabletop) -> None:
    with top.store.read() as db:
        told = [tuple(row) for row in db.execute(select(events.c.seq, events.c.listed, events.c.live))]
        found = LISTED.all(db, table=top.id)
        assert sorted(map(tuple, found)) == sorted(told)
        assert [(row.listed, row.live) for row in found] == [(True, True), (True, True)]
        assert LISTED.first(db, table="nowhere") is None
        whole = db.execute(select(events).where(events.c.seq == 2)).one()
        assert rows.event_row(db, top.id, 2)._asdict() == dict(whole._mapping), "every column is kept"


def test_an_error_of_the_driver_is_sqlalchemys(top: Tabletop) -> None:
    wrong = Prepared(insert(events), tuple(events.columns.keys()))
    empty = dict.fromkeys(events.columns.keys())
    with pytest.raises(DBAPIError, match="NOT NULL"), top.store.write() as db:
        wrong.run(db, empty)
    assert len(top.rows()) == 2
    with top.store.write() as db:
        db.execute(text("ALTER TABLE tables RENAME TO gone"))
    with pytest.raises(DBAPIError, match="no such table"), top.store.glance() as db:
        rows.table_version(db, top.id)  # our own mistake is no trouble of the store


def test_a_glance_begins_no_transaction_and_a_read_does_which_is_heard(top: Tabletop) -> None:
    with top.store.glance() as db:
        assert rows.table_version(db, top.id) is not None
        assert not db.connection.dbapi_connection.in_transaction
    heard: list[tuple[str, object]] = []
    event.listen(top.store.engines[0], "before_cursor_execute", lambda *told: heard.append((told[2], told[3])))
    with top.store.read() as db:
        rows.table_version(db, top.id)
        assert db.connection.dbapi_connection.in_transaction
    assert [values for statement, values in heard if "tables.version" in statement] == [(top.id,)]
