"""Exact odds of one Kensei attack (9:3, 10:3 to 10:6), before it, between its rolls, and what follows for the target.

Every attack die runs the same course alone: it misses or hits, the defense die thrown against it saves or fails,
the damage die wounds or not. So one law for one die is enough, and the damage of a pool is that law added to itself
as often as there are dice. Laws are whole numbers out of a power of ten, sums stay whole numbers, and only the
answers are divided: nothing is simulated and nothing is rounded on the way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from operator import mul

from companion.rules.dice import TEN, AttackTally, DefenseTally, hits, saves
from companion.rules.kensei.fight.attack import MARK, Numbers
from companion.rules.kensei.fight.combatant import Combatant

Law = tuple[int, ...]
"""What one die can still do: `law[n]` of its `sum(law)` equally likely courses deal n points of damage."""

Pool = tuple[Law, int]
"""So many dice of one law."""

PERCENTILES = (10, 50, 90)
_SAVED: Law = (10,)
_MISSED: Law = (100,)


@dataclass(frozen=True, slots=True)
class Attack:
    """The numbers of one attack on one unit, every modifier already in them.

    `dc` dice against `at`, then the target's `df` (before marked dice take 2 from it) and `ar`; `damage_bonus` for each
    wound. The target: `vt` points to a miniature, `accumulated_damage` points it carries, how many `miniatures` it
    has now, and the `hr` its honor roll is made against. AT, DF, AR and HR may lie beyond the faces of a die.
    Raises ValueError for what no table can show: negative dice or damage carried, a target of no miniatures, VT 0.
    """

    dc: int
    at: int
    df: int
    ar: int
    damage_bonus: int = 0
    vt: int = 3
    accumulated_damage: int = 0
    miniatures: int = 1
    hr: int = 5

    def __post_init__(self) -> None:
        if self.dc < 0 or self.accumulated_damage < 0 or self.vt < 1 or self.miniatures < 1:
            raise ValueError(f"dc and accumulated_damage are at least 0, vt and miniatures at least 1: {self}")

    @classmethod
    def of(cls, found: Numbers, struck: Combatant, hr: int = 5) -> Attack:
        """An attack with these numbers, before its first die."""
        names = ("dc", "at", "df", "ar", "damage_bonus")
        return cls(
            **{name: getattr(found, name).value for name in names},
            vt=struck.attributes.vt,
            accumulated_damage=struck.accumulated_damage,
            miniatures=max(struck.miniatures, 1),
            hr=hr,
        )

    @property
    def destroying_damage(self) -> int:
        """The least damage that leaves no miniature."""
        return max(0, self.miniatures * self.vt - self.accumulated_damage)

    @property
    def honor_faces(self) -> int:
        """How many of the ten faces pass its honor roll: those of HR or less, a 1 in any case (K4, K8)."""
        return min(max(self.hr, 1), 10)


@dataclass(frozen=True, slots=True)
class Odds:
    """What an attack does. Every `p_` is a probability from 0 to 1; damage is in points, removed in miniatures.

    `removed[i]` is the chance that exactly i fall and `p_at_least[i]` that i or more do, i from 0 to all of them.
    `p_half`: at least half of those it had fall, destruction included (9:3:7). `p_holds`: something is left and no
    honor roll for the half fails. `percentiles["90"]` is the least damage not exceeded in nine attacks out of ten.
    """

    mean_damage: float
    mean_removed: float
    p_no_damage: float
    removed: tuple[float, ...]
    p_at_least: tuple[float, ...]
    p_half: float
    p_destroyed: float
    p_holds: float
    percentiles: Mapping[str, int]


@lru_cache(maxsize=1024)
def odds(attack: Attack, rolled: AttackTally | None = None, saved: DefenseTally | None = None) -> Odds:
    """The odds of an attack as it stands: before its first roll, after its AT roll, or after its DF roll."""
    pools: tuple[Pool, ...] = ((attack_die(attack), attack.dc),)
    if saved is not None:
        plain = damage_die(attack.ar, attack.damage_bonus)
        better = damage_die(attack.ar, attack.damage_bonus + 2)
        pools = ((plain, saved.failed), (better, saved.tens))
    elif rolled is not None:
        pools = ((defense_die(attack), rolled.hits), (defense_die(attack, marked=True), rolled.tens))
    return _answer(attack, pools)


def damage_die(ar: int, bonus: int) -> Law:
    """The law of one damage die (K6), out of 10: above AR it deals the difference and the bonus, else nothing.

    A negative bonus takes from a wound at most all of it.
    """
    ar = min(max(ar, 1), 10)
    points = [max(0, face - ar + bonus) for face in range(ar + 1, 11)]
    law = [0] * (max(points, default=0) + 1)
    law[0] = ar
    for dealt in points:
        law[dealt] += 1
    return tuple(law)


def defense_die(attack: Attack, *, marked: bool = False) -> Law:
    """The law of one defense die and the damage die it may call up (K3 to K5), out of 100."""
    saves = min(max(attack.df - 2 if marked else attack.df, 1), 10)
    fails_on_ten = int(saves < 10)
    return _mixed(
        (saves, _SAVED),
        (10 - saves - fails_on_ten, damage_die(attack.ar, attack.damage_bonus)),
        (fails_on_ten, damage_die(attack.ar, attack.damage_bonus + 2)),
    )


def attack_die(attack: Attack) -> Law:
    """The law of one attack die and the dice it may call up (K2, K45), out of 1000. A 10 always hits and marks."""
    plain_hits = min(max(9 - attack.at, 0), 9)
    return _mixed(
        (9 - plain_hits, _MISSED),
        (plain_hits, defense_die(attack)),
        (1, defense_die(attack, marked=True)),
    )


def _mixed(*parts: tuple[int, Law]) -> Law:
    """One die leading to each of several laws with so many of its ten faces."""
    law = [0] * max(len(part) for _, part in parts)
    for faces, part in parts:
        for points, courses in enumerate(part):
            law[points] += faces * courses
    return tuple(law)


def damage_weights(pools: tuple[Pool, ...]) -> Iterator[int]:
    """How many courses of all the dice together deal 0, 1, 2 … points, in that order, up to the most they can.

    With Q the product of the laws as polynomials and P the product of their powers, `Q·P' = R·P`: each weight follows
    from the few before it by whole numbers only, whatever the number of dice, and who needs the first ones alone
    stops asking. (A damage die shows a 1 and a defense die saves with a 1, so the weight of 0 is never 0.)
    """
    pools = tuple((law, dice) for law, dice in pools if dice)
    first = 1
    for law, dice in pools:
        first *= law[0] ** dice
    yield first

    product, slope = [1], [0]
    for law, dice in pools:
        change = [dice * points * courses for points, courses in enumerate(law)]
        slope = _sum(_times(slope, law), _times(product, change))
        product = _times(product, law)
    # Both are of points times weight, so that the index is the points and no shift is needed.
    constant = [a + i * q for i, (a, q) in enumerate(zip(slope, product, strict=True))][1:]
    falling = product[1:]
    before: deque[int] = deque([first], maxlen=max(1, len(falling)))
    for points in range(1, sum((len(law) - 1) * dice for law, dice in pools) + 1):
        weight = sum(map(mul, constant, before)) - points * sum(map(mul, falling, before))
        weight //= points * product[0]
        before.appendleft(weight)
        yield weight


def _times(left: list[int], right: list[int] | Law) -> list[int]:
    result = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return result


def _sum(left: list[int], right: list[int]) -> list[int]:
    return [a + b for a, b in zip(left, right, strict=True)]


def simplified(law: Law) -> Law:
    """The same law in the smallest whole numbers: shorter sums for many dice."""
    shared = gcd(*law)
    return tuple(courses // shared for courses in law)


def _answer(attack: Attack, pools: tuple[Pool, ...]) -> Odds:
    pools = tuple((simplified(law), dice) for law, dice in pools)
    all_courses = 1
    for law, dice in pools:
        all_courses *= sum(law) ** dice
    everyone = attack.miniatures
    removed = [0] * (everyone + 1)
    counted = 0
    percentiles: dict[str, int] = {}
    no_damage = 0
    for points, weight in enumerate(damage_weights(pools)):
        if points == 0:
            no_damage = weight
        counted += weight
        fallen = min(everyone, (points + attack.accumulated_damage) // attack.vt)
        removed[fallen] += weight
        for percent in PERCENTILES[len(percentiles) :]:
            if counted * 100 < percent * all_courses:
                break
            percentiles[str(percent)] = points
        # Beyond destruction nothing changes for the target, and the rest of the law is one number.
        if fallen == everyone and len(percentiles) == len(PERCENTILES):
            break
    removed[everyone] += all_courses - counted

    at_least = list(removed)
    for i in range(everyone - 1, -1, -1):
        at_least[i] += at_least[i + 1]
    destroyed, half = removed[everyone], at_least[(everyone + 1) // 2]
    holds = 10 * (all_courses - destroyed) - (10 - attack.honor_faces) * (half - destroyed)
    return Odds(
        mean_damage=sum(dice * sum(n * c for n, c in enumerate(law)) / sum(law) for law, dice in pools),
        mean_removed=sum(at_least[1:]) / all_courses,
        p_no_damage=no_damage / all_courses,
        removed=tuple(weight / all_courses for weight in removed),
        p_at_least=tuple(weight / all_courses for weight in at_least),
        p_half=half / all_courses,
        p_destroyed=destroyed / all_courses,
        p_holds=holds / (10 * all_courses),
        percentiles=percentiles,
    )


# ---- luck: what dice did against what they do on average, in whole tenths


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


def harm_luck(points: int, dice: int, armor: int) -> Luck:
    """Points of damage of so many dice of an ability, each less this armor (12:5, 12:6)."""
    return Luck(dice, points, dice * sum(max(0, face - armor) for face in FACES))


def honor_luck(*, holds: bool, hr: int) -> Luck:
    """An honor roll that held or broke (11:3:1, K4)."""
    return Luck(1, int(holds), sum(saves(face, hr) for face in FACES))
