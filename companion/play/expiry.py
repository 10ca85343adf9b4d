"""Tables nobody has touched for long: closed, with their log kept as each seat may read it."""

from __future__ import annotations

import json
import logging
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.play import history
from companion.play.desk import Desk, load_seats
from companion.play.seats import clear
from companion.play.timestamps import from_timestamp, timestamp
from companion.store import StoreTrouble, rows, schema, upsert

AT_ONCE = 20
"""So many are looked up at a time."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Closed:
    """What is left of a table that was closed."""

    name: str
    days: int
    closed_at: datetime
    log: Mapping[str, Any]
    """As it may be read by who asks."""


def open_tables(desk: Desk) -> int:
    """How many tables there are that were neither deleted nor closed."""
    with desk.store.read() as db:
        return rows.open_tables(db)


def newest_change(desk: Desk) -> datetime | None:
    """When a table was last changed; None where there was never one."""
    with desk.store.read() as db:
        found = rows.newest_change(db)
    return None if found is None else from_timestamp(found)


def close_old(
    desk: Desk,
    days: int,
    today: datetime,
    ended: Callable[[], bool] = lambda: False,
    keep: Callable[[str], None] = lambda _: None,
) -> int:
    """Closes all tables that nobody has touched for so many days until `today`, until `ended`; how many. `keep` is told
    the id of each before.

    What cannot be closed (of a game this server does not know, with a log it cannot read) stays, and holds up nothing.
    """
    since = timestamp(today - timedelta(days=days))
    count, left = 0, set[str]()
    while True:
        with desk.store.read() as db:  # what was left is the oldest, and found again each time
            found = [one for one in rows.untouched_since(db, since, AT_ONCE + len(left)) if one not in left]
        if not found:
            return count
        for table_id in found:
            if ended():
                return count
            if _closes(desk, table_id, days, keep):
                count += 1
            else:
                left.add(table_id)


def _closes(desk: Desk, table_id: str, days: int, keep: Callable[[str], None]) -> bool:
    try:
        keep(table_id)
        return _close(desk, table_id, days)
    except StoreTrouble:
        raise
    except Exception:  # of one table, whatever is wrong with it; the others are closed all the same
        log.exception("The old table %s could not be closed", table_id)
        return False


def _close(desk: Desk, table_id: str, days: int) -> bool:
    with desk.store.read() as db:
        row = rows.table_row(db, table_id)
        game = desk.games.get(row.game) if row is not None else None
    if row is None or game is None:
        return False
    logs = {seat: history.export(desk, table_id, seat or None) for seat in ("", *game.seats)}
    with desk.store.read() as db:
        stamp = rows.table_stamp(db, table_id)  # by the rules of today, which the look has brought it to
    with desk.work(table_id) as work:
        if work is None or (work.version, work.quiet) != stamp:
            return False  # somebody has come back
        seated = load_seats(game, rows.seat_rows(work.db, [table_id]))
        phones = Counter(device for held in seated for device in held.devices if device is not None)
        # A phone of several seats may read what lies open: nobody says any more in whose hand it is.
        devices = {one: held.seat for held in seated for one in held.devices if one is not None and phones[one] == 1}
        values = {
            "table_id": table_id,
            "name": work.row.name,
            "days": days,
            "closed_at": work.now,
            "devices": json.dumps(devices),
            "logs": zlib.compress(json.dumps(logs).encode(), 9),
        }
        upsert.add(work.db, schema.closed, values)
        clear(work)
    return True


def closed(desk: Desk, table_id: str, device: str) -> Closed | None:
    """What is kept of a closed table, as this phone may read it; None for one that was not closed."""
    with desk.store.read() as db:
        row = upsert.one(db, schema.closed, table_id=table_id)
    if row is None:
        return None
    seat = json.loads(row.devices).get(device, "")
    logs = json.loads(zlib.decompress(row.logs))
    return Closed(row.name, row.days, from_timestamp(row.closed_at), logs[seat])
