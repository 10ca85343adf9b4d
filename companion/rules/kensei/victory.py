"""Who has won, and the points that say so (7:1:1; rulings K32, K84, K92)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.kensei.army.roster import character_vp, unit_koku
from companion.rules.kensei.profiles import CharacterProfile, Rank, UnitProfile
from companion.rules.kensei.turn.command import won_by
from companion.rules.text import Text

Battle = Literal["pitched", "assassination", "head-hunt"]
SideId = Literal["a", "b"]
LAST_TURN = 6
"""Pitched battles and head hunts end with it."""
HEAD_OF_GENERAL = 9
"""The enemy general's head, whatever his rank (K32)."""
HEADS: Mapping[Rank, int] = {
    "daimyo": 9,
    "taisho": 9,
    "busho": 6,
    "daisho-samurai": 3,
    "daisho-ashigaru": 2,
    "special": 6,
}
FOOT, RIDER, LONER = 1, 2, 3
"""A miniature's worth in a head hunt (7:1:1)."""


@dataclass(frozen=True, slots=True)
class UnitAtEnd:
    """A unit as it stands when points are counted; off the table every miniature of it counts as lost (K84).

    `display_name`: what tells it from others of its kind; empty is the name of its profile.
    """

    profile: UnitProfile
    at_start: int
    left: int
    standard_bearer: bool = False
    off_table: bool = False
    display_name: str = ""

    @property
    def destroyed(self) -> bool:
        """Whether nothing of it is on the table."""
        return self.off_table or self.left == 0

    @property
    def lost(self) -> int:
        """Miniatures that are not on the table any more."""
        return self.at_start if self.off_table else self.at_start - self.left


@dataclass(frozen=True, slots=True)
class CharacterAtEnd:
    """A character; one who went off the table is slain (K84). `display_name` is empty where his profile names him."""

    profile: CharacterProfile
    mounted: bool = False
    general: bool = False
    slain: bool = False
    display_name: str = ""


@dataclass(frozen=True, slots=True)
class ArmyAtEnd:
    """One side of the battle."""

    units: Sequence[UnitAtEnd] = ()
    characters: Sequence[CharacterAtEnd] = ()

    @property
    def is_gone(self) -> bool:
        """Whether nothing of it is left on the table."""
        return all(unit.destroyed for unit in self.units) and all(one.slain for one in self.characters)


@dataclass(frozen=True, slots=True)
class Scored:
    """Points for one thing the enemy lost."""

    points: int
    reason: Text
    rule: str = "7:1:1"


@dataclass(frozen=True, slots=True)
class BattleVerdict:
    """`winner` is None while the battle goes on. `why`: what each side scored, in the order of the enemy's army."""

    winner: Literal["a", "b", "draw"] | None
    why: Mapping[SideId, tuple[Scored, ...]] = field(default_factory=dict)

    def points(self, side: SideId) -> int:
        """The sum of what a side scored."""
        return sum(one.points for one in self.why[side])

    @property
    def ahead(self) -> Literal["a", "b", "draw"]:
        """Who has scored more, "draw" while both have scored alike."""
        return won_by(self.points("a"), self.points("b")) or "draw"


def victory(battle: Battle, turn: int, a: ArmyAtEnd, b: ArmyAtEnd, last: int = LAST_TURN) -> BattleVerdict:
    """The battle after `turn` turns played to their end; `last` is the turn after which points decide."""
    why: dict[SideId, tuple[Scored, ...]] = {"a": scored(battle, b), "b": scored(battle, a)}
    sudden = at_once(battle, a, b)
    if sudden is not None or battle == "assassination":
        return BattleVerdict(sudden, why)
    found = BattleVerdict(None, why)
    return replace(found, winner=found.ahead) if turn >= last or a.is_gone or b.is_gone else found


def at_once(battle: Battle, a: ArmyAtEnd, b: ArmyAtEnd) -> Literal["a", "b", "draw"] | None:
    """The winner that need not wait for the last turn: the general dead, or every character of a head hunt (K92)."""
    lost_a, lost_b = (_lost_at_once(battle, side) for side in (a, b))
    if lost_a and lost_b:
        return "draw"
    return "b" if lost_a else "a" if lost_b else None


def _lost_at_once(battle: Battle, army: ArmyAtEnd) -> bool:
    if battle == "assassination":
        return any(one.general and one.slain for one in army.characters)
    return battle == "head-hunt" and bool(army.characters) and all(one.slain for one in army.characters)


def scored(battle: Battle, enemy: ArmyAtEnd) -> tuple[Scored, ...]:
    """What the losses of an army are worth to the other side; an assassination counts no points."""
    if battle == "assassination":
        return ()
    units = (_unit_points(battle, unit) for unit in enemy.units)
    slain = (_head(battle, one) for one in enemy.characters if one.slain)
    return tuple(one for one in (*units, *slain) if one is not None and one.points)


def _unit_points(battle: Battle, unit: UnitAtEnd) -> Scored | None:
    name = unit.display_name or unit.profile.name
    if battle == "head-hunt":
        each = LONER if "loner" in unit.profile.traits else RIDER if "mounted" in unit.profile.traits else FOOT
        return Scored(unit.lost * each, Text("%(count)s of %(unit)s", {"count": unit.lost, "unit": name}))
    if not unit.destroyed:
        return None
    price = unit_koku(unit.profile, unit.at_start, unit.standard_bearer)
    if unit.off_table:
        return Scored(price, Text("%(unit)s went off the table", {"unit": name}))
    return Scored(price, Text("%(unit)s destroyed", {"unit": name}))


def _head(battle: Battle, one: CharacterAtEnd) -> Scored:
    named = Text("%(who)s slain", {"who": one.display_name or one.profile.name})
    if battle == "head-hunt":
        return Scored(HEAD_OF_GENERAL if one.general else HEADS[one.profile.rank], named)
    return Scored(character_vp(one.profile, one.mounted), named)
