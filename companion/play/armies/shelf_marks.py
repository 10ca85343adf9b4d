"""How a phone marks the lists on its shelf: favorites, and tags of its owner's own.

They lie beside the lists, with the phone that keeps them, and in no draft: so nothing that makes a page for somebody
else, a link, a text, a document or a print can have them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from companion.play.timestamps import StoreService
from companion.rules.text import Refusal, Text
from companion.rules.written import alphabetical, one_line
from companion.store import army_rows, schema, upsert

MOST_TAGS = 8
"""Tags of one list."""
LONGEST_TAG = 24


@dataclass(frozen=True, slots=True)
class Mark:
    """What a phone says of a list: it is a favorite or not, and its tags in the order they were given."""

    favorite: bool = False
    tags: tuple[str, ...] = ()


NONE = Mark()


class ShelfMarks(StoreService):
    """The marks of every phone, in one store."""

    def of(self, device: str) -> dict[str, Mark]:
        """How a phone has marked its lists, by the list's id."""
        with self._store.read() as db:
            return _marks(db, device)

    def favorite(self, list_id: str, device: str, *, on: bool) -> None:
        """Sets whether a list is one of the phone's favorites; the phone keeps it from now on."""
        with self._store.write() as db:
            if army_rows.list_row(db, list_id, lock=True) is not None:
                self._set(db, list_id, device, {"favorite": on})

    def tag(self, list_id: str, device: str, words: str, *, on: bool) -> Refusal | None:
        """Gives a list a tag, or takes it off. Capitals make no other tag: the phone's first spelling stays."""
        tag = one_line(words)
        if not tag:
            return Refusal(Text("A tag is a word or two: type one, then tap “Add”."))
        if len(tag) > LONGEST_TAG:
            return Refusal(Text("A tag has at most %(most)s letters: shorten it.", {"most": LONGEST_TAG}))
        with self._store.write() as db:
            if army_rows.list_row(db, list_id, lock=True) is None:
                return None
            marks = _marks(db, device)
            tag = next((one for one in tags_of(marks.values()) if one.casefold() == tag.casefold()), tag)
            mine = marks.get(list_id, NONE).tags
            tags = tuple(dict.fromkeys((*mine, tag))) if on else tuple(one for one in mine if one != tag)
            if len(tags) > MOST_TAGS:
                return Refusal(Text("A list has at most %(most)s tags: take one off first.", {"most": MOST_TAGS}))
            self._set(db, list_id, device, {"tags": json.dumps(tags, ensure_ascii=False)})
        return None

    def _set(self, db: Connection, list_id: str, device: str, values: Mapping[str, Any]) -> None:
        army_rows.add_phone(db, list_id, device, self._timestamp())
        upsert.change(db, schema.army_phones, values, list_id=list_id, device=device)


def tags_of(marks: Iterable[Mark]) -> tuple[str, ...]:
    """Every tag among these marks, each once, in the order of the alphabet."""
    return tuple(sorted({tag for mark in marks for tag in mark.tags}, key=alphabetical))


def _marks(db: Connection, device: str) -> dict[str, Mark]:
    rows = upsert.every(db, schema.army_phones, "list_id", device=device)
    return {row.list_id: Mark(bool(row.favorite), tuple(json.loads(row.tags))) for row in rows}
