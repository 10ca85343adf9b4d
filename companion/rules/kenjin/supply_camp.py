"""The Supply Camp: resolved before all others, its winner names two other battlefields (rulings N6, N10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.kenjin.cards import BATTLEFIELDS
from companion.rules.kenjin.layout import Placed
from companion.rules.text import Problem, Refusal, Text, refuse

NAMED = 2


@dataclass(frozen=True, slots=True)
class SupplyAsk:
    """The winner's choice: `count` different battlefields out of `choices`."""

    player: str
    choices: tuple[str, ...]
    count: int
    reason: Text


def supply_ask(winner: str, layout: Sequence[Placed], teams: Sequence[Sequence[str]] | None = None) -> SupplyAsk:
    """What the winner of the Supply Camp is asked: battlefields of his own, or in teams of his partner's too."""
    allies = _allies(winner, teams)
    choices = tuple(
        spot.battlefield
        for spot in layout
        if spot.battlefield != "supply-camp" and any(player in allies for player in spot.between)
    )
    reason = Text("Supply Camp: %(player)s names two other battlefields for +1 each.", {"player": winner})
    return SupplyAsk(winner, choices, NAMED, reason)


def supply_bonus(
    winner: str, named: Sequence[str], layout: Sequence[Placed], teams: Sequence[Sequence[str]] | None = None
) -> Mapping[str, Mapping[str, int]] | Refusal:
    """The bonuses by battlefield, as `resolve` takes them: `{"torii": {"ana": 1}, …}`; the partner's on his own."""
    ask = supply_ask(winner, layout, teams)
    problems = []
    for number, tile in enumerate(named):
        if tile not in ask.choices:
            values = {"tile": tile, "choices": ", ".join(ask.choices)}
            text = Text('No bonus on "%(tile)s"; name two of: %(choices)s.', values)
            problems.append(Problem(f"named.{number}", text))
        elif tile in named[:number]:
            text = Text("%(tile)s is named twice; name two different ones.", {"tile": BATTLEFIELDS[tile].name})
            problems.append(Problem(f"named.{number}", text))
    if len(named) != NAMED:
        problems.append(Problem("named", Text("Name two battlefields, not %(count)s.", {"count": len(named)})))
    if problems:
        return refuse(problems, "Supply Camp")
    between = {spot.battlefield: spot.between for spot in layout}
    allies = _allies(winner, teams)
    return {
        tile: {winner if winner in between[tile] else next(p for p in between[tile] if p in allies): 1}
        for tile in named
    }


def _allies(player: str, teams: Sequence[Sequence[str]] | None) -> tuple[str, ...]:
    return next((tuple(team) for team in teams or () if player in team), (player,))
