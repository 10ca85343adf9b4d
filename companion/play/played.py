"""A finished game as a household keeps it: who came where, when, and what its players have set right around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any

from pydantic import TypeAdapter

from companion.play.game import Result, Seat
from companion.play.kenjin.state import KenjinState as Kenjin
from companion.play.tenno.state import TennoState
from companion.play.values import Table
from companion.play.zipang.state import ZipangState
from companion.rules.kenjin.cards import CLANS

LONGEST = 12 * 60
"""Minutes of the longest game: a table open for longer was left lying."""
MORNING = timedelta(hours=5)
"""What ends before five in the morning belongs to the evening before."""
DRAWN = ("kensei",)
"""Games in which sides that come level draw (K84); in the others they share the victory (N7, T5)."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of a finished game: his place from 1 (ties share one), points where the game has any. Partners have
    their team's points, and its number from 1, also those who share a seat; 0 is who played for himself. `own` are the
    points he made himself, `role` the clan he played, `seat` his turn from 1 around the table, 0 where nobody knows.
    """

    name: str
    place: int
    points: int | None
    team: int = 0
    own: int | None = None
    role: str = ""
    seat: int = 0

    @property
    def starts(self) -> bool:
        """Whether he began."""
        return self.seat == 1


@dataclass(frozen=True, slots=True)
class Play:
    """A finished game."""

    table: str
    """The id of its table, or of the result where there was none."""
    game: str
    game_name: str
    title: str
    at: datetime
    players: tuple[Ranked, ...]
    minutes: int | None = None
    """From the table's opening to its last act; None where it lay there for longer than a game takes."""
    day: str = ""
    """The day of a result only (ISO 8601), for which no table was there; "" of a game that a table led."""
    place: str = ""
    note: str = ""

    @property
    def led(self) -> bool:
        """A table led it; else only its result was written down."""
        return not self.day

    @property
    def winners(self) -> tuple[str, ...]:
        """Who came first, all who share the victory; nobody where a battle was drawn."""
        first = tuple(player.name for player in self.players if player.place == 1)
        return () if self.game in DRAWN and len(first) == len(self.players) else first

    @property
    def sides(self) -> tuple[tuple[Ranked, ...], ...]:
        """The players in the order of their places, partners together."""
        found: dict[tuple[int, str], list[Ranked]] = {}
        for player in self.players:
            found.setdefault((player.team, "" if player.team else player.name), []).append(player)
        return tuple(tuple(side) for side in found.values())

    def evening(self, zone: tzinfo | None) -> str:
        """The day it was played on (ISO 8601), as the clock of this zone has it; None: the server's."""
        return self.day or f"{(self.at.astimezone(zone) - MORNING):%Y-%m-%d}"


PLAY = TypeAdapter(Play)


@dataclass(frozen=True, slots=True)
class Mended:
    """What was set right around a game. `names`: what players are called instead of what the table called them."""

    place: str = ""
    note: str = ""
    minutes: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    def on(self, play: Play) -> Play:
        """The game as mended; places and points stay what they are."""
        players = tuple(replace(one, name=self.names.get(one.name, one.name)) for one in play.players)
        minutes = play.minutes if self.minutes is None else self.minutes
        return replace(play, place=self.place, note=self.note, minutes=minutes, players=players)


MENDED = TypeAdapter(Mended)


def play_of(table: Table, at: datetime) -> Play | None:
    """The table's game as a finished play; None while it goes on, and of a practice table."""
    result = table.game.result(table.state)
    if result is None or table.is_practice:
        return None
    shown = table.game.view(table.state, None)
    names = {player.seat: player.name for player in getattr(shown, "players", ())}
    roles = _roles(table.state, shown)
    order = _order(table.state)
    sat = {held.seat: held for held in table.seats}
    shared = tuple((seat,) for seat in sat if sat[seat].partners and _side(result, seat) == (seat,))
    players = []
    place = 1
    for seats in result.places:
        for seat in seats:
            points = [result.points[one] for one in _side(result, seat) if one in result.points]
            team = next((number for number, team in enumerate((*result.teams, *shared), 1) if seat in team), 0)
            holder = names.get(seat) or sat[seat].player or seat.upper()
            turn = order.index(seat) + 1 if seat in order else 0
            for name in (holder, *(one.player for one in sat[seat].partners)):
                total = sum(points) if points else None
                own = result.points.get(seat)
                players.append(Ranked(name, place, total, team, own, roles.get(seat, ""), turn))
        place += len({_side(result, seat) for seat in seats})
    return Play(table.id, table.game.id, table.game.name, table.name, at, tuple(players), _minutes(table, at))


def _roles(state: Any, shown: Any) -> Mapping[Seat, str]:
    """The clan each player had, in the games that have clans, as everybody saw it."""
    if isinstance(state, Kenjin):
        return {seat: str(CLANS[clan].name) for seat, clan in state.clans.items()}
    return {side.seat: str(side.clan) for side in getattr(shown, "sides", ()) if side.clan}


def _order(state: Any) -> tuple[Seat, ...]:
    """The seats of a card game from who began; nobody, where the table does not know."""
    if isinstance(state, Kenjin):
        return state.seats
    first = ""
    if isinstance(state, ZipangState):
        first = state.columns[0].first if state.columns else ""
    elif isinstance(state, TennoState):
        first = state.first if state.attacks else ""
    if not first:
        return ()
    place = state.seats.index(first)
    return (*state.seats[place:], *state.seats[:place])


def _minutes(table: Table, at: datetime) -> int | None:
    minutes = round((at - table.created_at).total_seconds() / 60)
    return minutes if 0 < minutes <= LONGEST else None


def _side(result: Result, seat: Seat) -> tuple[Seat, ...]:
    """The team of this seat; itself, where it played alone."""
    return next((team for team in result.teams if seat in team), (seat,))
