"""What the doorbell rings for, and the versions all of that has now."""

from __future__ import annotations

from collections.abc import Collection

from companion.play.armies.kept import LIST_BELL
from companion.store import Store, army_rows, rows


def versions(store: Store, names: Collection[str]) -> dict[str, int]:
    """The stored versions of these tables and lists, under the names their bells have; what is gone is left out."""
    lists = [name.removeprefix(LIST_BELL) for name in names if name.startswith(LIST_BELL)]
    tables = [name for name in names if not name.startswith(LIST_BELL)]
    with store.read() as db:
        found = rows.table_versions(db, tables)
        found |= {LIST_BELL + list_id: seq for list_id, seq in army_rows.list_seqs(db, lists).items()}
    return found
