"""Ten-sided dice, read as the rules read them (2:6:2, 2:7:3, 2:7:4). Faces come in; nothing here rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TEN = 10


def pips(face: int) -> int:
    """What a face counts: the printed 0 is a ten, and 10 is accepted for it (K1). Any other number is a ValueError."""
    if not 0 <= face <= TEN:
        raise ValueError(f"a ten-sided die shows 0 to 9 (0 is a ten), not {face}")
    return face or TEN


def faces_text(faces: Sequence[int]) -> str:
    """Faces as they lie on the table, a ten as Ø."""
    return " ".join("Ø" if pips(face) == TEN else str(face) for face in faces)


def sums(dice: int) -> dict[int, int]:
    """How many throws of so many dice come to each sum."""
    ways = {0: 1}
    for _ in range(dice):
        thrown: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, TEN + 1):
                thrown[total + face] = thrown.get(total + face, 0) + count
        ways = thrown
    return ways


@dataclass(frozen=True, slots=True)
class AttackTally:
    """An AT roll in the bins of the pad. `hits` leaves the tens out: they hit as well, and mark a die (K3)."""

    misses: int
    hits: int
    tens: int


@dataclass(frozen=True, slots=True)
class DefenseTally:
    """A DF roll in the bins of the pad. `failed` leaves the failing tens out: they give damage +2 (K5)."""

    saved: int
    failed: int
    tens: int


def wins(mine: int, theirs: int) -> float:
    """The chance to win an opposed roll, an attribute and a die each; equal ones roll again (2:6:2, K8)."""
    pairs = [(mine + one, theirs + other) for one in range(1, TEN + 1) for other in range(1, TEN + 1)]
    won = sum(one > other for one, other in pairs)
    lost = sum(one < other for one, other in pairs)
    return won / (won + lost)


def hits(face: int, at: int) -> bool:
    """A die of the AT roll hits above AT, and always with a ten (2:7:3, K2)."""
    return pips(face) > at or pips(face) == TEN


def saves(face: int, df: int) -> bool:
    """A die of the DF roll saves with DF or less, and always with a one (2:7:4, K4)."""
    return pips(face) <= df or pips(face) == 1


def tally_attack(faces: Sequence[int], at: int) -> AttackTally:
    """Sort the faces of an AT roll into the bins (K2)."""
    tens = sum(pips(face) == TEN for face in faces)
    hit = sum(hits(face, at) for face in faces)
    return AttackTally(misses=len(faces) - hit, hits=hit - tens, tens=tens)


def tally_defense(faces: Sequence[int], df: int, marked: int) -> DefenseTally:
    """Sort the faces of a DF roll into the bins; the last `marked` dice are thrown against DF - 2 (K3 to K5)."""
    plain = len(faces) - marked
    if not 0 <= marked <= len(faces):
        raise ValueError(f"{marked} marked dice among {len(faces)}")
    lost = [face for i, face in enumerate(faces) if not saves(face, df if i < plain else df - 2)]
    tens = sum(pips(face) == TEN for face in lost)
    return DefenseTally(saved=len(faces) - len(lost), failed=len(lost) - tens, tens=tens)
