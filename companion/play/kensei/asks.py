"""What a seat is asked, and the dice it has half entered: by kind and name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.play.kensei.pieces import SeatId


@dataclass(frozen=True, slots=True)
class Pad:
    """Half-entered dice: bins tapped so far, or faces one by one (None: not yet)."""

    bins: Mapping[str, int] = field(default_factory=dict)
    faces: tuple[int | None, ...] = ()
    by: str = ""

    @property
    def empty(self) -> bool:
        return not self.bins and not any(f is not None for f in self.faces)


RollKind = Literal[
    "attack", "defense", "damage", "honor", "flight", "pursuit", "further", "again", "charge", "escape", "break", "dash"
]
ChoiceKind = Literal["beside", "chase", "death", "react", "follow"]
TurnKind = Literal["first", "regroup", "strategic"]
AbilityKind = Literal["ki", "whom", "shorter", "away", "harm", "last", "hidden"]
StepKind = RollKind | ChoiceKind | TurnKind | AbilityKind
"""Questions that are about something: their name is its name, and an ending by their kind."""
ContestKind = Literal["command", "ground", "advantage"]
"""Questions whose name ends by the seat: rolls of both sides (`ask/contest.py`)."""
AskKind = StepKind | ContestKind


ENDINGS: Mapping[StepKind, str] = {
    "attack": "at",
    "defense": "df",
    "honor": "die",
    "pursuit": "dice",
    "again": "dice",
    "death": "near",
    "regroup": "die",
    "strategic": "ki",
    "charge": "dice",
    "escape": "dice",
    "break": "in",
    "dash": "dice",
    "harm": "damage",
    "last": "dice",
}
"""How the name of a question ends, where that is not the kind itself."""


def split_name(name: str) -> tuple[str, int]:
    """A name without its number, and which time of it this is."""
    found = re.fullmatch(r"(.+)/([1-9][0-9]{0,3})", name)
    return (found[1], int(found[2])) if found else (name, 1)


def ask_name(about: str, kind: StepKind) -> str:
    """The name of the question about a roll chain, an honor roll or whatever else it is about."""
    return f"{about}.{ENDINGS.get(kind, kind)}"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a seat. What is asked about, a roll chain or an honor roll, is found by `about`.

    Asks form a forest: one that others name as their `parent` waits until they are answered; all others are answered in
    any order.
    """

    id: str
    kind: AskKind
    seat: SeatId
    about: str
    parent: str = ""
    pad: Pad = Pad()
