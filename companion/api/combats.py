"""A combat over the API: who strikes first (POST /api/kensei/initiative), the dice of one strike shared out among
several enemies (`split`), and who won it (`combat-result`).
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from companion.api.answers import Answer, Terms, shows
from companion.api.calls import call
from companion.api.errors import doubled, entries, mistake, unknown
from companion.api.fields import Dice, Face, Flag, Hero, Int, MiniaturesLeft, Name, Request, Unit, made
from companion.api.fighters import Fighter, InsideHere, Mounted, characters
from companion.api.problem import Error
from companion.api.strikes import SettingsSent
from companion.api.translation import gettext as _
from companion.rules.kensei.after.combats import Fighter as Counted
from companion.rules.kensei.after.combats import by_difference
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.initiative import Entrant, Rolled, striking_order
from companion.rules.kensei.fight.split import DiceShare, Foe, SplitProblem, shares, split_problems
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.turn.contacts import Zone

MOST_FIGHTERS = 30

# ---- initiative


class Roller(Fighter):
    """Who rolls for initiative: a unit with its Bushi, or a special or lone character (10:2:4)."""

    id: Name
    charging: Flag = False
    charged_by: Literal["foot", "mounted"] | None = None
    """Who charged it, in `zone`."""
    zone: Zone = "front"
    """In which it was charged (9:5:2)."""
    first_turn: Flag = True
    """Charge, spears and obstacle count only then (9:5:5)."""
    obstacle: Flag = False
    """It defends an obstacle (6:2:5)."""
    fleeing: Flag = False
    """Reached in flight: no roll, it strikes last (9:5:6)."""
    side: Name | None = None
    """With more than two: who fights together."""
    charges: Name | None = None
    """With more than two: the id of whom it charged."""
    die: Face | None = None
    """The face thrown, 0 or 10 for a ten."""


class Initiative(Request):
    """Everybody in one combat."""

    fighters: list[Roller] = Field(min_length=1, max_length=MOST_FIGHTERS)

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterator[Error]:
        """Names given twice, charges at nobody or at friends."""
        fighters = list(entries(data, "fighters"))
        yield from doubled((f"fighters.{place}", one.get("id")) for place, one in fighters)
        for place, one in fighters:
            side = one.get("side")
            others = [other for at, other in fighters if at != place]
            enemies = [other.get("id") for other in others if side is None or other.get("side") != side]
            yield from unknown(f"fighters.{place}.charges", one.get("charges"), enemies)


@shows(Rolled, without=("number",))
class RolledAnswer(Answer):
    """`base`, everything in `why` and the die make `value`, which is null without a die and for who flees."""

    base: Annotated[int, BeforeValidator(attrgetter("base"))] = Field(validation_alias="number")
    why: Terms = Field(validation_alias="number")


class InitiativeAnswer(Answer):
    """`order`: highest first, equal ones together, who flees at the end; empty while a die is missing.

    Those of `roll_again` roll in a call of their own, whose order takes the place of their group.
    """

    fighters: list[RolledAnswer] = Field(validation_alias="rolled")
    order: list[list[str]] = Field(validation_alias="groups")
    roll_again: list[str]


@call("/kensei/initiative", InitiativeAnswer)
def initiative(body: Initiative) -> object:
    """Who strikes first in a combat.

    IN of every unit and every special or lone character with all that changes it (2:7:9, 10:2:4). Charges of and at a
    lone character count for neither (4:3:11).
    """
    return striking_order([made(Entrant, one, who=one.combatant()) for one in body.fighters])


# ---- dice shared out


class Enemy(Request):
    """An enemy in the combat."""

    id: Name
    lone_character: Flag = False
    """Held to half where friends of his fight too (10:2:6)."""


class Split(Request):
    """The dice of one strike and who gets them; who is left out of `split` gets none."""

    dc: Dice
    charged: Name | None = None
    """The enemy it charged or counter-charged this turn."""
    enemies: list[Enemy] = Field(min_length=1, max_length=MOST_FIGHTERS)
    split: Annotated[dict[Name, Dice], Field(max_length=MOST_FIGHTERS)]

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterator[Error]:
        """Names given twice, and dice or a charge for nobody."""
        enemies = list(entries(data, "enemies"))
        known = [one.get("id") for _, one in enemies]
        yield from doubled((f"enemies.{place}", one.get("id")) for place, one in enemies)
        yield from unknown("charged", data.get("charged"), known)
        for name in data["split"] if isinstance(data.get("split"), dict) else ():
            yield from unknown(f"split.{name}", name, known)


@shows(DiceShare)
class BoundsAnswer(Answer):
    """The fewest and the most dice for one enemy, over all allowed ways to share them out."""


@shows(SplitProblem)
class SplitProblemAnswer(Answer):
    """What is wrong; `about` null: the sum is."""


class SplitAnswer(Answer):
    """`allowed` exactly when there is no problem."""

    allowed: bool
    bounds: dict[str, BoundsAnswer]
    problems: list[SplitProblemAnswer]


@call("/kensei/split", SplitAnswer)
def split(body: Split) -> dict[str, object]:
    """Combat dice shared out among several enemies.

    Half or more for the unit it charged, half at most for a lone character whose friends fight too (10:2:6).
    """
    foes = [made(Foe, one) for one in body.enemies]
    problems = split_problems(body.dc, foes, body.split, body.charged)
    return {"allowed": not problems, "bounds": shares(body.dc, foes, body.charged), "problems": problems}


# ---- the result

Side = Literal["a", "b"]


def _one_of_two(unit: UnitProfile | None, info: ValidationInfo) -> UnitProfile | None:
    if "character" in info.data and (unit is None) == (info.data["character"] is None):
        raise mistake(_("Give exactly one of unit and character."))
    return unit


def _fits(left: int | None, info: ValidationInfo) -> int | None:
    unit, character = info.data.get("unit"), info.data.get("character")
    if unit:
        if left is None or left > unit.maximum:
            found = {"unit": unit.id, "most": unit.maximum}
            raise mistake(_("Give how many miniatures are left (%(unit)s): at least 0, at most %(most)s.", **found))
    elif "unit" in info.data and character and left is not None and left > 1:
        raise mistake(_("A character is one miniature: 1 while he lives, 0 when he is dead."))
    return left


class Fought(Request):
    """A unit, or a character alone, after all strikes of the combat. `miniatures_left` 0: destroyed."""

    id: Name
    character: Hero | None = None
    unit: Annotated[Unit | None, AfterValidator(_one_of_two)] = Field(default=None, validate_default=True)
    mounted: Mounted = False
    """A character on a mount (12:6)."""
    miniatures_left: Annotated[MiniaturesLeft | None, AfterValidator(_fits)] = Field(
        default=None, validate_default=True
    )
    """Required for a unit; a character who lives counts 1."""
    characters: InsideHere = Field(default=[])
    """Those in the unit now."""
    inflicted: Annotated[Int, Field(ge=0, le=10_000)] = 0
    """Damage points of its dice and its characters' outside confrontations (10:6:2)."""
    slain: MiniaturesLeft = 0
    """Enemies killed by it in confrontations: 10 points each instead of their damage."""

    def counted(self) -> Counted:
        """What of it counts; who is destroyed has no VE left."""
        left = 1 if self.miniatures_left is None else self.miniatures_left
        profile = self.unit or cast("CharacterProfile", self.character)
        ve = Combatant(profile, left, characters=characters(self.characters)).ve if left else 0
        return Counted(self.id, self.inflicted, ve)


class FoughtSides(Request):
    """Everybody who fought in this combat."""

    a: list[Fought] = Field(min_length=1, max_length=MOST_FIGHTERS)
    b: list[Fought] = Field(min_length=1, max_length=MOST_FIGHTERS)


class CombatFought(Request):
    """One combat after its last strike (11:2)."""

    sides: FoughtSides
    settings: SettingsSent = Settings()

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterator[Error]:
        """Names given twice."""
        sent = [(side, place, one) for side in ("a", "b") for place, one in entries(data, "sides", side)]
        return doubled((f"sides.{side}.{place}", one.get("id")) for side, place, one in sent)


class InflictedAnswer(Answer):
    """Damage points of both sides, slain characters with 10 each."""

    a: int
    b: int


class CombatResultAnswer(Answer):
    """`ahead` inflicted more. `result`: the side ahead as soon as one enemy unit is `defeated` or none is left there.

    `ve`: what is left of everybody, characters in units included; 0 for who is destroyed (2:7:11).
    """

    inflicted: InflictedAnswer
    difference: int
    ahead: Side | None
    result: Literal["a", "b", "draw"]
    defeated: list[str]
    ve: dict[str, int]


@call("/kensei/combat-result", CombatResultAnswer)
def combat_result(body: CombatFought) -> dict[str, object]:
    """Who won a combat, and who is defeated.

    The damage difference against what is left of VE (10:6:2, 11:2). Who is defeated owes an honor roll (11:3:1).
    """
    a, b = ([one.counted() for one in side] for side in (body.sides.a, body.sides.b))
    slain_a, slain_b = (sum(one.slain for one in side) for side in (body.sides.a, body.sides.b))
    found = by_difference(a, b, body.settings, slain_by_first=slain_a, slain_by_second=slain_b)
    named: dict[str | None, Side | None] = {"first": "a", "second": "b", None: None}
    return {
        "inflicted": {"a": found.first_inflicted, "b": found.second_inflicted},
        "difference": found.difference,
        "ahead": named[found.ahead],
        "result": named[found.winner] or "draw",
        "defeated": found.defeated,
        "ve": {one.id: one.ve_left for one in (*a, *b)},
    }
