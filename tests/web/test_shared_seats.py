"""Two phones of one seat and one of the other; what they read of each other is in `pages/seats.page`."""

from flask import Flask

from tests.web.phones import Phone, Sitting, words


def admitted(app: Flask, sitting: Sitting) -> Phone:
    """Cleo's phone, let in to seat a by Ana."""
    cleo = Phone(app.test_client(), sitting.id, "a")
    assert cleo.post("/ask", seat="a", player="Cleo", together="yes").status_code == 303
    request = sitting.table.asks[0]
    assert sitting.ana.post("/answer", ask=request.id, allow="yes", key="answer-of-ana").status_code in (200, 303)
    return cleo


def test_the_seats_page_shows_the_code_first_to_who_invites(app: Flask) -> None:
    """And after the seats to others."""
    made = app.test_client()
    table = made.post("/new", data={"game": "kensei", "player": "Ana"}).headers["Location"]
    for phone, first in ((made, True), (app.test_client(), False)):
        page = phone.get(table).text
        assert (page.index('class="invite"') < page.index('class="seats"')) is first
    assert "Leave this seat" in made.get(table).text
    sitting = Sitting(app)
    for phone in (sitting.ana, sitting.ben):
        page = phone.get("/seats").text
        assert page.index('class="invite"') > page.index('class="seats"'), "nobody is missing"


def test_who_is_let_in_is_sent_to_the_table(app: Flask) -> None:
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
    assert "If this phone loses its seat" not in shown
    assert cleo.get("/seats/link").status_code == 403


def test_who_asked_withdraws_it_from_another_seat_too(app: Flask) -> None:
    sitting = Sitting(app, game="zipang", players="3")
    cleo = admitted(app, sitting)
    cleo.act("starts", player="a")
    sitting.ben.act("campaign", number="1")
    cleo.post("/undo", key="undo-of-cleo")
    assert "Never mind" in words(cleo)
    cleo.post("/leave", seat="a")
    cleo.post("/sit", seat="c", player="Cleo")
    assert sitting.table.asks
    assert "Never mind" in words(cleo), "she can ask for nothing else while it waits"
