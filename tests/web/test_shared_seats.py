"""Two phones of one seat and one of the other: what they see, do and are called."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.phones import Phone, Sitting


def let_in(app: Flask, sitting: Sitting) -> Phone:
    """Cleo's phone, let in to seat a by Ana."""
    cleo = Phone(app.test_client(), sitting.id, "a")
    assert cleo.post("/ask", seat="a", player="Cleo", together="yes").status_code == 303
    request = sitting.table.asks[0]
    assert "Cleo asks to play together with Ana." in " ".join(sitting.ana.get().text.split())
    assert 'value="yes">Allow' not in sitting.ben.get().text
    assert sitting.ben.post("/answer", ask=request.id, allow="yes", key="answer-of-ben").status_code == 422
    assert sitting.ana.post("/answer", ask=request.id, allow="yes", key="answer-of-ana").status_code in (200, 303)
    return cleo


def test_the_seats_page_offers_it_to_who_has_no_seat(app: Flask) -> None:
    """The code stands before the seats for who invites, and after them for others."""
    made = app.test_client()
    table = made.post("/new", data={"game": "kensei", "player": "Ana"}).headers["Location"]
    for phone, first in ((made, True), (app.test_client(), False)):
        page = phone.get(table).text
        assert (page.index('class="invite"') < page.index('class="seats"')) is first
    assert "Leave this seat" in made.get(table).text
    sitting = Sitting(app)
    assert "Play together with somebody" in sitting.stranger.get("/seats").text
    for phone in (sitting.ana, sitting.ben):
        page = phone.get("/seats").text
        assert "Play together with somebody" not in page
        assert page.index('class="invite"') > page.index('class="seats"'), "nobody is missing"


def test_both_see_the_seat_s_secrets_and_the_other_side_none(app: Flask) -> None:
    """A partner is not asked to give the seat away while something is hidden; who gives his place up sees no more."""
    sitting = Sitting(app)
    cleo = let_in(app, sitting)
    cleo.act("muster", unit="katana-samurai")
    sitting.ana.act("enlist", character="geisha", piece="a1")
    for phone in (sitting.ana, cleo):
        assert 'id="p-a1"' in phone.get().text
        assert 'id="hero-ax-geisha"' in phone.get().text
    for phone in (sitting.ben, sitting.watcher):
        assert 'id="p-a1"' not in phone.get().text
        assert "ax-geisha" not in phone.get().text + phone.get("/log").text + phone.get("/log.json").text
    assert sitting.state.sides["a"].next_piece == 2
    answer = cleo.post("/undo", key="undo-by-cleo")
    assert answer.status_code in (200, 303)
    assert sitting.state.pieces[0].heroes == (), "either takes back what the seat entered last"
    assert sitting.stranger.post("/ask", seat="a", player="Dai").status_code == 303
    assert 'value="yes">Give the seat' in sitting.ana.get().text
    assert 'name="allow"' not in cleo.get().text
    assert cleo.post("/leave", seat="a").status_code == 303
    assert 'id="p-a1"' not in cleo.get().text
    assert 'id="p-a1"' in sitting.ana.get().text


def test_names_and_presence_show_both(app: Flask) -> None:
    sitting = Sitting(app)
    cleo = let_in(app, sitting)
    cleo.get()
    assert "Ana &amp; Cleo" in sitting.ben.get().text
    seats = sitting.ben.get("/seats").text
    assert "together with Ana" in seats
    assert len(re.findall(r'class="presence here"', seats)) == 3
    sitting.ana.post("/here", visible="no")
    board = sitting.ben.get().text
    assert 'class="presence asleep"' not in board, "one of the two is here"
    assert "If this phone loses its seat" not in cleo.get("/seats").text
    assert cleo.get("/seats/link").status_code == 403


def test_who_is_let_in_is_sent_to_the_table_and_named_as_this_phone(app: Flask) -> None:
    sitting = Sitting(app)
    cleo = Phone(app.test_client(), sitting.id, "a")
    cleo.post("/ask", seat="a", player="Cleo", together="yes")
    waiting = cleo.get("/seats").text
    assert "seats/now?waits=yes" in waiting
    assert "X-Next" not in cleo.get("/seats/now?waits=yes").headers
    sitting.ana.post("/answer", ask=sitting.table.asks[0].id, allow="yes", key="answer-of-ana")
    assert cleo.get("/seats/now?waits=yes").headers["X-Next"] == f"/t/{sitting.id}"
    shown = cleo.get("/seats").text
    assert "To the table" in cleo.get("/seats/now").text, "a page that stays says it too"
    assert "waits=yes" not in shown
    assert "Watch without a seat" not in shown
    assert shown.index("To the table") < shown.index('class="seats"')
    assert re.findall(r"<b>(\w+)</b> · this phone", shown) == ["Cleo"]
    assert re.findall(r"<b>(\w+)</b> · this phone", sitting.ana.get("/seats").text) == ["Ana"]
