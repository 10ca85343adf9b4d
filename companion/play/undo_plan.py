"""What taking back or correcting is to do, and what it leads to."""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.play.codec import event_from_json, event_to_json
from companion.play.fold import Entered, Refold
from companion.play.game import Event, Line, Seat
from companion.play.values import RequestKind
from companion.store import rows


@dataclass(frozen=True, slots=True)
class Plan:
    """Which acts go (by seq), and which events take their place in which slot."""

    kind: RequestKind
    by: Seat
    gone: tuple[int, ...]
    slot: int
    fresh: tuple[Event, ...] = ()

    def to_json(self) -> str:
        """The plan as a request keeps it."""
        plan = {"kind": self.kind, "by": self.by, "gone": self.gone, "slot": self.slot}
        return json.dumps({**plan, "fresh": [event_to_json(event) for event in self.fresh]})

    @classmethod
    def from_json(cls, column: str) -> Plan:
        """The plan of a request."""
        value = json.loads(column)
        fresh = tuple(event_from_json(event) for event in value["fresh"])
        return cls(value["kind"], value["by"], tuple(value["gone"]), value["slot"], fresh)


@dataclass(frozen=True, slots=True)
class PlanOutcome:
    """What a plan leads to."""

    targets: tuple[Entered, ...]
    later: tuple[Entered, ...]
    base_slot: int
    result: Refold

    @property
    def void(self) -> list[int]:
        """The later acts that become impossible, by seq."""
        return [change.act.seq for change in self.result.impossible]

    @property
    def named(self) -> list[Entered]:
        """Those of them that a request names: quiet ones come and go while it is open, and nobody is told."""
        return [change.act for change in self.result.impossible if change.act.seq < rows.QUIET]

    @property
    def quiet(self) -> bool:
        """Whether only quiet acts go; where none goes, something open is put beside the others."""
        return bool(self.targets) and all(act.seq > rows.QUIET for act in self.targets)

    @property
    def closes(self) -> bool:
        """Whether something that lay open is closed again by this: who saw it cannot forget it."""
        lines = {change.act.seq: change.line or Line() for change in (*self.result.changed, *self.result.impossible)}
        was = sum(act.line.reveals for act in self.targets + self.later)
        stays = sum(lines.get(act.seq, act.line).reveals for act in self.later)
        return was > stays + sum(line.reveals for line in self.result.fresh)
