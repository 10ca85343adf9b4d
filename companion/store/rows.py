"""Every query on a table's rows. Plain SQLAlchemy Core: the same statements for SQLite and PostgreSQL.

Functions take the connection of a transaction opened by `Store.read` or `Store.write`. All that reads the log goes
through an index and touches a number of rows that does not grow with the log's length, except `acts_after` with an
old position, `lines_of_steps` and `all_events`, which are asked for the whole, and `listed_before` with a reader,
`voided_by` and `brought_by`, where the store passes over other entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Label,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from companion.store.prepared import Prepared
from companion.store.schema import (
    army_brought,
    asks,
    bringings,
    codes,
    events,
    links,
    partners,
    seats,
    snapshots,
    tables,
    visits,
)
from companion.store.upsert import add_once, change, one, put, remove

Found = Row[Any]

# What no other seat may notice is a quiet event. Those are numbered apart, each seat's by themselves, and stand in the
# fold behind the event that was the newest when they were entered: neither the numbers of the log nor those of another
# seat tell of them.
QUIET = 1_000_000_000
"""The numbers of quiet events begin here."""
LANE = 100_000_000
"""So many numbers has each seat."""
LANES = 8
AMEND = "amend"
"""The type of a correction: it stands until it is taken back, and is no event of the game."""


def lane(place: int) -> int:
    """Below the first number of a seat's quiet events; `place` is the seat's among those of its game."""
    return QUIET + place * LANE


NO_QUIET = tuple(lane(place) for place in range(LANES))


def _newest_in(place: int) -> Label[Any]:
    here = events.c.table_id == bindparam("table")
    within = events.c.seq.between(lane(place) + 1, lane(place + 1))
    return select(func.max(events.c.seq)).where(here, within).scalar_subquery().label(f"quiet_{place}")


def quiet_of(row: Found) -> tuple[int, ...]:
    """The number of the newest quiet event of each seat, from the row of a table."""
    return tuple(getattr(row, f"quiet_{place}") or none for place, none in enumerate(NO_QUIET))


# The statements of every tap and look are built once: building one takes longer than SQLite takes to answer it.
UNDELETED = tables.c.deleted_at.is_(None)
_HERE = and_(tables.c.id == bindparam("table"), UNDELETED)
_AT_TABLE = events.c.table_id == bindparam("table")
_NEWEST_FIRST = events.c.slot.desc(), events.c.seq.desc()
_NEWEST_QUIET = tuple(_newest_in(place) for place in range(LANES))
_TABLE = Prepared(select(tables, *_NEWEST_QUIET).where(_HERE))
_LOCK = select(tables.c.id).where(_HERE).with_for_update()
_MOVE_ON = Prepared(
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(version=bindparam("to_version"), seq=bindparam("to_seq"), changed_at=bindparam("at"))
)
_VERSION = Prepared(select(tables.c.version).where(_HERE))
_STAMP = Prepared(select(tables.c.version, *_NEWEST_QUIET).where(_HERE))
_EVENT = Prepared(select(events).where(_AT_TABLE, events.c.seq == bindparam("seq")))
_LAST_OWN = Prepared(
    select(events).where(_AT_TABLE, events.c.live, events.c.by == bindparam("seat")).order_by(*_NEWEST_FIRST).limit(1)
)
_SEATS = (
    select(seats, partners.c.device.label("partner"), partners.c.player.label("partner_name"))
    .outerjoin(partners, and_(partners.c.table_id == seats.c.table_id, partners.c.seat == seats.c.seat))
    .where(seats.c.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(seats.c.seat, partners.c.joined_at, partners.c.device)
)
_NEWEST_ACTS = Prepared(
    select(events).where(_AT_TABLE, events.c.live).order_by(*_NEWEST_FIRST).limit(bindparam("most"))
)
_KEY_IS_KNOWN = Prepared(
    select(
        or_(
            exists().where(_AT_TABLE, events.c.key == bindparam("key_")),
            exists().where(asks.c.table_id == bindparam("table"), asks.c.key == bindparam("key_")),
            exists().where(asks.c.table_id == bindparam("table"), asks.c.answer_key == bindparam("key_")),
        ).label("known")
    )
)
_NEWEST_LINES = Prepared(
    select(events).where(_AT_TABLE, events.c.listed).order_by(*_NEWEST_FIRST).limit(bindparam("most"))
)
_ADD_EVENT = Prepared(insert(events).inline(), tuple(events.columns.keys()))
_ALL_OF_AN_EVENT = dict.fromkeys(events.columns.keys())


# Tables ----------------------------------------------------------------------------------------------------------


def table_row(db: Connection, table_id: str, *, lock: bool = False) -> Found | None:
    """The table, unless deleted. `lock` holds it against other writers (on SQLite the transaction does so already).

    It is held by one statement and read by the next: PostgreSQL answers a statement that has waited for the row from
    the moment before the wait in all but that row, and the numbers of quiet events would be those of then.
    """
    if lock and db.dialect.name != "sqlite":
        db.execute(_LOCK, {"table": table_id})
    return _TABLE.first(db, table=table_id)


def table_version(db: Connection, table_id: str) -> int | None:
    """The version of a table, or None if there is none."""
    row = _VERSION.first(db, table=table_id)
    return None if row is None else int(row.version)


def table_versions(db: Connection, table_ids: Collection[str]) -> dict[str, int]:
    """The versions of these tables; that of a deleted one too, which rose when it was deleted."""
    query = select(tables.c.id, tables.c.version).where(tables.c.id.in_(table_ids))
    return {row.id: row.version for row in db.execute(query)}


def table_stamp(db: Connection, table_id: str) -> tuple[int, tuple[int, ...]] | None:
    """The version of a table and the numbers of its quiet events, or None if there is none."""
    row = _STAMP.first(db, table=table_id)
    return None if row is None else (int(row.version), quiet_of(row))


def table_by_words(db: Connection, words: str) -> str | None:
    """The id of the table with this code."""
    table_id = db.execute(select(codes.c.table_id).where(codes.c.words == words)).scalar()
    return table_id if table_id and one(db, tables, id=table_id, words=words, deleted_at=None) else None


def table_before(db: Connection, table_id: str) -> str | None:
    """The id of the table whose next game this one is."""
    row = one(db, tables, id=table_id, deleted_at=None)
    return None if row is None else row.before_id


def latest_table(db: Connection, table_id: str) -> str:
    """The id of the game its players have come to by now: the last of those begun one after the other."""
    while (row := table_row(db, table_id)) is not None and row.next_id and table_row(db, row.next_id) is not None:
        table_id = row.next_id
    return table_id


def _visited(db: Connection, device: str) -> list[str]:
    """The ids of all tables this device may have to do with."""
    return list(db.execute(select(visits.c.table_id).where(visits.c.device == device)).scalars())


def seated(table_ids: Any, devices: Collection[str]) -> Any:
    """Those of these tables (a list, or a query for them) where one of these devices has a seat, alone or beside
    another."""
    held = select(seats.c.table_id).where(seats.c.table_id.in_(table_ids), seats.c.device.in_(devices))
    shared = select(partners.c.table_id).where(partners.c.table_id.in_(table_ids), partners.c.device.in_(devices))
    return held.union(shared)


def codes_of(db: Connection, device: str) -> dict[str, str]:
    """The ids of the tables this device made or ever sat at, and of the games after them, each by its code."""
    found: dict[str, str] = {}
    ids = _visited(db, device)
    while ids:
        query = select(tables.c.id, tables.c.words, tables.c.next_id)
        here = db.execute(query.where(tables.c.id.in_(ids), UNDELETED)).all()
        found |= {row.words: row.id for row in here}
        ids = [row.next_id for row in here if row.next_id and row.next_id not in found.values()]
    return found


def tables_of(db: Connection, device: str) -> Sequence[Found]:
    """The tables this device made or sits at, newest first."""
    ids = _visited(db, device)
    at = or_(tables.c.owner == device, tables.c.id.in_(seated(ids, [device])))
    query = select(tables).where(tables.c.id.in_(ids), UNDELETED, at)
    return db.execute(query.order_by(tables.c.created_at.desc(), tables.c.id)).all()


def tables_of_game(db: Connection, game: str, most: int) -> Sequence[Found]:
    """The tables of a game that changed last, the newest first."""
    query = select(tables).where(tables.c.game == game)
    return db.execute(query.order_by(tables.c.changed_at.desc(), tables.c.id).limit(most)).all()


def add_table(db: Connection, values: Mapping[str, Any]) -> bool:
    """A new table; False where there is, or was, one of this id."""
    if not add_once(db, tables, values):
        return False
    put(db, codes, {"words": values["words"], "table_id": values["id"]})
    add_once(db, visits, {"device": values["owner"], "table_id": values["id"]})
    return True


def move_on(db: Connection, table_id: str, version: int, seq: int, at: str) -> None:
    """What every tap changes of a table."""
    _MOVE_ON.run(db, {"table": table_id, "to_version": version, "to_seq": seq, "at": at})


def set_table(db: Connection, table_id: str, values: Mapping[str, Any]) -> None:
    """Changes columns of a table. A new code leads here from now on, and a next game knows the one before."""
    change(db, tables, values, id=table_id)
    if values.get("words"):
        put(db, codes, {"words": values["words"], "table_id": table_id})
    if values.get("next_id"):
        change(db, tables, {"before_id": table_id}, id=values["next_id"])


def clear_table(db: Connection, table_id: str) -> None:
    """Removes everything that was ever entered at a table; its row stays so that its code is not given out again."""
    for kind in (events, snapshots, seats, partners, asks, army_brought, links, visits, bringings):
        remove(db, kind, table_id=table_id)


def untouched_since(db: Connection, moment: str, most: int) -> Sequence[str]:
    """The ids of tables that last changed before a moment, the oldest first."""
    query = select(tables.c.id).where(UNDELETED, tables.c.changed_at < moment)
    return db.execute(query.order_by(tables.c.changed_at, tables.c.id).limit(most)).scalars().all()


def open_tables(db: Connection) -> int:
    """How many tables there are that were not deleted."""
    return int(db.execute(select(func.count()).select_from(tables).where(UNDELETED)).scalar_one())


def newest_change(db: Connection) -> str | None:
    """When any table was last changed, or deleted."""
    return db.execute(select(func.max(tables.c.changed_at))).scalar()


# Seats -----------------------------------------------------------------------------------------------------------


def seat_rows(db: Connection, table_ids: Collection[str]) -> Sequence[Found]:
    """All seats ever taken at these tables; one that is shared has a row for each `partner`."""
    return db.execute(_SEATS, {"tables": list(table_ids)}).all()


def seats_held(db: Connection, device: str) -> Sequence[Found]:
    """The seats this device has at tables that were not deleted, alone or with others, each with its table's game."""
    query = select(seats, tables.c.game).join(tables, tables.c.id == seats.c.table_id)
    query = query.where(seats.c.table_id.in_(_visited(db, device)))
    shares = and_(partners.c.table_id == seats.c.table_id, partners.c.seat == seats.c.seat, partners.c.device == device)
    own = or_(seats.c.device == device, select(partners.c.device).where(shares).exists())
    return db.execute(query.where(own, UNDELETED)).all()


def add_partner(db: Connection, values: Mapping[str, Any]) -> None:
    """One more phone of a seat."""
    db.execute(insert(partners).values(**values))
    add_once(db, visits, {"device": values["device"], "table_id": values["table_id"]})


def players_met(db: Connection, device: str, most: int) -> Sequence[Found]:
    """Who sits at the tables where this device has a seat, alone or with another (`partner_name`), with the tables'
    setups; who sat down last comes first.
    """
    here = seated(_visited(db, device), [device])
    query = select(seats, partners.c.player.label("partner_name"), tables.c.setup)
    query = query.join(tables, tables.c.id == seats.c.table_id)
    query = query.outerjoin(partners, and_(partners.c.table_id == seats.c.table_id, partners.c.seat == seats.c.seat))
    query = query.where(seats.c.table_id.in_(here), seats.c.device.is_not(None), UNDELETED)
    return db.execute(query.order_by(seats.c.taken_at.desc(), seats.c.table_id, seats.c.seat).limit(most)).all()


def seat_by_token(db: Connection, token: str, device: str) -> Found | None:
    """The seat a recovery link leads to; one that was used leads there only whoever used it and has the seat still."""
    link = one(db, links, token=token)
    if link is None:
        return None
    used = and_(seats.c.spent_token == token, seats.c.device == device)
    here = seats.c.table_id == link.table_id, seats.c.seat == link.seat, or_(seats.c.token == token, used)
    return db.execute(select(seats).where(*here)).first()


def seats_brought_from(db: Connection, table_id: str, device: str) -> Sequence[str]:
    """The seats that a recovery link brought from this device to another."""
    query = select(seats.c.seat).where(seats.c.table_id == table_id, seats.c.brought_from == device)
    return db.execute(query.order_by(seats.c.seat)).scalars().all()


def set_seat(db: Connection, table_id: str, seat: str, values: Mapping[str, Any]) -> None:
    """Changes a seat, which need not have been taken before. Of its links, the one it has and the one used last lead
    there afterwards."""
    if not change(db, seats, values, table_id=table_id, seat=seat):
        db.execute(insert(seats).values(table_id=table_id, seat=seat, **values))
    if values.get("device"):
        add_once(db, visits, {"device": values["device"], "table_id": table_id})
    if "token" in values:
        held = one(db, seats, table_id=table_id, seat=seat)
        good = [token for token in (held.token, held.spent_token) if token] if held is not None else []
        old = links.c.table_id == table_id, links.c.seat == seat, links.c.token.not_in(good)
        db.execute(delete(links).where(*old))
        if values["token"]:
            put(db, links, {"token": values["token"], "table_id": table_id, "seat": seat})


# Events ----------------------------------------------------------------------------------------------------------


def _events(table_id: str, *where: Any) -> Select[Any]:
    """The events of a table of which all this is so."""
    return select(events).where(events.c.table_id == table_id, *where)


def add_event(db: Connection, values: Mapping[str, Any]) -> None:
    """A new event."""
    _ADD_EVENT.run(db, {**_ALL_OF_AN_EVENT, **values})


def void_events(db: Connection, table_id: str, seqs: Collection[int], voided_by: int) -> None:
    """These events no longer count, nor does a correction that has brought one of them."""
    here = and_(events.c.table_id == table_id, events.c.seq.in_(seqs))
    corrections = db.execute(select(events.c.amends).where(here, events.c.amends.is_not(None))).scalars()
    gone = and_(events.c.table_id == table_id, events.c.seq.in_({*seqs, *corrections}))
    db.execute(update(events).where(gone).values(live=False, voided_by=voided_by))


def restore_events(db: Connection, table_id: str, seqs: Collection[int]) -> None:
    """These events count again."""
    here = and_(events.c.table_id == table_id, events.c.seq.in_(seqs))
    db.execute(update(events).where(here).values(live=True, voided_by=None))


def voided_by(db: Connection, table_id: str, seq: int) -> Sequence[Found]:
    """What this event took back, in the order of the fold; nothing that was entered quietly."""
    query = _events(table_id, events.c.voided_by == seq, events.c.seq < QUIET)
    return db.execute(query.order_by(events.c.slot, events.c.seq)).all()


def brought_by(db: Connection, table_id: str, seq: int) -> Sequence[Found]:
    """The effective events that this correction brought, in the order of the fold."""
    return db.execute(_events(table_id, events.c.amends == seq, events.c.live).order_by(events.c.seq)).all()


def key_is_known(db: Connection, table_id: str, key: str) -> bool:
    """Whether an event was entered, or a request made or answered, with this key."""
    row = _KEY_IS_KNOWN.first(db, table=table_id, key_=key)
    return row is not None and bool(row.known)


def event_row(db: Connection, table_id: str, seq: int) -> Found | None:
    """One event by its number."""
    return _EVENT.first(db, table=table_id, seq=seq)


def acts_after(db: Connection, table_id: str, slot: int) -> Sequence[Found]:
    """The effective events of the game after a slot, in the order of the fold."""
    query = _events(table_id, events.c.live, events.c.slot > slot, events.c.type != AMEND)
    return db.execute(query.order_by(events.c.slot, events.c.seq)).all()


def newest_acts(db: Connection, table_id: str, most: int) -> Sequence[Found]:
    """The last effective events, the newest first."""
    return _NEWEST_ACTS.all(db, table=table_id, most=most)


def last_own_act(db: Connection, table_id: str, by: Iterable[str]) -> Found | None:
    """The last effective event entered by one of these seats; each seat is one step in an index."""
    newest: Found | None = None
    for seat in by:
        row = _LAST_OWN.first(db, table=table_id, seat=seat)
        if row is not None and (newest is None or (row.slot, row.seq) > (newest.slot, newest.seq)):
            newest = row
    return newest


def played_at(db: Connection, table_id: str, but: Collection[str]) -> str | None:
    """When the last effective event was entered, or the one in whose place it stands; `but` for these types."""
    query = _events(table_id, events.c.live, events.c.type.not_in({AMEND, *but}))
    last = db.execute(query.order_by(*_NEWEST_FIRST).limit(1)).first()
    if last is None:
        return None
    first = event_row(db, table_id, last.slot)
    return str((first or last).at)


def times(db: Connection, table_id: str) -> Sequence[Found]:
    """When each entry was made and whose it is, in the order they were made; quiet ones left out."""
    query = select(events.c.seat, events.c.at).where(events.c.table_id == table_id, events.c.seq < QUIET)
    return db.execute(query.order_by(events.c.seq)).all()  # type: ignore[return-value]


def acts_of_step(db: Connection, table_id: str, step: str) -> Sequence[Found]:
    """The effective events of one step."""
    query = _events(table_id, events.c.step == step, events.c.live)
    return db.execute(query.order_by(events.c.slot, events.c.seq)).all()


def lines_of_steps(db: Connection, table_id: str, prefix: str) -> Sequence[Found]:
    """The effective events with a line whose step begins like this, the newest first."""
    query = _events(table_id, events.c.live, events.c.listed, events.c.step.startswith(prefix, autoescape=True))
    return db.execute(query.order_by(*_NEWEST_FIRST)).all()


def listed_before(
    db: Connection, table_id: str, before: tuple[int, int] | None, limit: int, reader: str | None = None
) -> Sequence[Found]:
    """Events that have a line for somebody, newest first, from before a place (slot, seq) in the log; with a reader
    (a seat, or "" for who watches) those alone that may have one for him, so that others' need not be read."""
    if before is None:
        return _NEWEST_LINES.all(db, table=table_id, most=limit)
    slot, seq = before
    older = or_(events.c.slot < slot, and_(events.c.slot == slot, events.c.seq < seq))
    query = _events(table_id, events.c.listed, older, events.c.slot <= slot)  # where the index begins
    if reader is not None:
        own = (events.c.private.contains(f'"{reader}": ', autoescape=True),) if reader else ()
        query = query.where(or_(events.c.line.is_not(None), *own))
    return db.execute(query.order_by(*_NEWEST_FIRST).limit(limit)).all()


def listed_since(db: Connection, table_id: str, seq: int, limit: int) -> Sequence[Found]:
    """The newest events with a line that were entered after event `seq`, oldest first; none that was entered quietly:
    it would stand in the place of another."""
    later = and_(events.c.seq > seq, events.c.seq <= QUIET)  # `seq + 1` may be more than a column holds
    query = _events(table_id, later, events.c.listed)
    return db.execute(query.order_by(events.c.seq.desc()).limit(limit)).all()[::-1]


def all_events(db: Connection, table_id: str) -> Sequence[Found]:
    """The whole log in the order of the fold."""
    return db.execute(_events(table_id).order_by(events.c.slot, events.c.seq)).all()


# Snapshots -------------------------------------------------------------------------------------------------------


def newest_snapshot(db: Connection, table_id: str, rules_version: str, below: int | None = None) -> Found | None:
    """The newest snapshot these rules made, below a slot if one is given."""
    query = select(snapshots).where(snapshots.c.table_id == table_id, snapshots.c.rules_version == rules_version)
    if below is not None:
        query = query.where(snapshots.c.seq < below)
    return db.execute(query.order_by(snapshots.c.seq.desc()).limit(1)).first()


def add_snapshot(db: Connection, table_id: str, seq: int, rules_version: str, state: str) -> None:
    """A new snapshot; one of the same place must have been dropped before."""
    db.execute(insert(snapshots).values(table_id=table_id, seq=seq, rules_version=rules_version, state=state))


def drop_snapshots(db: Connection, table_id: str, slot: int) -> None:
    """Removes the snapshots that hold a slot."""
    db.execute(delete(snapshots).where(snapshots.c.table_id == table_id, snapshots.c.seq >= slot))


# Requests ----------------------------------------------------------------------------------------------------------

_STANDING_ASKS = Prepared(
    select(asks)
    .where(
        asks.c.table_id == bindparam("table"),
        or_(*(asks.c.outcome == outcome for outcome in ("open", "declined", "alone", "impossible"))),
    )
    .order_by(asks.c.created_at, asks.c.id)
)


def standing_asks(db: Connection, table_id: str) -> Sequence[Found]:
    """The requests nobody has answered yet, and those declined, impossible by now, or that nobody can answer any more,
    whose makers have not said that they know; the oldest first."""
    return _STANDING_ASKS.all(db, table=table_id)


def open_asks(db: Connection, table_id: str) -> Sequence[Found]:
    """Of those, the ones nobody has answered yet."""
    return [ask for ask in standing_asks(db, table_id) if ask.outcome == "open"]


def ask_by_key(db: Connection, table_id: str, key: str) -> Found | None:
    """The request made or answered with this key."""
    here = asks.c.table_id == table_id, or_(asks.c.key == key, asks.c.answer_key == key)
    return db.execute(select(asks).where(*here)).first()
