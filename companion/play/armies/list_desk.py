"""One kept list inside one transaction: its acts, the writing of an edit, undo and redo, and any earlier list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Connection

from companion.play.armies import edits
from companion.play.armies.draft import (
    SHOWN,
    Change,
    Draft,
    difference,
    draft_like,
    next_number,
    overtaken,
    put,
    tidy,
    value_at,
    without,
)
from companion.play.armies.edits import Made
from companion.play.armies.merge import MISSED, Unfit, merged, unfit, with_own
from companion.play.codec import check_key, dump_text, load_text, print_of
from companion.play.values import Done
from companion.rules.kensei.army import Army
from companion.rules.text import EMPTY, Refusal, Text
from companion.store import army_rows, schema, upsert
from companion.store.rows import Found

BLOCKED = "blocked"
"""An undo or redo that could not be done, or a tap that was undone before it came: kept for its answer, changes
nothing, is no part of the history."""
_IN_BIN = Text("The list is in the trash. Take it out first.")


@dataclass(slots=True)
class ListDesk:
    """One list inside one transaction, for a phone that sends something with a key, or for nobody who only looks."""

    db: Connection
    row: Found
    device: str = ""
    key: str = ""
    now: str = ""
    stored: int = 0
    """The number of the edit that was stored."""
    asked: str | None = None
    """A print of what came with the key."""
    draft: Draft = field(init=False)

    def __post_init__(self) -> None:
        self.draft = json.loads(self.row.document)

    def answered(self, *what: Any) -> Done | Refusal | None:
        """The answer where the edit need not be made: the key is malformed, or has been used already."""
        if refused := check_key(self.key):
            return refused
        self.asked = print_of(*what)
        row = self._edit_of(self.key)
        if row is None:
            return None
        if row.device != self.device or row.asked != self.asked:
            return Refusal(Text("This edit was taken for an earlier one. Reload the page and tap again."))
        return Refusal(line_of(row)) if row.kind in (BLOCKED, MISSED) else Done(row.seq, row.seq, again=True)

    def _edit_of(self, key: str) -> Found | None:
        return upsert.one(self.db, schema.army_edits, list_id=self.row.id, key=key)

    # ---- acts

    def edit(self, name: str, form: Mapping[str, Any], seen: int | None) -> Done | Refusal:
        """The edit of a form, made by its phone on the list as it was after edit `seen`."""
        mine, number = self._as_seen(seen), self.row.next_entry
        if mine is None:
            return self._change("edit", edits.edit(self.draft, name, form, number))
        if self.row.deleted_at is None:
            made = merged(mine, self.draft, name, form, number)
        else:
            made = unfit(mine, name, form, number, _IN_BIN)
        return self._miss(made, seen or 0) if isinstance(made, Unfit) else self._change("edit", made)

    def replace(self, army: Army, words: Text) -> Done | Refusal:
        """The list becomes this army."""
        return self._change("edit", (draft_like(self.draft, army), words))

    def back(self, seq: int) -> Done | Refusal:
        """The list becomes what it was right after edit `seq`; what others may see of it stays as it is."""
        if not 1 <= seq <= self.row.seq:
            return Refusal(Text("The history has no such point: choose one that it shows."))
        then = put(self.at(seq), SHOWN, value_at(self.draft, SHOWN))
        return self._change("back", (then, Text("back to point %(seq)s", {"seq": seq})))

    def _change(self, kind: str, made: Made | Refusal) -> Done | Refusal:
        """Enters what was made of the list, if anything in it is another."""
        if isinstance(made, Refusal):
            return made
        if self.row.deleted_at is not None:
            return Refusal(_IN_BIN)
        after = tidy(made[0])
        if not difference(self.draft, after):
            return self._unchanged
        # What this phone undid can't be redone any more: it goes on with something else.
        undone = {"list_id": self.row.id, "device": self.device, "standing": "undone"}
        upsert.change(self.db, schema.army_edits, {"standing": "dropped"}, **undone)
        army_rows.add_phone(self.db, self.row.id, self.device, self.now)
        return self.store(kind, after, made[1], standing="")

    def move(self, kind: Literal["bin", "restore"]) -> Done:
        """Into the bin, or out of it."""
        into = kind == "bin"
        if (self.row.deleted_at is not None) == into:
            return self._unchanged
        words = Text("into the trash") if into else Text("out of the trash")
        return self.store(kind, self.draft, words, deleted_at=self.now if into else None)

    @property
    def _unchanged(self) -> Done:
        """The answer where nothing is another."""
        return Done(self.row.seq, self.row.seq)

    def store(self, kind: str, after: Draft, words: Text, **columns: Any) -> Done:
        """Writes an edit and the list after it."""
        deleted_at = columns.pop("deleted_at", self.row.deleted_at)
        changed_at = columns.pop("changed_at", self.now)
        seq, changes = self.row.seq + 1, difference(self.draft, after)
        upsert.add(
            self.db,
            schema.army_edits,
            {
                "list_id": self.row.id,
                "seq": seq,
                "key": self.key,
                "asked": self.asked,
                "device": self.device,
                "kind": kind,
                "changes": json.dumps([(one.at, one.was, one.now) for one in changes]),
                "line": dump_text(words),
                "at": self.now,
                "target": None,
                "standing": "passed",
                **columns,
            },
        )
        values = {
            "document": dump(after),
            "next_entry": max(self.row.next_entry, next_number(after)),
            "seq": seq,
            "changed_at": changed_at,
            "deleted_at": deleted_at,
        }
        upsert.change(self.db, schema.army_lists, values, id=self.row.id)
        self.stored = seq
        return Done(seq, seq)

    def _as_seen(self, seen: int | None) -> Draft | None:
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

    def _miss(self, unfit: Unfit, seen: int) -> Refusal:
        """Keeps in the history what a late tap was and why it no longer fits."""
        words = Text("Not entered: “%(what)s”. %(why)s", {"what": unfit.what, "why": unfit.why})
        if unfit.against is not None:
            later = self._touching(unfit.against, seen)  # an edit of another phone, wherever two lists differ
            values = {**words.values, "since": line_of(next(row for row in later if row.device != self.device))}
            words = Text("Not entered: “%(what)s”. Another phone has changed it since (%(since)s). %(why)s", values)
        self.store(MISSED, self.draft, words)
        return Refusal(words)

    def _touching(self, change: Change, since: int) -> list[Found]:
        """The edits after `since` that speak of the same thing, the newest first."""
        later = army_rows.edits_after(self.db, self.row.id, since)
        return [row for row in later if any(one.touches(change) for one in _changes(row))]

    def step(self, kind: Literal["undo", "redo"], tap: str = "") -> Done | Refusal:
        """Undo or redo of this phone's own, where what it left is still so. `tap` is the key of the edit meant: one
        that has changed nothing is not undone, and one still on its way changes nothing any more.
        """
        if self.row.deleted_at is not None:
            return Refusal(_IN_BIN)
        meant = self._edit_of(tap) if tap else None
        if tap and meant is None and not check_key(tap):
            return self.store(BLOCKED, self.draft, EMPTY, key=tap, asked=None, changed_at=self.row.changed_at)
        if tap and (meant is None or meant.device != self.device or meant.kind in (BLOCKED, MISSED)):
            return self._unchanged
        undo = kind == "undo"
        row = army_rows.last_own(self.db, self.row.id, self.device, "" if undo else "undone", first=not undo)
        if row is None:
            return Refusal(Text("This phone has nothing left to undo.") if undo else Text("Nothing to redo."))
        done = _changes(row)
        wanted = done if undo else (*self._fallen(row, done), *(one.inverse for one in reversed(done)))
        blocked = overtaken(self.draft, wanted)
        if blocked is not None:
            self._stands(row, "passed")
            why = self._why(row, blocked, undo)
            self.store(BLOCKED, self.draft, why)  # the same key, the same answer
            return Refusal(why)
        after = tidy(without(self.draft, wanted))
        self._stands(row, "undone" if undo else "")
        names = {"what": line_of(row)}
        words = Text("undone: %(what)s", names) if undo else Text("redone: %(what)s", names)
        return self.store(kind, after, words, target=row.seq)

    def _fallen(self, row: Found, done: tuple[Change, ...]) -> tuple[Change, ...]:
        """What else fell with an edit as it was undone, such as who had joined its unit since, and lies so still."""
        later = army_rows.edits_after(self.db, self.row.id, row.seq)  # the newest first
        undoing = next(one for one in later if one.target == row.seq)
        beside = (one for one in _changes(undoing) if one.inverse not in done)
        return tuple(one for one in beside if overtaken(self.draft, (one,)) is None)

    def _stands(self, row: Found, standing: str) -> None:
        upsert.change(self.db, schema.army_edits, {"standing": standing}, list_id=self.row.id, seq=row.seq)

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
