"""POST /api/replay: whole evenings entered at a table, exported by every seat, and computed anew from the export."""

import shlex
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.stream import HOLD
from companion.play.game import ASIDE
from companion.play.registry import GAMES
from companion.play.tables import Tables
from companion.play.values import Done, Table, Tap
from companion.web.replay import REPLAYING
from companion.web.services import Services
from tests.playthroughs.runner import playthroughs

HOST = "device-of-all"
FINISHED = (
    "assassination", "head_hunt", "pitched", "skirmish", "kenjin_score", "kenjin_teams", "kenjin_valley",
    "tenno_court", "tenno_piles", "tenno_totals", "zipang_evening", "zipang_quick",
)  # fmt: skip
"""The playthroughs that come to an end: some of every game."""
SESSIONS = {path.stem: path for path in playthroughs()}


def entered(tables: Tables, path: Path, *, undo_after: int = 0) -> Table:
    """A playthrough as one phone for all seats enters it; one act is taken back and entered again on the way."""
    lines = [line for line in path.read_text().splitlines() if line.strip() and not line.startswith(("  ", "#"))]
    game_id, *setup = shlex.split(lines[0].partition(":")[2])
    table = tables.create(HOST, game_id, "Evening", dict(word.split("=", 1) for word in setup))
    assert isinstance(table, Table), table
    seats = GAMES[game_id].seats
    for seat in seats:
        tables.sit(table.id, HOST, seat, f"Player {seat}")
    done = 0
    for number, line in enumerate(lines[1:]):
        head, _, rest = line.partition(":")
        by, _, seat = head.partition(" for ")
        words = shlex.split(rest)
        form: dict[str, Any] = dict(word.split("=", 1) for word in words[1:])
        tap = Tap(words[0], form, seat or by, by, f"key-{number:05}")
        if isinstance(tables.tap(table.id, HOST, tap), Done):
            done += 1
            if done == undo_after and isinstance(tables.undo(table.id, HOST, by, f"undo-{number:05}"), Done):
                again = replace(tap, key=f"again-{number:05}")
                assert isinstance(tables.tap(table.id, HOST, again), Done)
    found = tables.get(table.id)
    assert found is not None
    return found


def tables_of(app: Flask) -> Tables:
    services: Services = app.extensions["gunbai"]
    return services.tables


@pytest.mark.parametrize("name", [*FINISHED, "secret_muster", "zipang_results"])
def test_an_unaltered_export_gives_its_own_lines(app: Flask, client: FlaskClient, name: str) -> None:
    tables = tables_of(app)
    table = entered(tables, SESSIONS[name], undo_after=4)
    game = table.game
    finished = game.result(table.state) is not None
    assert finished == (name in FINISHED)
    for seat in (None, *game.seats[:3]) if finished else (game.seats[0],):
        exported = tables.export(table.id, seat)
        assert exported is not None
        answer = client.post("/api/replay", json=exported)
        assert answer.status_code == 200, answer.text
        found = answer.get_json()
        if finished:
            own = [event["line"] for event in exported["events"] if event["counts"] and event["line"] is not None]
            assert own
            assert found["lines"] == own
            assert found["refused"] == []
            assert found["result"] == exported["result"]
            assert found["due"] == [
                {"seat": due.seat, "kind": due.kind, "sentence": str(due.sentence)} for due in game.due(table.state)
            ]


@pytest.fixture
def evening(app: Flask) -> dict[str, Any]:
    tables = tables_of(app)
    exported = tables.export(entered(tables, SESSIONS["tenno_court"]).id, "a")
    assert exported is not None
    return exported


def test_what_became_impossible_is_refused_by_its_number(client: FlaskClient, evening: dict[str, Any]) -> None:
    events = [event for event in evening["events"] if event["data"] is not None]
    twice = {**events[0], "n": 999}
    evening["events"] += [
        twice,
        {"n": 1000, "type": "dance", "seat": "a", "by": "a", "data": {}, "line": "Ana dances."},
    ]
    refused = client.post("/api/replay", json=evening).get_json()["refused"]
    assert [one["seq"] for one in refused][-1] == 1000
    assert all(one["reason"] for one in refused)


@pytest.mark.parametrize("aside", [5, [["a"]], {"a": []}, "a", None])
def test_what_is_set_aside_in_a_foreign_export_may_be_anything(client: FlaskClient, aside: Any) -> None:
    event = {"n": 1, "type": "muster", "seat": "a", "by": "a", "data": {"unit": "kengo", ASIDE: aside}, "line": ""}
    answer = client.post("/api/replay", json={"game": "kensei", "setup": {}, "events": [event]})
    assert (answer.status_code, answer.get_json().get("refused")) == (200, []), answer.text


def test_it_is_computed_in_a_process_of_its_own_and_nothing_is_kept(
    app: Flask, client: FlaskClient, evening: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This one only passes on the bytes: to read 5,000 entries takes longer than some taps."""
    before = len(tables_of(app).mine(HOST))
    for name in ("parse", "play_again", "_exported"):
        monkeypatch.setattr(f"companion.web.replay.{name}", lambda *_given: pytest.fail("this was done here"))
    answer = client.post("/api/replay", json=evening)
    assert answer.status_code == 200
    assert REPLAYING.pid is not None
    assert "Set-Cookie" not in answer.headers
    assert len(tables_of(app).mine(HOST)) == before
    assert client.post("/api/replay", json={**evening, "game": "go"}).get_json()["errors"][0]["path"] == "game"
    assert client.post("/api/replay", data="{", content_type="application/json").status_code == 400


def test_an_export_may_be_larger_than_other_bodies(client: FlaskClient, evening: dict[str, Any]) -> None:
    """What is said of one that cannot be read is in `tests/golden/api.txt`."""
    padding = [{"n": 500 + n, "type": "undo", "line": "x" * 1000} for n in range(200)]
    answer = client.post("/api/replay", json={**evening, "events": [*evening["events"], *padding]})
    assert answer.status_code == 200
    assert answer.get_json()["lines"][-1] == "x" * 1000
    large = client.post("/api/replay", data=b" " * (4 * 1024 * 1024 + 1), content_type="application/json")
    assert (large.status_code, large.mimetype) == (413, "application/problem+json")
    assert "4096 KB" in large.get_json()["detail"]


# ---- what it may cost


def test_few_wait_and_the_next_is_told_to_come_again(client: FlaskClient, evening: dict[str, Any]) -> None:
    answers = []

    def ask() -> None:
        answers.append(client.post("/api/replay", json=evening))

    with ExitStack() as taken:
        for _ in range(REPLAYING.most_waiting):
            taken.enter_context(REPLAYING.place())
            REPLAYING._here.until = None  # the next is another thread's
        other = Thread(target=ask)
        other.start()
        other.join()
    assert answers[0].status_code == 503
    assert answers[0].mimetype == "application/problem+json"
    assert int(answers[0].headers["Retry-After"]) > 0
    assert client.post("/api/replay", json=evening).status_code == 200, "they have gone"


def test_a_network_that_asks_without_pause_waits_and_no_other_does(
    client: FlaskClient, evening: dict[str, Any], monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    counted = 0
    monkeypatch.setattr(REPLAYING, "ask", lambda *_asked: (422, "{}"))
    bad = {**evening, "format": "gunbai-table/9"}
    here = {"REMOTE_ADDR": "192.0.2.7", HOLD: 0.0}
    while (answer := client.post("/api/replay", json=bad, environ_overrides=here)).status_code == 422:
        counted += 1
        assert counted < 1000, "there is no end"
    assert (answer.status_code, answer.mimetype) == (429, "application/problem+json")
    assert "Set-Cookie" not in answer.headers
    monkeypatch.setattr("companion.web.replay.read_body", lambda _most: pytest.fail("what is refused is not read"))
    assert client.post("/api/replay", json=bad, environ_overrides=here).status_code == 429
    monkeypatch.undo()
    monkeypatch.setattr(REPLAYING, "ask", lambda *_asked: (422, "{}"))
    assert client.post("/api/replay", json=bad, environ_overrides={"REMOTE_ADDR": "192.0.2.8"}).status_code == 422
    clock[0] += int(answer.headers["Retry-After"])
    assert client.post("/api/replay", json=bad, environ_overrides=here).status_code == 422
