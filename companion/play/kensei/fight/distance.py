"""How far a shot goes, as it is asked: a key for each of the weapon's distances, short, middle, long (9:3:3, 5:2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.content import catalog
from companion.play.kensei.state import Chain
from companion.rules.kensei.fight.modifiers import SHORT_CM, long_over_cm
from companion.rules.kensei.fight.situation import CIRCUMSTANCES
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

    @property
    def within(self) -> Text:
        """Where its target stands, in a sentence."""
        return self.label if self.low else Text("up to %(high)s", {"high": f"{self.cm:g}"})

    def holds(self, distance: float | None) -> bool:
        """Whether a target so far away stands in it."""
        if distance is None:
            return False
        return (distance > self.low or not self.low) and (self.beyond or distance <= self.cm)


def bands(weapon: Weapon, on_hill: bool) -> tuple[Band, ...]:
    """The distances worth telling apart for a weapon, and one beyond its reach."""
    return tuple(_bands(weapon, on_hill))


def entered_by(chain: Chain) -> Band | None:
    """The key that entered its distance, of which nobody measured the last centimeter; None where somebody did."""
    offered = bands(catalog().weapons[chain.weapon], chain.situation.attacker_on_hill) if chain.weapon else ()
    return next((band for band in offered if band.cm == chain.situation.distance_cm and not band.beyond), None)


def _bands(weapon: Weapon, on_hill: bool) -> Iterator[Band]:
    least = weapon.over_cm
    reach = max(weapon.range_cm, weapon.range_from_hill_cm) if on_hill else weapon.range_cm
    middle = min(long_over_cm(weapon.id, on_hill=on_hill) or reach, reach)
    if least:
        yield Band(0, least, _range(0, least), Text("too near"))
    if least < SHORT_CM:
        yield Band(least, SHORT_CM, _range(least, SHORT_CM), Text("short"))
    if middle > SHORT_CM:
        yield Band(SHORT_CM, middle, _range(SHORT_CM, middle), Text("middle"))
    if reach > middle > SHORT_CM:
        yield Band(middle, reach, _range(middle, reach), Text("long"))
    yield Band(reach, reach + 1, Text("over %(low)s", {"low": f"{reach:g}"}), Text("too far"), beyond=True)


def _range(low: float, high: float) -> Text:
    if not low:
        return Text("to %(high)s", {"high": f"{high:g}"})
    return Text("%(low)s–%(high)s", {"low": f"{low:g}", "high": f"{high:g}"})


@dataclass(frozen=True, slots=True)
class Nudge:
    """One key of the exact distance: so many centimeters `by`, and the `cm` it enters."""

    by: int
    cm: float


def nudges(distance: float | None) -> tuple[Nudge, ...]:
    """Keys to a distance a little nearer or farther, within what a distance may be; none before it is given."""
    if distance is None:
        return ()
    may_be = CIRCUMSTANCES["distance_cm"]
    return tuple(Nudge(by, min(max(distance + by, may_be.least), may_be.most)) for by in (-10, -1, 1, 10))
