"""Army lists that are kept: every edit stored and rung, undone by the phone that made it, never lost without a word.

An edit is one transaction. A known key gets the same answer again. Otherwise the edit is made on the list as it is now,
stored with what it replaced and committed, and only then does the bell ring. It rings for `topic_of(list_id)`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from companion.live.bell import Bell
from companion.play.armies.draft import (
    Draft,
    army_of,
    draft_of,
    next_number,
    shown_of,
)
from companion.play.armies.list_desk import BLOCKED, ListDesk, dump, line_of
from companion.play.codec import id_of_form, load_text
from companion.play.timestamps import StoreService, from_timestamp, utc_now
from companion.play.values import Done
from companion.rules.kensei.army import Army, Policy
from companion.rules.text import Refusal, Text
from companion.store import Store, army_rows, schema, upsert
from companion.store.rows import Found

TOKEN_BYTES = 16
LIST_TOPIC = "list-"
"""How the names of bells for lists begin; no table's id does."""

_NO_LIST = Refusal(Text("There is no such list any more: it was deleted for good."))


def topic_of(list_id: str) -> str:
    """What the bell rings for when a list has changed."""
    return LIST_TOPIC + list_id


@dataclass(frozen=True, slots=True)
class Kept:
    """A list as it is at one moment. `seq` is the number of its newest edit: another one, another list to show."""

    id: str
    edit_token: str
    share_token: str
    draft: Draft
    army: Army
    seq: int
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None

    @property
    def shown(self) -> Policy:
        """What others may see of it."""
        return shown_of(self.draft)


@dataclass(frozen=True, slots=True)
class EditLine:
    """An edit as the history shows it."""

    seq: int
    at: datetime
    device: str
    kind: str
    line: Text
    undone: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """What a phone may undo and redo, in words; None where there is nothing."""

    undo: Text | None
    redo: Text | None


class Lists(StoreService):
    """All army lists of one store. A device is the id a phone's cookie holds. Safe to share between threads."""

    def __init__(self, store: Store, bell: Bell, *, now: Callable[[], datetime] = utc_now) -> None:
        super().__init__(store, now=now)
        self._bell = bell

    # Finding

    def by_edit(self, token: str) -> Kept | None:
        """The list of a private link, in the bin or not."""
        return self._found(edit_token=token)

    def by_share(self, token: str) -> Kept | None:
        """The list of a link for reading; None while it lies in the bin."""
        return self._found(share_token=token, deleted_at=None)

    def by_id(self, list_id: str) -> Kept | None:
        """The list of this id, which stands on its cards; in the bin or not."""
        return self._found(id=list_id)

    def _found(self, **columns: Any) -> Kept | None:
        with self._store.read() as db:
            row = upsert.one(db, schema.army_lists, **columns)
        return _kept(row) if row is not None else None

    def mine(self, device: str) -> tuple[Kept, ...]:
        """The lists a phone keeps, the bin included, last changed first."""
        with self._store.read() as db:
            return tuple(_kept(row) for row in army_rows.lists_of(db, device))

    def seq(self, list_id: str) -> int | None:
        """The number of the newest edit, for the bell's listeners; None where the list is gone."""
        with self._store.read() as db:
            return army_rows.list_seqs(db, [list_id]).get(list_id)

    def keeps(self, list_id: str, device: str) -> bool:
        """Whether this phone keeps the list among its own."""
        with self._store.read() as db:
            return upsert.one(db, schema.army_phones, list_id=list_id, device=device) is not None

    # Making and keeping

    def made(self, device: str, form: str) -> bool:
        """Whether this form of this device would bring back the list it has made."""
        if not form:
            return False
        with self._store.glance() as db:
            return _as_made(db, id_of_form(device, form)) is not None

    def make(self, device: str, army: Army, words: Text, form: str = "") -> Kept:
        """A new list, kept by this phone. `words` are the first line of its history; `form` names the form that was
        sent: sent again, it makes no second list, as long as nobody has changed the first.
        """
        draft = draft_of(army)
        now = self._timestamp()
        values: dict[str, Any] = {
            "id": id_of_form(device, form),
            "edit_token": secrets.token_urlsafe(TOKEN_BYTES),
            "share_token": secrets.token_urlsafe(TOKEN_BYTES),
            "document": dump(draft),
            "next_entry": next_number(draft),
            "seq": 0,
            "created_at": now,
            "changed_at": now,
            "deleted_at": None,
        }
        with self._store.write() as db:
            if not upsert.add_once(db, schema.army_lists, values):
                row = _as_made(db, values["id"])
                if row is not None:
                    army_rows.add_phone(db, row.id, device, now)
                    return _kept(row)
                values["id"] = id_of_form(device, "")
                upsert.add_once(db, schema.army_lists, values)
            army_rows.add_phone(db, values["id"], device, now)
            row = army_rows.list_row(db, values["id"])
            assert row is not None
            ListDesk(db, row, device, secrets.token_hex(8), now).store("made", draft, words)
            row = army_rows.list_row(db, row.id)
            assert row is not None
            return _kept(row)

    def keep(self, list_id: str, device: str) -> None:
        """This phone keeps the list among its own from now on."""
        with self._store.write() as db:
            if army_rows.list_row(db, list_id, lock=True) is not None:
                army_rows.add_phone(db, list_id, device, self._timestamp())

    def forget(self, list_id: str, device: str) -> None:
        """This phone keeps it no longer. The list itself stays."""
        with self._store.write() as db:
            upsert.remove(db, schema.army_phones, list_id=list_id, device=device)

    # Edits

    def edit(
        self, list_id: str, device: str, name: str, form: Mapping[str, Any], key: str, seen: int | None = None
    ) -> Done | Refusal:
        """One edit of `edits.EDITS`, by the fields of a form. Where its phone says that it saw the list as it was after
        edit `seen`, what others changed since is not written over.
        """
        return self._act(list_id, device, key, ("edit", name, form), lambda desk: desk.edit(name, form, seen))

    def replace(
        self, list_id: str, device: str, army: Army, words: Text, key: str, form: Mapping[str, Any]
    ) -> Done | Refusal:
        """The list becomes this army in one edit (a suggestion, the rest filled in): entries it knows stay in place.
        `form` is all that was asked for, from which the army was made.
        """
        return self._act(list_id, device, key, ("edit", form), lambda desk: desk.replace(army, words))

    def replaced(self, list_id: str, device: str, key: str, form: Mapping[str, Any]) -> Done | Refusal | None:
        """What `replace` would answer to this key whatever the army, so that none need be made; None: it needs one."""
        with self._store.read() as db:
            row = army_rows.list_row(db, list_id)
            return _NO_LIST if row is None else ListDesk(db, row, device, key).answered("edit", form)

    def back(self, list_id: str, device: str, seq: int, key: str) -> Done | Refusal:
        """The list as it was right after edit `seq`, as a new edit."""
        return self._act(list_id, device, key, ("back", seq), lambda desk: desk.back(seq))

    def at(self, list_id: str, seq: int) -> Draft | None:
        """The list right after edit `seq`, to look at; None where there is no such point."""
        with self._store.read() as db:
            row = army_rows.list_row(db, list_id)
            if row is None or not 1 <= seq <= row.seq:
                return None
            return ListDesk(db, row).at(seq)

    def undo(self, list_id: str, device: str, key: str, tap: str = "") -> Done | Refusal:
        """Takes back this phone's own last edit, if what it set is still as it left it. `tap` is the key of the edit
        meant, where it was on its way when Undo was tapped: if that one changed nothing, or was not sent any more,
        neither does this, and it is not entered later.
        """
        return self._act(list_id, device, key, ("undo", tap), lambda desk: desk.step("undo", tap))

    def redo(self, list_id: str, device: str, key: str) -> Done | Refusal:
        """Makes the edit again that this phone undid last."""
        return self._act(list_id, device, key, ("redo", ""), lambda desk: desk.step("redo"))

    def reach(self, list_id: str, device: str) -> Reach:
        """What undo and redo would do for this phone."""
        with self._store.read() as db:
            last = army_rows.last_own(db, list_id, device, "")
            undone = army_rows.last_own(db, list_id, device, "undone", first=True)
        return Reach(load_text(last.line) if last else None, load_text(undone.line) if undone else None)

    def history(self, list_id: str, before: int | None = None, limit: int = 60) -> tuple[EditLine, ...]:
        """A page of the edits, newest first."""
        with self._store.read() as db:
            found = army_rows.edits_before(db, list_id, before, limit, without=BLOCKED)
        return tuple(
            EditLine(row.seq, from_timestamp(row.at), row.device, row.kind, line_of(row), row.standing == "undone")
            for row in found
        )

    # The bin

    def to_bin(self, list_id: str, device: str, key: str) -> Done | Refusal:
        """Into the bin, from where it comes back whole."""
        return self._act(list_id, device, key, ("bin",), lambda desk: desk.move("bin"))

    def restore(self, list_id: str, device: str, key: str) -> Done | Refusal:
        """Out of the bin."""
        return self._act(list_id, device, key, ("restore",), lambda desk: desk.move("restore"))

    def destroy(self, list_id: str) -> None:
        """Deletes a list of the bin for good, with its history; one that is not in the bin stays."""
        with self._store.write() as db:
            row = army_rows.list_row(db, list_id, lock=True)
            if row is None or row.deleted_at is None:
                return
            army_rows.remove_list(db, list_id)
        self._bell.ring(topic_of(list_id), row.seq + 1)

    # Miniatures

    def miniatures(self, device: str) -> dict[str, int]:
        """How many miniatures of each profile this phone's owner has."""
        with self._store.read() as db:
            return army_rows.miniatures_of(db, device)

    def own(self, device: str, profile: str, count: int) -> None:
        """Sets how many of one profile there are."""
        with self._store.write() as db:
            army_rows.set_miniatures(db, device, profile, count)

    # How it is done

    def _act(
        self, list_id: str, device: str, key: str, what: tuple[Any, ...], act: Callable[[ListDesk], Done | Refusal]
    ) -> Done | Refusal:
        """One act on one list in one transaction, whose bell then rings if something was stored. `what`: all that was
        asked for with this key; asked for again, it gets the same answer."""
        with self._store.write() as db:
            row = army_rows.list_row(db, list_id, lock=True)
            if row is None:
                return _NO_LIST
            desk = ListDesk(db, row, device, key, self._timestamp())
            done = desk.answered(*what) or act(desk)
        if desk.stored:
            self._bell.ring(topic_of(list_id), desk.stored)
        return done


def _kept(row: Found) -> Kept:
    draft: Draft = json.loads(row.document)
    return Kept(
        id=row.id,
        edit_token=row.edit_token,
        share_token=row.share_token,
        draft=draft,
        army=army_of(draft),
        seq=row.seq,
        created_at=from_timestamp(row.created_at),
        changed_at=from_timestamp(row.changed_at),
        deleted_at=from_timestamp(row.deleted_at) if row.deleted_at else None,
    )


def _as_made(db: Connection, list_id: str) -> Found | None:
    """The list of this id, where nobody has changed it since it was made."""
    row = army_rows.list_row(db, list_id)
    return row if row is not None and (row.seq, row.deleted_at) == (1, None) else None
