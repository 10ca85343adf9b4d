"""What a state keeps of flights and pursuits until the turn ends (11:4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.play.kensei.pieces import SeatId
from companion.rules.kensei.after.flight import End


@dataclass(frozen=True, slots=True)
class Chase:
    """A victorious unit beside who runs: whether it pursues, and its dice."""

    id: str
    piece: str
    answer: Literal["", "hold", "pursue"] = ""
    faces: tuple[int, ...] | None = None
    stopped_by: str = ""
    """Another enemy it ran into, with whom it is in contact now (K58)."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight of this turn, from the failed roll on: its dice, how far it went on, and who may pursue."""

    id: str
    piece: str
    away: str = ""
    """The enemy it runs from; empty is the nearest (K59)."""
    faces: tuple[int, ...] = ()
    cm: int = 0
    """How far it goes without dice: who owed a charge and made none (11:4:1)."""
    further: tuple[int, ...] = ()
    """Dice of the way on after a free attack (K58)."""
    end: End | None = None
    """What stopped it, as the players say; None where nothing did."""
    through: tuple[str, ...] = ()
    """The friends it ran through (11:4:2)."""
    chases: tuple[Chase, ...] = ()

    @property
    def ran(self) -> bool:
        """It is known how far it goes."""
        return bool(self.faces or self.cm)


@dataclass(frozen=True, slots=True)
class Death:
    """A general who has died, until his side has said who stands near him."""

    id: str
    seat: SeatId
    hero: str
    moment: str
    """When the rolls are due: the shot that killed him, or the turn's combats (K55)."""
