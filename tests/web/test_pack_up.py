"""A battle put away: the page and the sheet with the state of every unit, each phone's as it may know it."""

import io

import pdfplumber
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.phones import Phone, Sitting, battle
from tests.web.test_card_games import make

pytestmark = pytest.mark.paper


@pytest.fixture
def chosen(app: Flask) -> Sitting:
    """Deployment; a Geisha hides in B's swordsmen, and something is sealed."""
    sitting = battle(app, ("yumi-samurai",), ("katana-samurai", "*geisha"), battle="pitched", deploys="yes")
    sitting.ben.act("terrain", kind="hill")
    sitting.ben.act("seal", text="Kamari in the mill")
    return sitting


@pytest.fixture
def begun(chosen: Sitting) -> Sitting:
    """The first turn of it."""
    for phone in (chosen.ana, chosen.ben):
        phone.act("deployed")
    return chosen


def on_paper(phone: Phone) -> str:
    answer = phone.get("/pack-up/sheet.pdf")
    assert answer.mimetype == "application/pdf"
    assert "no-store" in answer.headers["Cache-Control"]
    with pdfplumber.open(io.BytesIO(answer.data)) as pdf:
        return " ".join(page.extract_text() for page in pdf.pages)


def test_nothing_is_put_away_before_the_battle_and_in_other_games(app: Flask, chosen: Sitting) -> None:
    for page in ("/pack-up", "/pack-up/sheet.pdf"):
        answer = chosen.ana.get(page)
        assert answer.status_code == 404
        assert "has not begun" in answer.text
    assert "The state of every unit" not in chosen.ana.get("/more").text
    table = make(app.test_client(), "tenno")
    assert app.test_client().get(f"/t/{table}/pack-up").status_code == 404


def test_every_unit_and_both_lines_stand_on_page_and_sheet(begun: Sitting) -> None:
    """What is hidden, on its own side's only; the table goes on as before."""
    begun.ana.act("correct", piece="a1", miniatures=3, reason="slip")
    begun.ana.act("note", text="The archers stand on the ridge")
    assert "The archers stand on the ridge" in begun.ben.get("/more").text
    assert "/pack-up" in begun.ben.get("/more").text
    before, seal = begun.state, begun.state.seals[0].seal
    open_to_all = ("Yumi Samurai", "Katana Samurai", "Hill 1", "on the ridge", "Ana", "Ben", "Turn 1", "3 of", seal)
    for phone, knows in ((begun.ben, True), (begun.ana, False), (begun.watcher, False)):
        for told in (phone.get("/pack-up").text, on_paper(phone)):
            for words in open_to_all:
                assert words in told, words
            assert ("Geisha" in told) is knows
            assert ("Kamari in the mill" in told) is knows
    assert begun.state == before


def test_one_phone_for_both_puts_its_battle_away(client: FlaskClient) -> None:
    """The battle of *Show me*: both seats are this phone's."""
    path = client.post("/show-me").headers["Location"]
    assert client.get(f"{path}/pack-up").status_code == 200
