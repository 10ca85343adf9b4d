"""A game that was played without Gunbai: only its result is written down, names and totals. It has no page of a table,
no seats and no log; it stands among the played games, marked as what it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from companion.play.acts import Act, ActGame
from companion.play.cardgame import SEATS, name_taken, row
from companion.play.entry import clean_player
from companion.play.game import Due, Event, Result, Seat
from companion.play.registry import GAMES
from companion.rules.text import Problem, Refusal, Text, refuse

MOST_PLAYERS = {"kensei": 4, "kenjin": 4, "tenno": 7, "zipang": 6}
"""How many may stand in a result: a battle is played by two, or by partners on each side."""
IN_TEAMS = ("kensei", "kenjin")
"""Games that are played in teams too."""
TEAMS = ("1", "2")
EARLIEST = date(2000, 1, 1)
MOST_POINTS = 9999


@dataclass(frozen=True, slots=True)
class NotedPlayer:
    """A player in a result. `points` are his own; `team` is "" who played for himself."""

    seat: Seat
    name: str
    points: int | None
    team: str
    won: bool


@dataclass(frozen=True, slots=True)
class NotedState:
    """A result as it was written down; `day` as ISO 8601."""

    game: str
    day: str
    players: tuple[NotedPlayer, ...]

    @property
    def sides(self) -> tuple[tuple[NotedPlayer, ...], ...]:
        """Who stood together: teams, or each player for himself."""
        if not self.players[0].team:
            return tuple((player,) for player in self.players)
        return tuple(tuple(player for player in self.players if player.team == team) for team in TEAMS)


class Noted(ActGame[NotedState]):
    """A result only, of any of the games."""

    id = "noted"
    name = "Result only"
    seats: tuple[str, ...] = SEATS
    rules_version = "noted-1"
    state = NotedState
    acts: ClassVar[Mapping[str, Act[Any]]] = {}

    def start(self, setup: Mapping[str, Any]) -> NotedState | Refusal:
        """`setup`: `game`, `day` (ISO 8601) and `today`, the last day it may be; for each seat from `a` on `name.a`,
        `points.a`, `team.a` (1 or 2) and `won.a` (yes). Seats without a name are left out.
        """
        game = str(setup.get("game", ""))
        if game not in GAMES:
            return refuse([Problem("game", Text("Choose one of the games."))])
        problems = _day_problems(str(setup.get("day", "")), str(setup.get("today", "")))
        players: list[NotedPlayer] = []
        for seat in SEATS[: MOST_PLAYERS[game]]:
            player = _player(setup, seat, game, [one.name for one in players])
            if isinstance(player, Refusal):
                problems += player.problems
            elif player is not None:
                players.append(player)
        if not problems and len(players) < 2:
            problems.append(Problem("name.b", Text("Name at least two players.")))
        state = NotedState(game, str(setup.get("day", "")), tuple(players))
        problems = problems or _result_problems(state)
        return refuse(problems) if problems else state

    def again(self, state: NotedState, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """Never asked: no table begins another game after it."""
        return setup

    def barred(self, state: NotedState, event: Event) -> Refusal | None:
        return Refusal(Text("Nobody acts in a game of which only the result is written down."))

    def due(self, state: NotedState) -> tuple[Due, ...]:
        return ()

    def view(self, state: NotedState, seat: Seat | None) -> NotedState:
        """All of it is everybody's to see."""
        return state

    def result(self, state: NotedState) -> Result:
        """Sides by place: who won first, then by points; all others share the place behind where nobody counted any."""
        order: dict[tuple[bool, int], list[Seat]] = {}
        for side in sorted(state.sides, key=_rank):
            order.setdefault(_rank(side), []).extend(player.seat for player in side)
        places = tuple(tuple(seats) for seats in order.values())
        points = {player.seat: player.points for player in state.players if player.points is not None}
        teams = tuple(tuple(player.seat for player in side) for side in state.sides if len(side) > 1)
        return Result(places, points, _words(state, places[0]), teams)


NOTED = Noted()


def _rank(side: Sequence[NotedPlayer]) -> tuple[bool, int]:
    """What sides are put in order by: the same for those who share a place."""
    won = any(player.won for player in side)
    return (not won, 0 if won else -_total(side))


def _total(side: Sequence[NotedPlayer]) -> int:
    return sum(player.points or 0 for player in side)


def _words(state: NotedState, first: Sequence[Seat]) -> Text:
    names = [player.name for player in state.players if player.seat in first]
    if len(names) == len(state.players):
        return Text("Nobody won: they share the first place.")
    return Text("Won by %(who)s.", {"who": row(names)})


def _day_problems(day: str, today: str) -> list[Problem]:
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return [Problem("day", Text("Give the day as year, month and day, like 2026-04-30."))]
    if found < EARLIEST or day > today:
        values = {"first": EARLIEST.isoformat(), "today": today}
        return [Problem("day", Text("A day from %(first)s to today, %(today)s.", values))]
    return []


def _player(setup: Mapping[str, Any], seat: Seat, game: str, others: Sequence[str]) -> NotedPlayer | Refusal | None:
    """The player of one row; None for an empty one."""
    name, points, team, won = (
        str(setup.get(f"{field}.{seat}", "")).strip() for field in ("name", "points", "team", "won")
    )
    if not name:
        if not (points or team or won):
            return None
        return refuse([Problem(f"name.{seat}", Text("Whose is that? Name the player, or empty the row."))])
    problems = []
    clean = clean_player(name)
    if isinstance(clean, Refusal):
        problems.append(Problem(f"name.{seat}", clean.reason))
    elif taken := name_taken(others, clean):
        problems.append(Problem(f"name.{seat}", taken))
    number = points.removeprefix("-")
    if points and not (number.isdecimal() and len(number) <= len(str(MOST_POINTS))):
        text = Text("Points are a whole number up to %(most)s, or left empty.", {"most": MOST_POINTS})
        problems.append(Problem(f"points.{seat}", text))
    if team not in ("", *TEAMS) or (team and game not in IN_TEAMS):
        problems.append(Problem(f"team.{seat}", Text("This game knows no such team; leave it out.")))
    if problems or isinstance(clean, Refusal):
        return refuse(problems)
    return NotedPlayer(seat, clean, int(points) if points else None, team, won == "yes")


def _result_problems(state: NotedState) -> list[Problem]:
    """What does not fit together: points of some only, half a team, a winner with fewer points than another."""
    problems = []
    missing = [player for player in state.players if player.points is None]
    won = [side for side in state.sides if any(player.won for player in side)]
    if len(missing) < len(state.players):
        text = Text("Give the points of all players, or of none.")
        problems += [Problem(f"points.{player.seat}", text) for player in missing]
    elif not won:
        problems.append(Problem("won.a", Text("Say who won, or give every player's points.")))
    alone = [player for player in state.players if not player.team]
    if 0 < len(alone) < len(state.players):
        text = Text("The others play in teams: say in which, or leave all teams out.")
        problems += [Problem(f"team.{player.seat}", text) for player in alone]
    elif not all(state.sides):
        problems.append(Problem("team.a", Text("All are in one team: put some into the other, or leave teams out.")))
    if problems or missing:
        return problems
    totals = {_total(side) for side in won}
    lost = [_total(side) for side in state.sides if side not in won]
    if len(totals) > 1:
        problems.append(
            Problem("won.a", Text("A victory is shared with equal points only: correct points or winners."))
        )
    elif won and any(total > min(totals) for total in lost):
        problems.append(Problem("won.a", Text("Somebody has more points than who won: correct points or winner.")))
    return problems
