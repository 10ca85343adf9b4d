"""Tables nobody touched for long are closed where that is wished, with their logs kept; deleted ones leave nothing."""

import threading
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import Connection, select, update

from companion.config import Config, from_environment
from companion.network import is_public
from companion.play.desk import Desk
from companion.play.expiry import AT_ONCE
from companion.store import StoreTrouble
from companion.store.schema import codes, metadata, tables
from companion.web import create_app
from companion.web.services import Services
from tests.web.phones import Phone, Sitting, new_table, notice

LONG_AGO = "2020-01-01T00:00:00.000000+00:00"


@pytest.fixture
def config(config: Config) -> Config:
    """Tables are closed after ninety days."""
    return replace(config, keep_days=90)


def grow_old(app: Flask, table_id: str) -> None:
    services: Services = app.extensions["gunbai"]
    with services.store.write() as db:
        db.execute(update(tables).where(tables.c.id == table_id).values(changed_at=LONG_AGO))


def close_old(app: Flask) -> None:
    services: Services = app.extensions["gunbai"]
    services._next_closing = 0.0
    services.close_old()
    closed(services)


def closed(services: Services) -> None:
    """Waits until what is being closed is closed."""
    assert services.closing is not None
    services.closing.join()


def test_a_table_of_long_ago_is_closed_and_each_seat_keeps_its_own_log(app: Flask) -> None:
    old, young = Sitting(app), Sitting(app)
    old.ana.act("muster", unit="katana-samurai")
    old.ana.act("name", piece="a1", name="Secret name")
    logs = {phone: phone.get("/log.json").get_json() for phone in (old.ana, old.ben, old.watcher)}
    host = app.test_client()
    shared = new_table(host, phones="one", **{"name.b": "Ben"})
    Phone(host, shared, "a").act("muster", unit="katana-samurai")
    for table in (old.id, shared):
        grow_old(app, table)
    close_old(app)
    assert "katana" not in host.get(f"/t/{shared}/closed.json").text.lower(), "of all seats: what lay open"
    assert old.tables.get(old.id) is None
    assert young.tables.get(young.id) is not None
    for phone, log in logs.items():
        page = phone.get()
        assert page.status_code == 410
        assert "Nobody touched this table for 90 days" in page.text
        assert f"{phone.path}/closed.json" in page.text
        kept = phone.get("/closed.json").get_json()
        assert kept == log
    assert "Secret name" in old.ana.get("/closed.json").text
    assert "Secret name" not in old.ben.get("/closed.json").text
    assert "Secret name" not in old.stranger.get("/closed.json").text
    assert young.ana.get("/closed.json").status_code == 404
    assert old.ana.tap("muster", unit="kengo").status_code == 404
    assert old.id not in app.test_client().get("/").text


def test_it_is_looked_once_a_day_and_a_touch_keeps_a_table(app: Flask, services: Services, clock: list[float]) -> None:
    sitting = Sitting(app)
    grow_old(app, sitting.id)
    Sitting(app)
    closed(services)
    assert sitting.tables.get(sitting.id) is not None, "looked already when the first was made"
    clock[0] += 24 * 3600
    sitting.ana.act("muster", unit="katana-samurai")
    Sitting(app)
    closed(services)
    assert sitting.tables.get(sitting.id) is not None, "touched"
    grow_old(app, sitting.id)
    clock[0] += 24 * 3600
    Sitting(app)
    closed(services)
    assert sitting.tables.get(sitting.id) is None


def test_all_of_long_ago_are_closed_and_what_cannot_be_holds_up_nothing(
    app: Flask, caplog: pytest.LogCaptureFixture, services: Services
) -> None:
    made = [Sitting(app).id for _ in range(2)]
    made += [new_table(app.test_client()) for _ in range(2 * AT_ONCE + 5)]
    unknown, broken = made[:AT_ONCE], made[AT_ONCE]
    with services.store.write() as db:
        for number, table_id in enumerate(made):
            grown = {"changed_at": f"2020-01-01T00:00:{number:02}.000000+00:00"}
            if table_id in unknown:
                grown["game"] = "shogi"
            if table_id == broken:
                grown |= {"setup": "[]", "rules_version": "0"}
            db.execute(update(tables).where(tables.c.id == table_id).values(**grown))
    assert services.tables.close_old(90, services.today()) == len(made) - AT_ONCE - 1
    with services.store.read() as db:
        left = db.execute(select(tables.c.id).where(tables.c.deleted_at.is_(None))).scalars().all()
    assert set(left) == {*unknown, broken}
    assert [one.args for one in caplog.records if "could not be closed" in one.message] == [(broken,)]
    assert services.tables.close_old(90, services.today(), lambda: True) == 0


def test_a_clock_that_is_years_ahead_at_the_start_closes_nothing(
    app: Flask, config: Config, services: Services
) -> None:
    """As every entry is years behind it then, the newest too. What is older than that one is closed all the same."""
    newest, older = Sitting(app), Sitting(app)
    with services.store.write() as db:
        db.execute(update(tables).values(changed_at="2020-06-01T00:00:00.000000+00:00"))
    services.close()
    begun = create_app(config)
    services = begun.extensions["gunbai"]
    clock = [1000.0]
    services.clock = lambda: clock[0]
    close_old(begun)
    assert newest.tables.get(newest.id) is not None
    grow_old(begun, older.id)
    assert newest.ana.act("muster", unit="katana-samurai") is not None, "an entry of that wrong time changes nothing"
    close_old(begun)
    assert older.tables.get(older.id) is None
    assert newest.tables.get(newest.id) is not None
    clock[0] += 30 * 24 * 3600
    close_old(begun)
    with services.store.write() as db:
        db.execute(update(tables).values(changed_at="2020-06-01T00:00:00.000000+00:00"))
    close_old(begun)
    assert newest.tables.get(newest.id) is not None
    clock[0] += 61 * 24 * 3600
    close_old(begun)
    assert newest.tables.get(newest.id) is None, "by now they are old by this process's own time"
    services.close()


def test_a_database_that_cannot_be_written_ends_the_closing_and_no_request(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(app)
    services: Services = app.extensions["gunbai"]
    services.close()  # an app that is used again after its end closes tables again
    grow_old(app, sitting.id)

    def full(_desk: Desk, _table_id: str) -> None:
        raise StoreTrouble("full")

    monkeypatch.setattr(Desk, "work", full)
    close_old(app)
    assert [one.levelname for one in caplog.records if "Old tables could not be closed" in one.message] == ["WARNING"]
    monkeypatch.undo()
    close_old(app)
    assert sitting.tables.get(sitting.id) is None


def test_never_on_a_private_address_unless_it_is_set() -> None:
    for url, days in (
        ("", 0),
        ("http://192.168.0.17:8000", 0),
        ("http://laptop.local:8000", 0),
        ("https://table.home.arpa", 0),
        ("http://localhost", 0),
        ("https://games.club", 365),
        ("https://8.8.8.8", 365),
    ):
        assert Config(public_url=url).days_kept == days, url
        assert is_public(url) == (days > 0)
        assert Config(public_url=url, keep_days=0).days_kept == 0
        assert Config(public_url=url, keep_days=30).days_kept == 30
    assert from_environment({"COMPANION_KEEP_DAYS": "0"}).keep_days == 0
    assert from_environment({}).keep_days is None


def test_a_deleted_table_leaves_its_code_behind_and_nothing_else(app: Flask, services: Services) -> None:
    sitting = Sitting(app)
    sitting.ana.act("muster", unit="katana-samurai")
    assert sitting.stranger.post("/ask", seat="b", player="Eve").status_code == 303
    assert sitting.ana.post("/delete").status_code == 303
    assert "There is no such table" in notice(sitting.ben.get())
    with services.store.read() as db:
        for table in metadata.sorted_tables:
            if "table_id" in table.c and table is not codes:
                assert db.execute(select(table)).all() == [], table.name
        left = db.execute(select(tables)).one()
        assert db.execute(select(codes)).all() == [(left.words, sitting.id)]
    assert (left.name, left.setup, left.owner, left.next_id, left.before_id) == ("", "{}", "", None, None)


def test_the_end_does_not_wait_for_a_table_that_cannot_be_closed_just_now(
    app: Flask, monkeypatch: pytest.MonkeyPatch, services: Services
) -> None:
    """Some program holds the database: the thread waits for it twenty seconds."""
    old = Sitting(app)
    grow_old(app, old.id)
    services._next_closing = 0.0
    write, wanted = services.store.write, threading.Event()

    def wants() -> AbstractContextManager[Connection]:
        wanted.set()
        return write()

    with write():
        monkeypatch.setattr(services.store, "write", wants)
        services.close_old()
        assert wanted.wait(60)
        closing = services.closing
        assert closing is not None
        services.close()
        assert closing.is_alive(), "it waits still, and nobody for it"
    closing.join()
