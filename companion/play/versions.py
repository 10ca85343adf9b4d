"""What the doorbell rings for, and the versions all of that has now."""

from __future__ import annotations

from collections.abc import Collection

from companion.play.armies.kept import LIST_TOPIC
from companion.store import Store, army_rows, rows


def versions(store: Store, names: Collection[str]) -> dict[str, int]:
    """The stored versions of these tables and lists, under the names their bells have; what is gone is left out."""
    lists = [name.removeprefix(LIST_TOPIC) for name in names if name.startswith(LIST_TOPIC)]
    tables = [name for name in names if not name.startswith(LIST_TOPIC)]
    with store.read() as db:
        found = rows.table_versions(db, tables)
        found |= {LIST_TOPIC + list_id: seq for list_id, seq in army_rows.list_seqs(db, lists).items()}
    return found
