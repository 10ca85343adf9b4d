"""Evenings that take army lists: a link for the players, one for the organizer, and nobody reads a list before all do.

What is sent is a copy, without its bench and its notes. Until the organizer opens all, `sent` tells of each who has
sent it and whether it is legal, and nothing else, to whomever: a list goes back only to the phone it came from.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from companion.content import catalog
from companion.content.army_document import document_of, read_document
from companion.play.codec import id_of_form
from companion.play.entry import PLAYER_MOST
from companion.play.timestamps import StoreService, from_timestamp, timestamp
from companion.rules.kensei.army import Army, Roster, problems
from companion.rules.text import Refusal, Text
from companion.rules.written import one_line
from companion.store import army_rows, schema, upsert
from companion.store.rows import Found

TOKEN_BYTES = 16
MOST_LISTS = 200
MOST_KOKU = 100_000
NAME_MOST = 60
FARTHEST = timedelta(days=366)
"""So far ahead an evening may end."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What lists are taken for. `koku` is None where the level's hold."""

    id: str
    host_token: str
    token: str
    name: str
    level: int
    koku: int | None
    until: datetime
    opened_at: datetime | None

    def takes(self, now: datetime) -> bool:
        """Whether a list can be sent or taken back at this moment."""
        return self.opened_at is None and now < self.until

    @property
    def koku_allowed(self) -> int:
        """The koku a list may spend."""
        return self.koku or catalog().levels[self.level].koku


@dataclass(frozen=True, slots=True)
class Sent:
    """A list that was sent; `army` is None as long as who looks may not read it."""

    id: str
    player: str
    legal: bool
    sent_at: datetime
    army: Army | None


def against(army: Army, evening: Evening) -> tuple[tuple[Text, str], ...]:
    """What is wrong with a list by the terms of an evening: sentences with their section; empty: it is legal there."""
    here = at_evening(army, evening)
    broken, over = problems(here, catalog()), Roster.of(here, catalog()).koku_budget.spent - evening.koku_allowed
    found = [(one.message, one.rule) for one in broken if evening.koku is None or one.code != "koku-over"]
    if evening.koku is not None and over > 0:
        values = {"have": evening.koku + over, "most": evening.koku, "over": over}
        too_many = Text("The units cost %(have)s koku; this evening allows %(most)s: %(over)s too many.", values)
        found.insert(0, (too_many, "12:3"))
    return tuple(found)


def at_evening(army: Army, evening: Evening) -> Army:
    """The list as it is sent: at the level of the evening, without its bench and notes."""
    koku = evening.koku if catalog().levels[evening.level].koku_open else None
    return replace(army.without_bench.emptied("note"), level=evening.level, koku_limit=koku)


class Evenings(StoreService):
    """All evenings of one store. Safe to share between threads."""

    # Making and finding

    def made(self, device: str, form: str) -> bool:
        """Whether this form of this device has made its evening already."""
        if not form:
            return False
        with self._store.glance() as db:
            return upsert.one(db, schema.evenings, id=id_of_form(device, form)) is not None

    def make(
        self, device: str, name: str, level: int, koku: int | None, until: datetime, form: str = ""
    ) -> Evening | Refusal:
        """A new evening, or why it cannot be. The same `form` sent twice makes one."""
        if refused := self._wrong_name(name) or _wrong_terms(level, koku) or self._wrong_end(until):
            return refused
        values: dict[str, Any] = {
            "id": id_of_form(device, form),
            "host_token": secrets.token_urlsafe(TOKEN_BYTES),
            "token": secrets.token_urlsafe(TOKEN_BYTES),
            "device": device,
            "name": one_line(name),
            "level": level,
            "koku": koku,
            "until": timestamp(until),
            "created_at": self._timestamp(),
            "opened_at": None,
        }
        with self._store.write() as db:
            upsert.add_once(db, schema.evenings, values)
            row = upsert.one(db, schema.evenings, id=values["id"])
        assert row is not None
        return _evening(row)

    def by_host(self, token: str) -> Evening | None:
        """The evening of an organizer's link."""
        return self._found(host_token=token)

    def by_token(self, token: str) -> Evening | None:
        """The evening of a players' link."""
        return self._found(token=token)

    def _found(self, **link: Any) -> Evening | None:
        with self._store.read() as db:
            row = upsert.one(db, schema.evenings, **link)
        return _evening(row) if row is not None else None

    def mine(self, device: str) -> tuple[Evening, ...]:
        """The evenings this phone has made, newest first."""
        with self._store.read() as db:
            return tuple(map(_evening, army_rows.evenings_made_by(db, device)))

    # Lists

    def send(self, evening_id: str, device: str, player: str, army: Army) -> Refusal | None:
        """A player's list, in the place of the one this phone has sent for him before; or why it cannot be."""
        player = one_line(player)
        refused = self._wrong_name(player, PLAYER_MOST, Text("Say who you are: the organizer sees your name."))
        if refused is not None:
            return refused
        with self._store.write() as db:
            row = upsert.one(db, schema.evenings, id=evening_id, lock=True)
            refused = self._shut(row)
            if row is None or refused is not None:
                return refused
            evening = _evening(row)
            there = [(one.device, one.player) for one in army_rows.sent(db, evening_id)]
            if (device, player) not in there and len(there) >= MOST_LISTS:
                return Refusal(Text("This evening is full: it takes %(most)s lists.", {"most": MOST_LISTS}))
            values = {
                "evening_id": evening_id,
                "id": secrets.token_hex(6),
                "device": device,
                "player": player,
                "document": json.dumps(document_of(at_evening(army, evening))),
                "legal": not against(army, evening),
                "sent_at": self._timestamp(),
            }
            army_rows.put_list(db, values)
        return None

    def withdraw(self, evening_id: str, device: str, sent_id: str) -> Refusal | None:
        """Takes back a list this phone has sent; or why it cannot."""
        with self._store.write() as db:
            if refused := self._shut(upsert.one(db, schema.evenings, id=evening_id, lock=True)):
                return refused
            upsert.remove(db, schema.evening_lists, evening_id=evening_id, device=device, id=sent_id)
        return None

    def sent(self, evening_id: str) -> tuple[Sent, ...]:
        """All that were sent, by player; the lists themselves once they are opened."""
        with self._store.read() as db:
            row = upsert.one(db, schema.evenings, id=evening_id)
            found = army_rows.sent(db, evening_id)
        opened = row is not None and row.opened_at is not None
        return tuple(_sent(one, with_list=opened) for one in found)

    def own(self, evening_id: str, device: str) -> tuple[Sent, ...]:
        """Those this phone has sent, whole."""
        with self._store.read() as db:
            found = army_rows.sent(db, evening_id)
        return tuple(_sent(one, with_list=True) for one in found if one.device == device)

    def sent_as_it_is(self, evening: Evening, device: str, player: str, army: Army) -> bool:
        """Whether this phone has sent this very list for this player already."""
        lists = [one.army for one in self.own(evening.id, device) if one.player == one_line(player)]
        return at_evening(army, evening) in lists

    # The organizer

    def open_all(self, evening_id: str) -> None:
        """From now on everybody with the players' link reads every list, and none can be sent."""
        with self._store.write() as db:
            row = upsert.one(db, schema.evenings, id=evening_id, lock=True)
            if row is not None and row.opened_at is None:
                upsert.change(db, schema.evenings, {"opened_at": self._timestamp()}, id=evening_id)

    def ends(self, evening_id: str, until: datetime) -> Refusal | None:
        """Sets another end, as long as nothing is opened; or why it cannot be."""
        if refused := self._wrong_end(until):
            return refused
        with self._store.write() as db:
            row = upsert.one(db, schema.evenings, id=evening_id, lock=True)
            if row is None or row.opened_at is not None:
                return _OPENED
            upsert.change(db, schema.evenings, {"until": timestamp(until)}, id=evening_id)
        return None

    def delete(self, evening_id: str) -> None:
        """Deletes it with every list that was sent; the players' own stay where they are."""
        with self._store.write() as db:
            upsert.one(db, schema.evenings, id=evening_id, lock=True)
            army_rows.remove_evening(db, evening_id)

    # What cannot be

    def _shut(self, row: Found | None) -> Refusal | None:
        if row is None:
            return Refusal(Text("There is no such evening any more: its organizer has deleted it."))
        if row.opened_at is not None:
            return _OPENED
        return None if _evening(row).takes(self.now()) else _OVER

    def _wrong_end(self, until: datetime) -> Refusal | None:
        if until <= self.now():
            return Refusal(Text("That time has passed. Choose a later one: lists can be sent until then."))
        return Refusal(Text("Choose a time within a year.")) if until > self.now() + FARTHEST else None

    @staticmethod
    def _wrong_name(name: str, most: int = NAME_MOST, missing: Text | None = None) -> Refusal | None:
        name = one_line(name)
        if not name:
            return Refusal(missing or Text("Give the evening a name: the players see it."))
        if len(name) <= most:
            return None
        values = {"field": Text("Name"), "have": len(name), "most": most}
        return Refusal(Text("%(field)s: %(have)s letters; there is room for %(most)s.", values))


def _wrong_terms(level: int, koku: int | None) -> Refusal | None:
    if level not in catalog().levels:
        return Refusal(Text("Choose a level from 1 to 10."))
    printed = catalog().levels[level]
    least, most = (printed.koku, MOST_KOKU) if printed.koku_open else (1, printed.koku)
    if koku is not None and not least <= koku <= most:
        values = {"level": level, "least": least, "most": most}
        return Refusal(Text("At level %(level)s choose %(least)s to %(most)s koku, or leave it empty.", values), "12:3")
    return None


_OPENED = Refusal(Text("The lists have been opened for all to read: none can be sent or withdrawn any more."))
_OVER = Refusal(Text("The time is over: lists can no longer be sent or withdrawn."))


def _evening(row: Found) -> Evening:
    opened = from_timestamp(row.opened_at) if row.opened_at else None
    until = from_timestamp(row.until)
    return Evening(row.id, row.host_token, row.token, row.name, row.level, row.koku, until, opened)


def _sent(row: Found, *, with_list: bool) -> Sent:
    army = read_document(json.loads(row.document)) if with_list else None
    assert not isinstance(army, Refusal)
    return Sent(row.id, row.player, row.legal, from_timestamp(row.sent_at), army)
