"""Points by part, ranking, ties and teams (End of the Game, ruling N7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules import counts
from companion.rules.cardgame import Ranking, by_place, stranger
from companion.rules.kenjin.cards import BATTLEFIELDS, LEAST_PLAYERS, MOST_PLAYERS, unknown_battlefield
from companion.rules.kenjin.deployment import COWARD_POINTS
from companion.rules.text import Problem, Refusal, Text, refuse_any

LORD_POINTS = 3
TORII = "torii"


@dataclass(frozen=True, slots=True)
class Conquest:
    """A resolved battlefield. `peasant` and `lord`: a Peasant, the Lord of its winner is left there."""

    battlefield: str
    between: tuple[str, str]
    winner: str | None
    peasant: bool = False
    lord: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A player's points by part; `coward` is 0 or -5."""

    battlefields: int
    peasants: int
    lord: int
    torii: int
    coward: int

    @property
    def total(self) -> int:
        return self.battlefields + self.peasants + self.lord + self.torii + self.coward


@dataclass(frozen=True, slots=True)
class KenjinScore:
    """Points of each player, and players by place. In teams partners stand together; who ties shares a place."""

    points: Mapping[str, Points]
    conquered: Mapping[str, int]
    """How many battlefields each player conquered, which breaks ties."""
    team_totals: tuple[int, ...] | None
    """Points of each team, in the order of `teams`; None without teams."""
    ranking: Ranking


def score(
    players: Sequence[str],
    teams: Sequence[Sequence[str]] | None,
    battlefields: Sequence[Conquest],
    cowards: Sequence[str] = (),
) -> KenjinScore | Refusal:
    """Scores the battlefields resolved so far. A battlefield without a winner gives nobody anything."""
    if refused := refuse_any(_problems(players, teams, battlefields, cowards), "End of the Game"):
        return refused
    won = {player: [spot for spot in battlefields if spot.winner == player] for player in players}
    points = {player: _points(won[player], player in cowards) for player in players}
    conquered = {player: len(spots) for player, spots in won.items()}
    sides = tuple(tuple(team) for team in teams) if teams else tuple((player,) for player in players)
    reached = {side: (sum(points[p].total for p in side), sum(conquered[p] for p in side)) for side in sides}
    ranking = tuple(tuple(player for side in place for player in side) for place in by_place(reached))
    return KenjinScore(points, conquered, tuple(total for total, _ in reached.values()) if teams else None, ranking)


def _points(won: Sequence[Conquest], coward: bool) -> Points:
    torii = any(spot.battlefield == TORII for spot in won)
    return Points(
        battlefields=sum(BATTLEFIELDS[spot.battlefield].value for spot in won),
        peasants=sum(spot.peasant for spot in won),
        lord=LORD_POINTS * any(spot.lord for spot in won),
        torii=len(won) - 1 if torii else 0,
        coward=COWARD_POINTS if coward else 0,
    )


def _problems(
    players: Sequence[str],
    teams: Sequence[Sequence[str]] | None,
    battlefields: Sequence[Conquest],
    cowards: Sequence[str],
) -> Iterator[Problem]:
    if not LEAST_PLAYERS <= len(players) <= MOST_PLAYERS:
        values = {"players": counts.players(len(players))}
        yield Problem("players", Text("%(players)s cannot play; Kenjin is for 2 to 4.", values))
    for player, times in Counter(players).items():
        if times > 1:
            yield Problem("players", Text("%(player)s is named twice; name each player once.", {"player": player}))
    members = sorted(player for team in teams or () for player in team)
    if teams and not (len(players) == 4 and [len(team) for team in teams] == [2, 2] and members == sorted(players)):
        yield Problem("teams", Text("There must be two teams of two, with each of the four players in one of them."))
    yield from _conquest_problems(players, teams, battlefields)
    for number, player in enumerate(cowards):
        yield from stranger(f"cowards.{number}", player, players)


def _conquest_problems(
    players: Sequence[str], teams: Sequence[Sequence[str]] | None, battlefields: Sequence[Conquest]
) -> Iterator[Problem]:
    seen: list[str] = []
    lords: list[str] = []
    for number, spot in enumerate(battlefields):
        path = f"battlefields.{number}"
        if spot.battlefield not in BATTLEFIELDS:
            yield unknown_battlefield(f"{path}.battlefield", spot.battlefield)
        elif spot.battlefield in seen:
            text = Text("%(tile)s is scored twice; only one exists.", {"tile": BATTLEFIELDS[spot.battlefield].name})
            yield Problem(f"{path}.battlefield", text)
        seen.append(spot.battlefield)
        for player in spot.between:
            yield from stranger(f"{path}.between", player, players)
        if len(set(spot.between)) != 2 or any(set(spot.between) == set(team) for team in teams or ()):
            yield Problem(f"{path}.between", Text("A battlefield is between two opponents."))
        if spot.winner is not None and spot.winner not in spot.between:
            values = {"player": spot.winner, "between": " - ".join(spot.between)}
            yield Problem(f"{path}.winner", Text("%(player)s does not fight here; it is between %(between)s.", values))
        if spot.winner is not None and spot.lord:
            if spot.winner in lords:
                text = Text("%(player)s has one Lord, but it is on two battlefields.", {"player": spot.winner})
                yield Problem(f"{path}.lord", text)
            lords.append(spot.winner)
