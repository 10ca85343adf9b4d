"""Processor time of one tap with every look it causes, as so many times what a bare app pays: four phones, no network.

The bare app (`anchor.py`) runs in the same process in turn with ours, so the figure holds on any machine.
"""

from __future__ import annotations

import gc
import html
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean

from flask import Flask

from bench.anchor import Anchor
from bench.phones import Phone
from bench.sessions import PHONES, Entry, Session, Sitting, sessions
from companion.config import Config
from companion.process import settle_memory
from companion.web import create_app

ROUNDS = 14
"""So often an attack is tapped."""
REPLAYS = 3
"""So often each session is tapped again."""
ATTACK_MOST, ACT_MOST = 5.0, 8.0
"""The most an attack's taps may cost in the mean, and any other act, as multiples of the bare app."""
_STEP = re.compile(r'data-step="([^"]+)\.\w+"')


@dataclass(slots=True)
class Cost:
    """Of one tap: the least milliseconds of all rounds, ours and the bare app's."""

    ours: float = float("inf")
    bare: float = float("inf")

    def add(self, ours: float, bare: float) -> None:
        """One round more."""
        self.ours, self.bare = min(self.ours, ours), min(self.bare, bare)


@dataclass(slots=True)
class Costs:
    """Of several taps."""

    taps: list[Cost] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Of all together."""
        return mean(tap.ours for tap in self.taps) / mean(tap.bare for tap in self.taps)

    @property
    def worst(self) -> float:
        """Of the dearest one; the bare app's taps are all alike."""
        return max(tap.ours for tap in self.taps) / mean(tap.bare for tap in self.taps)


class Meter:
    """Takes what a tap costs, and right after it what the bare app pays."""

    def __init__(self, anchor: Anchor) -> None:
        self._anchor = anchor

    def take(self, cost: Cost, tap: Callable[[], object]) -> None:
        """One round of this tap."""
        cost.add(_milliseconds(tap), _milliseconds(self._anchor.round))


def _milliseconds(run: Callable[[], object]) -> float:
    begun = time.process_time()
    run()
    return (time.process_time() - begun) * 1000


class Table:
    """Two players ready for battle, and two who watch, all in one language."""

    def __init__(self, app: Flask, language: str = "en") -> None:
        self.players = {seat: Phone(app, seat, language) for seat in "ab"}
        self.phones = (*self.players.values(), *(Phone(app, language=language) for _ in range(PHONES - 2)))
        a, b = self.players.values()
        made = a.client.post("/new", data={"game": "kensei", "player": "Aki"})
        for phone in self.phones:
            phone.path = "/t/" + made.headers["Location"].split("/t/")[1].split("/")[0]
        b.sit("b", "Ben")
        for phone in (a, b):
            phone.tap("side", path="buke", clan="Takeda", mon="tomoe")
            phone.tap("muster", unit="yumi-samurai", miniatures=10)
            phone.tap("muster", unit="katana-samurai", miniatures=10)
            phone.tap("enlist", character="busho-buke", piece=f"{phone.seat}2")
        for phone in (a, b):
            phone.tap("ready")
        for phone in self.phones:
            phone.look()

    def attack(self, meter: Meter, taken: dict[str, Cost]) -> None:
        """A charge that does no harm, tap by tap, each with the looks of the other three."""
        text: list[str] = []

        def tapped(name: str, seat: str, type: str, **fields: object) -> None:
            def tap() -> None:
                text.append(self.players[seat].tap(type, **fields))
                for phone in self.phones:
                    if phone.seat != seat:
                        phone.look()

            meter.take(taken.setdefault(name, Cost()), tap)

        tapped("aim", "a", "aim", kind="melee", attacker="a2", defender="b2")
        step = _STEP.search(text[0])
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
            tapped(name, seat, kind, step=f"{html.unescape(step[1])}.{at}", **fields)
        tapped("put away", "a", "put-away")


@contextmanager
def _measured(folder: Path) -> Iterator[tuple[Flask, Meter]]:
    """Our app and what measures it, with the memory of a process that serves."""
    folder.mkdir(exist_ok=True)
    app = create_app(Config(database_url=f"sqlite:///{folder / 'cost'}.sqlite3"))
    for template in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(template)  # compiled once in the life of the app, by whichever tap needs it first
    thresholds = gc.get_threshold()
    settle_memory()
    meter = Meter(Anchor(folder))
    yield app, meter
    gc.unfreeze()  # where tests measure, the process goes on, as it was
    gc.set_threshold(*thresholds)
    app.extensions["gunbai"].close()


def attack_costs(folder: Path, rounds: int = ROUNDS) -> dict[str, Cost]:
    """Each tap of an attack of Kensei."""
    taken: dict[str, Cost] = {}
    with _measured(folder / "attack") as (app, meter):
        table = Table(app)
        gc.collect()
        gc.freeze()
        for _ in range(rounds):
            gc.collect()
            table.attack(meter, taken)
    return taken


def act_costs(
    folder: Path, replays: int = REPLAYS, played: list[Session] | None = None
) -> dict[tuple[str, str], Costs]:
    """Each kind of act of each game, wherever a session has one that is taken."""
    found: dict[tuple[str, str], Costs] = {}
    with _measured(folder / "acts") as (app, meter):
        for session in sessions() if played is None else played:
            for (act, _number), cost in session_costs(app, meter, session, replays).items():
                found.setdefault((session.game, act), Costs()).taps.append(cost)
    return found


def session_costs(app: Flask, meter: Meter, session: Session, replays: int) -> dict[tuple[str, int], Cost]:
    """Each entry of a session that is taken, by its act and number."""
    taken: dict[tuple[str, int], Cost] = {}
    for _ in range(replays):
        sitting = Sitting(app, session)
        gc.collect()
        for number, entry in enumerate(session.entries):
            entered: list[bool] = []
            cost = taken.get((entry.type, number), Cost())
            meter.take(cost, partial(_enter, sitting, entry, entered))
            if entered[0]:
                taken[entry.type, number] = cost
    return taken


def _enter(sitting: Sitting, entry: Entry, entered: list[bool]) -> None:
    entered.append(sitting.enter(entry))
