"""What is remembered of printing: a phone's last choices, its printers, and what was printed of each list.

Choices are plain data that this module keeps and gives back as they were; what they mean, and whether they are
still possible, is for the page to judge.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from companion.play.entry import clean_name
from companion.play.timestamps import StoreService, from_timestamp, timestamp
from companion.rules.text import Refusal, Text
from companion.store import rows, schema, upsert

MOST_PRINTERS = 12
LONGEST_NAME = 40
MEASURED = ("bar_across", "bar_down", "back_right", "back_down")
"""What is known of a printer: what its 100 mm bars measure and where its backs land, in millimeters."""


@dataclass(frozen=True, slots=True)
class ListPrint:
    """Of one list on one phone: its counts of markers (None: as suggested), and the fingerprint of each piece printed.

    `at` is when it was downloaded last, None for never.
    """

    counts: Mapping[str, int] | None = None
    printed: Mapping[str, str] = field(default_factory=dict)
    at: datetime | None = None


class Prints(StoreService):
    """All that is remembered of printing in one store. A device is the id a phone's cookie holds."""

    def choices(self, device: str) -> Mapping[str, Any]:
        """What this phone chose last; empty where it never printed."""
        with self._store.read() as db:
            row = upsert.one(db, schema.print_choices, device=device)
        return json.loads(row.choices) if row is not None else {}

    def choose(self, device: str, choices: Mapping[str, Any]) -> None:
        """Remembers what this phone has chosen."""
        with self._store.write() as db:
            values = {"device": device, "choices": json.dumps(choices), "changed_at": self._timestamp()}
            upsert.put(db, schema.print_choices, values)

    def of_list(self, list_id: str, device: str) -> ListPrint:
        """What this phone chose and printed of a list."""
        with self._store.read() as db:
            return _list_print(upsert.one(db, schema.print_lists, list_id=list_id, device=device))

    def count(self, list_id: str, device: str, counts: Mapping[str, int] | None) -> None:
        """Remembers how many markers this phone wants for a list; None: as many as it suggests."""
        if counts != self.of_list(list_id, device).counts:
            self._change(list_id, device, lambda before: replace(before, counts=counts))

    def downloaded(self, list_id: str, device: str, fingerprints: Mapping[str, str]) -> None:
        """Remembers the pieces of a download beside those downloaded before."""
        now = self.now()
        self._change(
            list_id, device, lambda before: replace(before, printed={**before.printed, **fingerprints}, at=now)
        )

    def _change(self, list_id: str, device: str, change: Callable[[ListPrint], ListPrint]) -> None:
        """Read and written in one transaction, so that a choice and a download at once both count."""
        with self._store.write() as db:
            after = change(_list_print(upsert.one(db, schema.print_lists, list_id=list_id, device=device)))
            values = {
                "list_id": list_id,
                "device": device,
                "counts": json.dumps(after.counts) if after.counts is not None else None,
                "printed": json.dumps(after.printed),
                "printed_at": timestamp(after.at) if after.at else None,
            }
            upsert.put(db, schema.print_lists, values)

    # Printers

    def printers(self, device: str) -> dict[str, dict[str, float]]:
        """What is known of each of this phone's printers, by name."""
        with self._store.read() as db:
            rows = upsert.every(db, schema.print_profiles, "name", device=device)
        return {row.name: {what: getattr(row, what) for what in MEASURED} for row in rows}

    def keep_printer(self, device: str, name: str, measured: Mapping[str, float]) -> Refusal | None:
        """Keeps a printer under its name, in the place of another of that name; or says why not."""
        refused = Text("Give the printer a name of 1 to %(most)s characters.", {"most": LONGEST_NAME})
        cleaned = clean_name(name, LONGEST_NAME, refused)
        if isinstance(cleaned, Refusal):
            return cleaned
        known = self.printers(device)
        if len(known) >= MOST_PRINTERS and cleaned not in known:
            values = {"most": MOST_PRINTERS}
            return Refusal(Text("A phone keeps at most %(most)s printers. Delete one first.", values))
        with self._store.write() as db:
            upsert.put(db, schema.print_profiles, {"device": device, "name": cleaned, **measured})
        return None

    def forget_printer(self, device: str, name: str) -> None:
        """Deletes a printer."""
        with self._store.write() as db:
            upsert.remove(db, schema.print_profiles, device=device, name=name)


def _list_print(row: rows.Found | None) -> ListPrint:
    if row is None:
        return ListPrint()
    counts = json.loads(row.counts) if row.counts else None
    at = from_timestamp(row.printed_at) if row.printed_at else None
    return ListPrint(counts, json.loads(row.printed), at)
