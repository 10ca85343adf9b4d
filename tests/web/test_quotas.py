"""How much a phone may make and hold open, and that a hall behind one address is not one phone."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.allowances import STREAMS_EACH, Allowance
from companion.web.limiter import Quotas
from companion.web.services import Services
from tests.web.phones import Sitting, notice


@pytest.fixture
def clock(app: Flask) -> list[float]:
    """A clock that stands still until it is moved."""
    now = [1000.0]
    services: Services = app.extensions["gunbai"]
    services.clock = lambda: now[0]
    return now


def new_table(client: FlaskClient) -> TestResponse:
    return client.post("/new", data={"game": "tenno", "player": "Ana", "way": "score"})


def new_list(client: FlaskClient) -> TestResponse:
    return client.post("/lists/new", data={"path": "buke", "level": "3"})


def test_a_phone_makes_so_many_tables_an_hour(app: Flask, clock: list[float]) -> None:
    phone = app.test_client()
    assert [new_table(phone).status_code for _ in range(41)] == [303] * 41
    refused = new_table(phone)
    assert refused.status_code == 429
    assert "Many tables were made here within the hour. The next can be made in 2 min." in notice(refused)
    assert new_table(app.test_client()).status_code == 303, "another phone behind the same address"
    clock[0] += int(refused.headers["Retry-After"])
    assert new_table(phone).status_code == 303
    assert new_table(phone).status_code == 429
    clock[0] += 3600
    assert [new_table(phone).status_code for _ in range(40)] == [303] * 40


def test_a_phone_makes_so_many_lists_an_hour(app: Flask, clock: list[float]) -> None:
    phone = app.test_client()
    made = [new_list(phone) for _ in range(101)]
    assert {one.status_code for one in made} == {303}
    there = made[0].headers["Location"].split("/add")[0]
    for answer in (
        new_list(phone),
        phone.post(f"{there}/twin"),
        phone.post("/lists/open", data={"text": "Vanguard [Buke, level 3]\n1. Yari Ashigaru × 7"}),
    ):
        assert answer.status_code == 429
        assert "Many lists were made here within the hour" in notice(answer)


def test_a_program_that_is_a_new_phone_each_time_counts_by_its_address(app: Flask, clock: list[float]) -> None:
    services: Services = app.extensions["gunbai"]
    services.house.allowances["lists"] = Allowance(Quotas(100, 36.0), Quotas(20, 4.0))
    made = [new_list(app.test_client()).status_code for _ in range(22)]
    assert made == [303] * 20 + [429] * 2
    assert new_list_from(app, "10.0.0.9").status_code == 303


def new_list_from(app: Flask, address: str) -> TestResponse:
    client = app.test_client()
    data = {"path": "buke", "level": "3"}
    return client.post("/lists/new", data=data, environ_overrides={"REMOTE_ADDR": address})


def test_a_stranger_asks_for_a_seat_so_often_and_no_oftener(app: Flask, clock: list[float]) -> None:
    sitting = Sitting(app)
    eve = sitting.stranger
    for _ in range(7):
        assert eve.post("/ask", seat="a", player="Eve").status_code == 303
        assert eve.post("/withdraw", ask=sitting.table.asks[0].id).status_code == 303
    version = sitting.table.version
    refused = eve.post("/ask", seat="a", player="Eve")
    assert refused.status_code == 429
    assert "Speak with who sits there, or ask again in 10 min." in notice(refused)
    assert sitting.table.version == version
    elsewhere = Sitting(app)
    assert eve.client.post(f"{elsewhere.ana.path}/ask", data={"seat": "a", "player": "Eve"}).status_code == 303
    assert sitting.watcher.post("/ask", seat="b", player="Wat").status_code == 303


def test_streams_are_counted_by_phone_at_its_table_and_by_address_for_strangers(app: Flask) -> None:
    sitting = Sitting(app)
    services: Services = app.extensions["gunbai"]
    open_now = []

    def stream(client: FlaskClient) -> int:
        answer = client.get(f"{sitting.ana.path}/stream", buffered=False)
        open_now.append(answer)
        return answer.status_code

    most = services.streams.most // 2
    assert [stream(app.test_client()) for _ in range(most)] == [200] * most
    refused = app.test_client().get(f"{sitting.ana.path}/stream")
    assert refused.status_code == 503
    assert "Too many live connections are open from here" in notice(refused)
    assert stream(sitting.ana.client) == 200, "strangers leave room for who plays"
    assert stream(sitting.ben.client) == 200
    services.house.seated.most = 2
    assert [stream(sitting.ana.client) for _ in range(2)] == [200, 503]
    for answer in open_now:
        answer.close()
    assert services.streams.count == 0
    assert stream(app.test_client()) == 200, "a closed stream gives its place back"
    open_now[-1].close()
    assert STREAMS_EACH > 2
