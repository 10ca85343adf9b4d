"""A phone that has never led a battle is told what each kind of act is, until it is tapped away or the act is done.

What one battle says is in `pages/explained.page`.
"""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.armies.first import first_battle
from companion.rules.kensei.explained import EXPLAINED
from companion.web.explaining import COOKIE
from tests.web.phones import Phone


def told(phone: Phone) -> str:
    """What the page explains; empty where it explains nothing."""
    found = re.search(r'<details class="explained".*?<p role="note">(.*?)</p>', phone.get().text, re.S)
    return unescape(re.sub(r"<[^>]+>", "", found[1])) if found else ""


READY = {f"ready.{seat}": code for seat, code in zip("ab", first_battle({}).codes, strict=True)}
"""Both armies of a first battle."""


def begun(client: FlaskClient, **form: str) -> Phone:
    """A phone at a new battle, with both seats; the second army is still to be chosen, unless both are named."""
    setup = {"game": "kensei", "battle": "pitched", "level": "1", "phones": "one", "deploys": "no"}
    made = client.post("/new", data={**setup, "ready.a": READY["ready.a"], **form})
    assert made.status_code == 303, made.text
    return Phone(client, made.headers["Location"].split("/t/")[1].partition("/")[0])


@pytest.fixture
def new_here(app: Flask) -> FlaskClient:
    """A phone that has never been here."""
    return app.test_client()


def test_a_tap_takes_it_away_in_every_battle_of_this_phone(new_here: FlaskClient) -> None:
    phone = begun(new_here, phones="many")
    assert told(phone).startswith(str(EXPLAINED["muster"].what))
    assert str(EXPLAINED["muster"].does) in told(phone)
    assert "Explain again" in phone.get("/more").text
    answer = new_here.post(f"{phone.path}/explained", data={"kind": "muster"}, headers={"HX-Request": "true"})
    assert (answer.status_code, 'id="r-explained"' in answer.text) == (200, True)
    assert 'class="explained"' not in answer.text, "the answer to the tap takes it away"
    assert told(begun(new_here, phones="many")) == ""


def test_who_does_the_act_has_read_what_it_is(new_here: FlaskClient) -> None:
    """In every battle of this phone."""
    begun(new_here, phones="many").act("ready", seat="a")
    assert "muster" in (new_here.get_cookie(COOKIE) or pytest.fail("nothing is kept")).value.split(".")
    assert told(begun(new_here, phones="many")) == ""


def test_who_has_led_a_battle_is_told_nothing(new_here: FlaskClient) -> None:
    phone = begun(new_here, **READY)
    assert told(phone).startswith(str(EXPLAINED["set-up"].what)), "a first battle begins with its first roll"
    assert "cm of your edge. Then roll." in told(phone)
    assert '<details class="explained" open' in phone.get().text, "nobody has to look for it"
    phone.act("show-orders", seat="a", shown="false")
    assert told(phone), "what is set right by hand is no act"
    phone.act("end", seat="a", winner="a")
    new_here.delete_cookie(COOKIE)
    another = begun(new_here, phones="many")
    assert told(another) == ""
    assert another.post("/explained", kind="none").status_code == 303
    assert told(another), "unless it asks"


def test_the_cookie_of_another_program_does_no_harm(new_here: FlaskClient) -> None:
    phone = begun(new_here, phones="many")
    new_here.set_cookie(COOKIE, "x" * 2000 + ".<b>")
    assert told(phone)
    phone.post("/explained", kind="muster")
    kept = new_here.get_cookie(COOKIE)
    assert kept is not None
    assert len(kept.value) < 500
