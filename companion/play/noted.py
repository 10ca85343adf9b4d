"""A game that was played without Gunbai: only its result is written down, names and totals. It has no table; it stands
among the played games, marked as what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from companion.play.cardgame import SEATS, CardGame
from companion.play.entry import clean_player, name_taken
from companion.play.played import DRAWN, Play, Ranked
from companion.play.registry import GAMES
from companion.rules.kenjin.cards import CLANS
from companion.rules.tenno.cards import LEAST_PLAYERS
from companion.rules.tenno.house import TennoHouse
from companion.rules.tenno.score import most_points
from companion.rules.text import Problem, Refusal, Text, refuse, refuse_at
from companion.rules.written import one_line
from companion.rules.zipang.coins import Coins, balance, coin_problems

PARTNERS = 4
"""How many may stand in the result of a battle: two, or partners on each side."""
IN_TEAMS = ("kensei", "kenjin")
"""Games that are played in teams too."""
TEAMS = ("1", "2")
WITH_CLANS = {"kenjin": tuple(clan.name for clan in CLANS.values()), "kensei": ()}
"""Games in which players have clans, and which there are; in a battle a clan is called as its player likes."""
WON_BESIDE_POINTS = ("kensei",)
"""Games that can be won with fewer points: a dead general or the last character of a Head hunt decides (K92)."""
CLAN_MOST = 40
EARLIEST = date(2000, 1, 1)
MOST_POINTS = 9999
NOON = time(12, tzinfo=UTC)
"""When a game of another day counts as played: it is that day in most of the world."""
SECOND = timedelta(seconds=1)


FIELDS = ("name", "points", "team", "won", "turn")


@dataclass(frozen=True, slots=True)
class NotedPlayer:
    """A row of a result. `points` are the player's own; `team` is "" without one; `clan` and `turn` (from 1, who began)
    are "" and 0 where they were not said.
    """

    seat: str
    name: str
    points: int | None
    team: str
    won: bool
    clan: str = ""
    turn: int = 0


def in_turn(game: str) -> bool:
    """Whether it is played in turn around the table: in a battle both sides act in every phase."""
    return isinstance(GAMES[game], CardGame)


def most_players(game: str) -> int:
    """How many may stand in its result."""
    return len(GAMES[game].seats) if in_turn(game) else PARTNERS


def noted(play_id: str, form: Mapping[str, str], today: str) -> Play | Refusal:
    """The result in a form: `game`, `day` (ISO 8601, `today` at the latest); for each seat from `a` on `name.a`,
    `points.a`, `team.a` (1 or 2), `won.a` (yes), and where the game has them `clan.a` and `turn.a` (1 began). Rows
    without a name are left out.
    """
    game = form.get("game", "")
    if game not in GAMES:
        return refuse_at("game", Text("Choose one of the games."))
    day = form.get("day", "")
    problems = list(_day_problems(day, today))
    players: list[NotedPlayer] = []
    for seat in SEATS[: most_players(game)]:
        player = _player(form, seat, game, [one.name for one in players])
        if isinstance(player, Refusal):
            problems += player.problems
        elif player is not None:
            players.append(player)
    if not problems and len(players) < 2:
        problems.append(Problem("name.b", Text("Name at least two players.")))
    problems = problems or [*_result_problems(game, _sides(players), players), *_twice_problems(game, players)]
    if problems:
        return refuse(problems)
    found, name = date.fromisoformat(day), GAMES[game].name
    at = datetime.combine(found, NOON)
    return Play(play_id, game, name, name, at, _ranked(_sides(players)), day=found.isoformat())


def behind(play: Play, kept: Iterable[Play]) -> Play:
    """This result behind those of its day that were written down before it; written again, it keeps its place."""
    there = {one.table: one.at for one in kept if one.day == play.day}
    later = max(there.values(), default=play.at - SECOND) + SECOND
    return replace(play, at=there.get(play.table, later))


def form_of(play: Play) -> dict[str, str]:
    """The form that would write this result down."""
    form = {"game": play.game, "day": play.day}
    for seat, one in zip(SEATS, play.players, strict=False):
        form |= {f"name.{seat}": one.name, f"team.{seat}": str(one.team or "")}
        form |= {f"clan.{seat}": one.role, f"turn.{seat}": str(one.seat or "")}
        form[f"points.{seat}"] = "" if one.own is None else str(one.own)
        if one.name in play.winners:
            form[f"won.{seat}"] = "yes"
    return form


def _sides(players: Sequence[NotedPlayer]) -> tuple[tuple[NotedPlayer, ...], ...]:
    """Who stood together: teams, or each player for himself."""
    if not players[0].team:
        return tuple((player,) for player in players)
    return tuple(tuple(player for player in players if player.team == team) for team in TEAMS)


def _ranked(sides: Sequence[Sequence[NotedPlayer]]) -> tuple[Ranked, ...]:
    """Sides by place: who won first, then by points; all others share the place behind where nobody counted any."""
    found: list[Ranked] = []
    place, before = 0, None
    for number, side in enumerate(sorted(sides, key=_rank), 1):
        if _rank(side) != before:
            place, before = number, _rank(side)
        for one in side:
            points = None if one.points is None else _total(side)
            found.append(Ranked(one.name, place, points, int(one.team or 0), one.points, one.clan, one.turn))
    return tuple(found)


def _rank(side: Sequence[NotedPlayer]) -> tuple[bool, int]:
    """What sides are put in order by: the same for those who share a place."""
    won = any(player.won for player in side)
    return (not won, 0 if won else -_total(side))


def _total(side: Sequence[NotedPlayer]) -> int:
    return sum(player.points or 0 for player in side)


def _day_problems(day: str, today: str) -> Iterator[Problem]:
    last = date.fromisoformat(today)
    try:
        if not EARLIEST <= date.fromisoformat(day) <= last:
            yield Problem("day", Text("A day from %(first)s to today, %(today)s.", {"first": EARLIEST, "today": last}))
    except ValueError:
        yield Problem("day", Text("Give the day as year, month and day, like 2026-04-30."))


def _player(form: Mapping[str, str], seat: str, game: str, others: Sequence[str]) -> NotedPlayer | Refusal | None:
    """The player of one row; None for an empty one."""
    name, points, team, won, turn = (form.get(f"{field}.{seat}", "").strip() for field in FIELDS)
    clan = one_line(form.get(f"clan.{seat}", ""))
    if not name:
        if not (points or team or won or clan or turn):
            return None
        return refuse_at(f"name.{seat}", Text("Whose is that? Name the player, or empty the row."))
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
        problems.append(Problem(f"team.{seat}", Text("There is no such team in this game; leave the team out.")))
    problems += _around_problems(game, seat, clan, turn)
    if problems or isinstance(clean, Refusal):
        return refuse(problems)
    return NotedPlayer(seat, clean, int(points) if points else None, team, won == "yes", clan, int(turn or 0))


def _around_problems(game: str, seat: str, clan: str, turn: str) -> Iterator[Problem]:
    """What is wrong with the clan or the turn of one row."""
    known = WITH_CLANS.get(game)
    if clan and known is None:
        yield Problem(f"clan.{seat}", Text("This game has no clans; leave the clan out."))
    elif clan and known and clan not in known:
        text = Text("Choose one of %(known)s, or leave it out.", {"known": ", ".join(known)})
        yield Problem(f"clan.{seat}", text)
    elif len(clan) > CLAN_MOST:
        yield Problem(f"clan.{seat}", Text("At most %(most)s characters. Please shorten it.", {"most": CLAN_MOST}))
    turns = most_players(game) if in_turn(game) else 0
    if turn and not turns:
        yield Problem(f"turn.{seat}", Text("This game is not played in turn; leave the turn out."))
    elif turn and turn not in map(str, range(1, turns + 1)):
        yield Problem(f"turn.{seat}", Text("A turn is a number from 1 to %(most)s, or left out.", {"most": turns}))


def _twice_problems(game: str, players: Sequence[NotedPlayer]) -> Iterator[Problem]:
    """A turn, or a clan's deck of cards, that two players are said to have had."""
    for place, one in enumerate(players):
        before = players[:place]
        if one.turn and one.turn in [other.turn for other in before]:
            yield Problem(f"turn.{one.seat}", Text("Another player has that turn: correct one of them."))
        if WITH_CLANS.get(game) and one.clan and one.clan in [other.clan for other in before]:
            yield Problem(f"clan.{one.seat}", Text("Another player has that clan: correct one of them."))


def _result_problems(
    game: str, sides: Sequence[Sequence[NotedPlayer]], players: Sequence[NotedPlayer]
) -> list[Problem]:
    """What does not fit together: points of some only, half a team, a draw that somebody won."""
    problems = []
    missing = [player for player in players if player.points is None]
    won = [side for side in sides if any(player.won for player in side)]
    if len(missing) < len(players):
        text = Text("Give the points of all players, or of none.")
        problems += [Problem(f"points.{player.seat}", text) for player in missing]
    elif not won:
        problems.append(Problem("won.a", Text("Say who won, or give every player's points.")))
    alone = [player for player in players if not player.team]
    if 0 < len(alone) < len(players):
        text = Text("The others play in teams: say in which, or leave all teams out.")
        problems += [Problem(f"team.{player.seat}", text) for player in alone]
    elif not all(sides):
        problems.append(Problem("team.a", Text("All are in one team: put some into the other, or leave teams out.")))
    if len(won) > 1 and game in DRAWN:
        text = Text("Nobody wins a draw: leave “won” out and give all the same points, or tick the winner alone.")
        problems.append(Problem("won.a", text))
    if game == "zipang" and not missing:
        problems += _coin_problems(players)
    if game == "tenno" and not missing:
        problems += _pile_problems(players)
    if problems or missing or game in WON_BESIDE_POINTS:
        return problems
    return _points_problems(sides, won)


def _coin_problems(players: Sequence[NotedPlayer]) -> list[Problem]:
    """Coins that so many players do not have (ruling Z1); fewer may be left, where a pot is nobody's (ruling Z8)."""
    coins = Coins({player.seat: player.points or 0 for player in players})
    problems = [Problem(one.path.replace("purses", "points"), one.message) for one in coin_problems(coins)]
    counted = balance(coins)
    if counted.missing < 0:
        problems.append(Problem(f"points.{players[0].seat}", counted.sentence))
    return problems


def _pile_problems(players: Sequence[NotedPlayer]) -> Iterator[Problem]:
    """Points that nobody can have: more than all rivals' cards count, which is the most with hand and layout too, where
    leaders tie. By which house rule the Ninja counted nobody was asked.
    """
    most = (len(players) - 1) * most_points(LEAST_PLAYERS, TennoHouse(counted_ninja="8"))
    text = Text("Points are from 0 to %(most)s with so many players; add them up again.", {"most": most})
    return (Problem(f"points.{one.seat}", text) for one in players if not 0 <= (one.points or 0) <= most)


def _points_problems(sides: Sequence[Sequence[NotedPlayer]], won: Sequence[Sequence[NotedPlayer]]) -> list[Problem]:
    """Where the most points win: winners with fewer than another."""
    totals = {_total(side) for side in won}
    lost = [_total(side) for side in sides if side not in won]
    if len(totals) > 1:
        return [Problem("won.a", Text("A victory is shared with equal points only: correct points or winners."))]
    if won and any(total > min(totals) for total in lost):
        return [Problem("won.a", Text("Somebody has more points than the winner: correct points or winner."))]
    return []
