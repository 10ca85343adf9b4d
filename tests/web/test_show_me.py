"""Show me: one tap makes a practice battle in the middle of its first turn, and no record of it is kept."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.play.tables import Table
from companion.web.services import Services
from tests.web.phones import Phone


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    """A phone that has tapped “Show me”."""
    assert 'action="/show-me"' in client.get("/").text
    made = client.post("/show-me")
    assert made.status_code == 303, made.text
    return Phone(client, made.headers["Location"].split("/t/")[1])


def table_of(app: Flask, phone: Phone) -> Table:
    services: Services = app.extensions["gunbai"]
    table = services.tables.get(phone.path.removeprefix("/t/"))
    assert table is not None
    return table


def state_of(app: Flask, phone: Phone) -> State:
    state = table_of(app, phone).state
    assert isinstance(state, State)
    return state


def test_the_dice_of_an_attack_after_a_charge_are_in_hand(app: Flask, phone: Phone) -> None:
    table, state = table_of(app, phone), state_of(app, phone)
    assert [seat.player for seat in table.seats] == ["Indigo", "Vermilion"]
    assert len({seat.device for seat in table.seats}) == 1
    assert (state.turn, state.phase) == (1, "combat")
    assert state.piece("a1") is not None
    assert [met.charger for met in state.contacts] == ["a1"]
    due = KENSEI.due(state)[0]
    assert due.kind == "attack"
    page = phone.get().text
    assert str(due.sentence) in page
    assert "Practice" in page
    assert "curtain" not in re.sub(r"<head>.*?</head>", "", page, flags=re.S), "nothing hides the first look"
    before = state.running
    phone.act("roll", seat=due.seat, step=due.step, app="true")
    after = state_of(app, phone)
    assert after.running != before


def test_no_record_is_kept_and_it_can_be_deleted(app: Flask, phone: Phone) -> None:
    phone.act("end", seat="a", winner="a")
    end = phone.get().text
    assert "Indigo has won the battle" in end
    assert 'href="/played"' not in end.split('class="card ended', 1)[1].split("</section>")[0]
    assert "Practice battle" not in phone.client.get("/played").text
    assert phone.client.get("/played/played.json").json["plays"] == []
    assert "Practice battle" in phone.client.get("/").text
    assert phone.post("/delete").status_code == 303
    assert "Practice battle" not in phone.client.get("/").text


def test_every_tap_makes_a_table_of_its_own(phone: Phone) -> None:
    again = phone.client.post("/show-me").headers["Location"]
    assert again.split("/t/")[1] not in phone.path
    assert phone.client.get(again).status_code == 200


@pytest.mark.parametrize(("dice", "first"), [((10, 1), "a"), ((1, 10), "b"), ((1, 2, 8, 2), "a")])
def test_whoever_has_the_initiative_stands_before_his_attack(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, dice: tuple[int, ...], first: str
) -> None:
    """Its dice fall as they like; a tie is rolled again."""
    rolls = iter(dice)
    monkeypatch.setattr("companion.web.services.throw", lambda count: tuple(next(rolls) for _ in range(count)))
    made = client.post("/show-me")
    state = state_of(app, Phone(client, made.headers["Location"].split("/t/")[1]))
    due = KENSEI.due(state)[0]
    assert (due.kind, due.seat) == ("attack", first)
    assert next(rolls, None) is None, "every die was needed"
