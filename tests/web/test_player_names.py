"""Names of players: one limit for every field and for what is refused, and a refused name is not lost."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.entry import PLAYER_MOST, clean_player
from companion.rules.text import Refusal
from tests.web.phones import Phone, Sitting, agreed
from tests.web.test_card_games import make

LONG = "Kuroda Nagamasa of the West"


def limits(page: str) -> set[int]:
    """How long a name each field of a page takes."""
    fields = re.findall(r'<input[^>]*autocomplete="nickname"[^>]*>', page)
    return {int(re.findall(r'maxlength="(\d+)"', field)[0]) for field in fields}


def test_every_field_takes_what_is_accepted(app: Flask, client: FlaskClient) -> None:
    assert PLAYER_MOST < len(LONG) <= 30
    assert isinstance(clean_player("x" * PLAYER_MOST), str)
    assert isinstance(clean_player("x" * (PLAYER_MOST + 1)), Refusal)
    host = app.test_client()
    table = f"/t/{make(host, 'tenno', players='3')}"
    pages = [client.get(path).text for path in ("/new?game=kensei", "/new?game=tenno", f"{table}/seats")]
    pages.append(host.get(f"{table}?page=more").text)
    assert [limits(page) for page in pages] == [{PLAYER_MOST}] * 4


@pytest.mark.parametrize(("path", "seat"), [("/sit", "c"), ("/ask", "c"), ("/ask", "a")])
def test_a_refused_name_of_a_seat_stays_in_its_form_and_gives_no_seat(app: Flask, path: str, seat: str) -> None:
    host, ben, guest = app.test_client(), app.test_client(), app.test_client()
    table = f"/t/{make(host, 'tenno', players='3')}"
    assert ben.post(f"{table}/sit", data={"seat": "b", "player": "Ben"}).status_code == 303
    for typed, kept, says in (
        (LONG, LONG, f"at most {PLAYER_MOST} characters"),
        (" ben", "ben", "ben plays here already; choose another name."),
    ):
        answer = guest.post(table + path, data={"seat": seat, "player": typed})
        assert answer.status_code == 422
        forms = re.findall(r"<form.*?</form>", answer.text, re.S)
        (form,) = [one for one in forms if f'value="{kept}"' in one]
        assert says in form
        assert 'aria-invalid="true"' in form
        assert answer.text.count(says) == 1
        assert 'class="problems"' not in answer.text
    seats = guest.get(f"{table}/seats").text
    assert "this phone" not in seats
    assert "asks for seat" not in seats
    assert guest.post(table + path, data={"seat": seat, "player": "Cleo"}).status_code == 303


def test_an_empty_name_is_a_seat_all_the_same(app: Flask) -> None:
    """And who asks for his own seat from another phone keeps his name."""
    sitting = Sitting(app)
    assert sitting.ben.post("/leave", seat="b").status_code == 303
    assert sitting.ben.post("/sit", seat="b", player=" ").status_code == 303
    assert sitting.table.player("b") == "Player 2"
    assert sitting.stranger.post("/ask", seat="a", player="Ana").status_code == 303
    assert sitting.table.asks[0].player == "Ana"


def test_a_seat_without_a_name_is_called_in_the_language_of_each_phone(app: Flask) -> None:
    """Whoever sat down: at the table, in the log, on the seats' page, and in what was played."""
    host, guest = app.test_client(), app.test_client()
    made = host.post("/new", data={"game": "kensei"}, headers={"Accept-Language": "de"})
    table = made.headers["Location"].removesuffix("/seats")
    guest.post(f"{table}/sit", data={"seat": "b"}, headers={"Accept-Language": "fr"})
    ana, ben = (Phone(client, table.removeprefix("/t/"), seat) for client, seat in ((host, "a"), (guest, "b")))
    for phone in (ana, ben):
        phone.musters("yari-ashigaru")
        phone.act("ready")
    ana.act("first", first="b")
    agreed(ana, ben, "end", winner="b")
    pages = (table, f"{table}/seats", f"{table}/log", f"{table}/log.txt", "/played")
    for language, called in (("en", "Player"), ("de", "Spieler"), ("fr", "Joueur")):
        for path in pages:
            page = host.get(path, headers={"Accept-Language": language}).get_data(as_text=True)
            assert f"{called} 2" in page, (language, path)
            assert language == "en" or "Player 2" not in page, (language, path)


def test_who_asks_under_a_name_that_is_taken_is_told_at_its_field(app: Flask) -> None:
    stranger = Sitting(app).stranger
    for form, together in (("take-over", "no"), ("together", "yes")):
        answer = stranger.post("/ask", seat="b", player="Ana", together=together)
        (field,) = re.findall(rf'id="{form}" open>.*?</details>', answer.text, re.S)
        assert (answer.status_code, 'value="Ana"' in field, "Ana plays here already" in field) == (422, True, True)


def test_a_name_taken_while_its_request_waited_stays_with_who_has_it(app: Flask) -> None:
    sitting = Sitting(app)
    sitting.watcher.post("/ask", seat="b", player="Dai", together="yes")
    sitting.ana.post("/leave", seat="a")
    sitting.stranger.post("/sit", seat="a", player="Dai")
    sitting.ben.post("/answer", ask=sitting.table.asks[0].id, allow="yes", key="ben-allows-it")
    assert [sitting.table.player(seat) for seat in "ab"] == ["Dai", "Ben & Somebody"]
    sitting.watcher.post("/sit", seat="b", player="Emi")
    sitting.stranger.post("/leave", seat="a")
    assert 'name="known" value="Emi"' not in sitting.ben.get("/seats").text, "she plays here already"


def test_a_name_taken_while_a_seat_was_asked_for_is_given_to_nobody_else(app: Flask) -> None:
    """Neither by the seats nor by the game's sentences: who got the seat has not said another."""
    table = Sitting(app, game="tenno", players="2", **{"name.b": "Ben"})
    agreed(table.ana, table.ben, "finish")
    table.watcher.post("/ask", seat="b", player="Dan")
    dan = Phone(app.test_client(), table.id)
    dan.post("/ask", seat="a", player="Dan", together="yes")
    first, second = table.table.asks
    assert table.ana.post("/answer", ask=second.id, allow="yes", key="dan-comes-in").status_code == 303
    assert table.ben.post("/answer", ask=first.id, allow="yes", key="the-seat-of-ben").status_code == 303
    assert [table.table.player(seat) for seat in "ab"] == ["Ana & Dan", "Somebody"]
    assert [player.name for player in table.table.state.players] == ["Ana", "Ben"]
