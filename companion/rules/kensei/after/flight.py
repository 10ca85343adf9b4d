"""Where a flight goes, what it meets, and who has nowhere to run (11:4:2, 11:4:4, 11:4:5; K59, K84).

How far it goes stands with the honor roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.dice import sums
from companion.rules.kensei.after.honor import flight_cm
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.text import Text

End = Literal["edge", "impassable", "difficult", "enemy", "split", "stands"]


@dataclass(frozen=True, slots=True)
class EndWords:
    """What stops a flight: what players call it, what it comes to, and the section and ruling that say so."""

    label: Text
    sentence: Text
    rule: str
    ruling: str
    destroyed: bool = False
    known: bool = False
    """The table knows it before any die of the flight; the others are the players' to say."""


ENDS: Mapping[End, EndWords] = {
    "edge": EndWords(
        Text("off the table's edge"), Text("%(unit)s left the table: counted as destroyed."), "11:4:4", "K84", True
    ),
    "impassable": EndWords(
        Text("impassable ground"),
        Text("Impassable ground stopped %(unit)s: counted as destroyed."),
        "11:4:5",
        "K59",
        True,
    ),
    "difficult": EndWords(
        Text("difficult ground or an obstacle"),
        Text("%(unit)s stopped short: difficult ground or an obstacle."),
        "11:4:5",
        "K59",
    ),
    "enemy": EndWords(Text("an enemy"), Text("%(unit)s stopped 5 cm before the enemy."), "9:5", "K54"),
    "split": EndWords(
        Text("held in front and rear"),
        Text("%(unit)s could not flee, held in front and rear: counted as destroyed."),
        "11:4:5",
        "K59",
        destroyed=True,
        known=True,
    ),
    "stands": EndWords(
        Text("reached and not defeated"),
        Text("Reached and not defeated, %(unit)s stopped fleeing and faced the enemy."),
        "11:4:5",
        "K85",
        known=True,
    ),
}
"""Whatever may stop a flight."""


@dataclass(frozen=True, slots=True)
class Held:
    """An enemy in contact with who is about to run, where he stands, and his VE."""

    enemy: str
    zone: Zone
    ve: int


def runs_from(held: Iterable[Held]) -> str:
    """From which enemy it runs: of several the one with most VE; empty where nobody holds it, then the nearest."""
    found = max(held, key=lambda one: one.ve, default=None)
    return found.enemy if found else ""


def is_split(held: Iterable[Held]) -> bool:
    """Whether enemies stand in its front and in its rear: then it has nowhere to run (K59)."""
    return {"front", "rear"} <= {one.zone for one in held}


# ---- pursuit: whether who runs away is reached, and how likely that is


def reaches(pursuit: Sequence[int], flight: Sequence[int]) -> bool:
    """Whether dice of a pursuit reach who ran by these dice: as far is far enough (K67 of who broke away, too)."""
    return flight_cm(pursuit) >= flight_cm(flight)


def pursuit_chance(dice: int, flight: Sequence[int]) -> float:
    """The exact chance that so many dice reach who ran by these dice."""
    ways = sums(dice)
    return sum(count for total, count in ways.items() if total >= flight_cm(flight)) / sum(ways.values())
