"""Processor time of one tap with every look it causes: two players and two who watch, in one process, no network."""

from __future__ import annotations

import gc
import html
import re
import time
from itertools import count
from pathlib import Path
from statistics import mean

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.config import Config
from companion.web import create_app
from companion.web.services import Services

ROUNDS = 14
_REGION = re.compile(r'data-region="(\w+)" data-rev="(\w+)"')
_STEP = re.compile(r'data-step="([^"]+)\.\w+"')
_keys = (f"bench-cost-{number:08}" for number in count())


class Phone:
    """A phone without a screen: it says which regions it has, as the page's scripts do."""

    def __init__(self, app: Flask, seat: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.seat = seat
        self._regions: dict[str, str] = {}
        self.path = ""

    def _headers(self) -> dict[str, str]:
        return {"HX-Request": "true", "X-Regions": ",".join(f"{name}={rev}" for name, rev in self._regions.items())}

    def _kept(self, answer: TestResponse) -> str:
        assert answer.status_code == 200, answer.text
        self._regions.update(_REGION.findall(answer.text))
        return answer.text

    def tap(self, type: str, **fields: object) -> str:
        """One tap; the text of its answer."""
        form = {"type": type, "seat": self.seat, "by": self.seat, "key": next(_keys), "page": "table", **fields}
        return self._kept(self.client.post(f"{self.path}/tap", data=form, headers=self._headers()))

    def look(self) -> None:
        """What it fetches when it is rung."""
        self._kept(self.client.get(f"{self.path}/now?page=table", headers=self._headers()))


class Table:
    """Two players ready for battle, and two who watch."""

    def __init__(self, app: Flask) -> None:
        self.players = {seat: Phone(app, seat) for seat in "ab"}
        self.phones = (*self.players.values(), Phone(app), Phone(app))
        a, b = self.players.values()
        made = a.client.post("/new", data={"game": "kensei", "player": "Aki"})
        for phone in self.phones:
            phone.path = "/t/" + made.headers["Location"].split("/t/")[1].split("/")[0]
        b.client.post(f"{a.path}/sit", data={"seat": "b", "player": "Ben"})
        for phone in (a, b):
            phone.tap("side", path="buke", clan="Takeda", mon="tomoe")
            phone.tap("muster", unit="yumi-samurai", miniatures=10)
            phone.tap("muster", unit="katana-samurai", miniatures=10)
            phone.tap("enlist", character="busho-buke", piece=f"{phone.seat}2")
        for phone in (a, b):
            phone.tap("ready")

    def attack(self) -> dict[str, float]:
        """A charge that does no harm, tap by tap: the milliseconds of each with the looks of the other three."""
        taken = {}
        found = self._timed(taken, "aim", "a", "aim", kind="melee", attacker="a2", defender="b2")
        step = _STEP.search(found)
        assert step
        for name, seat, at, fields in (
            ("circumstance", "a", "at", {"field": "charging", "value": "yes"}),
            ("hits", "a", "at", {"bin.hits": 3}),
            ("tens", "a", "at", {"bin.tens": 0}),
            ("saves", "b", "df", {"bin.saved": 1}),
            ("tens again", "b", "df", {"bin.tens": 0}),
            ("a damage die", "a", "damage", {"die": 0, "face": 1}),
            ("the last die", "a", "damage", {"die": 1, "face": 1}),
        ):
            kind = "situate" if name == "circumstance" else "pad"
            self._timed(taken, name, seat, kind, step=f"{html.unescape(step[1])}.{at}", **fields)
        self._timed(taken, "put away", "a", "put-away")
        return taken

    def _timed(self, taken: dict[str, float], name: str, seat: str, type: str, **fields: object) -> str:
        begun = time.process_time()
        text = self.players[seat].tap(type, **fields)
        for phone in self.phones:
            if phone.seat != seat:
                phone.look()
        taken[name] = (time.process_time() - begun) * 1000
        return text


def cost(folder: Path, rounds: int = ROUNDS) -> dict[str, float]:
    """For each tap of an attack the least milliseconds of all rounds; under "mean" what they are together."""
    app = create_app(Config(database_url=f"sqlite:///{folder / 'cost'}.sqlite3"))
    table = Table(app)
    gc.collect()
    gc.freeze()  # as the server does once all is loaded
    least: dict[str, float] = {}
    for _ in range(rounds):
        gc.collect()
        for name, ms in table.attack().items():
            least[name] = min(ms, least.get(name, ms))
    services: Services = app.extensions["gunbai"]
    services.end_streams()
    services.close()
    return {**least, "mean": mean(least.values())}
