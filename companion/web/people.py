"""The names a phone is offered where one is asked: of players at its own tables, never of strangers; and what it calls
a player without a name."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from companion.content.drawings import crests
from companion.play import people
from companion.play.game import Seat
from companion.play.registry import GAMES
from companion.play.values import Request, SeatState, Table
from companion.rules.kenjin.cards import CLANS
from companion.web.i18n import _, say
from companion.web.security import known_device
from companion.web.services import services

MOST = 8
"""Names offered at once."""


def known() -> tuple[str, ...]:
    """Every name this phone has met, the latest first."""
    return people.people(services().store, known_device(), placeholders())


def nameless() -> str:
    """What somebody is called who asks for a seat and has given no name."""
    return player_name(people.SOMEBODY)


def unnamed(table: Table, seat: Seat) -> str:
    """What is stored for a player without a name: his seat's number, which each phone says in its own words."""
    seats = table.game.seats
    return people.numbered(seats.index(seat) + 1) if seat in seats else people.SOMEBODY


def player_name(kept: str) -> str:
    """The name of one or more players as this phone says it."""
    if " & " in kept:
        return " & ".join(player_name(one) for one in kept.split(" & "))
    return say(people.named(kept))


def table_name(kept: str) -> str:
    """The name of a table as this phone says it."""
    return say(people.table_named(kept))


def install(app: Flask) -> None:
    """Gives templates `player_name` and `table_name`."""
    app.jinja_env.filters.update(player_name=player_name, table_name=table_name)


def localized(table: Table) -> Table:
    """The table with its name and those of its players as this phone says them."""
    name = table_name(table.name)
    seats = tuple(_localized_seat(one) for one in table.seats)
    asks, declined = (tuple(_localized_request(one) for one in found) for found in (table.asks, table.declined))
    changed = (name, seats, asks, declined) != (table.name, table.seats, table.asks, table.declined)
    return replace(table, name=name, seats=seats, asks=asks, declined=declined) if changed else table


def _localized_seat(one: SeatState) -> SeatState:
    partners = tuple(replace(partner, player=player_name(partner.player)) for partner in one.partners)
    return replace(one, player=player_name(one.player), partners=partners)


def _localized_request(one: Request) -> Request:
    return replace(one, player=player_name(one.player), declined_by=player_name(one.declined_by))


def placeholders() -> frozenset[str]:
    """What a player is called who gave no name: by his seat, his crest or his clan, or nothing at all."""
    seats = sorted({seat for game in GAMES.values() for seat in game.seats})
    kept = (people.SOMEBODY, *map(people.numbered, range(1, len(seats) + 1)))
    return frozenset(
        (
            *kept,
            *map(player_name, kept),
            *(_("Player %(seat)s", seat=seat.upper()) for seat in seats),
            *(crest.name for crest in crests()),
            *(str(clan.name) for clan in CLANS.values()),
        )
    )


def spelled(typed: str) -> str:
    """The name as this phone has met it, whatever the capitals typed."""
    return people.spelled(known(), typed) if typed else typed
