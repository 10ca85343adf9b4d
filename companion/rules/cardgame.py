"""What the card games have in common: players and cards that there are not, and players by place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from companion.rules.text import Problem, Text

T = TypeVar("T")
Ranking = tuple[tuple[str, ...], ...]
"""Players by place; those who share a place stand together."""


def unknown_card(path: str, card: str, known: Iterable[str]) -> Problem:
    """The problem of an identifier that is no card of the game."""
    values = {"card": card, "known": ", ".join(known)}
    return Problem(path, Text('"%(card)s" is not a card; the cards are: %(known)s.', values))


def stranger(path: str, player: str, players: Iterable[str]) -> Iterator[Problem]:
    """The problem of somebody who is none of the players."""
    if player not in players:
        values = {"player": player, "players": ", ".join(players)}
        yield Problem(path, Text("%(player)s does not play here; the players are: %(players)s.", values))


def by_place(reached: Mapping[T, Any]) -> tuple[tuple[T, ...], ...]:
    """Those who reached most first; who reached as much shares a place."""
    amounts = sorted(set(reached.values()), reverse=True)
    return tuple(tuple(one for one, amount in reached.items() if amount == place) for place in amounts)
