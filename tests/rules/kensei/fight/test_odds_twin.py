"""A literal twin of the odds: every face of every die, rolled in the order of the book, in fractions.

Slow and plain on purpose. It shares nothing with the rules it checks but the numbers of an attack; its own tests are
the worked examples of the book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from companion.rules.kensei.fight.combat_odds import Contender
from companion.rules.kensei.fight.odds import Attack

FACES = range(1, 11)
Chances = dict[int, Fraction]


class Numbers(NamedTuple):
    """What a pool of dice is rolled against."""

    at: int
    df: int
    ar: int
    bonus: int


def numbers(attack: Attack) -> Numbers:
    return Numbers(attack.at, attack.df, attack.ar, attack.damage_bonus)


def attack_roll(faces: Sequence[int], n: Numbers) -> tuple[int, int]:
    """(hits, of them marked)."""
    hits = [face for face in faces if face > n.at or face == 10]
    return len(hits), hits.count(10)


def defense_roll(faces: Sequence[int], marked: int, n: Numbers) -> tuple[int, int]:
    """(through, of them with +2): the marked dice come last."""
    through = plus_two = 0
    for place, face in enumerate(faces):
        against = n.df - 2 if place >= len(faces) - marked else n.df
        if face == 1 or face <= against:
            continue
        through += 1
        if face == 10:
            plus_two += 1
    return through, plus_two


def damage_roll(faces: Sequence[int], plus_two: int, n: Numbers) -> int:
    """Points dealt: the dice with +2 come last."""
    points = 0
    armor = max(1, n.ar)
    for place, face in enumerate(faces):
        if face > armor:
            extra = 2 if place >= len(faces) - plus_two else 0
            points += max(0, face - armor + extra + n.bonus)
    return points


@cache
def after_defense(through: int, plus_two: int, n: Numbers) -> Chances:
    rolled = Counter(damage_roll(faces, plus_two, n) for faces in product(FACES, repeat=through))
    return {points: Fraction(count, 10**through) for points, count in rolled.items()}


@cache
def after_attack(hits: int, marked: int, n: Numbers) -> Chances:
    rolled = Counter(defense_roll(faces, marked, n) for faces in product(FACES, repeat=hits))
    return together((Fraction(count, 10**hits), after_defense(*result, n)) for result, count in rolled.items())


@cache
def whole_attack(dc: int, n: Numbers) -> Chances:
    rolled = Counter(attack_roll(faces, n) for faces in product(FACES, repeat=dc))
    return together((Fraction(count, 10**dc), after_attack(*result, n)) for result, count in rolled.items())


def together(branches) -> Chances:
    chances: Chances = {}
    for weight, branch in branches:
        for points, chance in branch.items():
            chances[points] = chances.get(points, Fraction(0)) + weight * chance
    return chances


def honor_chance(hr: int) -> Fraction:
    return Fraction(sum(face == 1 or face <= hr for face in FACES), 10)


def answer(damage: Chances, attack: Attack) -> dict[str, object]:
    """Everything `Odds` says, counted from the law of the damage."""
    everyone = attack.miniatures
    removed = [Fraction(0)] * (everyone + 1)
    half = holds = Fraction(0)
    for points, chance in damage.items():
        fallen = min(everyone, (points + attack.accumulated_damage) // attack.vt)
        removed[fallen] += chance
        if 2 * fallen >= everyone:
            half += chance
            if fallen < everyone:
                holds += chance * honor_chance(attack.hr)
        else:
            holds += chance
    percentiles = {}
    for percent in (10, 50, 90):
        reached = (p for p in sorted(damage) if 100 * sum(c for q, c in damage.items() if q <= p) >= percent)
        percentiles[str(percent)] = next(reached)
    return {
        "mean_damage": sum(points * chance for points, chance in damage.items()),
        "mean_removed": sum(i * chance for i, chance in enumerate(removed)),
        "p_no_damage": damage.get(0, Fraction(0)),
        "removed": tuple(removed),
        "p_at_least": tuple(sum(removed[i:], Fraction(0)) for i in range(everyone + 1)),
        "p_half": half,
        "p_destroyed": removed[everyone],
        "p_holds": holds,
        "percentiles": percentiles,
    }


def result_of_combat(x: int, y: int, first_ve: int, second_ve: int) -> str:
    """11:2 for damage x of first and y of second, with the VE each has left."""
    if x > y and x - y > second_ve:
        return "first_wins"
    if y > x and y - x > first_ve:
        return "second_wins"
    return "draw"


def blow(striker: Contender, target: Contender) -> Numbers:
    return Numbers(striker.at, target.df, target.ar, striker.damage_bonus)


def struck(side: Contender, damage: int) -> int:
    """The miniatures left."""
    return max(0, side.miniatures - (damage + side.accumulated_damage) // side.vt)


def combat(first: Contender, second: Contender) -> dict[str, Fraction]:
    """Everything `CombatOdds` says, course by course."""
    names = "first_destroys first_wins draw second_wins second_destroys first_flees second_flees"
    ends = dict.fromkeys([*names.split(), "first_loses", "second_loses"], Fraction(0))
    for x, p_x in whole_attack(first.dc, blow(first, second)).items():
        second_left = struck(second, x)
        fallen = second.miniatures - second_left
        ends["second_loses"] += p_x * fallen
        if second_left == 0:
            ends["first_destroys"] += p_x
            continue
        dice = max(0, second.dc - second.dc_per_miniature * fallen)
        for y, p_y in whole_attack(dice, blow(second, first)).items():
            chance = p_x * p_y
            first_left = struck(first, y)
            ends["first_loses"] += chance * (first.miniatures - first_left)
            if first_left == 0:
                ends["second_destroys"] += chance
                continue
            result = result_of_combat(x, y, first.ve * first_left, second.ve * second_left)
            ends[result] += chance
            if result == "first_wins":
                ends["second_flees"] += chance * (1 - honor_chance(second.hr))
            if result == "second_wins":
                ends["first_flees"] += chance * (1 - honor_chance(first.hr))
    return ends


def test_the_twin_rolls_the_example_of_chapter_10():
    n = Numbers(at=4, df=4, ar=1, bonus=0)
    assert attack_roll((1, 3, 6, 4, 2, 4, 5, 6, 7, 10), n) == (5, 1)  # five, by the book's own rule (K7)
    assert defense_roll((2, 5, 10, 6, 3), 1, n) == (4, 1)  # the marked 3 fails against DF 2, the 10 earns +2
    assert damage_roll((6, 7, 2, 1), 1, n) == 12  # and the +2 is lost on a die that does not wound


@pytest.mark.parametrize(
    ("samurai", "ashigaru", "result"), [(10, 15, "draw"), (15, 4, "first_wins")], ids=["11:2:2", "11:2:3"]
)
def test_the_twin_judges_the_examples_of_chapter_11(samurai, ashigaru, result):
    samurai_left, ashigaru_left = 10 - ashigaru // 3, 15 - samurai // 3
    assert result_of_combat(samurai, ashigaru, samurai_left, ashigaru_left) == result
