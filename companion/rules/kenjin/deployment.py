"""Army deployment: whose turn it is, how many cards he lays, and what may be laid (Army Deployment, rulings N8, N9).

Nothing here needs to know a secret card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.text import Text

ROUNDS = 7
COWARD_POINTS = -5
"""For a Lord laid as the last of one's thirteen cards."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """Where the deployment stands. `player` None: it is over and combat begins (`round` is then 7)."""

    round: int
    player: str | None
    cards: int
    """How many cards he deploys this turn: 2, in the last round 1."""
    next: str | None
    """Who follows him; None after the very last turn."""
    reminders: tuple[Text, ...]


def deployment(players: Sequence[str], turns_taken: int) -> Deployment:
    """The turn after `turns_taken` turns; `players` sit clockwise, the oldest first."""
    last = ROUNDS * len(players)
    if turns_taken == last:
        return Deployment(ROUNDS, None, 0, None, (Text("Did anyone deploy their Lord last? It costs 5 points."),))
    number = turns_taken // len(players) + 1
    follows = players[(turns_taken + 1) % len(players)] if turns_taken + 1 < last else None
    return Deployment(
        number, players[turns_taken % len(players)], 1 if number == ROUNDS else 2, follows, _reminders(number)
    )


def _reminders(number: int) -> tuple[Text, ...]:
    lines = [Text("Any ability that can be used must be used.")]
    if number == ROUNDS - 1:
        lines.append(Text("One card is left after this turn: a Lord deployed last costs 5 points."))
    if number == ROUNDS:
        lines.append(Text("Your last card: if it is your Lord, it costs 5 points."))
    return tuple(lines)
