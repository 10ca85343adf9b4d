"""After the fighting: an honor roll (POST /api/kensei/honor), and the points of a battle and its winner (`victory`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from companion.api.answers import Answer, Base, Terms, shows
from companion.api.calls import call
from companion.api.errors import entries, mistake
from companion.api.fields import (
    Distance,
    Effects,
    Face,
    Flag,
    Hero,
    Int,
    Miniatures,
    MiniaturesLeft,
    Request,
    Section,
    Target,
    Unit,
    Words,
    made,
)
from companion.api.fighters import HonorProfile, Inside, Mounted, Named, characters
from companion.api.problem import Error
from companion.api.translation import gettext as _
from companion.rules.kensei.after import honor as rules
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.victory import ArmyAtEnd, Battle, CharacterAtEnd, Scored, UnitAtEnd
from companion.rules.kensei.victory import victory as battle_verdict
from companion.rules.text import Modifier, Text

# ---- an honor roll


class Commander(Request):
    """The nearest character with Commandment (5:1:11), and how far he stands from the unit."""

    character: Hero
    distance_cm: Distance
    in_other_unit: Flag = False
    """He stands in another unit and lends this one nothing."""


class HonorBonus(Request):
    """What else counts, such as an ability."""

    value: Target
    reason: Words = "bonus"
    rule: Section = ""


class Honor(Named):
    """An honor roll (11:3:1): who rolls it and what stands by him."""

    profile: HonorProfile | None = None
    characters: Inside = Field(default=[])
    standard_bearer: Flag = False
    """+1 (3:4:7)."""
    commander: Commander | None = None
    sohei_cm: Distance | None = None
    """To the nearest Sohei, who hearten ashigaru (5:1:5)."""
    destroyed_enemy: Flag = False
    """It destroyed an enemy last turn (11:1)."""
    character_broke_away: Flag = False
    """A character left it in combat (4:3:8)."""
    run_through: Flag = False
    """Friends fled through it this turn or the last (11:4:2)."""
    effects: Effects = Field(default=[])
    bonuses: list[HonorBonus] = Field(default=[], max_length=20)
    die: Face | None = None
    """The face thrown, 0 or 10 for a ten."""


HAPPENED = {"destroyed_enemy": "destroyed-enemy", "character_broke_away": "broke-away", "run_through": "run-through"}
"""The fields of a request that say what an effect says as well."""


class HonorAnswer(Answer):
    """The roll holds at `target` or less. `base` and `why` add up to it; `holds` is null without a die."""

    target: int
    base: Base
    why: Terms
    chance: float
    holds: bool | None


@call("/kensei/honor", HonorAnswer)
def honor(body: Honor) -> dict[str, object]:
    """An honor roll: its target, its chance, whether a die holds.

    HR with a Bushi inside or a commander near by, standard-bearer, Sohei and other bonuses (2:7:8, 11:3:1).
    """
    near = body.commander
    effects = frozenset((*body.effects, *(effect for field, effect in HAPPENED.items() if getattr(body, field))))
    target = rules.honor_target(
        Combatant(body.profile_of(), characters=characters(body.characters), effects=effects),
        standard_bearer=body.standard_bearer,
        commander=made(rules.Commander, near, profile=near.character) if near else None,
        sohei_near=rules.are_near(body.sohei_cm),
        bonuses=[Modifier(one.value, Text("%(reason)s", {"reason": one.reason}), one.rule) for one in body.bonuses],
    )
    holds = None if body.die is None else rules.holds(target.value, body.die)
    return {"target": target.value, "base": target, "why": target, "chance": rules.chance(target.value), "holds": holds}


# ---- a battle so far

MOST_PIECES = 100


def _fits_the_unit(value: int, info: ValidationInfo) -> int:
    unit = info.data.get("unit")
    if unit and value > unit.maximum:
        found = {"value": value, "most": unit.maximum, "unit": unit.id}
        raise mistake(_("Got %(value)s; give 1 to %(most)s for %(unit)s.", **found))
    return value


def _at_most_all(value: int, info: ValidationInfo) -> int:
    at_start = info.data.get("at_start")
    if at_start is not None and value > at_start:
        found = {"value": value, "at_start": at_start}
        raise mistake(_("Got %(value)s; give at most %(at_start)s, what it had at the start.", **found))
    return value


class UnitSent(Request):
    """A unit as it stands now. Off the table counts as destroyed to the last miniature (7:1:1)."""

    unit: Unit
    at_start: Annotated[Miniatures, AfterValidator(_fits_the_unit)]
    left: Annotated[MiniaturesLeft, AfterValidator(_at_most_all)]
    standard_bearer: Flag = False
    """It began with one; his price counts too."""
    off_table: Flag = False


class CharacterSent(Request):
    """A character; one who is off the table is sent as slain."""

    character: Hero
    mounted: Mounted = False
    general: Flag = False
    """He led the army when the battle began (4:4:1)."""
    slain: Flag = False


class ArmySent(Request):
    """Everybody the army began with."""

    units: list[UnitSent] = Field(default=[], max_length=MOST_PIECES)
    characters: list[CharacterSent] = Field(default=[], max_length=MOST_PIECES)

    def at_end(self) -> ArmyAtEnd:
        """The army as the rules count it."""
        return ArmyAtEnd(
            [made(UnitAtEnd, one, profile=one.unit) for one in self.units],
            [made(CharacterAtEnd, one, profile=one.character) for one in self.characters],
        )


class ArmiesSent(Request):
    """Both armies."""

    a: ArmySent
    b: ArmySent


class BattleSoFar(Request):
    """A battle after a turn. `turn`: the last one played to its end."""

    battle: Battle
    turn: Annotated[Int, Field(ge=0, le=1000)]
    sides: ArmiesSent

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterator[Error]:
        """An army is led by one."""
        for side in ("a", "b"):
            sent = entries(data, "sides", side, "characters")
            for place in [place for place, one in sent if one.get("general") is True][1:]:
                yield Error(f"sides.{side}.characters.{place}.general", _("An army has one general; leave this out."))


@shows(Scored)
class ScoredAnswer(Answer):
    """Points for one thing the enemy lost."""


class PointsOfSides(Answer):
    """The points each side scored; an assassination has none."""

    a: int
    b: int


class ScoredBySides(Answer):
    """What each side scored its points for."""

    a: list[ScoredAnswer]
    b: list[ScoredAnswer]


class VictoryAnswer(Answer):
    """`winner` is null while the battle goes on."""

    points: PointsOfSides
    winner: Literal["a", "b", "draw"] | None
    why: ScoredBySides


@call("/kensei/victory", VictoryAnswer)
def victory(body: BattleSoFar) -> dict[str, object]:
    """The points of a battle, and its winner.

    The three types of battle (7:1:1): points where they have any, and who has won as soon as somebody has.
    """
    found = battle_verdict(body.battle, body.turn, body.sides.a.at_end(), body.sides.b.at_end())
    return {"points": {"a": found.points("a"), "b": found.points("b")}, "winner": found.winner, "why": found.why}
