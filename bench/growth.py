"""What a tap, a look, an undo and the log page cost at a table with ten logged events and at one with ten thousand."""

from __future__ import annotations

import gc
import random
import re
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median

from flask import Flask
from flask.testing import FlaskClient

from companion.config import Config
from companion.play.values import Done, Tap
from companion.web import create_app
from companion.web.services import Services

SHORT, LONG = 10, 10_000
FULL = 1_000
"""A table whose log fills its page, as the short one's does not: what the log page is compared with."""
ROUNDS = 24
FLAT = 1.5
"""The most a long table may cost, as a multiple of the short one."""

_keys = (f"bench-{number:08}" for number in count())


class Growing:
    """A table in this process, its log as long as wanted, and a seated phone without a screen."""

    def __init__(self, app: Flask, events: int) -> None:
        self._services: Services = app.extensions["gunbai"]
        self.client: FlaskClient = app.test_client()
        made = self.client.post("/new", data={"game": "kensei", "player": "Aki"})
        self.id = made.headers["Location"].split("/t/")[1].split("/")[0]
        table = self._services.tables.get(self.id)
        assert table is not None
        self._device = next(seat.device for seat in table.seats if seat.device)
        self._services.tables.sit(self.id, self._device, "b", "Ben")
        for seat in ("a", "b"):
            self._do("side", seat, path="buke")
            self._do("muster", seat, unit="yumi-samurai", miniatures=10)
            self._do("ready", seat)
        self.watcher: FlaskClient = app.test_client()
        while (self._services.tables.version(self.id) or 0) < events:
            self._attack()

    def _do(self, type: str, seat: str, **form: object) -> None:
        done = self._services.tables.tap(self.id, self._device, Tap(type, form, seat, seat, next(_keys)))
        assert isinstance(done, Done), (type, form, done)

    def _attack(self) -> None:
        """One more shot that does no harm: five events, one of them a line of the log."""
        self._do("aim", "a", kind="shot", attacker="a1", defender="b1")
        table = self._services.tables.get(self.id)
        assert table is not None
        step = table.state.asks[-1].id
        self._do("situate", "a", step=step, field="loaded", value="yes")
        self._do("situate", "a", step=step, field="distance_cm", value="40")
        self._do("pad", "a", **{"step": step, "bin.hits": "0"})
        self._do("pad", "a", **{"step": step, "bin.tens": "0"})

    def tap(self) -> None:
        """Aims, which changes the biggest region of the page."""
        form = {"type": "aim", "seat": "a", "by": "a", "key": next(_keys), "page": "table"}
        form |= {"kind": "shot", "attacker": "a1", "defender": "b1"}
        answer = self.client.post(f"/t/{self.id}/tap", data=form, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.status_code

    def look(self) -> None:
        """What another phone fetches when it is rung."""
        assert self.watcher.get(f"/t/{self.id}/now?page=table", headers={"HX-Request": "true"}).status_code == 200

    def undo(self) -> None:
        """Takes the aim back."""
        form = {"key": next(_keys), "page": "table"}
        answer = self.client.post(f"/t/{self.id}/undo", data=form, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.status_code

    def log(self) -> None:
        """The newest page of the log."""
        page = self.client.get(f"/t/{self.id}/log")
        assert page.status_code == 200
        assert re.search("log-line", page.text)


ACTS: dict[str, Callable[[Growing], None]] = {
    "tap": Growing.tap,
    "look (/now)": Growing.look,
    "undo": Growing.undo,
    "log page": Growing.log,
}


def growth(folder: Path, rounds: int = ROUNDS) -> dict[str, tuple[int, float, float]]:
    """For each act the length of the shorter log, and the median milliseconds there and at the long one.

    Every round takes a fresh short table, so that it stays short, and does the tables in a random order, so that a
    busy moment touches all alike.
    """
    app = create_app(Config(database_url=f"sqlite:///{folder / 'growth'}.sqlite3"))
    kept = [Growing(app, FULL), Growing(app, LONG)]
    taken: dict[tuple[str, int], list[float]] = {}
    for _ in range(rounds):
        tables = list(zip((SHORT, FULL, LONG), (Growing(app, SHORT), *kept), strict=True))
        random.shuffle(tables)
        gc.collect()
        for events, table in tables:
            table.look()  # whatever is made once for a process is made
            for name, act in ACTS.items():
                begun = time.perf_counter()
                act(table)
                taken.setdefault((name, events), []).append((time.perf_counter() - begun) * 1000)
    app.extensions["gunbai"].close()
    found = {}
    for name in ACTS:
        base = FULL if name == "log page" else SHORT
        found[name] = (base, median(taken[name, base]), median(taken[name, LONG]))
    return found
