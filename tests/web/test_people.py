"""Names that are offered where one is asked: of players at this phone's own tables, never of strangers."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.people import spelled
from companion.play.values import Done
from tests.web.phones import Phone, Sitting
from tests.web.test_card_games import make, table_of
from tests.web.test_shared_seats import let_in


def offered(page: str) -> list[str]:
    """The names on keys: of the new-table page, and of a free seat."""
    return re.findall(r'data-name="([^"]*)"', page) or list(
        dict.fromkeys(re.findall(r'name="known" value="([^"]*)"', page))
    )


@pytest.fixture
def evening(app: Flask, client: FlaskClient) -> Phone:
    """Ana, Ben and Chie have played; Chie at a phone of her own, with Dai, whom the others do not know."""
    table = make(client, "tenno", players="3")
    ben, chie = app.test_client(), app.test_client()
    ben.post(f"/t/{table}/sit", data={"seat": "b", "player": "Ben"})
    chie.post(f"/t/{table}/sit", data={"seat": "c", "player": "Chie"})
    other = make(chie, "tenno", players="2", player="Chie")
    app.test_client().post(f"/t/{other}/sit", data={"seat": "b", "player": "Dai"})
    return Phone(ben, table, "b")


def test_a_new_phone_is_offered_nobody(app: Flask, evening: Phone) -> None:
    assert offered(app.test_client().get("/new?game=zipang").text) == []


def test_names_of_the_own_tables_and_of_no_others(client: FlaskClient, evening: Phone) -> None:
    assert sorted(offered(client.get("/new?game=zipang").text)) == ["Ana", "Ben", "Chie"]
    assert sorted(offered(evening.client.get("/new?game=kensei").text)) == ["Ana", "Ben", "Chie"]


def test_who_only_looked_at_a_table_is_offered_nobody_of_it(app: Flask, evening: Phone) -> None:
    watcher = app.test_client()
    watcher.get(evening.path)
    watcher.get(evening.path + "/seats")
    assert offered(watcher.get("/new?game=zipang").text) == []


def test_a_free_seat_is_taken_under_a_known_name_by_one_tap(app: Flask, client: FlaskClient, evening: Phone) -> None:
    table = make(client, "zipang", players="3")
    page = evening.client.get(f"/t/{table}/seats").text
    assert sorted(offered(page)) == ["Ben", "Chie"], "Ana sits here already"
    answer = evening.client.post(f"/t/{table}/sit", data={"seat": "b", "player": "", "known": "Ben"})
    assert answer.status_code == 303
    assert table_of(app, table).player("b") == "Ben"
    assert [one.name for one in table_of(app, table).state.players][:2] == ["Ana", "Ben"]
    assert offered(app.test_client().get(f"/t/{table}/seats").text) == [], "a stranger is offered none of them"


@pytest.mark.parametrize("typed", ["ben", "BEN", " Ben "])
def test_one_spelling_is_kept_whatever_the_capitals(
    app: Flask, evening: Phone, client: FlaskClient, typed: str
) -> None:
    table = make(client, "zipang", players="2")
    evening.client.post(f"/t/{table}/sit", data={"seat": "b", "player": typed})
    assert table_of(app, table).player("b") == "Ben"
    own = make(evening.client, "zipang", players="2", player=typed)
    assert table_of(app, own).player("a") == "Ben"


def test_another_name_stays_what_was_typed() -> None:
    assert spelled(("Ben",), "Benno") == "Benno"
    assert spelled((), "ben") == "ben"


def test_a_name_given_in_the_game_is_the_seats_too(app: Flask, client: FlaskClient) -> None:
    table = make(client, "zipang", players="2", phones="one", **{"name.b": "Bne"})
    Phone(client, table, "b").act("player", name="Ben")
    assert table_of(app, table).player("b") == "Ben"
    assert sorted(offered(client.get("/new?game=zipang").text)) == ["Ana", "Ben"]


@pytest.mark.parametrize("game", ["kensei", "kenjin", "tenno", "zipang"])
def test_one_phone_asks_for_all_names_in_one_form(app: Flask, client: FlaskClient, game: str) -> None:
    page = client.get(f"/new?game={game}").text
    most = {"kensei": 2, "kenjin": 4, "tenno": 7, "zipang": 6}[game]
    assert re.findall(r'<div data-player="(\d)"', page) == [str(number) for number in range(2, most + 1)]
    table = make(client, game, phones="one", players="2", **{"name.b": "Ben", "name.c": ""})
    held = [(seat.player, bool(seat.device)) for seat in table_of(app, table).seats[:2]]
    assert held == [("Ana", True), ("Ben", True)]


def test_who_gave_no_name_is_no_name(client: FlaskClient) -> None:
    """Crests, clans and seats are what the program calls somebody, not who he is; and practice is nobody's game."""
    for game in ("kensei", "kenjin", "zipang"):
        make(client, game, player="", phones="one", players="2")
    client.post("/show-me")
    assert offered(client.get("/new?game=zipang").text) == []


def test_a_deleted_table_is_forgotten(app: Flask, client: FlaskClient, evening: Phone) -> None:
    at = table_of(app, evening.table_id)
    services = app.extensions["gunbai"]
    assert isinstance(services.tables.delete(at.id, at.owner), Done)
    assert offered(client.get("/new?game=zipang").text) == []


def test_a_refused_known_name_says_why(client: FlaskClient, evening: Phone) -> None:
    table = make(client, "zipang", players="3")
    answer = evening.client.post(f"/t/{table}/sit", data={"seat": "b", "known": "Ana"})
    assert answer.status_code == 422
    assert "plays here already" in answer.text


def test_who_shares_a_seat_is_offered_and_is_offered_others(app: Flask) -> None:
    sitting = Sitting(app)
    cleo = let_in(app, sitting)
    for phone in (sitting.ana, sitting.ben, cleo):
        assert sorted(offered(phone.client.get("/new?game=zipang").text)) == ["Ana", "Ben", "Cleo"]
    assert offered(sitting.watcher.client.get("/new?game=zipang").text) == []


def test_who_was_let_in_without_a_name_is_no_name(app: Flask, client: FlaskClient) -> None:
    table = make(client, "kensei", phones="one")
    guest = app.test_client()
    guest.get(f"/t/{table}")
    guest.post(f"/t/{table}/ask", data={"seat": "b", "player": ""})
    ask = table_of(app, table).asks[0].id
    client.post(f"/t/{table}/answer", data={"ask": ask, "allow": "yes", "key": "answer-of-ana"})
    assert table_of(app, table).player("b") == "Somebody"
    assert offered(client.get("/new?game=zipang").text) == ["Ana"]


def test_names_of_other_players_count_on_one_phone_only(app: Flask, client: FlaskClient) -> None:
    """Without a script, and in hidden fields, they are sent all the same: who joins later says his own name."""
    named = {"name.b": "Ben", "name.c": "Chie"}
    table = make(client, "zipang", players="2", phones="many", **named)
    assert "Ben" not in [one.name for one in table_of(app, table).state.players]
    # of players who are not there, neither
    answer = client.post(
        "/new",
        data={"game": "zipang", "players": "2", "phones": "one", "player": "Ana", "name.b": "Ben", "name.c": "Ben"},
    )
    assert answer.status_code == 303
