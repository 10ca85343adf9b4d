"""A second model of the odds: one die after the other as the book has them, summed up by an independent library."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from icepool import Die, d10

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


def wounds(n: Numbers, plus_two: bool) -> Die[int]:
    """The points of one damage die."""
    armor = max(1, n.ar)
    extra = n.bonus + (2 if plus_two else 0)
    return d10.map(lambda face: max(0, face - armor + extra) if face > armor else 0)


def saves(n: Numbers, marked: bool) -> Die[int]:
    """The points of one defense die, with what follows it."""
    against = n.df - 2 if marked else n.df
    return d10.map(lambda face: 0 if face == 1 or face <= against else wounds(n, face == 10))


def strikes(n: Numbers) -> Die[int]:
    """The points of one attack die, with what follows it."""
    return d10.map(lambda face: saves(n, face == 10) if face > n.at or face == 10 else 0)


def law(*pools: tuple[int, Die[int]]) -> Chances:
    """The chance of each sum of so many dice of each kind."""
    die = sum((count @ one for count, one in pools), Die([0]))
    return {int(points): Fraction(count, die.denominator()) for points, count in die.items()}


@cache
def after_defense(through: int, plus_two: int, n: Numbers) -> Chances:
    return law((through - plus_two, wounds(n, False)), (plus_two, wounds(n, True)))


@cache
def after_attack(hits: int, marked: int, n: Numbers) -> Chances:
    return law((hits - marked, saves(n, False)), (marked, saves(n, True)))


@cache
def whole_attack(dc: int, n: Numbers) -> Chances:
    return law((dc, strikes(n)))


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
