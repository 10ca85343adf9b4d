"""A battle put away: the page and the sheet with the state of every unit, each phone's as it may know it."""

from __future__ import annotations

import io

import pdfplumber
from flask import Flask

from tests.web.phones import Phone, Sitting


def battle(app: Flask) -> Sitting:
    """Begun; a Geisha hides in B's swordsmen, and something is sealed."""
    sitting = Sitting(app, battle="pitched", deploys="yes")
    sitting.ana.act("muster", unit="yumi-samurai")
    sitting.ben.act("muster", unit="katana-samurai")
    sitting.ben.act("enlist", character="geisha", piece="b1")
    sitting.ana.act("ready")
    sitting.ben.act("ready")
    sitting.ben.act("terrain", kind="hill")
    sitting.ben.act("seal", text="Kamari in the mill")
    return sitting


def on_paper(phone: Phone) -> str:
    answer = phone.get("/pack-up/sheet.pdf")
    assert answer.mimetype == "application/pdf"
    assert "no-store" in answer.headers["Cache-Control"]
    with pdfplumber.open(io.BytesIO(answer.data)) as pdf:
        return " ".join(page.extract_text() for page in pdf.pages)


def test_nothing_is_put_away_before_the_battle(app: Flask) -> None:
    sitting = battle(app)
    for page in ("/pack-up", "/pack-up/sheet.pdf"):
        answer = sitting.ana.get(page)
        assert answer.status_code == 404
        assert "has not begun" in answer.text
    assert "The state of every unit" not in sitting.ana.get("/more").text


def test_every_unit_and_both_lines_stand_on_page_and_sheet(app: Flask) -> None:
    sitting = battle(app)
    for phone in (sitting.ana, sitting.ben):
        phone.act("deployed")
    sitting.ana.act("correct", piece="a1", miniatures=3, reason="slip")
    sitting.ana.act("note", text="The archers stand on the ridge")
    assert "The archers stand on the ridge" in sitting.ben.get("/more").text
    assert "/pack-up" in sitting.ben.get("/more").text
    for told in (sitting.ben.get("/pack-up").text, on_paper(sitting.ben)):
        for words in (
            "Yumi Samurai",
            "Katana Samurai",
            "Hill 1",
            "The archers stand on the ridge",
            "Ana",
            "Ben",
            "Turn 1",
        ):
            assert words in told
    assert "3 of" in on_paper(sitting.ana)


def test_what_is_hidden_is_on_its_own_side_s_sheet_only(app: Flask) -> None:
    sitting = battle(app)
    for phone in (sitting.ana, sitting.ben):
        phone.act("deployed")
    seal = sitting.state.seals[0].seal
    for phone, knows in ((sitting.ben, True), (sitting.ana, False), (sitting.watcher, False)):
        for told in (phone.get("/pack-up").text, on_paper(phone)):
            assert ("Geisha" in told) is knows
            assert ("Kamari in the mill" in told) is knows
            assert seal in told


def test_the_table_goes_on_as_before(app: Flask) -> None:
    sitting = battle(app)
    for phone in (sitting.ana, sitting.ben):
        phone.act("deployed")
    before = sitting.state
    sitting.ana.get("/pack-up")
    on_paper(sitting.ana)
    assert sitting.state == before
    sitting.ana.act("first", first="a")
    sitting.ana.act("leave", turn=1, phase="orders")
    assert sitting.state.phase == "combat"


def test_other_games_have_none(app: Flask) -> None:
    made = app.test_client().post("/new", data={"game": "tenno", "player": "Ana"})
    assert made.status_code == 303
    table = made.headers["Location"].split("/t/")[1].split("/")[0]
    assert app.test_client().get(f"/t/{table}/pack-up").status_code == 404


def test_one_phone_for_both_puts_its_battle_away(app: Flask) -> None:
    """The battle of *Show me*: both seats are this phone's."""
    client = app.test_client()
    path = client.post("/show-me").headers["Location"]
    assert client.get(f"{path}/pack-up").status_code == 200
