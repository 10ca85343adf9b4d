"""What a phone is told that has lost its seat; whose a seat is to give is in `pages/seats.page`."""

import html
import re

import pytest
from flask import Flask

from tests.web.phones import Sitting, allow, answering, notice
from tests.web.test_card_secrets import evening


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Armies are chosen, so something is hidden; Ben's new phone asks for his seat."""
    sitting = Sitting(app)
    sitting.ben.act("muster", unit="yari-ashigaru")
    sitting.ben.get()
    sitting.watcher.post("/ask", seat="b", player="Ben")
    return sitting


def test_a_phone_whose_seat_was_brought_away_is_told_so(sitting: Sitting) -> None:
    """A new phone has its name before the link is used: should the answer to its tap be lost, with a cookie in it,
    nobody could use the link again.
    """
    page = sitting.ben.get().text
    live = html.unescape(re.findall(r'id="live"[^>]*hx-get="\s*([^"]*)"', page)[0])
    assert sitting.ben.client.get(live).headers.get("X-Next") is None
    assert "held=" not in sitting.watcher.get().text, "who watches has lost nothing"
    link = re.findall(r'href="[^"]*(/r/[^"]*)"', sitting.ben.get("/seats/link").text)[0]
    new = sitting.app.test_client()
    assert new.get("/r/abc").headers.get("Set-Cookie") is None
    assert new.get(link).headers.get("Set-Cookie")
    used = new.post(link)
    assert (used.status_code, used.headers.get("Set-Cookie")) == (303, None)
    assert new.get(link).status_code == 200
    assert new.post(link).status_code == 303
    assert "works once" in new.get(f"{sitting.ben.path}/seats/link").text
    thief = sitting.app.test_client()
    for refused in (thief.get(link), thief.post(link), sitting.ben.client.post(link)):
        assert refused.status_code == 404
        assert "was already used" in refused.text
    answer = sitting.ben.client.get(live)
    assert answer.status_code == 204
    told = sitting.ben.client.get(answer.headers["X-Next"])
    assert "The recovery link of this phone&#39;s seat was used: another phone has the seat now" in notice(told)
    assert "was used: another phone" in notice(sitting.ben.get()), "also when it comes back hours later"
    for other in (new.get(sitting.ben.path), sitting.ana.get(), sitting.watcher.get()):
        assert "was used" not in notice(other)
    assert "X-Next" not in sitting.ben.client.get(f"{sitting.ben.path}/now").headers, "it watches from now on"
    assert "no seat here any more" not in new.get(f"{sitting.ben.path}?lost=yes").text


def test_who_gave_his_seat_away_is_told_the_same(sitting: Sitting) -> None:
    """By the answer to his tap, with and without a script; and where to ask for it."""
    (ask,) = sitting.table.asks
    form = {"ask": ask.id, "key": "given-away", "allow": "yes"}
    fragment = {"HX-Request": "true"}
    for headers, where in ((fragment, "X-Next"), ({}, "Location")):
        answer = sitting.ben.client.post(f"{sitting.ben.path}/answer", data=form, headers=headers)
        told = sitting.ben.client.get(answer.headers[where])
        assert "This phone has no seat here any more" in notice(told)
        assert f'href="{sitting.ben.path}/seats"' in notice(told)
        sitting.watcher.post("/leave", seat="b")
        sitting.ben.post("/sit", seat="b", player="Ben")
        sitting.watcher.post("/ask", seat="b", player="Ben")
        form = {"ask": sitting.table.asks[0].id, "key": "given-away-again", "allow": "yes"}


def test_who_allows_what_costs_more_by_now_is_told_to_look_again(app: Flask) -> None:
    table = evening(app, ("samurai-8", "samurai-7"), ("monk", "daimyo"))
    table.undo("a")
    read = answering(table.ben)
    table.ben.act("turn", player="b")
    table.ben.act("duel", number="3", card="farmer-1", target="a", defense="farmer-2")
    for form in (read, read, {**read, "key": "of-an-older-page", "read": ""}):
        answer = table.ben.post("/answer", **form, allow="yes")
        assert (answer.status_code, "Look again, then tap." in answer.text) == (409, True)
        assert "No longer possible then: Duel 3" in answer.text
    assert [ask.kind for ask in table.table.asks] == ["undo"]
    allow(table.ben)
    assert table.table.asks == ()
