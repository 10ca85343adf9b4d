"""How long the odds take, in milliseconds: `python -m bench.odds [rounds]`.

Every case is timed once in each round, in a shuffled order, and the median over the rounds is printed: a busy moment
of the machine then touches all cases alike. The caches in front are passed by, but for the last line.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median
from time import perf_counter

from companion.rules.kensei.fight.combat_odds import Contender, combat_odds
from companion.rules.kensei.fight.odds import Attack, attack_die, damage_weights, odds, odds_after, simplified

ROUNDS = 41
BOWS = Attack(dc=10, at=7, df=3, ar=2, vt=3, miniatures=10, hr=5)
HEAVIEST = Attack(dc=40, at=0, df=0, ar=1, damage_bonus=3, vt=3, miniatures=40, hr=5)
SAMURAI = Contender(dc=10, at=6, df=4, ar=2, vt=3, miniatures=10, hr=4, dc_per_miniature=1, ve=1)
ASHIGARU = Contender(dc=15, at=7, df=3, ar=1, vt=3, miniatures=15, hr=3, dc_per_miniature=1, ve=1)


def cases() -> dict[str, Callable[[], object]]:
    """What is timed, by the name it is printed with."""
    timed: dict[str, Callable[[], object]] = {}
    for dc in (4, 10, 20, 40):
        attack = replace(BOWS, dc=dc)
        timed[f"law of the damage, DC {dc}"] = partial(law, attack)
        timed[f"whole answer, DC {dc}, 10 miniatures"] = partial(odds.__wrapped__, attack)
    timed["whole answer, DC 40, 40 miniatures"] = partial(odds.__wrapped__, replace(BOWS, dc=40, miniatures=40))
    timed["whole answer, heaviest law, DC 40, 40 miniatures"] = partial(odds.__wrapped__, HEAVIEST)
    timed["after the attack roll, 40 hits, 20 marked"] = partial(odds_after.__wrapped__, HEAVIEST, 40, 20)
    timed["after the defense roll, 40 dice, 20 with +2"] = partial(odds_after.__wrapped__, HEAVIEST, 40, 20, 40, 20)
    for first, second in ((10, 15), (20, 20), (40, 40)):
        sides = replace(SAMURAI, dc=first, miniatures=first), replace(ASHIGARU, dc=second, miniatures=second)
        timed[f"round of combat, {first} against {second}"] = partial(combat_odds.__wrapped__, *sides)
    timed["whole answer, DC 10, asked again"] = partial(odds, BOWS)
    return timed


def law(attack: Attack) -> list[int]:
    """The whole law of the damage, nothing cut off."""
    return list(damage_weights(((simplified(attack_die(attack)), attack.dc),)))


def medians(rounds: int = ROUNDS) -> dict[str, float]:
    """The median time of each case in milliseconds."""
    timed = cases()
    taken: dict[str, list[float]] = {name: [] for name in timed}
    names = list(timed)
    gc.disable()
    try:
        for _ in range(rounds):
            random.shuffle(names)
            for name in names:
                start = perf_counter()
                timed[name]()
                taken[name].append((perf_counter() - start) * 1000)
    finally:
        gc.enable()
    return {name: median(times) for name, times in taken.items()}


def main(rounds: int = ROUNDS) -> None:
    print(f"Odds, milliseconds, median of {rounds} interleaved rounds")
    for name, milliseconds in medians(rounds).items():
        print(f"{milliseconds:10.4f}  {name}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.odds", description="Times the odds.")
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS, help="rounds to take the median of")
    main(max(1, parser.parse_args().rounds))
