"""What was played: finished games by player name, statistics over them, and each as a play for BG Stats.

Everything is read from the tables themselves, so that a corrected or reopened game is right here too.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from urllib.parse import quote

from companion.play.game import Result, Seat
from companion.play.kenjin.state import KenjinState as Kenjin
from companion.play.noted import NotedState
from companion.play.registry import GAMES
from companion.play.tables import PRACTICE, Table, Tables
from companion.play.tenno.state import TennoState
from companion.play.zipang.state import ZipangState
from companion.rules.kenjin.cards import CLANS, ENTERED
from companion.rules.text import Text
from companion.store import Store, rows

LOOKED_THROUGH = 50
"""How many tables of Kenjin are looked through for Strengths, the latest first."""
FORMAT = "gunbai-plays/1"
LONGEST = 12 * 60
"""Minutes of the longest game: a table open for longer was left lying."""
NOON = time(12, tzinfo=UTC)
"""When a game of another day counts as played: it is that day in most of the world."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of a finished game: his place from 1 (ties share one), points where the game has any. Partners have
    their team's points, and its number from 1, also those who share a seat; 0 is who played for himself. `own` are the
    points he made himself, `role` the clan he played, `starts` whether he began.
    """

    name: str
    place: int
    points: int | None
    team: int = 0
    own: int | None = None
    role: str = ""
    starts: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A finished game."""

    table: str
    game: str
    game_name: str
    title: str
    at: datetime
    players: tuple[Ranked, ...]
    sentence: Text | None
    minutes: int | None = None
    """From the table's opening to its last act; None where it lay there for longer than a game takes."""
    led: bool = True
    """A table led it; else only its result was written down."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who came first; nobody where all share the first place."""
        first = tuple(player.name for player in self.players if player.place == 1)
        return first if len(first) < len(self.players) else ()


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's plays. `average` and `best` are of his own points, not of a team's; None where no game has any."""

    name: str
    plays: int
    wins: int
    average: float | None
    best: int | None


@dataclass(frozen=True, slots=True)
class Against:
    """Two players who met: how often each came before the other, and how often they shared a place."""

    one: str
    other: str
    before: int
    shared: int
    after: int


class Records:
    """The finished games of one store."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    def plays(self, device: str) -> tuple[Play, ...]:
        """The finished games of the tables this device made or sits at, the newest first."""
        found = []
        for summary in self._tables.mine(device):
            table = self._tables.get(summary.id)
            play = None if table is None else play_of(table, self._tables.played_at(summary.id) or summary.changed_at)
            if play is not None:
                found.append(play)
        return tuple(sorted(found, key=lambda play: play.at, reverse=True))

    def kenjin_strengths(self) -> Mapping[str, int]:
        """The Strengths of Kenjin's cards that were entered here last (ruling N1); empty before the first time."""
        with self._store.read() as db:
            found = rows.tables_of_game(db, "kenjin", LOOKED_THROUGH)
        for row in found:
            if json.loads(row.setup).get(PRACTICE):  # made of no cards
                continue
            strengths = self._strengths_of(row)
            if all(card in strengths for card in ENTERED):
                return strengths
        return {}

    def _strengths_of(self, row: rows.Found) -> Mapping[str, int]:
        table = None if row.deleted_at else self._tables.get(row.id)
        if table is not None and isinstance(table.state, Kenjin):
            return table.state.strengths
        # of a deleted table its setup is left: what it was given to begin with
        setup = json.loads(row.setup)
        return {card: int(setup[f"strengths.{card}"]) for card in ENTERED if f"strengths.{card}" in setup}


def play_of(table: Table, at: datetime) -> Play | None:
    """The table's game as a finished play; None while it goes on, and of a practice table."""
    result = table.game.result(table.state)
    if result is None or table.is_practice:
        return None
    names = {player.seat: player.name for player in getattr(table.game.view(table.state, None), "players", ())}
    sat = {held.seat: held for held in table.seats}
    shared = tuple((seat,) for seat in sat if sat[seat].partners and _side(result, seat) == (seat,))
    players = []
    place = 1
    for seats in result.places:
        for seat in seats:
            points = [result.points[one] for one in _side(result, seat) if one in result.points]
            team = next((number for number, team in enumerate((*result.teams, *shared), 1) if seat in team), 0)
            holder = names.get(seat) or sat[seat].player or seat.upper()
            for name in (holder, *(one.player for one in sat[seat].partners)):
                own = result.points.get(seat)
                role, starts = _role(table.state, seat), _began(table.state) == seat
                players.append(Ranked(name, place, sum(points) if points else None, team, own, role, starts))
        place += len({_side(result, seat) for seat in seats})
    state = table.state
    if isinstance(state, NotedState):
        game, day = GAMES[state.game], datetime.combine(date.fromisoformat(state.day), NOON)
        return Play(table.id, game.id, game.name, table.name, day, tuple(players), result.sentence, led=False)
    return Play(
        table.id, table.game.id, table.game.name, table.name, at, tuple(players), result.sentence, _minutes(table, at)
    )


def _role(state: Any, seat: Seat) -> str:
    """The clan a player had, in the game that has clans."""
    return CLANS[state.clans[seat]].name if isinstance(state, Kenjin) else ""


def _began(state: Any) -> Seat:
    """Who began a card game; nobody, where the table does not know."""
    if isinstance(state, Kenjin):
        return state.oldest
    if isinstance(state, ZipangState):
        return state.columns[0].first if state.columns else ""
    return state.first if isinstance(state, TennoState) and state.attacks else ""


def _minutes(table: Table, at: datetime) -> int | None:
    minutes = round((at - table.created_at).total_seconds() / 60)
    return minutes if 0 < minutes <= LONGEST else None


def _side(result: Result, seat: Seat) -> tuple[Seat, ...]:
    """The team of this seat; itself, where it played alone."""
    return next((team for team in result.teams if seat in team), (seat,))


# ---- statistics


def tallies(plays: Iterable[Play], nobody: Collection[str] = ()) -> tuple[Tally, ...]:
    """Every player's plays, wins and points, the most wins first. Names are one name whatever their capitals; `nobody`
    are those of seats to which nobody gave one.
    """
    spelled: dict[str, str] = {}
    seen: dict[str, list[tuple[bool, int | None]]] = {}
    for play in plays:
        for player in play.players:
            if player.name in nobody:
                continue
            key = player.name.casefold()
            spelled.setdefault(key, player.name)
            seen.setdefault(key, []).append((player.name in play.winners, player.own))
    found = [_tally(spelled[key], games) for key, games in seen.items()]
    return tuple(sorted(found, key=lambda tally: (-tally.wins, -tally.plays, tally.name.casefold())))


def _tally(name: str, games: Sequence[tuple[bool, int | None]]) -> Tally:
    points = [scored for _, scored in games if scored is not None]
    average = sum(points) / len(points) if points else None
    return Tally(name, len(games), sum(won for won, _ in games), average, max(points, default=None))


def head_to_head(plays: Iterable[Play], nobody: Collection[str] = ()) -> tuple[Against, ...]:
    """Every two players who met, those who met most first. Partners do not meet each other, nor does anybody meet
    `nobody`.
    """
    spelled: dict[str, str] = {}
    counts: dict[tuple[str, str], list[int]] = {}
    for play in plays:
        people = (player for player in play.players if player.name not in nobody)
        ordered = sorted(people, key=lambda player: player.name.casefold())
        for index, one in enumerate(ordered):
            for other in (rival for rival in ordered[index + 1 :] if not one.team or one.team != rival.team):
                key = (one.name.casefold(), other.name.casefold())
                for player in (one, other):
                    spelled.setdefault(player.name.casefold(), player.name)
                which = 0 if one.place < other.place else 1 if one.place == other.place else 2
                counts.setdefault(key, [0, 0, 0])[which] += 1
    found = [Against(spelled[one], spelled[other], *count) for (one, other), count in counts.items()]
    return tuple(sorted(found, key=lambda pair: (-(pair.before + pair.shared + pair.after), pair.one.casefold())))


# ---- to take away


def document(plays: Iterable[Play], nobody: Collection[str] = ()) -> dict[str, Any]:
    """Plays and statistics as plain JSON."""
    kept = tuple(plays)
    return {
        "format": FORMAT,
        "plays": [
            {
                "game": play.game,
                "name": play.title,
                "at": play.at.isoformat(),
                "players": [
                    {"name": player.name, "place": player.place, "points": player.points}
                    | ({"team": player.team, "own_points": player.own} if player.team else {})
                    for player in play.players
                ],
                "winners": list(play.winners),
                "led": play.led,
            }
            for play in kept
        ],
        "players": [
            {"name": one.name, "plays": one.plays, "wins": one.wins, "average": one.average, "best": one.best}
            for one in tallies(kept, nobody)
        ],
    }


def bg_stats(play: Play) -> dict[str, Any]:
    """The play as BG Stats takes it from other programs: time in UTC, one entry for each player."""
    points = any(player.points is not None for player in play.players)
    return {
        "sourceName": "Gunbai",
        "sourcePlayId": play.table,
        "playDate": f"{play.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": play.game_name,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": not points,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name.casefold(),
                "rank": player.place,
                "winner": player.name in play.winners,
                "startPlayer": player.starts,  # said to be optional, but its Android program takes no play without it
                **({"score": player.points} if player.points is not None else {}),
                **({"role": player.role} if player.role else {}),
                **({"team": str(player.team)} if player.team else {}),
            }
            for player in play.players
        ],
        "comments": play.title,
        **({"durationMin": play.minutes} if play.minutes is not None else {}),
    }


def bg_stats_link(play: Play) -> str:
    """The address that BG Stats takes over on a phone that has it, with the play filled in; only a tap leads there."""
    text = json.dumps(bg_stats(play), ensure_ascii=False, separators=(",", ":"))
    return f"https://app.bgstatsapp.com/createPlay.html?data={quote(text, safe='')}"
