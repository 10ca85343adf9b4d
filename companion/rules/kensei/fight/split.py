"""Sharing out the dice of one strike among several enemies (10:2:6; ruling K48)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules import counts
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy in the combat; a lone character is held to less."""

    id: str
    lone_character: bool = False


@dataclass(frozen=True, slots=True)
class DiceShare:
    """The fewest and the most dice for one enemy, over all allowed ways to share them out."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class SplitProblem:
    """What is wrong with a way to share the dice out; `about` is None where the sum is."""

    about: str | None
    message: Text
    rule: str = "10:2:6"


def shares(dc: int, foes: Sequence[Foe], charged: str | None = None) -> dict[str, DiceShare]:
    """The bounds of each enemy, also as those of the others imply them.

    Who charged puts at least half of the dice, rounded up, on the unit it charged, or one on a character. On a lone
    character whose friends fight here too it puts at most half, rounded down.
    """
    own = {foe.id: _own(dc, foe, foes, charged) for foe in foes}
    least, most = sum(share.least for share in own.values()), sum(share.most for share in own.values())
    return {
        foe: DiceShare(max(share.least, dc - (most - share.most)), min(share.most, dc - (least - share.least)))
        for foe, share in own.items()
    }


def _own(dc: int, foe: Foe, foes: Sequence[Foe], charged: str | None) -> DiceShare:
    least = 0
    if foe.id == charged:
        least = min(1, dc) if foe.lone_character else -(-dc // 2)
    with_friends = foe.lone_character and any(not other.lone_character for other in foes)
    return DiceShare(least, max(least, dc // 2) if with_friends else dc)


def split_problems(
    dc: int, foes: Sequence[Foe], split: Mapping[str, int], charged: str | None = None
) -> tuple[SplitProblem, ...]:
    """Everything that is wrong with this way to share the dice out; who is left out gets none.

    Each share is held against its own limits: what the limits of the others leave for it is said of them.
    """
    found: list[SplitProblem] = []
    given = {foe.id: split.get(foe.id, 0) for foe in foes}
    for foe, share in ((one.id, _own(dc, one, foes, charged)) for one in foes):
        if given[foe] < share.least:
            words = {"dice": counts.dice(given[foe]), "least": share.least}
            found.append(SplitProblem(foe, Text("%(dice)s; at least %(least)s go there.", words)))
        elif given[foe] > share.most:
            words = {"dice": counts.dice(given[foe]), "most": share.most}
            found.append(SplitProblem(foe, Text("%(dice)s; at most %(most)s may go there.", words)))
    total = sum(given.values())
    if total != dc:
        words = {"have": counts.dice(total), "dc": dc}
        found.append(SplitProblem(None, Text("%(have)s are shared out; the strike has %(dc)s.", words)))
    return tuple(found)
