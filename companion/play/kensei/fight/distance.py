"""How far a shot goes, as it is asked: a key for each of the weapon's distances, short, middle, long (9:3:3, 5:2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.kensei.fight.modifiers import SHORT_CM, long_over_cm
from companion.rules.kensei.profiles import Weapon
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Band:
    """One key: from over `low` to `cm` centimeters, which the tap enters; or everything `beyond` the weapon's reach."""

    low: float
    cm: float
    label: Text
    name: Text
    beyond: bool = False

    def holds(self, distance: float | None) -> bool:
        """Whether a target so far away stands in it."""
        if distance is None:
            return False
        return (distance > self.low or not self.low) and (self.beyond or distance <= self.cm)


def bands(weapon: Weapon, on_hill: bool) -> tuple[Band, ...]:
    """The distances worth telling apart for a weapon, and one beyond its reach."""
    return tuple(_bands(weapon, on_hill))


def _bands(weapon: Weapon, on_hill: bool) -> Iterator[Band]:
    reach = max(weapon.range_cm, weapon.range_from_hill_cm) if on_hill else weapon.range_cm
    middle = min(long_over_cm(weapon.id, on_hill=on_hill) or reach, reach)
    yield Band(0, SHORT_CM, Text("to %(high)s", {"high": SHORT_CM}), Text("short"))
    if middle > SHORT_CM:
        yield Band(SHORT_CM, middle, _range(SHORT_CM, middle), Text("middle"))
    if reach > middle > SHORT_CM:
        yield Band(middle, reach, _range(middle, reach), Text("long"))
    yield Band(reach, reach + 1, Text("over %(low)s", {"low": f"{reach:g}"}), Text("too far"), beyond=True)


def _range(low: float, high: float) -> Text:
    return Text("%(low)s–%(high)s", {"low": f"{low:g}", "high": f"{high:g}"})
