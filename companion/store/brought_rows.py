"""Every query on what printing remembers, and on the lists brought to tables. Plain SQLAlchemy Core for both databases.

Functions take the connection of a transaction opened by `Store.read` or `Store.write`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from companion.store.schema import army_brought, bringings, print_choices, print_lists, print_profiles, tables
from companion.store.upsert import add_once, one, put, remove

Found = Row[Any]


# Choices ---------------------------------------------------------------------------------------------------------


def choices_of(db: Connection, device: str) -> str | None:
    """What this device chose last, as it was kept."""
    return db.execute(select(print_choices.c.choices).where(print_choices.c.device == device)).scalar()


def set_choices(db: Connection, device: str, choices: str, now: str) -> None:
    """Keeps what a device chose, instead of what it chose before."""
    put(db, print_choices, {"device": device, "choices": choices, "changed_at": now})


def list_print(db: Connection, list_id: str, device: str) -> Found | None:
    """Marker counts and what was printed of a list by this device."""
    return one(db, print_lists, list_id=list_id, device=device)


def set_list_print(db: Connection, list_id: str, device: str, values: Mapping[str, Any]) -> None:
    """Keeps all columns of a list's printing."""
    put(db, print_lists, {"list_id": list_id, "device": device, **values})


# Printers --------------------------------------------------------------------------------------------------------


def profiles_of(db: Connection, device: str) -> Sequence[Found]:
    """The printers of a device, by name."""
    query = select(print_profiles).where(print_profiles.c.device == device)
    return db.execute(query.order_by(print_profiles.c.name)).all()


def set_profile(db: Connection, device: str, name: str, values: Mapping[str, float]) -> None:
    """Keeps a printer under its name; one of that name is replaced."""
    put(db, print_profiles, {"device": device, "name": name, **values})


def remove_profile(db: Connection, device: str, name: str) -> None:
    """Forgets a printer."""
    remove(db, print_profiles, device=device, name=name)


# Lists brought to tables -----------------------------------------------------------------------------------------


def set_brought(db: Connection, table_id: str, seat: str, values: Mapping[str, Any]) -> None:
    """A side brought a list; what it brought before counts no more."""
    put(db, army_brought, {"table_id": table_id, "seat": seat, **values})
    add_once(db, bringings, {"list_id": values["list_id"], "table_id": table_id})


def remove_brought(db: Connection, table_id: str, seat: str) -> None:
    """A side brought an army that is none of the kept lists."""
    remove(db, army_brought, table_id=table_id, seat=seat)


def list_at(db: Connection, table_id: str, seat: str) -> str | None:
    """The id of the list a side brought to its table."""
    here = army_brought.c.table_id == table_id, army_brought.c.seat == seat
    return db.execute(select(army_brought.c.list_id).where(*here)).scalar()


def brought_of(db: Connection, list_id: str) -> Sequence[Found]:
    """Where a list was brought to, newest first; tables that are gone left out."""
    there = army_brought.join(tables, tables.c.id == army_brought.c.table_id)
    ids = list(db.execute(select(bringings.c.table_id).where(bringings.c.list_id == list_id)).scalars())
    query = select(army_brought).select_from(there).where(army_brought.c.table_id.in_(ids))
    query = query.where(army_brought.c.list_id == list_id, tables.c.deleted_at.is_(None))
    return db.execute(query.order_by(army_brought.c.at.desc())).all()
