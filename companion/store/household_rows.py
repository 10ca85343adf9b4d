"""Every query on the history of a household: its phones, and the games it keeps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, or_, select, update

from companion.store.rows import UNDELETED, Found, seated
from companion.store.schema import household_phones, household_plays, households, partners, seats, tables, visits
from companion.store.upsert import add_once, remove


def household_of(db: Connection, device: str, *, lock: bool = False) -> Found | None:
    """The household a phone belongs to; `lock`: for a change, which no other may make meanwhile."""
    here = select(household_phones.c.household_id).where(household_phones.c.device == device)
    query = select(households).where(households.c.id.in_(here))
    return db.execute(query.with_for_update() if lock else query).first()


def remove_household(db: Connection, household_id: str) -> None:
    """Removes a household with all it kept; no phone belongs to it any more."""
    for kind in (household_plays, household_phones):
        remove(db, kind, household_id=household_id)
    remove(db, households, id=household_id)


def phones_of(db: Connection, household_id: str) -> Sequence[Found]:
    """The phones of a household, in the order they came."""
    query = select(household_phones).where(household_phones.c.household_id == household_id)
    return db.execute(query.order_by(household_phones.c.since, household_phones.c.device)).all()


def add_phone(db: Connection, device: str, household_id: str, since: str) -> bool:
    """This phone belongs to this household; False where it belongs to one already."""
    return add_once(db, household_phones, {"device": device, "household_id": household_id, "since": since})


def name_on(db: Connection, device: str) -> str:
    """The names under which this phone sat down last; empty where nobody did."""
    there = select(visits.c.table_id).where(visits.c.device == device)
    mine = select(seats.c.table_id, seats.c.player).where(seats.c.table_id.in_(there), seats.c.device == device)
    rows = db.execute(mine.order_by(seats.c.taken_at.desc(), seats.c.seat)).all()
    return ", ".join(sorted(row.player for row in rows if row.table_id == rows[0].table_id))


def devices_at(db: Connection, table_id: str) -> set[str]:
    """The phones that made a table or sit at it."""
    at = (
        select(tables.c.owner).where(tables.c.id == table_id),
        select(seats.c.device).where(seats.c.table_id == table_id),
        select(partners.c.device).where(partners.c.table_id == table_id),
    )
    return {device for query in at for device in db.execute(query).scalars() if device}


def add_play(db: Connection, household_id: str, play_id: str, values: Mapping[str, Any]) -> bool:
    """One game more; False where the household keeps it already."""
    return add_once(db, household_plays, {"household_id": household_id, "id": play_id, "mended": "", **values})


def forget_removed(db: Connection, household_id: str, before: str) -> None:
    """Of games removed before this moment only the id stays, by which their tables do not bring them back."""
    here = household_plays.c.household_id == household_id, household_plays.c.removed_at < before
    db.execute(update(household_plays).where(*here, household_plays.c.play.is_not(None)).values(play=None, mended=""))


def standing(db: Connection, table_ids: Collection[str], device_ids: Collection[str]) -> Sequence[Found]:
    """Tables that were not deleted: those of these ids, and those that one of these phones made or sits at."""
    visited = select(visits.c.table_id).where(visits.c.device.in_(device_ids))
    own = tables.c.id.in_(visited) & tables.c.owner.in_(device_ids)
    at = or_(own, tables.c.id.in_(seated(visited, device_ids)), tables.c.id.in_(table_ids))
    return db.execute(select(tables).where(at, UNDELETED)).all()


def counted(db: Connection, household_id: str) -> int:
    """How many games a household keeps that were not removed."""
    here = household_plays.c.household_id == household_id, household_plays.c.removed_at.is_(None)
    query = select(func.count()).select_from(household_plays).where(*here, household_plays.c.play.is_not(None))
    return int(db.execute(query).scalar_one())
