"""Recorded sessions, tapped again entry by entry by the phones of a table; the dice fall as they fell then."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from bench.phones import Phone
from companion.play import entry as play_entry
from companion.play.game import Seat
from companion.play.values import Table
from companion.rules.text import Refusal
from companion.web.services import Services
from tests.playthroughs.runner import HERE as GOLDEN
from tests.playthroughs.runner import playthroughs

BESIDE = Path(__file__).parent / "sessions"
"""Sessions of our own: what the golden ones leave out."""
PHONES = 4
UNREACHED = {
    # A correction only, never tapped; a roll with no dice left; a share of a drawn game; what is said in rare moments.
    "kensei": frozenset({"blank", "forgot", "hero-reply", "infiltrate", "run-near", "stopped"}),
    "zipang": frozenset({"nothing", "share"}),
    "kenjin": frozenset({"offer"}),
}
"""Acts by game that no session has; everything else is measured."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a session: who taps, for which seat, and what."""

    by: Seat
    seat: Seat
    type: str
    form: dict[str, str]


@dataclass(frozen=True, slots=True)
class Session:
    """A game with its setup, and all that is tapped."""

    name: str
    game: str
    setup: dict[str, str]
    entries: tuple[Entry, ...]


def sessions() -> list[Session]:
    """The golden ones, and those beside them."""
    return [read(path) for path in (*playthroughs(), *sorted(BESIDE.glob("*.play")))]


def read(path: Path) -> Session:
    """A session as it was recorded."""
    first, *others = (line for line in path.read_text().splitlines() if line and line[0] not in " #")
    game, *setup = shlex.split(first.partition(":")[2])
    return Session(path.stem, game, _fields(setup), tuple(_entry(line) for line in others if line[:5] != "look:"))


def _entry(line: str) -> Entry:
    head, _, rest = line.partition(":")
    by, _, seat = head.partition(" for ")
    type_, *words = shlex.split(rest)
    form = _fields(words)
    if type_ == "roll" and ".honor." in form.get("step", "") and form["step"].endswith(".die") and "faces" in form:
        # A roll that is owed begins with its die, which a player taps in: the app throws only what is due.
        type_, form = "pad", {"step": form["step"], "die": "0", "face": str(int(form["faces"]) or 10)}
    return Entry(by, seat or by, type_, form)


def _fields(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words)


class Sitting:
    """A table where a session is played: a phone for each player, or one for all, and watchers, four in all."""

    def __init__(self, app: Flask, session: Session, *, one_phone: bool = False) -> None:
        services: Services = app.extensions["gunbai"]
        self._tables = services.tables
        table = services.tables.create("bench", session.game, session.name, session.setup)
        assert not isinstance(table, Refusal), str(table)
        seats = table.game.seats[: int(session.setup.get("players", 2))]
        self.table = table
        shared = Phone(app, seats[0]) if one_phone else None
        self.players = {seat: shared or Phone(app, seat) for seat in seats}
        held = list(dict.fromkeys(self.players.values()))
        self.phones = [*held, *(Phone(app) for _ in range(PHONES - len(held)))]
        for phone in self.phones:
            phone.path = f"/t/{table.id}"
        for seat, phone in self.players.items():
            phone.sit(seat, session.setup.get(f"name.{seat}") or f"Player {seat.upper()}")
            phone.look()

    @property
    def now(self) -> Table:
        """The table as it is by now."""
        table = self._tables.get(self.table.id)
        assert table is not None
        return table

    def enter(self, entry: Entry, *, looking: bool = True) -> bool:
        """One entry, and what the phones look at after it, where they look; whether the game took it."""
        form = dict(entry.form)
        if faces := form.pop("faces", ""):
            fallen = tuple(int(face) for face in faces.split(","))
            self._tables.throw = lambda _dice: fallen
            form["app"] = "true"
        phone = self.players[entry.by]
        with _sealed_as_recorded():
            if entry.type == "bring":
                entered = self._bring(phone, entry, form)
            elif looking:
                entered = self.tap(phone, entry, form)
            else:
                entered = phone.send(entry.type, **{**form, "seat": entry.seat, "by": entry.by})
        if entered:
            self._allow(phone)
        if looking:
            self.look_but(phone)
        return entered

    def tap(self, phone: Phone, entry: Entry, form: dict[str, str]) -> bool:
        """The tap of an entry, on its phone; whether the game took it."""
        entered, _answer = phone.try_tap(entry.type, **{**form, "seat": entry.seat, "by": entry.by})
        return entered

    def _allow(self, asking: Phone) -> None:
        """Another player agrees to what one may not enter alone; else the session ends there without a word."""
        for ask in self.now.asks:
            seat, other = next((seat, phone) for seat, phone in self.players.items() if phone is not asking)
            form = {"ask": ask.id, "allow": "yes", "key": f"allow-{ask.id}", "read": ask.read_by(seat)}
            answer = other.client.post(f"{other.path}/answer", data=form)
            assert answer.status_code == 303, answer.text

    def look_but(self, tapped: Phone | None) -> None:
        """Every other phone is rung."""
        for phone in self.phones:
            if phone is not tapped:
                phone.look()

    def _bring(self, phone: Phone, entry: Entry, form: dict[str, str]) -> bool:
        """An army list is pasted on a page of its own, from which the phone comes back to the table."""
        army = (GOLDEN / "lists" / f"{form['army']}.json").read_text()
        key = f"bench-{entry.seat}-{self.table.id}"
        data = {"seat": entry.seat, "text": json.dumps(json.loads(army)), "key": key}
        answer = phone.client.post(f"{phone.path}/bring", data=data)
        assert answer.status_code == 303, answer.text
        phone.look()
        return True


@contextmanager
def _sealed_as_recorded() -> Iterator[None]:
    """A seal is named by a fingerprint into which something drawn is stirred; nothing was as sessions were recorded."""
    drawn = play_entry.NONCE_BYTES
    play_entry.NONCE_BYTES = 0
    try:
        yield
    finally:
        play_entry.NONCE_BYTES = drawn
