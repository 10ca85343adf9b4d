"""A charge: how far it advances, what is left for the dice, and where it stands if it falls short.

Chapter 9:5:1 to 9:5:7; rulings K16, K43, K54, K71 to K74.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.rules import counts
from companion.rules.dice import TEN, hits, pips, sums
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.turn.facts import Pace
from companion.rules.text import Refusal

NEAR_CM = 5
"""Nearer than this to an enemy nobody stands but in contact with him (9:5)."""
DICE_ON_FOOT, DICE_MOUNTED, DICE_OF_BANZAI = 1, 2, 2
EXACT = 6
"""Decimals that count: 18.3 - 10 is 8.3 cm, whatever binary fractions make of it."""


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge before its dice. Distances are centimeters; `gap_cm` is measured before anything moved."""

    mv: int
    mounted: bool
    gap_cm: float
    advance: Pace = "none"
    turned: bool = False
    """It pivoted on the way: it stops at 5 cm at the latest, and its die must bridge what is left (9:5:1)."""
    halved: bool = False
    """Advance and dice count half (9:5:7)."""
    banzai: bool = False
    plus_cm: float = 0
    """On top of the dice (Divine Wind)."""
    minus_cm: float = 0
    """Off the whole distance, advance included (Battle Cry)."""

    @property
    def advance_cm(self) -> float:
        """How far it may advance, whatever it walks of that: MV marching, twice MV running (9:2:1)."""
        paces = {"none": 0, "march": 1, "run": 2}[self.advance]
        return self.mv * paces / 2 if self.halved else float(self.mv * paces)

    @property
    def carries_cm(self) -> float:
        """How far that brings it before the dice: what takes off its way takes it off here first."""
        return max(0.0, self.advance_cm - self.minus_cm)

    @property
    def gap_left_cm(self) -> float:
        """What the dice must bridge."""
        left = max(0.0, round(self.gap_cm + self.minus_cm - self.advance_cm, EXACT))
        return max(float(NEAR_CM), left) if self.turned else left

    @property
    def needs_die(self) -> bool:
        """Not when it comes straight on and its advance is enough (9:5:1)."""
        return self.gap_left_cm > 0

    @property
    def dice(self) -> int:
        """How many dice of centimeters are thrown (K16)."""
        return self.most_dice if self.needs_die else 0

    @property
    def most_dice(self) -> int:
        """How many it throws where its advance is not enough."""
        return DICE_MOUNTED if self.mounted else DICE_OF_BANZAI if self.banzai else DICE_ON_FOOT

    @property
    def least(self) -> int | None:
        """The smallest sum of the dice that reaches; None when none is needed, or even the highest falls short."""
        totals = range(self.dice, TEN * self.dice + 1) if self.dice else ()
        return next((total for total in totals if self._bridges(total)), None)

    @property
    def chance(self) -> float:
        """The exact chance to reach."""
        if not self.needs_die:
            return 1.0
        ways = sums(self.dice)
        reaching = sum(count for total, count in ways.items() if self._bridges(total))
        return reaching / sum(ways.values())

    def _bridges(self, total: int) -> bool:
        return self.moved_cm(total) >= self.gap_left_cm

    def moved_cm(self, total: int) -> float:
        """How far dice of this sum carry it. Halved distances are not rounded."""
        return round((total / 2 if self.halved else total) + self.plus_cm, EXACT)


DIVINE_WIND_CM = 3
"""What the general's Divine Wind adds to the charge die of Sohei units (12:6:2, K72)."""


def with_effects(charge: Charge, who: Combatant, effects: Collection[str]) -> Charge:
    """The charge with what lasts on who makes it (K72, K73)."""
    windy = "divine-wind" in effects and who.is_unit and who.has("sohei")
    return replace(charge, banzai="banzai" in effects, plus_cm=charge.plus_cm + (DIVINE_WIND_CM if windy else 0))


@dataclass(frozen=True, slots=True)
class ChargeEnd:
    """Whether the charge reached, and how far from its target it stands."""

    reached: bool
    stands_cm: float


def charge_end(charge: Charge, faces: Sequence[int]) -> ChargeEnd:
    """The end of a charge with these dice, as many as it throws.

    Falling short it never stands nearer than 5 cm, unless it began nearer (9:5:7, K54).
    """
    moved = charge.moved_cm(sum(pips(face) for face in faces)) if charge.needs_die else 0.0
    short = round(charge.gap_left_cm - moved, EXACT)
    if not charge.needs_die or short <= 0:
        return ChargeEnd(True, 0.0)
    return ChargeEnd(False, min(charge.gap_cm, max(float(NEAR_CM), short)))


def wrong_dice(charge: Charge, faces: Sequence[int]) -> Refusal | None:
    """Too many or too few dice; none at all means that they are not thrown yet."""
    if not faces or len(faces) == charge.dice:
        return None
    return Refusal(counts.needed(charge.dice, len(faces)), "9:5:3")


# ---- exact chances of a charge and of a flight from it, by a gap nobody has measured yet


CELLS = 6
"""How many gaps a strip shows at most."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap, and a chance at it."""

    cm: float
    chance: float


def outruns(charge: Charge, dice: int) -> float:
    """The chance that who flees by so many dice, straight away, is not reached by this charge."""
    ways = sums(dice)
    away = sum(count * (1 - replace(charge, gap_cm=charge.gap_cm + cm).chance) for cm, count in ways.items())
    return away / sum(ways.values())


@lru_cache(maxsize=512)  # a battle asks for the same few again and again
def reaching(charge: Charge) -> tuple[Gap, ...]:
    """The chance to reach: as far as the advance goes, and in even steps from there to the most its dice can make."""
    return _strip(charge, lambda one: one.chance)


@lru_cache(maxsize=512)
def falling_short(charge: Charge, *, shortened: bool = False) -> tuple[Gap, ...]:
    """The same gaps, and the chance that it does not reach; `shortened`: when one die comes off its way (K74)."""
    off = range(1, TEN + 1) if shortened else (0,)
    ways = [replace(charge, minus_cm=charge.minus_cm + cm) for cm in off]
    return _strip(charge, lambda one: 1 - sum(replace(way, gap_cm=one.gap_cm).chance for way in ways) / len(ways))


@lru_cache(maxsize=512)
def outrunning(charge: Charge, dice: int) -> tuple[Gap, ...]:
    """The chance that who flees by so many dice is not reached, by gaps in even steps to where no charge reaches."""
    most = charge.advance_cm + charge.moved_cm(TEN * charge.most_dice)
    step = max(1.0, most / CELLS)
    gaps = (round(step * n) for n in range(1, CELLS + 1))
    return tuple(Gap(cm, outruns(replace(charge, gap_cm=cm), dice)) for cm in gaps)


def expected_hits(dice: int, at: int) -> float:
    """How many of so many dice hit against AT, on the average."""
    return dice * sum(hits(face, at) for face in range(1, TEN + 1)) / TEN


def _strip(charge: Charge, chance: Callable[[Charge], float]) -> tuple[Gap, ...]:
    most = charge.moved_cm(TEN * charge.most_dice)
    gaps = (charge.advance_cm + most * n / (CELLS - 1) for n in range(CELLS))
    return tuple(Gap(cm, chance(replace(charge, gap_cm=cm))) for cm in gaps if cm)
