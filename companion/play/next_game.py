"""Another game of the same players: a table of its own, to which code, seats and recovery links go along.

The finished game stays what it is, with its log, its result and a code of its own. All of it is one transaction: the
first tap begins the next game, and whoever taps after it is led there.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from companion.play.acts import Game
from companion.play.codec import id_of_form
from companion.play.desk import Work, changing
from companion.play.values import PRACTICE
from companion.play.words import three_words
from companion.rules.text import Refusal, Text
from companion.store import rows, schema, upsert

CONTINUED = Text(
    "This game is over and the next one has begun at this table, so this was not entered here. "
    "A mistake in this game is corrected in its log."
)


AFTERWARDS = frozenset({"player"})
"""What is entered all the same: how a player is called, so that a misspelt name does not stay in what was played."""


def is_continued(work: Work) -> bool:
    """Whether the game is over and its players have gone on: then nothing but corrections is entered here."""
    return work.row.next_id is not None and work.game.result(work.state()) is not None


@changing
def begin(work: Work, device: str) -> str | Refusal:
    """The id of the next game, begun now where nobody has begun it yet."""
    if not work.seats_of(device):
        return Refusal(Text("Only a player at this table can begin another game. Take a seat first."))
    if work.row.next_id is not None:
        return str(work.row.next_id)
    setup = json.loads(work.row.setup)
    state = work.state()
    if work.game.result(state) is None:
        return Refusal(Text("This game is not over yet. Play it to its end, then begin another one."))
    if setup.get(PRACTICE):
        return Refusal(Text("This was for practice. Open a table of your own for a real game."))
    given = work.game.again(state, setup)
    begun = work.game.start(given)
    return begun if isinstance(begun, Refusal) else _create(work, given)


def _create(work: Work, setup: Mapping[str, Any]) -> str:
    """The next table, with what goes along from this one."""
    code = work.row.words
    rows.set_table(work.db, work.id, {"words": free_words(work.db)})
    next_id = secrets.token_hex(8)
    add_table(work.db, next_id, work.game, work.row.name, setup, words=code, owner=work.row.owner, now=work.now)
    for held in {row.seat: row for row in rows.seat_rows(work.db, [work.id]) if row.device is not None}.values():
        rows.set_seat(work.db, work.id, held.seat, {"token": secrets.token_urlsafe(18)})
        values = {"device": held.device, "player": held.player, "token": held.token, "taken_at": work.now}
        rows.set_seat(work.db, next_id, held.seat, values)
    for seat in work.seats:
        for one in seat.partners:
            values = {"table_id": next_id, "seat": seat.seat, "device": one.device, "player": one.player}
            rows.add_partner(work.db, {**values, "joined_at": work.now})
    for ask in work.open_asks():  # nobody looks here any more to answer it
        work.set_ask(ask.id, outcome="withdrawn")
    work.touch(next_id=next_id)
    return next_id


def free_words(db: Connection) -> str:
    """A code that no table has or ever had; nobody else is given it."""
    while True:
        words = three_words(secrets.choice)
        if upsert.add_once(db, schema.codes, {"words": words, "table_id": ""}):
            return words


def add_by_form(
    db: Connection, game: Game[Any], name: str, setup: Mapping[str, Any], *, form: str, owner: str, now: str
) -> str:
    """The id of a new table; of the one this form of this owner has made already, if it was not played at yet."""
    table_id = id_of_form(owner, form)
    if untouched(db, table_id, owner, form):
        return table_id
    words = free_words(db)
    if add_table(db, table_id, game, name, setup, words=words, owner=owner, now=now):
        return table_id
    if untouched(db, table_id, owner, form):  # another process was quicker by a moment
        upsert.remove(db, schema.codes, words=words, table_id="")
        return table_id
    table_id = secrets.token_hex(8)  # that table was played at since, or deleted
    add_table(db, table_id, game, name, setup, words=words, owner=owner, now=now)
    return table_id


def untouched(db: Connection, table_id: str, owner: str, form: str) -> bool:
    """Whether this owner has such a table, and nothing was entered there yet but what came with the form."""
    row = rows.table_row(db, table_id)
    if row is None or row.owner != owner:
        return False
    return row.seq == 0 or (row.seq == 1 and rows.key_is_known(db, table_id, form))


def add_table(
    db: Connection,
    table_id: str,
    game: Game[Any],
    name: str,
    setup: Mapping[str, Any],
    *,
    words: str,
    owner: str,
    now: str,
) -> bool:
    """A new table, at which nobody sits yet; False where the id is taken."""
    values = {
        "id": table_id,
        "words": words,
        "game": game.id,
        "name": name,
        "setup": json.dumps(dict(setup)),
        "owner": owner,
        "version": 1,
        "seq": 0,
        "rules_version": game.rules_version,
        "created_at": now,
        "changed_at": now,
    }
    return rows.add_table(db, values)
