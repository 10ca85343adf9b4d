"""One kept list inside one transaction: the writing of an edit, undo and redo, and any earlier list."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection

from companion.play.armies.draft import Change, Draft, difference, next_number, overtaken, tidy, without
from companion.play.armies.merge import MISSED, Unfit, with_own
from companion.play.codec import check_key, dump_text, load_text
from companion.play.values import Done
from companion.rules.text import EMPTY, Refusal, Text
from companion.store import army_rows, schema, upsert
from companion.store.rows import Found

BLOCKED = "blocked"
"""An undo or redo that could not be done, or a tap that was undone before it came: kept for its answer, changes
nothing, is no part of the history."""


class ListDesk:
    """One list inside one transaction."""

    def __init__(self, db: Connection, row: Found, device: str, now: str) -> None:
        self.db = db
        self.row = row
        self.device = device
        self.now = now
        self.draft: Draft = json.loads(row.document)
        self.next_entry: int = row.next_entry
        self.stored = 0
        self.asked: str | None = None
        """A print of what came with the key of this transaction."""

    def store(
        self, kind: str, key: str, after: Draft, changes: tuple[Change, ...], words: Text, **columns: Any
    ) -> Done:
        """Writes an edit and the list after it."""
        deleted_at = columns.pop("deleted_at", self.row.deleted_at)
        changed_at = columns.pop("changed_at", self.now)
        seq = self.row.seq + 1
        upsert.add(
            self.db,
            schema.army_edits,
            {
                "list_id": self.row.id,
                "seq": seq,
                "key": key,
                "asked": self.asked,
                "device": self.device,
                "kind": kind,
                "changes": json.dumps([(one.at, one.was, one.now) for one in changes]),
                "line": dump_text(words),
                "at": self.now,
                "target": None,
                "standing": "",
                **columns,
            },
        )
        values = {
            "document": dump(after),
            "next_entry": max(self.next_entry, next_number(after)),
            "seq": seq,
            "changed_at": changed_at,
            "deleted_at": deleted_at,
        }
        upsert.change(self.db, schema.army_lists, values, id=self.row.id)
        self.stored = seq
        return Done(seq, seq)

    def as_seen(self, seen: int | None) -> Draft | None:
        """The list on a phone that saw edit `seen` last and made its own since; None where nobody else made any."""
        if seen is None or not 1 <= seen < self.row.seq:
            return None
        later = army_rows.edits_after(self.db, self.row.id, seen)
        if all(row.device == self.device for row in later):
            return None
        draft = self.at(seen)
        for row in reversed(later):
            if row.device == self.device:
                draft = with_own(draft, _changes(row))
        return draft

    def miss(self, key: str, unfit: Unfit, seen: int) -> Refusal:
        """Keeps in the history what a late tap was and why it no longer fits."""
        words = Text("Not entered: “%(what)s”. %(why)s", {"what": unfit.what, "why": unfit.why})
        if unfit.against is not None:
            later = self._touching(unfit.against, seen)  # an edit of another phone, wherever two lists differ
            values = {**words.values, "since": line_of(next(row for row in later if row.device != self.device))}
            words = Text("Not entered: “%(what)s”. Another phone has changed it since (%(since)s). %(why)s", values)
        self.store(MISSED, key, self.draft, (), words, standing="passed")
        return Refusal(words)

    def _touching(self, change: Change, since: int) -> list[Found]:
        """The edits after `since` that speak of the same thing, the newest first."""
        later = army_rows.edits_after(self.db, self.row.id, since)
        return [row for row in later if any(one.touches(change) for one in _changes(row))]

    def made(self, key: str) -> bool:
        """Whether the tap of this key changed the list."""
        row = upsert.one(self.db, schema.army_edits, list_id=self.row.id, key=key)
        return row is not None and row.device == self.device and row.kind not in (BLOCKED, MISSED)

    def bar(self, key: str) -> Done:
        """Nothing is changed by the tap of this key any more, however late it comes: it was undone."""
        if check_key(key) or upsert.one(self.db, schema.army_edits, list_id=self.row.id, key=key):
            return Done(self.row.seq, self.row.seq)
        self.asked = None
        return self.store(BLOCKED, key, self.draft, (), EMPTY, standing="passed", changed_at=self.row.changed_at)

    def step(self, kind: str, key: str) -> Done | Refusal:
        """Undo or redo of this phone's own, where what it left is still so."""
        undo = kind == "undo"
        row = army_rows.last_own(self.db, self.row.id, self.device, "" if undo else "undone", first=not undo)
        if row is None:
            return Refusal(Text("This phone has nothing left to undo.") if undo else Text("Nothing to redo."))
        done = _changes(row)
        wanted = done if undo else tuple(one.inverse for one in reversed(done))
        blocked = overtaken(self.draft, wanted)
        if blocked is not None:
            self._stands(row, "passed")
            why = self._why(row, blocked, undo)
            self.store(BLOCKED, key, self.draft, (), why, standing="passed")  # the same key, the same answer
            return Refusal(why)
        after = tidy(without(self.draft, wanted))
        self._stands(row, "undone" if undo else "")
        names = {"what": line_of(row)}
        words = Text("undone: %(what)s", names) if undo else Text("redone: %(what)s", names)
        changes = difference(self.draft, after)
        return self.store(kind, key, after, changes, words, target=row.seq, standing="passed")

    def _stands(self, row: Found, standing: str) -> None:
        upsert.change(self.db, schema.army_edits, {"standing": standing}, list_id=self.row.id, seq=row.seq)

    def drop_undone(self) -> None:
        """What this phone undid can't be redone any more: it has gone on with something else."""
        undone = {"list_id": self.row.id, "device": self.device, "standing": "undone"}
        upsert.change(self.db, schema.army_edits, {"standing": "dropped"}, **undone)

    def _why(self, row: Found, blocked: Change, undo: bool) -> Text:
        """What was changed since by somebody, so that an edit stays as it is."""
        later = self._culprit(row, blocked)
        if later is None:
            return Text("“%(what)s” has been changed since, so it stays.", {"what": line_of(row)})
        who = Text("this phone") if later.device == self.device else Text("another phone")
        values = {"what": line_of(row), "who": who, "since": line_of(later)}
        if undo:
            return Text(
                "“%(what)s” stays, because %(who)s has changed it since (%(since)s). Undo again for what came "
                "before it.",
                values,
            )
        return Text("“%(what)s” can't be redone: %(who)s has changed it since (%(since)s).", values)

    def _culprit(self, row: Found, blocked: Change) -> Found | None:
        """The later edit that stands in the way: rather one that still holds than what was undone, or the undoing."""
        touching = self._touching(blocked, row.seq)
        holding = [later for later in touching if later.standing != "undone" and later.target is None]
        return next(iter(holding or touching), None)

    def at(self, seq: int) -> Draft:
        """The list right after edit `seq`."""
        draft = self.draft
        for row in army_rows.edits_after(self.db, self.row.id, seq):
            draft = without(draft, _changes(row))
        return draft


def _changes(row: Found) -> tuple[Change, ...]:
    """What an edit changed."""
    return tuple(Change(tuple(at), was, now) for at, was, now in json.loads(row.changes))


def dump(draft: Draft) -> str:
    """A draft as it is stored."""
    return json.dumps(draft, ensure_ascii=False, separators=(",", ":"))


def line_of(row: Found) -> Text:
    """An edit in words."""
    return load_text(row.line) or EMPTY
