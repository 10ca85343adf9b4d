"""The combats of a turn: who fought whom, and who lost (10:1, 11:2; rulings K27 and K57)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.kensei.settings import Settings
from companion.rules.text import Modifier, Number, Text


@dataclass(frozen=True, slots=True)
class Blow:
    """What one strike of this turn's combats did."""

    attacker: str
    defender: str
    damage: int
    slain: bool = False
    """A character was killed in a confrontation: +10 instead of his damage."""
    destroyed: bool = False
    pursuit: bool = False
    """The free attack on who runs away, which no result counts (K58)."""
    striker: str = ""
    """The character whose own dice struck; empty for a unit's. The piece itself, where they were not its strike: of a
    miniature in a confrontation, or of who fell."""


@dataclass(frozen=True, slots=True)
class Combat:
    """Everybody who struck one another, and their blows."""

    members: frozenset[str]
    blows: tuple[Blow, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """Who stands in a combat after its strikes; `ve_left` is 0 for what was destroyed."""

    id: str
    first: bool
    """On the first side; otherwise on the second."""
    ve_left: int


def combats(blows: Iterable[Blow]) -> tuple[Combat, ...]:
    """The combats of a turn: groups of pieces that struck one another, in the order in which they began."""
    fought = [blow for blow in blows if not blow.pursuit]
    groups: list[set[str]] = []
    for blow in fought:
        touched = [g for g in groups if g & {blow.attacker, blow.defender}]
        merged = {blow.attacker, blow.defender}.union(*touched)
        groups = [g for g in groups if g not in touched] + [merged]
    return tuple(Combat(frozenset(g), tuple(b for b in fought if b.attacker in g)) for g in groups)


def judge_combat(combat: Combat, members: Sequence[Member], settings: Settings) -> CombatResult:
    """Who won it (11:2): damage and slain characters by side, each losing unit held against its VE."""

    def side(first: bool) -> tuple[list[Fighter], int]:
        own = [m for m in members if m.first == first and m.id in combat.members]
        inflicted = {m.id: sum(b.damage for b in combat.blows if b.attacker == m.id) for m in own}
        fighters = [Fighter(m.id, inflicted[m.id], m.ve_left) for m in own]
        return fighters, sum(b.slain for b in combat.blows if b.attacker in inflicted)

    (one, slain_by_one), (two, slain_by_two) = side(True), side(False)
    return combat_result(one, two, settings, slain_by_first=slain_by_one, slain_by_second=slain_by_two)


def inflicted(combat: Combat, own: Iterable[str], name: Callable[[str], str]) -> Number:
    """What one side brings to the result: the damage of each who struck, and ten a character slain in a confrontation.

    `name` says what a piece or a character with dice of his own is called.
    """
    side = frozenset(own)
    terms = tuple(_terms([blow for blow in combat.blows if blow.attacker in side], name))
    return Number(0, Text("damage inflicted"), "10:6:2", terms)


def _terms(blows: Sequence[Blow], name: Callable[[str], str]) -> Iterator[Modifier]:
    strikers = dict.fromkeys(blow.striker or blow.attacker for blow in blows)
    for who in strikers:
        own = [blow for blow in blows if who == (blow.striker or blow.attacker)]
        if damage := sum(blow.damage for blow in own):
            yield Modifier(damage, Text("strikes of %(who)s", {"who": name(who)}), "10:5", "K57")
        for _ in range(sum(blow.slain for blow in own)):
            reason = Text("a character slain by %(who)s in a confrontation", {"who": name(who)})
            yield Modifier(SLAIN_IN_CONFRONTATION, reason, "10:6:2", "K27")


# ---- who won a combat (10:6:2, 11:2)


SLAIN_IN_CONFRONTATION = 10
"""What a character killed in a confrontation adds to the difference, instead of his damage (10:6:2)."""

SideName = Literal["first", "second"]


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit or lone character after all strikes of a combat.

    `inflicted` counts every damage point of its dice and its characters' outside confrontations, those beyond the
    last miniature too (K57). `ve_left` is 0 for what was destroyed.
    """

    id: str
    inflicted: int
    ve_left: int


@dataclass(frozen=True, slots=True)
class CombatResult:
    """`ahead` inflicted more; `winner` is None in a draw. `defeated` units roll for honor, `held` ones need not."""

    first_inflicted: int
    second_inflicted: int
    difference: int
    ahead: SideName | None
    winner: SideName | None
    defeated: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


def combat_result(
    first: Sequence[Fighter],
    second: Sequence[Fighter],
    settings: Settings,
    *,
    slain_by_first: int = 0,
    slain_by_second: int = 0,
) -> CombatResult:
    """The result of one combat (K27, K57). `slain_by_…`: characters that side killed in confrontations.

    As `by_difference`, but a side destroyed to the last has lost, whatever it inflicted: nobody is left to hold the
    ground or to run (11:1).
    """
    found = by_difference(first, second, settings, slain_by_first=slain_by_first, slain_by_second=slain_by_second)
    first_gone, second_gone = (_gone(side) for side in (first, second))
    if not (first_gone or second_gone):
        return found
    survivor: SideName = "second" if first_gone else "first"
    return replace(found, winner=None if first_gone and second_gone else survivor, defeated=(), held=())


def by_difference(
    first: Sequence[Fighter],
    second: Sequence[Fighter],
    settings: Settings,
    *,
    slain_by_first: int = 0,
    slain_by_second: int = 0,
) -> CombatResult:
    """What the damage difference alone decides (10:6:2, 11:2).

    A unit of the side that inflicted less is defeated when the difference is greater than its own remaining VE, or
    than its side's (setting `defeat_ve`). The side ahead wins with the first unit defeated, or when none is left.
    """
    one = sum(f.inflicted for f in first) + SLAIN_IN_CONFRONTATION * slain_by_first
    two = sum(f.inflicted for f in second) + SLAIN_IN_CONFRONTATION * slain_by_second
    difference = abs(one - two)
    ahead: SideName | None = None if one == two else "first" if one > two else "second"
    if ahead is None:
        return CombatResult(one, two, 0, None, None)
    losers = [f for f in (second if ahead == "first" else first) if f.ve_left > 0]
    together = sum(f.ve_left for f in losers)
    beaten = [f.id for f in losers if difference > (f.ve_left if settings.defeat_ve == "unit" else together)]
    held = tuple(f.id for f in losers if f.id not in beaten)
    return CombatResult(one, two, difference, ahead, ahead if beaten or not losers else None, tuple(beaten), held)


def _gone(side: Sequence[Fighter]) -> bool:
    return not any(fighter.ve_left > 0 for fighter in side)
