"""Names that are offered where one is asked: of players at this phone's own tables, never of strangers."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.people import spelled
from companion.play.values import Done
from tests.web.phones import Phone, Sitting
from tests.web.test_card_games import make, table_of
from tests.web.test_shared_seats import admitted


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


def test_names_of_the_own_tables_and_of_no_others(app: Flask, client: FlaskClient, evening: Phone) -> None:
    """Neither to a new phone, nor to one that only looked at a table; nor of a table that was deleted."""
    watcher = app.test_client()
    assert offered(watcher.get("/new?game=zipang").text) == []
    watcher.get(evening.path)
    watcher.get(evening.path + "/seats")
    assert offered(watcher.get("/new?game=zipang").text) == []
    for phone, game in ((client, "zipang"), (evening.client, "kensei")):
        assert sorted(offered(phone.get(f"/new?game={game}").text)) == ["Ana", "Ben", "Chie"]
    at = table_of(app, evening.table_id)
    assert isinstance(app.extensions["gunbai"].tables.delete(at.id, at.owner), Done)
    assert offered(client.get("/new?game=zipang").text) == []


def test_a_free_seat_is_taken_under_a_known_name_by_one_tap(app: Flask, client: FlaskClient, evening: Phone) -> None:
    table = make(client, "zipang", players="3")
    page = evening.client.get(f"/t/{table}/seats").text
    assert sorted(offered(page)) == ["Ben", "Chie"], "Ana sits here already"
    refused = evening.client.post(f"/t/{table}/sit", data={"seat": "b", "known": "Ana"})
    assert refused.status_code == 422
    assert "plays here already" in refused.text
    answer = evening.client.post(f"/t/{table}/sit", data={"seat": "b", "player": "", "known": "Ben"})
    assert answer.status_code == 303
    assert table_of(app, table).player("b") == "Ben"
    assert [one.name for one in table_of(app, table).state.players][:2] == ["Ana", "Ben"]
    assert offered(app.test_client().get(f"/t/{table}/seats").text) == [], "a stranger is offered none of them"


def test_one_spelling_is_kept_whatever_the_capitals(app: Flask, evening: Phone, client: FlaskClient) -> None:
    for typed in ("ben", " Ben "):
        table = make(client, "zipang", players="2")
        evening.client.post(f"/t/{table}/sit", data={"seat": "b", "player": typed})
        assert table_of(app, table).player("b") == "Ben"
        own = make(evening.client, "zipang", players="2", player=typed)
        assert table_of(app, own).player("a") == "Ben"
    assert spelled(("Ben",), "Benno") == "Benno"
    assert spelled((), "ben") == "ben"


def test_a_name_given_in_the_game_is_the_seats_too(app: Flask, client: FlaskClient) -> None:
    table = make(client, "zipang", players="2", phones="one", **{"name.b": "Bne"})
    Phone(client, table, "b").act("player", name="Ben")
    assert table_of(app, table).player("b") == "Ben"
    assert sorted(offered(client.get("/new?game=zipang").text)) == ["Ana", "Ben"]


def test_one_phone_asks_for_all_names_in_one_form(app: Flask, client: FlaskClient) -> None:
    """On one phone only: without a script, and in hidden fields, they are sent all the same."""
    for game, most in {"kensei": 2, "kenjin": 4, "tenno": 7, "zipang": 6}.items():
        page = client.get(f"/new?game={game}").text
        assert re.findall(r'<div data-player="(\d)"', page) == [str(number) for number in range(2, most + 1)]
        table = make(client, game, phones="one", players="2", **{"name.b": "Ben", "name.c": ""})
        held = [(seat.player, bool(seat.device)) for seat in table_of(app, table).seats[:2]]
        assert held == [("Ana", True), ("Ben", True)], game
    table = make(client, "zipang", players="2", phones="many", **{"name.b": "Ben", "name.c": "Chie"})
    assert "Ben" not in [one.name for one in table_of(app, table).state.players], "who joins later says his own name"
    make(client, "zipang", players="2", phones="one", **{"name.b": "Ben", "name.c": "Ben"})  # there is no third


def test_who_gave_no_name_is_no_name(app: Flask, client: FlaskClient) -> None:
    """Crests, clans and seats are what the program calls somebody, not who he is; and practice is nobody's game."""
    for game in ("kensei", "kenjin", "zipang"):
        make(client, game, player="", phones="one", players="2")
    client.post("/show-me")
    assert offered(client.get("/new?game=zipang").text) == []
    table = make(client, "kensei", phones="one")
    guest = app.test_client()
    guest.get(f"/t/{table}")
    guest.post(f"/t/{table}/ask", data={"seat": "b", "player": ""})
    ask = table_of(app, table).asks[0].id
    client.post(f"/t/{table}/answer", data={"ask": ask, "allow": "yes", "key": "answer-of-ana"})
    assert table_of(app, table).player("b") == "Somebody", "nor has one who was let in without"
    assert offered(client.get("/new?game=zipang").text) == ["Ana"]


def test_who_shares_a_seat_is_offered_and_is_offered_others(app: Flask) -> None:
    sitting = Sitting(app)
    cleo = admitted(app, sitting)
    for phone in (sitting.ana, sitting.ben, cleo):
        assert sorted(offered(phone.client.get("/new?game=zipang").text)) == ["Ana", "Ben", "Cleo"]
    assert offered(sitting.watcher.client.get("/new?game=zipang").text) == []
