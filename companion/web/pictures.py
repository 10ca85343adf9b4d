"""Pictures of played games, as numbers that a template draws: who won how often as time went by, and who beats whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.play.played import Play
from companion.play.standings import Against, Tally

WIDTH, HEIGHT = 320, 150
RIGHT = 96
"""Room for names beside the lines."""
LINES_MOST = 5
GAMES_LEAST = 3
"""Fewer games make no line."""
APART = 13
"""Between the names of two lines, so that both can be read."""
GRID_MOST = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One player's victories: corners of the line, and where his name stands."""

    name: str
    wins: int
    points: str
    label: float


@dataclass(frozen=True, slots=True)
class OverTime:
    """A line for each of the players who won most."""

    lines: tuple[Line, ...]
    first: Play
    last: Play


@dataclass(frozen=True, slots=True)
class Grid:
    """A row and a column for each player."""

    names: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[int, int]]
    """How often one came before the other, and of how many games; nothing where two never met."""


def over_time(plays: Sequence[Play], players: Sequence[Tally]) -> OverTime | None:
    """Victories game by game; None where there is nothing to draw."""
    ordered = sorted(plays, key=lambda play: play.at)
    best = [one for one in players if one.wins][:LINES_MOST]
    if len(ordered) < GAMES_LEAST or not best:
        return None
    across = (WIDTH - RIGHT) / len(ordered)
    up = (HEIGHT - 2 * APART) / best[0].wins
    lines: list[Line] = []
    label = -float(APART)
    for one in best:
        wins, corners = 0, [(0.0, float(HEIGHT - APART))]
        for number, play in enumerate(ordered, 1):
            wins += one.name.casefold() in [name.casefold() for name in play.winners]
            corners.append((number * across, HEIGHT - APART - wins * up))
        label = max(label + APART, corners[-1][1])
        lines.append(Line(one.name, wins, " ".join(f"{x:.1f},{y:.1f}" for x, y in corners), label))
    return OverTime(tuple(lines), ordered[0], ordered[-1])


def grid(pairs: Sequence[Against], players: Sequence[Tally]) -> Grid | None:
    """Who came before whom, for the players who won most; None where nobody met anybody."""
    met = {name for pair in pairs for name in (pair.one, pair.other)}
    names = tuple(one.name for one in players if one.name in met)[:GRID_MOST]
    if len(names) < 2:
        return None
    cells: dict[tuple[str, str], tuple[int, int]] = {}
    for pair in pairs:
        games = pair.ahead + pair.shared + pair.behind
        cells[pair.one, pair.other] = pair.ahead, games
        cells[pair.other, pair.one] = pair.behind, games
    return Grid(names, cells)
