"""Every query on the rows of army lists. Plain SQLAlchemy Core: the same statements for SQLite and PostgreSQL.

Functions take the connection of a transaction opened by `Store.read` or `Store.write`. A tap touches a number of rows
that does not grow with a list's history; only `edits_after` and `edits_before` read along the log.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, select

from companion.store.rows import UNDELETED, Found
from companion.store.schema import (
    army_brought,
    army_edits,
    army_lists,
    army_miniatures,
    army_phones,
    bringings,
    evening_lists,
    evenings,
    print_lists,
    tables,
)
from companion.store.upsert import add, add_once, one, put, remove

# Lists -----------------------------------------------------------------------------------------------------------


def list_row(db: Connection, list_id: str, *, lock: bool = False) -> Found | None:
    """The list, in the bin or not. `lock` holds it against other writers (on SQLite every writing one does)."""
    return one(db, army_lists, lock=lock, id=list_id)


def lists_of(db: Connection, device: str) -> Sequence[Found]:
    """The lists this device keeps, the bin included, last changed first."""
    kept = select(army_phones.c.list_id).where(army_phones.c.device == device)
    query = select(army_lists).where(army_lists.c.id.in_(kept))
    return db.execute(query.order_by(army_lists.c.changed_at.desc(), army_lists.c.id)).all()


def list_seqs(db: Connection, list_ids: Collection[str]) -> dict[str, int]:
    """The numbers of the newest edits of these lists."""
    query = select(army_lists.c.id, army_lists.c.seq).where(army_lists.c.id.in_(list_ids))
    return {row.id: row.seq for row in db.execute(query)}


def remove_list(db: Connection, list_id: str) -> None:
    """Removes a list with its history and all that is remembered of it, for good."""
    there = list(db.execute(select(bringings.c.table_id).where(bringings.c.list_id == list_id)).scalars())
    db.execute(delete(army_brought).where(army_brought.c.table_id.in_(there), army_brought.c.list_id == list_id))
    for kind in (bringings, print_lists, army_edits, army_phones):
        remove(db, kind, list_id=list_id)
    remove(db, army_lists, id=list_id)


# Edits -----------------------------------------------------------------------------------------------------------


def last_own(db: Connection, list_id: str, device: str, standing: str, *, first: bool = False) -> Found | None:
    """A device's last edit in this standing, or its `first`. Undo and redo themselves stand "passed", so they are never
    found."""
    own = army_edits.c.list_id == list_id, army_edits.c.device == device, army_edits.c.standing == standing
    order = army_edits.c.seq if first else army_edits.c.seq.desc()
    return db.execute(select(army_edits).where(*own).order_by(order).limit(1)).first()


def edits_after(db: Connection, list_id: str, seq: int) -> Sequence[Found]:
    """All edits after number `seq`, newest first."""
    query = select(army_edits).where(army_edits.c.list_id == list_id, army_edits.c.seq > seq)
    return db.execute(query.order_by(army_edits.c.seq.desc())).all()


def edits_before(db: Connection, list_id: str, before: int | None, limit: int, without: str) -> Sequence[Found]:
    """A page of the history, newest first, beginning below number `before`, `without` one kind of edit."""
    query = select(army_edits).where(army_edits.c.list_id == list_id, army_edits.c.kind != without)
    if before is not None:
        query = query.where(army_edits.c.seq < before)
    return db.execute(query.order_by(army_edits.c.seq.desc()).limit(limit)).all()


# Phones and miniatures -------------------------------------------------------------------------------------------


def add_phone(db: Connection, list_id: str, device: str, since: str) -> None:
    """The device keeps the list from now on."""
    add_once(db, army_phones, {"list_id": list_id, "device": device, "since": since})


def miniatures_of(db: Connection, device: str) -> dict[str, int]:
    """How many miniatures of each profile the owner of this device has."""
    query = select(army_miniatures.c.profile, army_miniatures.c.owned).where(army_miniatures.c.device == device)
    return {row.profile: row.owned for row in db.execute(query)}


def set_miniatures(db: Connection, device: str, profile: str, owned: int) -> None:
    """Sets how many of one profile there are."""
    if owned:
        put(db, army_miniatures, {"device": device, "profile": profile, "owned": owned})
        return
    remove(db, army_miniatures, device=device, profile=profile)


# Where lists were brought ------------------------------------------------------------------------------------------


def set_brought(db: Connection, table_id: str, seat: str, values: Mapping[str, Any]) -> None:
    """A side brought a list; what it brought before counts no more."""
    put(db, army_brought, {"table_id": table_id, "seat": seat, **values})
    add_once(db, bringings, {"list_id": values["list_id"], "table_id": table_id})


def brought_of(db: Connection, list_id: str) -> Sequence[Found]:
    """Where a list was brought to, newest first; tables that are gone left out."""
    there = army_brought.join(tables, tables.c.id == army_brought.c.table_id)
    ids = list(db.execute(select(bringings.c.table_id).where(bringings.c.list_id == list_id)).scalars())
    query = select(army_brought).select_from(there).where(army_brought.c.table_id.in_(ids))
    query = query.where(army_brought.c.list_id == list_id, UNDELETED)
    return db.execute(query.order_by(army_brought.c.at.desc())).all()


# Evenings that take lists ------------------------------------------------------------------------------------------


def evenings_made_by(db: Connection, device: str) -> Sequence[Found]:
    """The evenings this device has made, newest first."""
    query = select(evenings).where(evenings.c.device == device)
    return db.execute(query.order_by(evenings.c.created_at.desc(), evenings.c.id)).all()


def remove_evening(db: Connection, evening_id: str) -> None:
    """Removes an evening with every list that was sent, for good."""
    remove(db, evening_lists, evening_id=evening_id)
    remove(db, evenings, id=evening_id)


def sent(db: Connection, evening_id: str) -> Sequence[Found]:
    """The lists that were sent, by player."""
    query = select(evening_lists).where(evening_lists.c.evening_id == evening_id)
    return db.execute(query.order_by(func.lower(evening_lists.c.player), evening_lists.c.sent_at)).all()


def put_list(db: Connection, values: Mapping[str, Any]) -> None:
    """A list that is sent, in the place of the one this device has sent for this player before."""
    remove(db, evening_lists, **{name: values[name] for name in ("evening_id", "device", "player")})
    add(db, evening_lists, values)
