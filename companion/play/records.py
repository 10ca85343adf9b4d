"""The history of a household: the finished games of its phones, with what was set right around them.

A phone belongs to one household, at first to one of its own. Its games are read from the tables at each look, so that a
corrected or reopened game is right here too, and kept when their table is closed or deleted.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from companion.play.book import BOOK, Book
from companion.play.kenjin.state import KenjinState as Kenjin
from companion.play.played import MENDED, PLAY, Mended, Play, play_of
from companion.play.registry import GAMES
from companion.play.tables import Tables
from companion.play.timestamps import StoreService, from_timestamp, timestamp, utc_now
from companion.play.values import PRACTICE
from companion.rules.kenjin.cards import ENTERED
from companion.rules.text import Refusal, Text
from companion.store import Store, household_rows, rows, schema, upsert

LOOKED_THROUGH = 50
"""How many tables of Kenjin are looked through for Strengths, the latest first."""
DAYS_BACK = 30
"""So long a game that was removed can be put back."""
PHONES_MOST = 12
NO_SUCH = Refusal(Text("This history keeps no such game: it was removed for good, or is another household's."))


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """A game as it is kept: as counted, what was mended, as it is told with that, and when it was removed."""

    counted: Play
    mended: Mended
    play: Play
    removed_at: str = ""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone of a household: since when, who sat down on it last, and whether it is the one that asks."""

    number: int
    key: str
    """What a form calls it by."""
    since: datetime
    player: str
    mine: bool


@dataclass(frozen=True, slots=True)
class History:
    """What a household keeps, the newest game first. `word` is of the link that brings a phone in."""

    word: str = ""
    entries: tuple[KeptPlay, ...] = ()
    removed: tuple[KeptPlay, ...] = ()
    book: Book = Book()
    phones: tuple[Phone, ...] = ()
    standing: frozenset[str] = frozenset()
    """Games whose tables are there still."""

    @property
    def plays(self) -> tuple[Play, ...]:
        """The games, with every name as its person is called."""
        return tuple(self.book.with_persons(entry.play) for entry in self.entries)

    def entry(self, play_id: str) -> KeptPlay | None:
        """One of the games, removed or not."""
        return next((one for one in (*self.entries, *self.removed) if one.play.table == play_id), None)


class Records(StoreService):
    """The histories of all households of one store."""

    def __init__(self, store: Store, tables: Tables, *, now: Callable[[], datetime] = utc_now) -> None:
        super().__init__(store, now=now)
        self._tables = tables

    # Reading

    def of(self, device: str) -> History:
        """The history of this phone's household, brought up to date with the tables of all its phones."""
        standing = self._bring_up(device)
        since = self._kept_since()
        with self._store.read() as db:
            home = household_rows.household_of(db, device)
            if home is None:
                return History()
            found = [_entry(row) for row in _plays(db, home.id) if row.play is not None]
            phones = tuple(
                Phone(
                    number,
                    _key(home.id, one.device),
                    from_timestamp(one.since),
                    household_rows.name_on(db, one.device),
                    one.device == device,
                )
                for number, one in enumerate(household_rows.phones_of(db, home.id), 1)
            )
        found.sort(key=lambda entry: entry.play.at, reverse=True)
        kept = tuple(entry for entry in found if not entry.removed_at)
        removed = tuple(entry for entry in found if entry.removed_at >= since)
        return History(home.word, kept, removed, BOOK.validate_json(home.book), phones, standing)

    def _bring_up(self, device: str) -> frozenset[str]:
        """Makes anew what tables have changed since; where nothing did, nothing is written. The ids of all tables."""
        with self._store.read() as db:
            home = household_rows.household_of(db, device)
            phones = [device] if home is None else [one.device for one in household_rows.phones_of(db, home.id)]
            kept = {} if home is None else {row.id: row for row in _plays(db, home.id)}
            standing = household_rows.standing(db, list(kept), phones)
        fresh: dict[str, tuple[str, Play | None]] = {}
        for row in standing:
            made_of, before = _made_of(row), kept.get(row.id)
            is_current = before is not None and (before.removed_at or before.made_of == made_of)
            if row.game in GAMES and not is_current:
                play = self._played(row.id, row.changed_at)
                if play is not None or before is not None:
                    fresh[row.id] = made_of, play
        if fresh:
            with self._store.write() as db:
                home_id = self._home(db, device).id
                for play_id, (made_of, play) in fresh.items():
                    _keep(db, home_id, play_id, made_of, play)
                household_rows.forget_removed(db, home_id, self._kept_since())
        return frozenset(row.id for row in standing)

    def _played(self, table_id: str, changed_at: str) -> Play | None:
        table = self._tables.get(table_id)
        if table is None:
            return None
        return play_of(table, self._tables.played_at(table_id) or from_timestamp(changed_at))

    def keep(self, table_id: str) -> None:
        """Keeps a finished game in the histories of all phones at its table, which is about to go."""
        with self._store.read() as db:
            row = rows.table_row(db, table_id)
            devices = household_rows.devices_at(db, table_id)
        play = None if row is None or row.game not in GAMES else self._played(table_id, row.changed_at)
        if row is None or play is None:
            return
        with self._store.write() as db:
            for home_id in sorted({self._home(db, device).id for device in sorted(devices)}):
                kept = upsert.one(db, schema.household_plays, household_id=home_id, id=table_id)
                if kept is None or not kept.removed_at:
                    _keep(db, home_id, table_id, _made_of(row), play)

    # Setting right

    def note(self, device: str, play: Play, around: Mended) -> None:
        """Writes a result down; written down twice, it is kept once."""
        values = {"made_of": "", "play": PLAY.dump_json(play).decode(), "mended": MENDED.dump_json(around).decode()}
        with self._store.write() as db:
            household_rows.add_play(db, self._home(db, device).id, play.table, values)

    def mend(self, device: str, play_id: str, around: Mended, again: Play | None = None) -> Refusal | None:
        """Sets right what surrounds a game; of a result only also the result, which is then `again`."""
        values = {"mended": MENDED.dump_json(around).decode()}
        if again is not None:
            values["play"] = PLAY.dump_json(again).decode()
        return self._set(device, play_id, values)

    def remove(self, device: str, play_id: str) -> Refusal | None:
        """Takes a game out of the history."""
        return self._set(device, play_id, {"removed_at": self._timestamp()})

    def put_back(self, device: str, play_id: str) -> Refusal | None:
        """Takes a game into the history again that was removed."""
        return self._set(device, play_id, {"removed_at": None})

    def _set(self, device: str, play_id: str, values: Mapping[str, str | None]) -> Refusal | None:
        self._bring_up(device)
        with self._store.write() as db:
            home = household_rows.household_of(db, device)
            row = None if home is None else upsert.one(db, schema.household_plays, household_id=home.id, id=play_id)
            if home is None or row is None or row.play is None:
                return NO_SUCH
            if row.removed_at and row.removed_at < self._kept_since():
                return NO_SUCH
            upsert.change(db, schema.household_plays, values, household_id=home.id, id=play_id)
        return None

    def _kept_since(self) -> str:
        """What was removed before is gone for good."""
        return timestamp(self.now() - timedelta(days=DAYS_BACK))

    def write(self, device: str, change: Callable[[Book], Book | Refusal]) -> Refusal | None:
        """Another entry in the household's book of names."""
        with self._store.write() as db:
            home = self._home(db, device, lock=True)
            book = change(BOOK.validate_json(home.book))
            if isinstance(book, Refusal):
                return book
            upsert.change(db, schema.households, {"book": BOOK.dump_json(book).decode()}, id=home.id)
        return None

    # Phones

    def word(self, device: str) -> str:
        """The word of the link that brings other phones to this one's history."""
        with self._store.write() as db:
            return str(self._home(db, device).word)

    def renew(self, device: str) -> None:
        """Another word: the old link leads nowhere any more."""
        with self._store.write() as db:
            upsert.change(db, schema.households, {"word": _word()}, id=self._home(db, device).id)

    def behind(self, word: str, device: str) -> tuple[int, int] | None:
        """How many phones share the history this word leads to, and how many games it has; None where it leads to none.
        A phone that shares it already is not counted.
        """
        with self._store.read() as db:
            home = upsert.one(db, schema.households, word=word)
            if home is None:
                return None
            phones = [one for one in household_rows.phones_of(db, home.id) if one.device != device]
            return len(phones), household_rows.counted(db, home.id)

    def join(self, word: str, device: str) -> Refusal | None:
        """This phone shares the history of the word; what it kept by itself until now goes along."""
        self._bring_up(device)
        with self._store.write() as db:
            home = upsert.one(db, schema.households, lock=True, word=word)
            if home is None:
                return Refusal(Text("This link no longer leads to a history: it was renewed. Ask for the new one."))
            before = household_rows.household_of(db, device)
            if before is not None and before.id == home.id:
                return None
            if len(household_rows.phones_of(db, home.id)) >= PHONES_MOST:
                words = Text(
                    "At most %(most)s phones share a history. One of them has to leave first.", {"most": PHONES_MOST}
                )
                return Refusal(words)
            phone = {"device": device, "household_id": home.id, "since": self._timestamp()}
            upsert.put(db, schema.household_phones, phone)
            if before is not None and not household_rows.phones_of(db, before.id):
                _move(db, before, home)
        return None

    def leave(self, device: str, key: str | None = None) -> Refusal | None:
        """This phone, or the one of this key, shares the history no more. Who is put out can come back by no link
        he has seen: there is a new word.
        """
        with self._store.write() as db:
            home = household_rows.household_of(db, device, lock=True)
            phones = [] if home is None else household_rows.phones_of(db, home.id)
            if home is None or len(phones) < 2:
                return Refusal(Text("No other phone shares this history: it would be lost. Share it first."))
            others = (phone.device for phone in phones if _key(home.id, phone.device) == key)
            gone = device if key is None else next(others, None)
            if gone is None:
                return Refusal(Text("That phone is no longer there. Look at the list again."))
            upsert.remove(db, schema.household_phones, device=gone)
            if gone != device:
                upsert.change(db, schema.households, {"word": _word()}, id=home.id)
        return None

    def _home(self, db: Connection, device: str, *, lock: bool = False) -> rows.Found:
        """This phone's household, which is made where it has none."""
        home = household_rows.household_of(db, device, lock=lock)
        if home is not None:
            return home
        home_id = secrets.token_hex(8)
        values = {"id": home_id, "word": _word(), "book": "{}", "created_at": self._timestamp()}
        upsert.add(db, schema.households, values)
        if not household_rows.add_phone(db, device, home_id, self._timestamp()):
            household_rows.remove_household(db, home_id)  # another request of this phone was quicker
        return self._home(db, device, lock=lock)

    # Kenjin

    def kenjin_strengths(self) -> Mapping[str, int]:
        """The Strengths of Kenjin's cards that were entered here last (ruling N1); empty before the first time."""
        with self._store.read() as db:
            found = rows.tables_of_game(db, "kenjin", LOOKED_THROUGH)
        for row in found:
            if json.loads(row.setup).get(PRACTICE):  # made of no cards
                continue
            strengths = self._strengths_of(row)
            if all(card in strengths for card in ENTERED):
                return strengths
        return {}

    def _strengths_of(self, row: rows.Found) -> Mapping[str, int]:
        table = None if row.deleted_at else self._tables.get(row.id)
        if table is not None and isinstance(table.state, Kenjin):
            return table.state.strengths
        # of a deleted table its setup is left: what it was given to begin with
        setup = json.loads(row.setup)
        return {card: int(setup[f"strengths.{card}"]) for card in ENTERED if f"strengths.{card}" in setup}


def _key(household_id: str, device: str) -> str:
    """What a page calls a phone by: it stays the same whoever leaves, and tells nobody the phone's own word."""
    return hashlib.sha256(f"{household_id}/{device}".encode()).hexdigest()[:16]


def _word() -> str:
    return secrets.token_urlsafe(18)


def _made_of(row: rows.Found) -> str:
    """What a game is made of: its table at this version, by the rules of today."""
    return f"{row.version} {GAMES[row.game].rules_version}" if row.game in GAMES else ""


def _entry(row: rows.Found) -> KeptPlay:
    counted = PLAY.validate_json(row.play)
    mended = MENDED.validate_json(row.mended) if row.mended else Mended()
    return KeptPlay(counted, mended, mended.on(counted), row.removed_at or "")


def _plays(db: Connection, home_id: str) -> Sequence[rows.Found]:
    """All a household keeps, also what was removed."""
    return upsert.every(db, schema.household_plays, "id", household_id=home_id)


def _keep(db: Connection, home_id: str, play_id: str, made_of: str, play: Play | None) -> None:
    values = {"made_of": made_of, "play": None if play is None else PLAY.dump_json(play).decode()}
    if not household_rows.add_play(db, home_id, play_id, values):
        upsert.change(db, schema.household_plays, values, household_id=home_id, id=play_id)


def _move(db: Connection, before: rows.Found, home: rows.Found) -> None:
    """All that a household kept which has no phone any more goes to another one."""
    for row in _plays(db, before.id):
        values = {"made_of": row.made_of, "play": row.play, "mended": row.mended, "removed_at": row.removed_at}
        if not household_rows.add_play(db, home.id, row.id, values):
            there = upsert.one(db, schema.household_plays, household_id=home.id, id=row.id)
            if there is not None and row.mended and not there.mended:
                upsert.change(db, schema.household_plays, {"mended": row.mended}, household_id=home.id, id=row.id)
    book = BOOK.validate_json(home.book).joined(BOOK.validate_json(before.book))
    upsert.change(db, schema.households, {"book": BOOK.dump_json(book).decode()}, id=home.id)
    household_rows.remove_household(db, before.id)
