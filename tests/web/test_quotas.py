"""How much a phone may make and hold open, and that a hall behind one address is not one phone."""

import html
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.test import TestResponse

from companion.live import Neighbors
from companion.live.neighbors import Note
from companion.network import wider
from companion.web.allowances import Kind, StreamPlaces
from companion.web.limiter import Limiter
from companion.web.services import Services
from tests.web.phones import Phone, Sitting, notice


def new_table(client: FlaskClient) -> TestResponse:
    return client.post("/new", data={"game": "tenno", "player": "Ana", "way": "score"})


def new_list(client: FlaskClient) -> TestResponse:
    return client.post("/lists/new", data={"path": "buke", "level": "3"})


def test_a_phone_makes_so_many_tables_an_hour(app: Flask, clock: list[float]) -> None:
    phone = app.test_client()
    assert [new_table(phone).status_code for _ in range(40)] == [303] * 40
    refused = new_table(phone)
    assert refused.status_code == 429
    assert "Many tables were made here within the hour. The next can be made in 2 min." in notice(refused)
    assert new_table(app.test_client()).status_code == 303, "another phone behind the same address"
    clock[0] += int(refused.headers["Retry-After"])
    assert new_table(phone).status_code == 303
    assert new_table(phone).status_code == 429
    clock[0] += 3600
    assert [new_table(phone).status_code for _ in range(40)] == [303] * 40


HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


def test_a_form_that_came_too_fast_is_sent_again_as_it_was(app: Flask, clock: list[float]) -> None:
    phone = app.test_client()
    form = {"game": "zipang", "player": 'Ana "<b>', "players": "3"}
    narrow(app, "tables", 1, 20)
    new_table(phone)
    refused = phone.post("/new", data=form)
    assert refused.status_code == 429
    shown = refused.text.split("<main")[1]
    assert 'action="/new"' in shown
    assert {name: html.unescape(value) for name, value in HIDDEN.findall(shown)} == form
    clock[0] += int(refused.headers["Retry-After"])
    assert phone.post("/new", data=form).status_code == 303


def test_no_form_of_another_site_becomes_one_of_ours(app: Flask, clock: list[float]) -> None:
    """One tap on a page of ours would do what was refused to the page of a stranger."""
    phone = app.test_client()
    for site in ("cross-site", "same-site"):
        answer = phone.post("/new", data={"game": "tenno"}, headers={"Sec-Fetch-Site": site})
        assert answer.status_code == 403
        assert 'method="post" action="/new"' not in answer.text
    with app.test_request_context("/new", method="POST", headers={"Sec-Fetch-Site": "cross-site"}):
        answer = app.make_response(app.handle_user_exception(ServiceUnavailable()))
        assert answer.status_code == 503
        assert 'action="/new"' not in answer.get_data(as_text=True)


def test_a_phone_makes_so_many_lists_an_hour(app: Flask, clock: list[float]) -> None:
    narrow(app, "lists", 3, 20)
    phone = app.test_client()
    made = [new_list(phone) for _ in range(3)]
    assert {one.status_code for one in made} == {303}
    there = made[0].headers["Location"].split("/add")[0]
    for answer in (
        new_list(phone),
        phone.post(f"{there}/twin"),
        phone.post("/lists/open", data={"text": "Vanguard [Buke, level 3]\n1. Yari Ashigaru × 7"}),
    ):
        assert answer.status_code == 429
        assert "Many lists were made here within the hour" in notice(answer)


def narrow(app: Flask, kind: Kind, each: int, together: int) -> None:
    """Other numbers for what a phone and its network may make."""
    services: Services = app.extensions["gunbai"]
    services.limits[kind] = Limiter((each, 36.0), (together, 4.0), *[(5000, 1.0)] * 3)


def test_cookies_gain_nothing_and_who_was_first_makes_his_first(app: Flask, clock: list[float]) -> None:
    narrow(app, "lists", 10, 20)
    phones = []
    for _ in range(3):
        phones.append(app.test_client())
        phones[-1].get("/join")
    assert sum(new_list(phone).status_code == 303 for phone in phones for _ in range(10)) == 20
    honest = app.test_client()
    refused = new_list(honest)
    assert refused.status_code == 429
    assert refused.headers["Set-Cookie"].startswith("gunbai="), "so that it has a place"
    for _ in range(3):
        clock[0] += 4
        assert new_list(app.test_client()).status_code == 429, "who comes later does not come before it"
        if (now := new_list(honest)).status_code == 303:
            break
    assert now.status_code == 303
    assert new_list_from(app, "10.0.0.9").status_code == 303


def test_a_form_of_an_evening_that_is_sent_twice_counts_once(app: Flask) -> None:
    """The evening itself, and a list that is sent to it: two evenings and two lists are all that is allowed here."""
    narrow(app, "lists", 2, 20)
    host, player = app.test_client(), app.test_client()
    until = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")

    def evening(key: str) -> TestResponse:
        return host.post("/evenings", data={"name": "Friday", "level": "1", "until": until, "key": key})

    first = evening("one-form")
    assert [evening("one-form").headers.get("Location") for _ in range(3)] == [first.headers["Location"]] * 3
    assert evening("another").status_code == 303
    assert evening("a-third").status_code == 429
    found = re.search(r"/e/[\w-]+", host.get(first.headers["Location"]).text)
    assert found is not None

    def send(text: str) -> int:
        return player.post(f"{found[0]}/send", data={"player": "Ana ", "text": text}).status_code

    assert [send("Buke\nYari Ashigaru 5") for _ in range(4)] == [303] * 4
    assert send("Buke\nYari Ashigaru 6") == 303
    assert send("Buke\nYari Ashigaru 7") == 429


def test_a_program_that_is_a_new_phone_each_time_counts_by_its_network(app: Flask, clock: list[float]) -> None:
    narrow(app, "lists", 10, 20)
    made = [new_list_from(app, f"2001:db8::{number:x}").status_code for number in range(22)]
    assert made == [303] * 20 + [429] * 2
    assert new_list_from(app, "2001:db8:0:1::1").status_code == 303


def asks(limiter: Limiter, clock: list[float], network: str, phone: object) -> float:
    """How long this phone of this network waits."""
    return limiter.wait((f"{network} {phone}", network, *wider(network), ""), "", clock[0])


def test_a_hall_behind_one_address_makes_a_table_and_two_lists_each(clock: list[float], services: Services) -> None:
    counted: tuple[tuple[Kind, int], ...] = (("tables", 1), ("lists", 2))
    for kind, each in counted:
        for number in [*range(1500)] * each:
            assert asks(services.limits[kind], clock, "hall", number) == 0
            clock[0] += 0 if kind == "lists" else 2.0  # within the hour


def new_list_from(app: Flask, address: str) -> TestResponse:
    client = app.test_client()
    data = {"path": "buke", "level": "3"}
    return client.post("/lists/new", data=data, environ_overrides={"REMOTE_ADDR": address})


@pytest.mark.parametrize(("kind", "most"), [("tables", 5000), ("lists", 15_000)])
def test_all_networks_together_make_so_many_and_a_new_one_does_not_wait_for_those(
    app: Flask, clock: list[float], kind: Kind, most: int
) -> None:
    limiter: Limiter = app.extensions["gunbai"].limits[kind]
    for number in range(most):
        assert asks(limiter, clock, f"10.0.{number % 250}.1", number) == 0
    refused = [asks(limiter, clock, f"10.0.{number}.1", "one more") for number in range(50)]
    assert min(refused) >= 1
    assert asks(limiter, clock, "192.0.2.1", "the first") == 1, "the next that may be made is for who made none"
    clock[0] += 1
    assert asks(limiter, clock, "192.0.2.1", "the first") == 0


def test_networks_of_one_line_make_no_more_than_two_others(app: Flask, clock: list[float]) -> None:
    limiter: Limiter = app.extensions["gunbai"].limits["tables"]
    for networks, phones, place in ((256, 10, "one /56"), (1000, 3, "and its /48")):
        every = ((f"2001:db8:7:{number:x}::", phone) for phone in range(phones) for number in range(networks))
        assert sum(asks(limiter, clock, *one) == 0 for one in every) == 1000, place


def test_a_stranger_and_a_network_ask_for_a_seat_so_often_and_no_oftener(app: Flask, clock: list[float]) -> None:
    sitting, eve = Sitting(app), Sitting(app).stranger

    def ask(at: Sitting, phone: Phone) -> TestResponse:
        answer = Phone(phone.client, at.id).post("/ask", seat="a", player="Eve")
        for one in at.table.asks:
            phone.client.post(f"{at.ana.path}/withdraw", data={"ask": one.id})
        return answer

    assert [ask(sitting, eve).status_code for _ in range(6)] == [303] * 6
    version = sitting.table.version
    refused = ask(sitting, eve)
    assert refused.status_code == 429
    assert "Speak with whoever sits there, or ask again in 10 min." in notice(refused)
    assert sitting.table.version == version
    assert ask(Sitting(app), eve).status_code == 303, "at another table"
    codes = [ask(sitting, Phone(app.test_client(), sitting.id)).status_code for _ in range(26)]
    assert codes == [303] * 24 + [429] * 2, "however many cookies"
    assert ask(Sitting(app), Phone(app.test_client(), "")).status_code == 303
    assert sitting.watcher.post("/ask", seat="b", player="Wat").status_code == 429


class Streams:
    """Streams of the phones of a hall behind one address, or of another."""

    def __init__(self, app: Flask, path: str) -> None:
        self.path = path
        self.open: list[TestResponse] = []
        services: Services = app.extensions["gunbai"]
        self.count = lambda: services.streams.count

    def __call__(self, client: FlaskClient, address: str = "192.0.2.7") -> int:
        answer = client.get(self.path, buffered=False, environ_overrides={"REMOTE_ADDR": address})
        self.open.append(answer)
        return answer.status_code

    def close(self) -> None:
        for answer in self.open:
            answer.close()


def test_streams_are_counted_by_phone_at_its_table_and_by_network_for_strangers(app: Flask) -> None:
    sitting = Sitting(app)
    stream = Streams(app, f"{sitting.ana.path}/stream")
    assert [stream(app.test_client()) for _ in range(9)] == [200] * 8 + [503]
    assert "Too many live connections are open from here" in notice(stream.open[-1])
    watcher = app.test_client()
    watcher.get("/join")
    assert stream(watcher) == 503, "a cookie alone is no seat"
    assert [stream(sitting.ana.client) for _ in range(5)] == [200] * 4 + [503], "two, once three quarters are taken"
    assert [stream(sitting.ben.client) for _ in range(3)] == [200, 200, 503]
    other = Sitting(app)
    stream.path = f"{other.ana.path}/stream"
    assert stream(other.ana.client) == 503, "a network leaves some to others"
    assert stream(other.ana.client, "192.0.2.8") == 200
    stream.close()
    assert stream.count() == 0
    assert stream(app.test_client()) == 200, "a closed stream gives its place back"
    stream.close()


def test_cookies_with_tables_of_their_own_do_not_take_all_streams(app: Flask) -> None:
    held = 0
    streams = []
    for _ in range(5):
        sitting = Sitting(app)
        streams.append(Streams(app, f"{sitting.ana.path}/stream"))
        held += sum(streams[-1](sitting.ana.client) == 200 for _ in range(12))
    assert held == 14
    honest = Sitting(app)
    streams.append(Streams(app, f"{honest.ana.path}/stream"))
    assert streams[-1](honest.ana.client, "2001:db8::1") == 200
    for one in streams:
        one.close()


def test_the_places_of_several_processes_count_together() -> None:
    neighbors = Neighbors()
    places = StreamPlaces(10, neighbors)
    assert [places.take(None, "hall") is not None for _ in range(6)] == [True] * 5 + [False]
    neighbors._take(Note("another", "here", ""))
    assert [places.take(None, "hall") is not None for _ in range(6)] == [True] * 5 + [False]
    assert [places.take("phone", "hall") is not None for _ in range(9)] == [True] * 5 + [False] * 4
    assert [places.take("another", "hall") is not None for _ in range(4)] == [True, True, False, False]
    assert [places.take("a third", "hall") is not None for _ in range(2)] == [True, False], "9 of 10"
