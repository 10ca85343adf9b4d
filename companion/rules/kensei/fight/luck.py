"""Luck: what dice did against what they do on average, in whole tenths, so that nothing is rounded on the way."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.dice import TEN, AttackTally, DefenseTally, hits, saves
from companion.rules.kensei.fight.attack import MARK
from companion.rules.kensei.fight.odds import damage_die

FACES = range(1, TEN + 1)


@dataclass(frozen=True, slots=True)
class Luck:
    """So many dice, what they came to, and the tenths they come to on average."""

    dice: int = 0
    got: int = 0
    tenths: int = 0

    def __add__(self, more: Luck) -> Luck:
        return Luck(self.dice + more.dice, self.got + more.got, self.tenths + more.tenths)

    @property
    def expected(self) -> float:
        """What so many dice come to on average."""
        return self.tenths / 10


def attack_luck(roll: AttackTally, at: int) -> Luck:
    """Hits of an AT roll (10:3, K2)."""
    hit = roll.hits + roll.tens
    dice = roll.misses + hit
    return Luck(dice, hit, dice * sum(hits(face, at) for face in FACES))


def defense_luck(roll: DefenseTally, df: int, marked: int) -> Luck:
    """Saves of a DF roll, of which `marked` dice are thrown against DF - 2 (10:4, K3)."""
    dice = roll.saved + roll.failed + roll.tens
    plain = sum(saves(face, df) for face in FACES)
    hard = sum(saves(face, df - MARK) for face in FACES)
    return Luck(dice, roll.saved, (dice - marked) * plain + marked * hard)


def damage_luck(points: int, dice: int, plus_two: int, ar: int, bonus: int) -> Luck:
    """Points of damage of so many dice, `plus_two` of them after a failed 10 (10:5, K6)."""
    plain, better = (
        sum(damage * faces for damage, faces in enumerate(damage_die(ar, more))) for more in (bonus, bonus + 2)
    )
    return Luck(dice, points, (dice - plus_two) * plain + plus_two * better)


def honor_luck(*, holds: bool, hr: int) -> Luck:
    """An honor roll that held or broke (11:3:1, K4)."""
    return Luck(1, int(holds), sum(saves(face, hr) for face in FACES))
