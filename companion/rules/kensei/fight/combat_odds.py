"""Exact odds of a round of close combat between two units: strike, strike back, result, honor roll (11:2, 11:3)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, islice
from math import fsum

from companion.rules.kensei.fight.odds import Attack, Law, attack_die, damage_weights, simplified


@dataclass(frozen=True, slots=True)
class Contender(Attack):
    """One unit in a round, every modifier already in its numbers.

    Its own `dc`, `at` and `damage_bonus` count when it strikes; its own `df`, `ar`, `vt`, `accumulated_damage`,
    `miniatures` and `hr` when it is struck. Each miniature it loses before it strikes takes `dc_per_miniature`
    from its DC; each one left is worth `ve` in the result.
    """

    dc_per_miniature: int = field(kw_only=True)
    ve: int = field(kw_only=True)

    def fallen(self, damage: int) -> int:
        """How many miniatures that much damage removes (K24)."""
        return min(self.miniatures, (damage + self.accumulated_damage) // self.vt)


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """How a round ends. The first five exclude one another and add up to 1.

    A win is the enemy's defeat (K27) without his destruction; `second_flees` is the part of `first_wins` in which the
    defeated second then fails its honor roll, `first_flees` the part of `second_wins`. `first_loses` and
    `second_loses` are miniatures lost on average.
    """

    first_destroys: float
    first_wins: float
    draw: float
    second_wins: float
    second_destroys: float
    first_flees: float
    second_flees: float
    first_loses: float
    second_loses: float


def strike(striker: Contender, target: Contender) -> Attack:
    """The attack of one side on the other: the striker's dice against the target's protection."""
    return Attack(
        dc=striker.dc,
        at=striker.at,
        df=target.df,
        ar=target.ar,
        damage_bonus=striker.damage_bonus,
        vt=target.vt,
        accumulated_damage=target.accumulated_damage,
        miniatures=target.miniatures,
        hr=target.hr,
    )


@lru_cache(maxsize=256)
def combat_odds(first: Contender, second: Contender) -> CombatOdds:
    """The odds of a round in which `first` strikes and what is left of `second` strikes back.

    A destroyed unit neither strikes nor is tested. The side that dealt less is defeated when the difference of the
    damage dealt, points beyond the last miniature included, is greater than its VE after its losses; else a draw.
    """
    blow = simplified(attack_die(strike(first, second)))
    blow_courses = sum(blow) ** first.dc
    dealt = list(islice(damage_weights(((blow, first.dc),)), second.destroying_damage))
    destroys = (blow_courses - sum(dealt)) / blow_courses

    answer = simplified(attack_die(strike(second, first)))
    dice_left = [max(0, second.dc - second.dc_per_miniature * fallen) for fallen in range(second.miniatures)]
    # Damage that destroys first, or that no roll reaches, needs no telling apart.
    size = min(first.destroying_damage, (len(answer) - 1) * max(dice_left) + 1)
    tables = _answered_less_than(answer, min(dice_left), max(dice_left), size)
    # Second wins where its damage, less the VE it leaves first, is greater than what first dealt.
    margins = [y - first.ve * (first.miniatures - first.fallen(y)) for y in range(size)]
    falls = [min(size, max(0, i * first.vt - first.accumulated_damage)) for i in range(1, first.miniatures + 1)]
    endings = []
    for fallen, dice in enumerate(dice_left):
        damage = {x: dealt[x] for x in _damage_for(second, fallen, len(dealt))}
        ve = second.ve * (second.miniatures - fallen)
        courses = sum(answer) ** dice
        counts = _endings(damage, ve, tables[dice], courses, margins, falls)
        group = sum(damage.values()) / blow_courses
        endings.append([*(count / (blow_courses * courses) for count in counts), group * fallen])
    wins, draw, loses, destroyed, first_loses, second_loses = map(fsum, zip(*endings, strict=True))
    return CombatOdds(
        first_destroys=destroys,
        first_wins=wins,
        draw=draw,
        second_wins=loses,
        second_destroys=destroyed,
        first_flees=loses * (10 - first.honor_faces) / 10,
        second_flees=wins * (10 - second.honor_faces) / 10,
        first_loses=first_loses,
        second_loses=second_loses + destroys * second.miniatures,
    )


def _endings(
    dealt: Mapping[int, int], ve: int, less_than: list[int], courses: int, margins: list[int], falls: list[int]
) -> tuple[int, int, int, int, int]:
    """In how many courses first wins, nobody, second wins, second destroys, once first has dealt its damage.

    `dealt`: the courses for each damage that leaves second a VE of `ve`. `less_than`: those, of all the `courses` of
    the answer, that deal less than 0, 1, 2 … points, as far as they matter. `falls`: the damage at which each of
    first's miniatures falls; the last number returned is how many do, weighted by courses.
    """
    standing = less_than[-1]
    wins = loses = 0
    for x, count in dealt.items():
        wins += count * less_than[min(max(0, x - ve), len(margins))]
        loses += count * (standing - less_than[bisect_right(margins, x)])
    group = sum(dealt.values())
    lost = len(falls) * courses - sum(less_than[points] for points in falls)
    return wins, group * standing - wins - loses, loses, group * (courses - standing), group * lost


def _damage_for(side: Contender, fallen: int, end: int) -> range:
    """The damage, below `end`, that removes just so many miniatures, some but not all."""
    start = max(0, fallen * side.vt - side.accumulated_damage)
    return range(start, min(end, max(0, (fallen + 1) * side.vt - side.accumulated_damage)))


def _answered_less_than(die: Law, least: int, most: int, size: int) -> Mapping[int, list[int]]:
    """For each number of dice from `least` to `most`, how many of their courses deal less than 0, 1 … `size` points.

    The smallest pool comes from its recurrence. A further die multiplies by the law, which is mostly level: its
    differences have six terms at most, so six passes and a running sum do what a product would need eleven for.
    """
    weights = list(islice(damage_weights(((die, least),)), size))
    weights += [0] * (size - len(weights))
    level = zip(die, (0, *die), strict=False)
    changes = [(points, here - before) for points, (here, before) in enumerate(level) if here != before]
    changes.append((len(die), -die[-1]))
    tables = {least: [0, *accumulate(weights)]}
    for dice in range(least + 1, most + 1):
        risen = [0] * size
        for points, change in changes:
            risen[points:] = [a + change * b for a, b in zip(risen[points:], weights, strict=False)]
        weights = list(accumulate(risen))
        tables[dice] = [0, *accumulate(weights)]
    return tables
