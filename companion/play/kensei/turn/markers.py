"""The markers beside a piece (2:6:4): what each means, and when it goes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.play.kensei.state import Piece
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Marker:
    """`lasts`: until the end of the turn, or until something ends it. `place` markers tell where a piece stands."""

    id: str
    label: Text
    icon: str
    lasts: Literal["turn", "stays"]
    rule: str
    place: bool = False


MARKERS: tuple[Marker, ...] = (
    Marker("march", Text("Marched"), "march", "turn", "2:6:4"),
    Marker("run", Text("Ran"), "run", "turn", "2:6:4"),
    Marker("charge", Text("Charged"), "charge", "turn", "2:6:4"),
    Marker("counter-charge", Text("Counter-charged"), "charge", "turn", "2:6:4"),
    Marker("defensive", Text("Defensive position"), "shield", "turn", "10:2:1"),
    Marker("shot", Text("Shot this turn"), "bow", "turn", "9:3:2"),
    Marker("withstood-and-shot", Text("Withstood and shot"), "shield", "turn", "9:5:6"),
    Marker("special", Text("Special action"), "special", "turn", "2:6:4"),
    Marker("unloaded", Text("Not loaded"), "reload", "stays", "9:3:1"),
    Marker("engaged", Text("Engaged"), "swords", "stays", "10:1"),
    Marker("fleeing", Text("Running away"), "flee", "turn", "11:4:2"),
    Marker("regroup", Text("May regroup"), "regroup", "stays", "11:4:3"),
    Marker("regrouped", Text("Regrouped"), "regroup", "turn", "8:3:2"),
    Marker("defeated", Text("Defeated"), "defeat", "turn", "11:2:3"),
    Marker("enemy-destroyed", Text("Destroyed an enemy last turn"), "honor", "stays", "11:1"),
    Marker("slowed", Text("Half movement next time"), "march", "stays", "5:2:7"),
    Marker("hill", Text("On a hill"), "hill", "stays", "6:2:2", place=True),
    Marker("forest", Text("In a forest"), "forest", "stays", "6:2:1", place=True),
    Marker("stream", Text("In a stream"), "stream", "stays", "6:2:6", place=True),
    Marker("light-cover", Text("Light cover"), "shield", "stays", "6:2:5", place=True),
    Marker("heavy-cover", Text("Heavy cover"), "shield", "stays", "6:2:5", place=True),
)
BY_ID = {m.id: m for m in MARKERS}

EXCLUDE = (
    {"march", "run"},
    {"light-cover", "heavy-cover"},
    {"hill", "forest", "stream"},
    {"fleeing", "regroup", "regrouped"},
)
"""Markers of which a piece has one at most."""


RUNNING = frozenset({"fleeing", "regroup"})
"""The two sides of one marker: it began to run this turn, or in an earlier one (2:6:4)."""


def put(piece: Piece, marker: str) -> Piece:
    """The piece with the marker, and without those it excludes. Who runs away leaves the combat and the standard."""
    for group in EXCLUDE:
        if marker in group:
            piece = piece.unmarked(*group)
    if marker in RUNNING:
        piece = replace(piece.unmarked("engaged", "charge", "counter-charge", "defensive"), standard_bearer=False)
    return piece.marked(marker)


def flees(piece: Piece) -> bool:
    """Whether it is running away, begun this turn or earlier (11:4:2)."""
    return bool(piece.markers & RUNNING)


def at_turn_end(piece: Piece, engaged: bool, destroyed_enemy: bool) -> Piece:
    """The markers of the turn go; a run-away marker is turned to its regroup side (2:6:4).

    `engaged`: an enemy is left in contact. `destroyed_enemy`: its bonus lasts for the coming turn (11:1).
    """
    if not piece.standing:
        return replace(piece, markers=frozenset())
    stay = {m for m in piece.markers if BY_ID[m].lasts == "stays"} - {"enemy-destroyed", "engaged", "regroup"}
    if flees(piece):
        stay.add("regroup")
    elif engaged:
        stay.add("engaged")
    if destroyed_enemy:
        stay.add("enemy-destroyed")
    return replace(piece, markers=frozenset(stay))
