"""Who guesses at codes waits longer and longer, and locks nobody out who has a code, a key, or has been here before."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.limiter import Limiter
from companion.web.seats import invitation, scanned_invitation
from companion.web.services import Services
from tests.web.phones import Sitting


class Hall:
    """A table in a hall behind one address, with a clock of its own, where somebody guesses without pause."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.services: Services = app.extensions["gunbai"]
        self.now = 1000.0
        self.services.clock = lambda: self.now
        self.at = Sitting(app)
        self.words = self.at.table.words
        self.guesser = app.test_client()
        self.flood()

    def flood(self, times: int = 40) -> None:
        for _ in range(times):
            self.guesser.post("/join", data={"words": "comb comet comic"})

    def phone(self) -> FlaskClient:
        """A phone that has opened the page to type a code."""
        client = self.app.test_client()
        assert client.get("/join").status_code == 200
        return client


@pytest.fixture
def hall(app: Flask) -> Hall:
    return Hall(app)


def let_in(answer: TestResponse, hall: Hall) -> bool:
    return answer.status_code == 303 and f"/t/{hall.at.id}" in answer.headers["Location"]


def waits(client: FlaskClient, answer: TestResponse) -> tuple[str, int]:
    """Where a page that waits goes by itself, and in how many seconds."""
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"])
    assert page.status_code == 429
    seconds = int(page.headers["Retry-After"])
    assert re.search(f"Yours is looked up in {seconds} second", page.text)
    when, _, where = page.headers["Refresh"].partition("; url=")
    assert when == str(seconds)
    assert page.headers["Cache-Control"] == "no-store"
    return where, seconds


def test_words_beyond_the_limit_wait_their_turn_in_view_and_are_looked_up_then(hall: Hall) -> None:
    phone = hall.phone()
    where, seconds = waits(phone, phone.post("/join", data={"words": hall.words}))
    assert seconds <= 20, "one guesser has one turn"
    assert parse_qs(urlsplit(where).query)["words"] == [hall.words]
    hall.now += seconds - 1
    hall.flood()
    assert phone.get(where).status_code == 429, "it is not its turn yet, and nothing is told"
    hall.now += 1
    hall.flood()
    assert let_in(phone.get(where), hall)


def test_guessing_gains_nothing_by_asking_often_or_by_another_turn(hall: Hall) -> None:
    guesser = hall.phone()
    where, seconds = waits(guesser, guesser.post("/join", data={"words": "comb comet comic"}))
    again, left = waits(guesser, guesser.post("/join", data={"words": "coin comb comet"}))
    assert (parse_qs(urlsplit(again).query)["turn"], left) == (parse_qs(urlsplit(where).query)["turn"], seconds)
    hall.now += seconds
    assert guesser.get(where).status_code == 404
    assert guesser.get(where).status_code in (303, 429), "a turn is for one look"
    answers = [hall.guesser.post("/join", data={"words": "comb comet comic"}).status_code for _ in range(50)]
    assert 404 not in answers[2:]


def test_the_key_in_the_qr_code_is_never_made_to_wait(hall: Hall) -> None:
    with hall.app.test_request_context():
        typed, scanned = urlsplit(invitation(hall.words)).path, urlsplit(scanned_invitation(hall.words)).path
    assert scanned.startswith(typed + "/")
    for _ in range(30):
        assert let_in(hall.app.test_client().get(scanned), hall)
    phone = hall.app.test_client()
    for wrong in (typed, scanned[:-1], scanned[:-1] + "x", scanned + "é"):
        answer = phone.get(wrong)
        assert answer.status_code == 429
        assert "Yours is looked up in" in answer.text


def test_a_phone_that_sat_at_the_table_is_let_in_at_once(hall: Hall) -> None:
    hall.at.ana.act("muster", unit="katana-samurai")
    for phone in (hall.at.ana, hall.at.ben):
        assert let_in(phone.client.post("/join", data={"words": hall.words}), hall)
    hall.at.ben.act("muster", unit="katana-samurai")
    assert hall.at.ben.post("/leave", seat="b").status_code == 303
    assert let_in(hall.at.ben.client.post("/join", data={"words": hall.words}), hall), "it was here before"
    watcher = hall.at.watcher.client
    assert not let_in(watcher.post("/join", data={"words": hall.words}), hall)


def test_recovery_links_and_shared_lists_are_no_guesses(hall: Hall) -> None:
    device = next(seat.device for seat in hall.at.table.seats if seat.seat == "a")
    token = hall.services.tables.seat_link(hall.at.id, str(device), "a")
    for _ in range(15):
        assert hall.guesser.post("/r/no-such-link").status_code == 404
        assert hall.guesser.get("/s/no-such-list").status_code == 404
    phone = hall.app.test_client()
    assert let_in(phone.post(f"/r/{token}"), hall)


def test_where_all_turns_are_taken_the_page_says_when_one_is_free() -> None:
    limiter = Limiter(each=(1, 6.0), everybody=(1000, 0.001))
    assert limiter.wait("a", 0.0) == 0
    turns = [limiter.turn("a", f"phone {number}", 0.0) for number in range(30)]
    given = [turn for turn in turns if turn.ticket]
    assert [turn.seconds for turn in given] == [6.0 * number for number in range(1, 21)]
    assert {turn.seconds for turn in turns[len(given) :]} == {6.0}
    assert limiter.turn("b", "phone", 0.0).seconds == 0, "another address has turns of its own"
    assert limiter.turn("a", "phone 40", 6.0).seconds == 120.0
    assert limiter.called(given[1].ticket, 6.0) == 6.0
    assert limiter.called(given[1].ticket, 12.0) == 0
    assert limiter.called(given[1].ticket, 12.0) is None
    assert limiter.called("", 12.0) is None


def test_turns_nobody_takes_are_forgotten() -> None:
    limiter = Limiter(each=(1, 6.0), everybody=(1000, 0.001))
    for number in range(20):
        limiter.turn("a", str(number), 0.0)
    limiter.wait("b", 10_000.0)
    assert not limiter._turns


def test_an_invented_recovery_link_is_refused_when_it_is_opened(hall: Hall) -> None:
    device = next(seat.device for seat in hall.at.table.seats if seat.seat == "a")
    token = hall.services.tables.seat_link(hall.at.id, str(device), "a")
    phone = hall.app.test_client()
    invented = phone.get("/r/abc")
    assert invented.status_code == 404
    assert "leads to no seat" in invented.text
    assert "Bring the seat to this phone" not in invented.text
    good = phone.get(f"/r/{token}")
    assert good.status_code == 200
    assert "Bring the seat to this phone" in good.text
    version = hall.at.table.version
    assert phone.get(f"/r/{token}").status_code == 200
    assert hall.at.table.version == version, "looking moves nothing"
    assert let_in(phone.post(f"/r/{token}"), hall)
    assert phone.post(f"{hall.at.ana.path}/leave", data={"seat": "a"}).status_code == 303
    assert "leads to no seat" in phone.get(f"/r/{token}").text, "its time is over"
