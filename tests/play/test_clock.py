"""A clock for turns: optional, counted from the times of entries, without a tap of its own."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text as sql

from companion.play.history import BREAK, spent
from companion.play.registry import GAMES
from companion.store.rows import QUIET
from tests.web.test_card_games import make, tap, text

LONG_AGO = "2026-01-01T12:00:00.000000+00:00"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)


def after(*steps: tuple[str, float]) -> list[tuple[str, datetime]]:
    """Entries of seats, each so many seconds after the one before."""
    at, found = START, []
    for seat, seconds in steps:
        at += timedelta(seconds=seconds)
        found.append((seat, at))
    return found


def test_what_lies_before_an_entry_is_the_time_of_who_made_it() -> None:
    found = spent(after(("a", 5), ("a", 30), ("b", 90), ("a", 10.6), ("c", 0)))
    assert dict(found.seconds) == {"a": 40, "b": 90, "c": 0}, "until the first entry nobody's runs"
    assert found.since == "2026-11-20T20:02:15Z"
    assert (found.of("b"), found.of("nobody")) == (90, 0)
    paused = spent(after(("a", 0), ("b", BREAK), ("a", BREAK + 1), ("b", 7)))
    assert dict(paused.seconds) == {"a": 0, "b": BREAK + 7}, "a break is nobody's time"
    assert dict(spent(after(("a", 0), ("b", -50), ("a", 20))).seconds) == {"a": 20}, "nor is a clock that was set back"
    assert spent([]) == spent(())
    assert spent([]).since == ""


@pytest.mark.parametrize("game", GAMES)
def test_it_is_off_unless_the_table_wants_it(client: FlaskClient, game: str) -> None:
    assert re.search(r'name="clock" value="no"\s+checked', text(client, f"/new?game={game}"))
    page = text(client, f"/t/{make(client, game, phones='one', **{'name.b': 'Ben'})}")
    assert "turn-clock" not in page
    assert "clock.js" not in page
    wrong = client.post("/new", data={"game": game, "player": "Ana", "clock": "maybe"})
    assert (wrong.status_code, "A clock for turns: yes or no." in wrong.text) == (422, True)


def test_it_shows_what_each_took_and_runs_for_whose_act_it_is(app: Flask, client: FlaskClient) -> None:
    table = make(client, "tenno", players="2", phones="one", way="duels", clock="yes", **{"name.b": "Ben"})
    assert "turn-clock" not in text(client, f"/t/{table}"), "nothing was entered yet"
    tap(client, table, "a", "duel", number="1", card="farmer-1", target="b", defense="farmer-2")
    tap(client, table, "b", "duel", number="2", card="farmer-3", target="a", defense="farmer-2")
    with app.extensions["gunbai"].store.write() as db:
        rows, now = db.execute(sql("select seq from events where type = 'duel' order by seq")).all(), datetime.now(UTC)
        for number, row in enumerate(rows):
            at = (now - timedelta(seconds=100 - 75 * number)).isoformat(timespec="microseconds")
            db.execute(sql("update events set at = :at where seq = :seq"), {"at": at, "seq": row.seq})
        db.execute(sql("update events set at = :at where seq < :seq"), {"at": LONG_AGO, "seq": rows[0].seq})
        db.execute(sql("update tables set version = version + 1"))
    page = text(client, f"/t/{table}")
    shown = re.search(r'<p class="turn-clock">(.*?)</p>', page, re.DOTALL)
    assert shown
    found = re.findall(r"(\w+)\s*<b([^>]*)>(\d+:\d\d)</b>", shown[1])
    assert [(one[0], one[2]) for one in found] == [("Ana", "0:00"), ("Ben", "1:15")]
    [(name, running)] = [(one, rest) for one, rest, _ in found if rest]
    assert name == "Ana", "her turn again"
    assert "data-since" in running
    assert "clock.js" in page
    without = make(client, "tenno", players="2", phones="one", way="duels", **{"name.b": "Ben"})
    tap(client, without, "a", "duel", number="1", card="farmer-1", target="b", defense="farmer-2")
    tap(client, without, "b", "duel", number="2", card="farmer-3", target="a", defense="farmer-2")
    assert page.count("<button") == text(client, f"/t/{without}").count("<button"), "it adds no tap"


def test_quiet_entries_are_no_part_of_it(app: Flask, client: FlaskClient) -> None:
    """Their time would tell the others that somebody has chosen something in secret."""
    table = make(client, "zipang", players="2", phones="one", clock="yes")
    tap(client, table, "a", "starts", player="a")
    mine = app.extensions["gunbai"]
    before = mine.tables.clock(table)
    with mine.store.write() as db:
        row = dict(db.execute(sql("select * from events where table_id = :t"), {"t": table}).first()._mapping)
        row |= {"seq": QUIET + 1, "key": "a-quiet-key", "seat": "b"}
        names = ", ".join(f'"{name}"' for name in row)
        values = ", ".join(f":{name}" for name in row)
        db.execute(sql(f"insert into events ({names}) values ({values})"), row)
    assert mine.tables.clock(table) == before


def test_it_stops_with_the_game_and_the_next_one_has_it_too(app: Flask, client: FlaskClient) -> None:
    """A name is set right some minutes after the last pile: these minutes are nobody's."""
    table = make(client, "tenno", players="2", phones="one", way="score", clock="yes", **{"name.b": "Ben"})
    tap(client, table, "a", "pile", cards="monk")
    tap(client, table, "b", "pile", cards="farmer-1")
    with app.extensions["gunbai"].store.write() as db:
        earlier = (datetime.now(UTC) - timedelta(minutes=5)).isoformat(timespec="microseconds")
        db.execute(sql("update events set at = :at where table_id = :table"), {"at": earlier, "table": table})
    assert tap(client, table, "b", "player", name="Bea").status_code < 400
    shown = re.search(r'<p class="turn-clock">(.*?)</p>', text(client, f"/t/{table}"), re.DOTALL)
    assert shown
    assert "Bea" in shown[1]
    assert set(re.findall(r"\d+:\d\d", shown[1])) == {"0:00"}
    led = client.post(f"/t/{table}/again", data={"key": "another-game"}).headers["Location"]
    assert app.extensions["gunbai"].tables.get(led.split("/t/")[1].split("?")[0]).has_clock
