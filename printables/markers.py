"""Every printed marker, of 2:6:4 and those a table wants besides: its faces, and how many an army needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.content.markers import BY_ID as SIGNS
from companion.content.markers import Sign
from companion.rules.text import Text
from printables.model import Army

Group = Literal["taisho", "action", "reaction", "flight", "result", "state", "count"]
MOST_PAIRS = 12
"""Letters A to L: six shapes, filled and then hollow."""


@dataclass(frozen=True)
class Letters:
    """Letters within a sign, on its grid of 100 by 100: their feet, their height, and whether they are a hole in it."""

    text: str
    foot: float
    height: float
    hole: bool = False


@dataclass(frozen=True)
class Side:
    """One face of a marker: its sign above its word; `hollow` faces show the sign dark on white."""

    sign: Sign
    hollow: bool = False
    letters: Letters | None = None
    one: Text | None = None
    """The word of a single one, where the sign's is of many."""

    @property
    def label(self) -> Text:
        """The word printed on it."""
        word = self.one or self.sign.word
        assert word is not None
        return word


@dataclass(frozen=True)
class PaperMarker:
    """A marker to cut out. Pairs come twice with one letter: one for the unit that acts, one for the unit it meets."""

    id: str
    front: Side
    group: Group
    reverse: Side | None = None
    pair: bool = False

    @property
    def faces(self) -> tuple[Side, ...]:
        """Its one face, or both."""
        return (self.front,) if self.reverse is None else (self.front, self.reverse)


def _plain(id: str, group: Group, *, sign: str = "", pair: bool = False) -> PaperMarker:
    return PaperMarker(id, Side(SIGNS[sign or id]), group, pair=pair)


def _double(id: str, group: Group, front: str, reverse: str, *, hollow: bool = False) -> PaperMarker:
    return PaperMarker(id, Side(SIGNS[front]), group, Side(SIGNS[reverse], hollow))


MARKERS: tuple[PaperMarker, ...] = (
    _plain("taisho-ability", "taisho"),
    _plain("strategic-order", "taisho"),
    _plain("regrouped", "taisho"),
    _double("march-run", "action", "march", "run"),
    _plain("reload", "action"),
    _plain("shot", "action", pair=True),
    _plain("charge", "action", pair=True),
    _plain("special", "action"),
    _double("withstand-counter", "reaction", "withstand", "counter-charge", hollow=True),
    _plain("withstand-shoot", "reaction", sign="withstood-and-shot"),
    _double("run-away", "flight", "fleeing", "regroup", hollow=True),
    _plain("defeat", "result", sign="defeated"),
    _plain("hidden", "state"),
    _plain("obstacle", "state"),
    _plain("wall-of-stakes", "state"),
    _plain("palisade", "state"),
    _plain("engaged", "state"),
    PaperMarker("wound-1", Side(SIGNS["wound"], one=Text("Wound")), "result"),
    PaperMarker("wound-2", Side(SIGNS["wound"], letters=Letters("2", 84, 50, True)), "result"),
    PaperMarker("wound-5", Side(SIGNS["wound"], letters=Letters("5", 84, 50, True)), "result"),
    PaperMarker("commandment", Side(SIGNS["commandment"], letters=Letters("1", 72, 44)), "taisho"),
    _plain("command-won", "count"),
    _plain("turn", "count"),
    _plain("phase", "count"),
)
BY_ID = {marker.id: marker for marker in MARKERS}
TRACKER = "tracker"
"""Counted like a marker: the strip for turns and phases."""
COUNTED = (*BY_ID, TRACKER)


def suggested(army: Army | None) -> dict[str, int]:
    """How many of each an army is likely to need; pairs counted as pairs. Without an army: a small set."""
    units = len(army.troops) if army else 5
    alone = len(army.alone) if army else 1
    shooting = sum("projectiles" in t.profile.traits for t in army.troops) if army else 2
    skilled = sum(bool(t.profile.abilities) for t in army.troops) if army else 2
    special = sum(bool(c.profile.abilities) for c in army.characters) if army else 1
    stakes = sum("wall-of-stakes" in t.profile.abilities for t in army.troops) if army else 1
    secret = palisades = 1
    if army:
        palisades = sum("teppo" in t.profile.weapons for t in army.troops)
        traits = [t.profile.traits for t in army.troops] + [c.profile.traits for c in army.characters]
        secret = sum(bool({"ninja", "hidden"} & held) for held in traits)
    points = army.general.profile.commandment_points + 2 if army and army.general else 4
    abilities = len(army.taisho_abilities) if army else 1
    wounded = sum(c.attributes.vt > 3 for c in army.characters) if army else 1
    return {
        "taisho-ability": min(1, abilities),
        "strategic-order": points // 3,
        "regrouped": 1 + units // 4,
        "march-run": units + alone,
        "reload": shooting,
        "shot": min(MOST_PAIRS, shooting),
        "charge": min(MOST_PAIRS, units),
        "special": max(1, (skilled + special + 1) // 2),
        "withstand-counter": (units + 1) // 2,
        "withstand-shoot": shooting,
        "run-away": 1 + units // 3,
        "defeat": 1 + units // 4,
        "hidden": secret,
        "obstacle": 1 + units // 5,
        "wall-of-stakes": stakes,
        "palisade": palisades,
        "engaged": (units + 1) // 2,
        "wound-1": units + wounded,
        "wound-2": units + wounded,
        "wound-5": wounded,
        "commandment": points,
        "command-won": 1,
        "turn": 1,
        "phase": 1,
        TRACKER: 1,
    }
