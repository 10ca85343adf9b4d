"""A table of any game made quickly, with two seats, by the same acts the pages send but without a browser."""

import itertools
from typing import Any

from flask import Flask
from itsdangerous import URLSafeSerializer

from companion.play.tables import Tables
from companion.play.values import Asked, Done, Table, Tap
from companion.web.security import COOKIE
from companion.web.services import Services
from tests.conftest import Phone

STRENGTHS = {
    "scout": 1, "shugenja": 0, "general": 2, "assassin": 1, "ashigaru": 3, "archer": 1, "samurai": 2, "brute": 3,
}  # fmt: skip
"""What is printed on the cards of Kenjin whose Strength is asked for."""
PLAYERS = {"a": "Ana", "b": "Ben"}
_keys = (f"made-key-{number:06}" for number in itertools.count())


def put(tables: Tables, table: str, state: Any) -> None:
    """The table goes to this state as it goes on with every act."""
    with tables.work(table) as work:
        assert work is not None
        work.touch()
        work.seq += 1
        work.snap(work.seq, state)
        work.keep(state, snapshot=False)


class Sitting:
    """A table of the app, whose two seats belong to the devices `a` and `b` (or both to `a`)."""

    def __init__(self, app: Flask, game: str, *, one_phone: bool = False, **setup: str) -> None:
        self.app = app
        self.devices = {"a": f"device-a-{next(_keys)}", "b": f"device-b-{next(_keys)}"}
        if one_phone:
            self.devices["b"] = self.devices["a"]
        made = self.tables.create(self.devices["a"], game, "Practice", setup)
        assert isinstance(made, Table), made
        self.id = made.id
        self.path = f"/t/{made.id}"
        for seat, player in PLAYERS.items():
            assert isinstance(self.tables.sit(self.id, self.devices[seat], seat, player), Done)

    @property
    def tables(self) -> Tables:
        services: Services = self.app.extensions["gunbai"]
        return services.tables

    @property
    def table(self) -> Table:
        found = self.tables.get(self.id)
        assert found is not None
        return found

    def act(self, seat: str, type: str, *, by: str = "", **form: Any) -> None:
        """An act of a seat (entered by another's phone, if `by` says so), which has to succeed; asked for, the other
        player allows it.
        """
        by = by or seat
        done = self.tables.tap(self.id, self.devices[by], Tap(type, form, seat, by, next(_keys)))
        if isinstance(done, Asked):
            other = self.devices["b" if by == "a" else "a"]
            read = next(ask for ask in self.table.asks if ask.id == done.ask).read_by("b" if by == "a" else "a")
            done = self.tables.answer(self.id, other, done.ask, True, next(_keys), read)
        assert isinstance(done, Done), done

    def give(self, phone: Phone, seat: str) -> None:
        """Makes this phone the one that holds the seat. A page of another table is closed before: it would find its own
        seat lost and go where that is said, perhaps while the next page is being opened. In between, a page of the
        same server stands, without a script: for `about:blank` and back the browser would start a process each time.
        """
        phone.leave()
        phone.context.add_cookies([{"name": COOKIE, "value": self.cookie(seat), "url": phone.server.url}])

    def cookie(self, seat: str) -> str:
        """What the phone that holds the seat keeps."""
        services: Services = self.app.extensions["gunbai"]
        return str(URLSafeSerializer(services.key, salt="device").dumps(self.devices[seat]))


def kenjin(app: Flask) -> Sitting:
    """Four battlefields whose cards are all laid: the first is about to be turned up."""
    sitting = Sitting(app, "kenjin", players="2", battlefields="table")
    sitting.act("a", "strengths", **{f"strengths.{card}": n for card, n in STRENGTHS.items()})
    sitting.act("a", "place", **{f"spots.{tile}": "ab" for tile in ("village", "torii", "bridge", "palace")})
    sitting.act("a", "combat")
    return sitting


def tenno(app: Flask) -> Sitting:
    """The first duel: Ana attacks."""
    return Sitting(app, "tenno", players="2")


def zipang(app: Flask) -> Sitting:
    """The first campaign: Ana plays a card."""
    sitting = Sitting(app, "zipang", players="2")
    sitting.act("a", "starts", player="a")
    sitting.act("a", "campaign", number=1)
    return sitting
