"""One request at a time in the place for it: what waits for this phone's answer is never under something else."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from companion.play.kensei.game import KENSEI
from tests.web.phones import Phone, Sitting, agreed, allow, answering, battle
from tests.web.test_card_secrets import evening

SHOWN = re.compile(r'<section class="request.*?</section>', re.S)
BUTTON = re.compile(r"<button[^>]*>\s*(.*?)\s*</button>", re.S)


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    """The battle has begun, and nothing of it is free to take back."""
    sitting = battle(app, ("yari-ashigaru",), ("yari-ashigaru",), path="buke", other_path="kuge", first="b")
    sitting.ben.act("first", first="a")
    return sitting


def shown(phone: Phone) -> tuple[str, list[str]]:
    """The sentence of the one request this phone shows, and its buttons."""
    found: list[str] = SHOWN.findall(phone.get().text)
    assert len(found) <= 1, "one lies over the other"
    heads = [" ".join(re.sub("<[^>]*>", " ", one.split("</h2>")[0]).split()) for one in found]
    return (heads[0], BUTTON.findall(found[0])) if found else ("", [])


def answer(phone: Phone, sitting: Sitting, yes: bool) -> None:
    assert len(sitting.table.asks) == 1
    allow(phone, "yes" if yes else "no")


def test_a_no_waits_behind_what_is_to_be_answered(sitting: Sitting) -> None:
    ana, ben = sitting.ana, sitting.ben
    ana.post("/undo", key="anas-undo")
    assert shown(ana) == ("Ana asks to undo:", ["Never mind"])
    assert shown(ben) == ("Ana asks to undo:", ["Allow", "No, keep it"])
    assert shown(sitting.watcher) == ("Ana asks to undo:", [])
    for phone in (ana, ben, sitting.watcher):
        summary = phone.get().text.split('class="request')[1].split("</summary>")[0]
        assert "Ben acts first." in summary, "what would be taken back is said before it is waited for"
    answer(ben, sitting, yes=False)
    no = ("Ben said no. It stays as it is:", ["All right"])
    assert (shown(ana), shown(ben), shown(sitting.watcher)) == (no, ("", []), ("", []))

    ana.act("first", first="b")
    ben.post("/undo", key="bens-undo")
    assert shown(ana) == ("Ben asks to undo:", ["Allow", "No, keep it"])
    answer(ana, sitting, yes=True)
    assert shown(ana) == no
    assert shown(ben) == ("", [])


def test_the_end_of_orders_has_one_name_everywhere_and_says_whose_it_is(app: Flask) -> None:
    sitting = Sitting(app, battle="pitched")
    ana, ben = sitting.ana, sitting.ben
    for phone in (ana, ben):
        phone.musters("katana-samurai", "yumi-samurai")
    sitting.ready("a")
    ana.act("order", piece="a1", do="advance")
    for phone in (ana, ben):
        phone.act("done", turn="1")
    name = "the end of Ana's orders"
    assert f"Undo: {name}" in unescape(ana.get().text)
    assert "Undo: the end of Ben's orders" in unescape(ben.get().text)
    ben.act("leave", turn="1", phase="resolution")
    ana.post("/undo", key="anas-undo")
    assert f"{name} · 1 entry falls" in unescape(ben.get().text.split('class="request')[1].split("</summary>")[0])
    answer(ben, sitting, yes=True)
    assert f"Ana undid, with the consent of Ben: {name}" in unescape(ben.get("/log").text)


HEAD = "Chie asks for the seat of Ben."


def test_a_seat_that_may_hide_nothing_is_any_players_to_give_and_waits_before_ones_own(sitting: Sitting) -> None:
    """It is given by a second question that names who gets it."""
    agreed(sitting.ana, sitting.ben, "end", winner="draw")
    sitting.watcher.post("/ask", seat="b", player="Chie")
    assert shown(sitting.ben) == shown(sitting.ana) == (HEAD, ["Give the seat", "No"])
    assert shown(sitting.watcher) == (HEAD, ["Never mind"])
    for path in ("", "/seats"):
        own, other = (" ".join(phone.get(path).text.split()) for phone in (sitting.ben, sitting.ana))
        assert "Give your seat to Chie, who plays on for you? This phone loses the seat." in own
        assert "Give the seat of Ben to Chie, who plays on for Ben? The phone of Ben loses it." in other
        for page in (own, other):
            assert HEAD in page
            fold = re.findall(r"<details id=\"ask-.*?</details>", page)
            assert [one.count('name="allow"') for one in fold] == [2], "behind a tap on the request"
    (ask,) = sitting.table.asks
    sitting.ana.post("/undo", key="anas-undo")
    assert len(sitting.table.asks) == 2
    assert shown(sitting.ana)[0] == HEAD
    assert shown(sitting.ben)[0] == HEAD, "the older of two that Ben may answer"
    form = {"ask": ask.id, "key": "given-on", "allow": "yes"}
    answer = sitting.ana.client.post(f"{sitting.ana.path}/answer", data=form, headers={"HX-Request": "true"})
    assert "X-Next" not in answer.headers, "who gives another's keeps his own, and is told nothing"
    assert [one.kind for one in sitting.table.asks] == ["undo"]


def test_until_the_battle_is_over_a_seat_is_its_holders_to_give(sitting: Sitting) -> None:
    """Though nothing at all is hidden: else a seat that is refused would tell that something is."""
    assert KENSEI.secrets(sitting.state) == frozenset()
    sitting.watcher.post("/ask", seat="b", player="Chie")
    assert shown(sitting.ana) == ("", [])
    assert shown(sitting.ben) == (HEAD, ["Give the seat", "No"])
    assert "Chie" not in sitting.ana.get("/seats").text
    assert shown(sitting.watcher) == ("Only Ben's own phone can give you that seat.", ["Never mind"])
    for path in ("", "/seats"):
        assert "until the game is over only the phone that holds this seat" in sitting.watcher.get(path).text


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
