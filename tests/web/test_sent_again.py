"""A form that makes a table does several things one after the other. Sent again, after trouble in the midst of them or
by the second touch of a double tap, it does what is left."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.play.armies.kept import Kept
from companion.play.values import Table
from companion.rules.kensei.army import Army, UnitEntry
from companion.rules.text import Text
from companion.store import StoreTrouble, army_rows
from tests.web.test_quotas import narrow
from tests.web.test_sent_twice import key_on, services, tables

Trouble = Callable[..., None]


@pytest.fixture
def kept(app: Flask) -> Kept:
    """A list of one unit, which others may read as an opponent would."""
    lists = services(app).lists
    army = Army(path="buke", level=3, units=(UnitEntry("u1", "yari-ashigaru", 10),))
    made = lists.make("phone", army, Text("a new list"))
    lists.edit(made.id, "phone", "shown", {"to": "opponent"}, "an-edit-1")
    return made


@pytest.fixture
def trouble(monkeypatch: pytest.MonkeyPatch) -> Trouble:
    """Lets a function run into trouble with the store at one of its calls."""

    def at(owner: Any, name: str, call: int = 1) -> None:
        real, calls = getattr(owner, name), iter(range(1, 100))

        def broken(*given: Any, **named: Any) -> Any:
            if next(calls) == call:
                raise StoreTrouble("full")
            return real(*given, **named)

        monkeypatch.setattr(owner, name, broken)

    return at


def battle(client: FlaskClient, kept: Kept) -> dict[str, str]:
    """The form of a new table to which a list is brought."""
    page = f"/new?game=kensei&list={kept.edit_token}"
    return {"game": "kensei", "player": "Ana", "phones": "many", "list": kept.edit_token, "key": key_on(client, page)}


def table_of(app: Flask, answer: TestResponse) -> Table:
    assert answer.status_code == 303, answer.text
    found = services(app).tables.get(answer.headers["Location"].split("/")[2])
    assert found is not None
    return found


def sitting(table: Table) -> list[str]:
    return [one.player for one in table.seats if one.device]


def units(table: Table) -> list[str]:
    return [piece.unit for piece in table.state.pieces]


def test_a_double_tap_opens_one_table_to_which_the_list_is_brought_once(
    app: Flask, client: FlaskClient, kept: Kept
) -> None:
    """Once that was played at, the form opens another one."""
    form = battle(client, kept)
    first, second = (table_of(app, client.post("/new", data=form)) for _ in range(2))
    assert (first.id, first.seq) == (second.id, second.seq)
    assert units(second) == ["yari-ashigaru"]
    assert tables(app, client) == 1
    tap = {"type": "muster", "unit": "yari-ashigaru", "seat": "a", "key": "muster-0001"}
    assert client.post(f"/t/{first.id}/tap", data=tap, headers={"HX-Request": "true"}).status_code == 200
    assert table_of(app, client.post("/new", data=form)).id != first.id


def test_a_list_that_could_not_be_brought_is_brought_when_the_form_is_sent_again(
    app: Flask, client: FlaskClient, kept: Kept, trouble: Trouble
) -> None:
    trouble(army_rows, "set_brought")
    form = battle(client, kept)
    assert client.post("/new", data=form).status_code == 503
    table = table_of(app, client.post("/new", data=form))
    assert (sitting(table), units(table)) == (["Ana"], ["yari-ashigaru"])
    assert tables(app, client) == 1


def test_seats_that_could_not_be_taken_are_taken_when_the_form_is_sent_again(
    app: Flask, client: FlaskClient, trouble: Trouble
) -> None:
    key = key_on(client, "/new?game=zipang")
    form = {"game": "zipang", "player": "Ana", "players": "2", "name.b": "Ben", "phones": "one", "key": key}
    trouble(services(app).tables, "sit", call=2)
    assert client.post("/new", data=form).status_code == 503
    assert sitting(table_of(app, client.post("/new", data=form))) == ["Ana", "Ben"]


def test_a_list_is_never_brought_without_the_note_that_it_lies_face_down(
    app: Flask, client: FlaskClient, kept: Kept, trouble: Trouble
) -> None:
    """The note shuts the link of the list; trouble with it is trouble with the tap, which is then sent again."""
    form = battle(client, kept) | {"list": ""}
    table = table_of(app, client.post("/new", data=form))
    services(app).lists.keep(kept.id, services(app).tables.get(table.id).seats[0].device)
    other = app.test_client()
    shown = other.get(f"/s/{kept.share_token}").text
    assert "Yari Ashigaru" in shown
    trouble(army_rows, "set_brought")
    bring = {"seat": "a", "list": kept.id, "key": "bring-000001"}
    assert client.post(f"/t/{table.id}/bring", data=bring).status_code == 503
    again = services(app).tables.get(table.id)
    assert again is not None
    assert units(again) == [], "nothing of it is stored"
    assert client.post(f"/t/{table.id}/bring", data=bring).status_code == 303
    assert units(table_of(app, client.post(f"/t/{table.id}/bring", data=bring))) == ["yari-ashigaru"]
    assert "Yari Ashigaru" not in other.get(f"/s/{kept.share_token}").text


def test_a_table_that_is_refused_takes_no_place_of_the_hour(app: Flask, client: FlaskClient) -> None:
    wrong = {"game": "zipang", "player": "Ana", "players": "99"}, {"game": "zipang", "player": "A" * 90, "players": "3"}
    narrow(app, "tables", 3, 20)
    for _ in range(3):
        for form in wrong:
            assert client.post("/new", data=form | {"key": key_on(client, "/new?game=zipang")}).status_code == 422
    assert tables(app, client) == 0
    good = {"game": "zipang", "player": "Ana", "players": "3", "key": key_on(client, "/new?game=zipang")}
    assert client.post("/new", data=good).status_code == 303
