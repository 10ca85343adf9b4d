"""Phones at one table of the real app and a real database, without a browser: cookies, taps, pages."""

import itertools
import re
from collections.abc import Iterable
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.play.tables import Tables
from companion.play.values import Table
from companion.web.services import Services

_keys = (f"key-{number:08}" for number in itertools.count())


class Phone:
    """One phone: a client with its own cookies that knows the table it is at."""

    def __init__(self, client: FlaskClient, table_id: str, seat: str = "") -> None:
        self.client = client
        self.table_id = table_id
        self.path = f"/t/{table_id}"
        self.seat = seat

    def get(self, page: str = "", **headers: str) -> TestResponse:
        """A page of the table."""
        return self.client.get(self.path + page, headers=headers)

    def post(self, page: str, **form: Any) -> TestResponse:
        """A form of the table's pages."""
        return self.client.post(self.path + page, data=form)

    def tap(self, type: str, *, key: str = "", seat: str = "", **form: Any) -> TestResponse:
        """One act, as a page sends it."""
        data = {"type": type, "key": key or next(_keys), "seat": seat or self.seat, **form}
        return self.client.post(f"{self.path}/tap", data=data, headers={"HX-Request": "true"})

    def act(self, type: str, *, key: str = "", seat: str = "", **form: Any) -> TestResponse:
        """An act that must be accepted, sent as by a page without a script: its answer shows nothing."""
        answer = self.post("/tap", type=type, key=key or next(_keys), seat=seat or self.seat, **form)
        assert answer.status_code == 303, notice(answer)
        return answer

    def musters(self, *army: str, path: str = "") -> None:
        """The army of its seat, on this path where one is named: units, with their miniatures and name where these are
        given, and with a star characters, each of whom joins the unit before him."""
        if path:
            self.act("side", path=path)
        units = 0
        for one in army:
            if one.startswith("*"):
                self.act("enlist", character=one[1:], **({"piece": f"{self.seat}{units}"} if units else {}))
            else:
                unit, miniatures, name = (*one.split(), "", "")[:3]
                self.act("muster", unit=unit, **({"miniatures": miniatures} if miniatures else {}))
                units += 1
                if name:
                    self.act("name", piece=f"{self.seat}{units}", name=name)


def notice(answer: TestResponse) -> str:
    """The sentence of a refusal, wherever the answer carries it."""
    found = re.findall(r'id="notice"[^>]*>\s*<p>(.*?)</p>|class="error-sentence">(.*?)</p>', answer.text, re.S)
    return next((a or b for a, b in found if a or b), answer.text[:400])


def agreed(one: Phone, other: Phone, type: str, **form: str) -> None:
    """An act that one player may not enter alone, and the other allows."""
    one.act(type, **form)
    allow(other)


def allow(phone: Phone, word: str = "yes") -> None:
    """A yes, or no, to another player's request, the newest one."""
    assert phone.post("/answer", **answering(phone), allow=word).status_code == 303


def answering(phone: Phone) -> dict[str, str]:
    """The hidden fields of the form by which it answers the newest request."""
    form = re.findall(r"<form[^>]*/answer\b.*?</form>", phone.get().text, re.S)[-1]
    return dict(re.findall(r'type="hidden" name="([a-z]+)" value="([^"]*)"', form))


def words(phone: Phone, page: str = "") -> str:
    """What a page says, without its tags."""
    text = re.sub(r"<(script|style).*?</\1>", " ", phone.get(page).text, flags=re.S)
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def new_table(client: FlaskClient, **setup: str) -> str:
    """A table of Kensei as Ana makes it; its id."""
    made = client.post("/new", data={"game": "kensei", "player": "Ana", "name": "Sunday", **setup})
    assert made.status_code == 303, made.text
    return made.headers["Location"].split("/t/")[1].split("/")[0]


def for_both(
    app: Flask,
    ana: Iterable[str] = (),
    ben: Iterable[str] = (),
    *,
    path: str = "",
    other_path: str = "",
    first: str = "",
    **setup: str,
) -> Phone:
    """The one phone of a table of Kensei, where Ana and Ben sit; if both have armies, they are ready."""
    client = app.test_client()
    phone = Phone(client, new_table(client, **setup), "a")
    assert phone.post("/sit", seat="b", player="Ben").status_code == 303
    other = Phone(client, phone.table_id, "b")
    phone.musters(*ana, path=path)
    other.musters(*ben, path=other_path)
    for one in (phone, other) if ana and ben else ():
        one.act("ready")
    if first:
        phone.act("first", first=first)
    return phone


class Sitting:
    """A table with Ana at seat a, Ben at seat b, one who watches and one who has never been here."""

    def __init__(self, app: Flask, **setup: str) -> None:
        self.app = app
        host = app.test_client()
        self.id = new_table(host, **setup)
        self.ana = Phone(host, self.id, "a")
        self.ben = Phone(app.test_client(), self.id, "b")
        assert self.ben.post("/sit", seat="b", player="Ben").status_code == 303
        self.watcher = Phone(app.test_client(), self.id)
        self.watcher.get()
        self.stranger = Phone(app.test_client(), self.id)

    def ready(self, first: str = "") -> None:
        """Both armies are, and Ana says who acts first where that is named."""
        for phone in (self.ana, self.ben):
            phone.act("ready")
        if first:
            self.ana.act("first", first=first)

    @property
    def tables(self) -> Tables:
        services: Services = self.app.extensions["gunbai"]
        return services.tables

    @property
    def table(self) -> Table:
        table = self.tables.get(self.id)
        assert table is not None
        return table

    @property
    def state(self) -> State:
        state = self.table.state
        assert isinstance(state, State)
        return state

    @property
    def due(self) -> str:
        """The step whose dice are due."""
        return KENSEI.due(self.state)[0].step


def battle(
    app: Flask,
    ana: Iterable[str],
    ben: Iterable[str],
    *,
    path: str = "",
    other_path: str = "",
    first: str = "",
    **setup: str,
) -> Sitting:
    """Both have mustered their armies, on their paths where these are named, and are ready."""
    sitting = Sitting(app, **setup)
    sitting.ana.musters(*ana, path=path)
    sitting.ben.musters(*ben, path=other_path)
    sitting.ready(first)
    return sitting


def order_row(phone: Phone, one: str) -> str:
    """The orders of a unit or a character as its row shows them, with its tags."""
    page = phone.get().text
    return page[page.index(f'id="order-{one}"') :].split("</details></li>")[0]


def closing(app: Flask) -> Sitting:
    """Ana's four swordsmen close with Ben's spearmen; whatever follows is rolled by the test."""
    sitting = battle(app, ("katana-samurai",), ("yari-ashigaru",))
    sitting.ana.act("aim", kind="melee", attacker="a1", defender="b1")
    return sitting


def attacked(sitting: Sitting, hits: int, tens: int) -> None:
    """The attack dice of that, `tens` of the hits."""
    sitting.ana.act("roll", step=sitting.due, **{"bin.hits": hits, "bin.tens": tens})
