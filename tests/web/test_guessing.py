"""Who guesses at codes waits longer and longer, and locks nobody out who has a code, a key, or has been here before."""

import itertools
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.test import TestResponse

from companion.network import network_of, wider
from companion.store import rows
from companion.web.allowances import LIMITS
from companion.web.limiter import COME_SECONDS, KEPT_SECONDS, THERE_SECONDS, Limiter, Line, Lines, Path
from companion.web.seats import invitation, scanned_invitation
from companion.web.services import Services
from tests.web.phones import Sitting

WRONG = "comb comet comic"


class Hall:
    """A table in a hall behind one address, with a clock of its own, where somebody guesses without pause."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.services: Services = app.extensions["gunbai"]
        self.now = 1000.0
        self.services.clock = lambda: self.now
        self.at = Sitting(app)
        self.words = self.at.table.words
        self.guesser = self.phone()
        self.flood()

    def flood(self, times: int = 70) -> None:
        for _ in range(times):
            self.guesser.post("/join", data={"words": WRONG}, follow_redirects=True)

    def phone(self) -> FlaskClient:
        """A phone that has opened the page to type a code."""
        client = self.app.test_client()
        assert client.get("/join").status_code == 200
        return client

    def comes(self, phone: FlaskClient, page: TestResponse) -> TestResponse:
        """Waits as long as the page does, and asks again as it does by itself."""
        seconds, _, where = page.headers["Refresh"].partition("; url=")
        self.now += int(seconds)
        return phone.get(where)


@pytest.fixture
def hall(app: Flask) -> Hall:
    return Hall(app)


def admitted(answer: TestResponse, hall: Hall) -> bool:
    return answer.status_code == 303 and f"/t/{hall.at.id}" in answer.headers["Location"]


def waits(client: FlaskClient, answer: TestResponse) -> TestResponse:
    """The page of words that wait."""
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"])
    assert page.status_code == 429
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Refresh"].startswith(page.headers["Retry-After"] + "; url=/join?")
    return page


def told(page: TestResponse) -> int:
    """The seconds the page names."""
    found = re.search(r"Yours is looked up in (\d+) second", page.text)
    assert found
    return int(found[1])


def test_words_beyond_the_limit_wait_their_turn_in_view_and_are_looked_up_then(hall: Hall) -> None:
    phone = hall.phone()
    page = waits(phone, phone.post("/join", data={"words": hall.words}))
    seconds, begun = told(page), hall.now
    assert seconds <= 12, "one guesser is one before it"
    where = page.headers["Refresh"].partition("; url=")[2]
    assert parse_qs(urlsplit(where).query)["words"] == [hall.words]
    assert f'href="{where.replace("&", "&amp;")}">Look now' in page.text
    typed = phone.get(f"/join?words={hall.words}").text
    assert ('name="words"' in page.text, 'name="words"' in typed) == (False, True), "typed where nothing reloads"
    while page.status_code == 429:
        assert hall.now < begun + seconds + COME_SECONDS
        page = hall.comes(phone, page)
        hall.flood()
    assert admitted(page, hall)


def test_guessing_gains_nothing_by_asking_often_or_with_many_cookies(hall: Hall) -> None:
    looked = 0
    cookies = [hall.phone() for _ in range(8)]
    for _ in range(60):
        hall.now += 1
        looked += sum(one.get(f"/join?words={WRONG}&waits=yes").status_code == 404 for one in cookies)
    assert looked == 10


def test_the_key_in_the_qr_code_is_never_made_to_wait(hall: Hall) -> None:
    with hall.app.test_request_context():
        typed, scanned = urlsplit(invitation(hall.words)).path, urlsplit(scanned_invitation(hall.words)).path
    assert scanned.startswith(typed + "/")
    for _ in range(30):
        assert admitted(hall.app.test_client().get(scanned), hall)
    phone = hall.app.test_client()
    for wrong in (typed, scanned[:-1], scanned[:-1] + "x", scanned + "é"):
        answer = phone.get(wrong)
        assert answer.status_code == 429
        assert "Yours is looked up in" in answer.text


def test_a_phone_that_sat_at_the_table_is_let_in_at_once(hall: Hall) -> None:
    hall.at.ana.act("muster", unit="katana-samurai")
    for phone in (hall.at.ana, hall.at.ben):
        assert admitted(phone.client.post("/join", data={"words": hall.words}), hall)
    hall.at.ben.act("muster", unit="katana-samurai")
    assert hall.at.ben.post("/leave", seat="b").status_code == 303
    assert admitted(hall.at.ben.client.post("/join", data={"words": hall.words}), hall), "it was here before"
    cleo, watcher = hall.phone(), hall.at.watcher.client
    made = cleo.post("/new", data={"game": "tenno", "player": "Ana", "way": "score"})
    first = made.headers["Location"].split("/t/")[1].split("/")[0]
    words = hall.services.tables.get(first).words  # type: ignore[union-attr]
    with hall.services.store.write() as db:
        rows.set_table(db, first, {"words": WRONG.replace(" ", "-"), "next_id": hall.at.id})
        rows.set_table(db, hall.at.id, {"words": words})
    assert admitted(cleo.post("/join", data={"words": words}), hall), "at the games after it too"
    for stranger in (watcher, hall.phone()):
        assert not admitted(stranger.post("/join", data={"words": words}), hall)


def test_beyond_the_limit_nothing_is_looked_up_so_no_time_tells_of_a_table(hall: Hall) -> None:
    sent: list[tuple[str, object]] = []

    def note(_db: Any, _cursor: Any, statement: str, values: object, _context: Any, _many: bool) -> None:
        sent.append((statement, values))

    for engine in hall.services.store.engines:
        event.listen(engine, "before_cursor_execute", note)
    asked = []
    for words in (hall.words, WRONG, "no words at all"):
        for path in (f"/j/{words}", f"/join?words={words}&waits=yes", f"/j/{words}/{'0' * 24}"):
            sent.clear()
            assert hall.guesser.get(path).status_code == 429
            asked.append(tuple(sent))
    assert len(set(asked)) == 1
    assert any("visits" in statement for statement, _ in asked[0])
    assert not any(re.search(r"(FROM|JOIN) (codes|seats)", statement) for statement, _ in asked[0])


def test_recovery_links_and_shared_lists_are_no_guesses_and_invented_ones_are_refused(hall: Hall) -> None:
    device = next(seat.device for seat in hall.at.table.seats if seat.seat == "a")
    token = hall.services.tables.seat_link(hall.at.id, str(device), "a")
    for _ in range(15):
        assert hall.guesser.post("/r/no-such-link").status_code == 404
        assert hall.guesser.get("/s/no-such-list").status_code == 404
        assert hall.guesser.get("/q/no-such-list/u1/2222").status_code == 404
    phone = hall.app.test_client()
    invented = phone.get("/r/abc")
    assert (invented.status_code, "leads to no seat" in invented.text) == (404, True)
    assert "Bring the seat to this phone" not in invented.text
    version = hall.at.table.version
    good = phone.get(f"/r/{token}")
    assert (good.status_code, "Bring the seat to this phone" in good.text) == (200, True)
    assert hall.at.table.version == version, "looking moves nothing"
    assert admitted(phone.post(f"/r/{token}"), hall)
    assert phone.post(f"{hall.at.ana.path}/leave", data={"seat": "a"}).status_code == 303
    assert "leads to no seat" in phone.get(f"/r/{token}").text, "its time is over"


def served(network: str, attack: str, cookie: Callable[[int], str], each_second: int, after: int = 60) -> float:
    """How long a new phone waits that asks as its page does, beside guessers who begin so many seconds before. Each
    asks again every five seconds, as pages do, and `each_second` of them in a second."""
    now = [0.0]
    limiter = Limiter(*LIMITS["guess"])
    asked, numbers = float(after), itertools.count()
    for second in range(after + 300):
        now[0] = float(second)
        for number in itertools.islice(numbers, 5 * each_second if second == 0 else each_second):
            limiter.wait(path(attack.format(number % 400, number)), cookie(number), now[0])
        if second >= asked:
            wait = limiter.wait(path(network), "honest", now[0])
            if wait == 0:
                return second - after
            asked = second + min(wait, COME_SECONDS)
    return float("inf")


def path(network: str) -> Path:
    return network, *wider(network), ""


@pytest.mark.parametrize("after", [0, 60])
@pytest.mark.parametrize(
    ("network", "attack", "each_second"),
    [
        ("192.0.2.1", "10.0.0.{}", 80),  # 400 addresses, over and over
        ("192.0.2.1", "2001:db8:7:{1:x}::", 80),  # of one line with IPv6, an address for each guess
        ("2001:db8:8:8::", "2001:db8:7:{1:x}::", 80),
        ("hall", "hall", 8),
        ("hall", "10.0.0.{}", 80),
    ],
)
def test_a_right_word_comes_soon_whoever_guesses_beside_it(
    network: str, attack: str, each_second: int, after: int
) -> None:
    """Also behind the address of whoever guesses, with as many cookies as it keeps waiting."""
    assert served(network, attack, lambda number: f"cookie {number % 40}", each_second, after) < 10


def test_a_hall_of_new_phones_waits_for_those_that_are_there_and_for_none_that_guess_elsewhere() -> None:
    """Nothing tells a guesser whose every guess has a cookie of its own from such a hall."""
    assert served("hall", "hall", lambda number: f"cookie {number}", 4) <= 4 * THERE_SECONDS * 6 + 10
    now = [0.0]
    limiter = Limiter(*LIMITS["guess"])
    for second in range(60):
        now[0] = float(second * 5)
        for number in range(400):
            limiter.wait(path(f"10.0.0.{number}"), "", now[0])
    waits = [limiter.wait(path("hall"), f"phone {number}", now[0]) for number in range(20)]
    assert waits[0] < 1
    assert max(waits) <= 20 * 0.5, "the turns of those who wait behind one address are its own"


def test_an_ipv6_network_is_one_however_many_addresses_it_has() -> None:
    assert len({network_of(f"2001:db8:0:7::{number:x}") for number in range(50)}) == 1
    assert network_of("2001:db8:0:7::1") != network_of("2001:db8:0:8::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("a socket") == "a socket"
    assert wider("2001:db8:7:1234::") == ("2001:db8:7:1200::/56", "2001:db8:7::/48"), "what one line can have"
    assert len({wider(network_of(f"2001:db8:7:{number:x}::1")) for number in range(256)}) == 1
    assert wider("192.0.2.7") == wider("a socket") == (None, None)


def test_one_ipv6_network_takes_no_turn_of_another(hall: Hall) -> None:
    def ask(address: str) -> int:
        return hall.app.test_client().get(f"/j/{WRONG}", environ_overrides={"REMOTE_ADDR": address}).status_code

    assert [ask(f"2001:db8::{number:x}") for number in range(100)] == [404] * 60 + [429] * 40
    assert ask("2001:db8:0:1::1") == 404


def test_turns_go_in_the_order_of_asking_and_to_who_is_there() -> None:
    limiter = Limiter((1, 6.0), (1000, 0.001))
    assert limiter.wait(("hall", ""), "first", 0.0) == 0
    assert [limiter.wait(("hall", ""), name, 0.0) for name in "abc"] == [6.0, 12.0, 18.0]
    assert limiter.wait(("hall", ""), "c", 5.0) == 13.0, "asking again neither gains nor loses a place"
    assert limiter.wait(("home", ""), "d", 5.0) == 0, "another network has turns of its own"
    now = THERE_SECONDS + 0.5
    assert limiter.wait(("hall", ""), "c", now) == 0, "who is not there is passed over"
    assert limiter.wait(("hall", ""), "d", now) == 6
    assert limiter.wait(("hall", ""), "b", now) == 6, "and has his place still when he is back"
    assert limiter.wait(("hall", ""), "d", now) == 12
    assert limiter.wait(("hall", ""), "b", now + 6) == 0
    assert limiter.wait(("hall", ""), "b", now + 6) == 12, "a turn is for one look"
    assert limiter.wait(("hall", ""), "d", now + 6) == 6


def test_places_nobody_asks_for_and_lines_not_in_use_are_forgotten() -> None:
    lines = Lines(1, 6.0)
    line = lines.of("hall", 0.0)
    for number in range(20):
        line.ask(str(number), 0.0)
    line.ask("7", 5.0)
    line.ask("late", KEPT_SECONDS + 1)
    assert list(line.places) == ["7", "late"]
    for number in range(5000):
        lines.of(str(number), 0.0)
    assert len(lines.known) <= 1001


def test_a_line_for_each_of_many_phones_costs_no_look_at_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count()
    idle = Line.idle
    monkeypatch.setattr(Line, "idle", lambda line, now: (next(looks), idle(line, now))[1])
    lines = Lines(6, 600.0)
    for number in range(8000):
        lines.of(str(number), 0.0).take("", 0.0)
    assert len(lines.known) == 8000
    assert next(looks) <= 8000
