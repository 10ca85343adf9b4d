"""Whose a seat is to give while something is hidden, and what a phone is told that has lost one."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from companion.play.presence import LATELY_SECONDS
from companion.web.services import Services
from tests.web.phones import Phone, Sitting, answering, notice
from tests.web.phones import allow as allowed
from tests.web.test_card_secrets import evening

SHOWN = re.compile(r'<section class="request.*?</section>', re.S)
BUTTON = re.compile(r"<button[^>]*>\s*(.*?)\s*</button>", re.S)


def shown(phone: Phone) -> tuple[str, list[str]]:
    """The sentence of the one request this phone shows, and its buttons."""
    found: list[str] = SHOWN.findall(phone.get().text)
    assert len(found) <= 1, "one lies over the other"
    heads = [" ".join(re.sub("<[^>]*>", " ", one.split("</h2>")[0]).split()) for one in found]
    return (heads[0], BUTTON.findall(found[0])) if found else ("", [])


HEAD = "Ben asks for the seat of Ben."
BUTTONS = ["Give the seat", "No"]


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """Armies are chosen, so something is hidden; Ben's new phone asks for his seat."""
    sitting = Sitting(app)
    sitting.ben.act("muster", unit="yari-ashigaru")
    sitting.ben.get()
    sitting.watcher.post("/ask", seat="b", player="Ben")
    return sitting


def later(sitting: Sitting, seconds: float = LATELY_SECONDS + 1) -> None:
    """A phone that asks for nothing meanwhile, and has no stream, is offline then."""
    services: Services = sitting.app.extensions["gunbai"]
    now = services.clock() + seconds
    services.clock = lambda: now


def allow(phone: Phone, sitting: Sitting) -> None:
    for ask in sitting.table.asks:
        phone.post("/answer", ask=ask.id, key=f"answer-{ask.id}-{phone.seat}", allow="yes")


def held(sitting: Sitting, phone: Phone) -> str:
    """The path of the table leads to a seat's page, or to that of one who watches."""
    return "b" if 'name="seat" value="b"' in phone.get().text else ""


def test_a_seat_is_its_holders_alone_to_give_also_while_his_phone_is_gone(sitting: Sitting) -> None:
    """Two phones of one player could look into the other's army as soon as the other's has lost its signal."""
    assert shown(sitting.ben) == (HEAD, BUTTONS)
    stranger = Phone(sitting.app.test_client(), sitting.id)
    stranger.get()
    for away in (False, True):
        if away:
            later(sitting)
        assert shown(sitting.ana) == ("", [])
        for phone in (sitting.ana, sitting.watcher, stranger):
            for path in ("", "/seats"):
                assert 'name="allow"' not in phone.get(path).text
            allow(phone, sitting)
        assert len(sitting.table.asks) == 1
        assert held(sitting, sitting.watcher) == ""
    assert "If that phone is lost, open the seat&#39;s recovery link here" in sitting.watcher.get("/seats").text
    ask = sitting.table.asks[0].id
    answer = sitting.ana.post("/answer", ask=ask, key=f"answer-{ask}", allow="yes")
    assert "If that phone is lost, open the seat&#39;s recovery link here" in notice(answer)
    sitting.ana.post("/leave", seat="a")  # who made the table and only watches
    assert shown(sitting.ana) == ("", [])
    allow(sitting.ana, sitting)
    assert (held(sitting, sitting.watcher), len(sitting.table.asks)) == ("", 1)


def test_a_seat_to_be_shared_is_its_players_to_give_and_a_partner_keeps_it_from_others(sitting: Sitting) -> None:
    sitting.watcher.post("/seats/heard", ask=sitting.table.asks[0].id)
    sitting.watcher.post("/ask", seat="b", player="Cleo", together="yes")
    later(sitting)
    assert shown(sitting.ana)[1] == []
    allow(sitting.ana, sitting)
    assert len(sitting.table.asks) == 1, "though their phones are away"
    allow(sitting.ben, sitting)
    stranger = Phone(sitting.app.test_client(), sitting.id)
    stranger.post("/ask", seat="b", player="Dai")
    later(sitting)
    sitting.watcher.get()
    assert shown(sitting.ana)[1] == []
    allow(sitting.ana, sitting)
    assert len(sitting.table.asks) == 1


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


def test_a_free_seat_is_not_shown_as_a_phone_that_is_gone(sitting: Sitting) -> None:
    later(sitting)
    assert "presence offline" in sitting.ana.get().text
    sitting.ben.post("/leave", seat="b")
    assert "presence offline" not in sitting.ana.get().text


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
    allowed(table.ben)
    assert table.table.asks == ()
