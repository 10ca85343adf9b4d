"""Army deployment: whose turn it is, how many cards he lays, and what may be laid (Army Deployment, rulings N8, N9).

Nothing here needs to know a secret card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.kenjin.cards import BATTLEFIELDS, BRIDGE_CARDS, CARDS, players_problems, unknown_battlefield
from companion.rules.kenjin.cards import unknown_card as unknown
from companion.rules.text import Problem, Refusal, Text, refuse

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


def deployment(players: Sequence[str], turns_taken: int) -> Deployment | Refusal:
    """The turn after `turns_taken` turns; `players` sit clockwise, the oldest first."""
    problems = players_problems(players)
    last = ROUNDS * len(players)
    if not problems and not 0 <= turns_taken <= last:
        values = {"turns": turns_taken, "last": last}
        problems.append(Problem("turns_taken", Text("Turns taken: %(turns)s; there are 0 to %(last)s.", values)))
    if problems:
        return refuse(problems, "Army Deployment")
    if turns_taken == last:
        return Deployment(ROUNDS, None, 0, None, (Text("Did anyone deploy their Lord last? It costs 5 points."),))
    number = turns_taken // len(players) + 1
    follows = players[(turns_taken + 1) % len(players)] if turns_taken + 1 < last else None
    return Deployment(
        number, players[turns_taken % len(players)], 1 if number == ROUNDS else 2, follows, _reminders(number)
    )


def deploy_refused(card: str, battlefield: str, own_there: int, struck: bool = False) -> Refusal | None:
    """Why a card cannot be laid there; None when it can.

    `own_there` counts the player's own cards that lie on his side of the battlefield. `struck`: an Assassin that takes
    the place of another player's card; without a target she goes to her owner's side and is one card more there.
    """
    problems = [unknown("card", card)] if card not in CARDS else []
    if battlefield not in BATTLEFIELDS:
        problems.append(unknown_battlefield("battlefield", battlefield))
    if struck and card != "assassin":
        problems.append(Problem("struck", Text("Only an Assassin takes the place of another's card.")))
    if problems:
        return refuse(problems, "Army Deployment")
    if battlefield != "bridge" or own_there < BRIDGE_CARDS or struck:
        return None
    if card == "general":
        text = Text("The General lies down before he moves a card: no room on a Bridge with three of yours.")
    else:
        text = Text("Three of your cards lie on the Bridge; lay this one elsewhere.")
    return refuse([Problem("battlefield", text)], "Bridge")


def move_refused(origin: str, target: str, own_there: int) -> Refusal | None:
    """Why a General cannot move a card from `origin` to `target`, where `own_there` own cards lie; None when he can."""
    problems = [
        unknown_battlefield(path, tile)
        for path, tile in (("origin", origin), ("target", target))
        if tile not in BATTLEFIELDS
    ]
    if origin == target:
        problems.append(Problem("target", Text("The General moves a card to another battlefield; choose one.")))
    if target == "bridge" and own_there >= BRIDGE_CARDS:
        problems.append(Problem("target", Text("Three of your cards lie on the Bridge; move the card elsewhere.")))
    return refuse(problems, "General") if problems else None


def is_coward(played: Sequence[str]) -> bool:
    """Whether the Lord was the last of thirteen cards played; those that left the game count as played (ruling N9)."""
    return len(played) == sum(card.count for card in CARDS.values()) and played[-1] == "lord"


def _reminders(number: int) -> tuple[Text, ...]:
    lines = [Text("An ability that can be used must be; without a target the card is laid without effect.")]
    if number == ROUNDS - 1:
        lines.append(Text("One card is left after this turn: a Lord laid last costs 5 points."))
    if number == ROUNDS:
        lines.append(Text("Your last card: if it is your Lord, it costs 5 points."))
    return tuple(lines)
