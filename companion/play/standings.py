"""Statistics over played games: who won how often, who against whom, and what a player is like in each game.

Averages are of one game's points only; what is counted over several games is wins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from companion.play.played import Play, Ranked
from companion.rules.written import alphabetical


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's plays. `average` and `best` are of his own points, not of a team's; None where no game has any, or
    the games have different points.
    """

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
    ahead: int
    shared: int
    behind: int


@dataclass(frozen=True, slots=True)
class Part:
    """Games in which a player had this clan, or this seat."""

    what: str
    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class InGame:
    """A player in one of the games. `streak`: the victories in a row up to now, `longest`: the most there ever were."""

    game: str
    game_name: str
    tally: Tally
    streak: int
    longest: int
    clans: tuple[Part, ...]
    seats: tuple[Part, ...]
    rivals: tuple[Against, ...]
    """He is `one` of each."""


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """The games of one day, the latest first, as days are."""

    day: str
    plays: tuple[Play, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Where it was, each place once."""
        return tuple(dict.fromkeys(play.place for play in self.plays if play.place))


def evenings(plays: Iterable[Play], zone: tzinfo | None) -> tuple[PlayedEvening, ...]:
    """Games by the day they were played on in this zone, the latest day first."""
    found: dict[str, list[Play]] = {}
    for play in plays:
        found.setdefault(play.evening(zone), []).append(play)
    days = sorted(found.items(), reverse=True)
    return tuple(
        PlayedEvening(day, tuple(sorted(played, key=lambda play: play.at, reverse=True))) for day, played in days
    )


def tallies(plays: Iterable[Play], nobody: Collection[str] = ()) -> tuple[Tally, ...]:
    """Every player's plays, wins and points, the most wins first. Names are one name whatever their capitals; `nobody`
    are those of seats to which nobody gave one, and of guests.
    """
    spelled: dict[str, str] = {}
    seen: dict[str, list[tuple[str, bool, int | None]]] = {}
    out = _folded(nobody)
    for play in plays:
        for player in play.players:
            key = player.name.casefold()
            if key not in out:
                spelled.setdefault(key, player.name)
                seen.setdefault(key, []).append((play.game, player.name in play.winners, player.own))
    found = [_tally(spelled[key], games) for key, games in seen.items()]
    return tuple(sorted(found, key=lambda tally: (-tally.wins, -tally.plays, alphabetical(tally.name))))


def _folded(names: Collection[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)


def _tally(name: str, games: Sequence[tuple[str, bool, int | None]]) -> Tally:
    alike = len({game for game, _, _ in games}) == 1
    points = [scored for _, _, scored in games if scored is not None] if alike else []
    average = sum(points) / len(points) if points else None
    return Tally(name, len(games), sum(won for _, won, _ in games), average, max(points, default=None))


def head_to_head(plays: Iterable[Play], nobody: Collection[str] = ()) -> tuple[Against, ...]:
    """Every two players who met, those who met most first. Partners do not meet each other, nor does anybody meet
    `nobody`.
    """
    spelled: dict[str, str] = {}
    counts: dict[tuple[str, str], list[int]] = {}
    out = _folded(nobody)
    for play in plays:
        people = (player for player in play.players if player.name.casefold() not in out)
        ordered = sorted(people, key=lambda player: alphabetical(player.name))
        for index, one in enumerate(ordered):
            for other in (rival for rival in ordered[index + 1 :] if not one.team or one.team != rival.team):
                key = (one.name.casefold(), other.name.casefold())
                for player in (one, other):
                    spelled.setdefault(player.name.casefold(), player.name)
                which = 0 if one.place < other.place else 1 if one.place == other.place else 2
                counts.setdefault(key, [0, 0, 0])[which] += 1
    found = [Against(spelled[one], spelled[other], *count) for (one, other), count in counts.items()]
    return tuple(sorted(found, key=lambda pair: (-(pair.ahead + pair.shared + pair.behind), alphabetical(pair.one))))


def in_games(plays: Iterable[Play], name: str, nobody: Collection[str] = ()) -> tuple[InGame, ...]:
    """What a player did in each of the games, that which he played most first."""
    games: dict[str, list[Play]] = {}
    for play in plays:
        if _player(play, name) is not None:
            games.setdefault(play.game, []).append(play)
    found = (_in_game(sorted(played, key=lambda play: play.at), name, nobody) for played in games.values())
    return tuple(sorted(found, key=lambda one: (-one.tally.plays, one.game)))


def _in_game(plays: Sequence[Play], name: str, nobody: Collection[str]) -> InGame:
    """`plays`: of one game, the earliest first."""
    key = name.casefold()
    others = {one for one in nobody if one.casefold() != key}
    latest = plays[::-1]  # as names are written by now
    tally = next(one for one in tallies(latest, others) if one.name.casefold() == key)
    streak, longest = streaks([_won(play, name) for play in plays])
    met = (_from(pair, name) for pair in head_to_head(latest, others))
    return InGame(
        plays[0].game,
        plays[0].game_name,
        tally,
        streak,
        longest,
        _parts(plays, name, lambda player: player.role),
        _parts(plays, name, lambda player: str(player.seat or "")),
        tuple(pair for pair in met if pair is not None),
    )


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """The victories in a row up to the last game, and the most there ever were; the earliest game comes first."""
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return now, longest


def _player(play: Play, name: str) -> Ranked | None:
    return next((one for one in play.players if one.name.casefold() == name.casefold()), None)


def _won(play: Play, name: str) -> bool:
    return name.casefold() in _folded(play.winners)


def _from(pair: Against, name: str) -> Against | None:
    """The pair as this player sees it; None where it is two others."""
    key = name.casefold()
    if pair.one.casefold() == key:
        return pair
    if pair.other.casefold() == key:
        return Against(pair.other, pair.one, pair.behind, pair.shared, pair.ahead)
    return None


def _parts(plays: Sequence[Play], name: str, of: Callable[[Ranked], str]) -> tuple[Part, ...]:
    found: dict[str, list[bool]] = {}
    for play in plays:
        player = _player(play, name)
        if player is not None and of(player):
            found.setdefault(of(player), []).append(_won(play, name))
    return tuple(Part(what, len(won), sum(won)) for what, won in sorted(found.items()))
