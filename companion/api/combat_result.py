"""POST /api/kensei/combat-result: who won a combat, and who is defeated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, cast

from pydantic import Field, ValidationInfo, field_validator

from companion.api import requests
from companion.api.errors import mistake
from companion.api.fields import UNIT_MOST, Answer, CharacterId, Flag, Int, Name, Request, UnitId
from companion.api.fighters import characters
from companion.api.names import doubled, entries
from companion.api.problem import Error
from companion.api.sides import CharacterInUnit, check_rider
from companion.content import catalog
from companion.rules.kensei.after.result import Fighter, by_difference
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.settings import Settings

MOST_ENTRIES = 30
MOST_DAMAGE = 10_000
SideName = Literal["a", "b"]
SIDES: tuple[SideName, SideName] = ("a", "b")


class Fought(Request):
    """A unit, or a character alone, after all strikes of the combat. `miniatures_left` 0: destroyed."""

    id: Name
    character: CharacterId | None = None
    unit: UnitId | None = Field(default=None, validate_default=True)
    mounted: Flag = Field(default=False, description="A character on a mount (12:6).")
    miniatures_left: Annotated[Int, Field(ge=0, le=UNIT_MOST)] | None = Field(
        default=None, validate_default=True, description="Required for a unit; a character who lives counts 1."
    )
    characters: list[CharacterInUnit] = Field(default=[], max_length=5, description="Those in the unit now.")
    inflicted: Annotated[Int, Field(ge=0, le=MOST_DAMAGE)] = Field(
        default=0, description="Damage points of its dice and its characters' outside confrontations (10:6:2)."
    )
    slain: Annotated[Int, Field(ge=0, le=UNIT_MOST)] = Field(
        default=0, description="Enemies killed by it in confrontations: 10 points each instead of their damage."
    )

    @field_validator("unit")
    @classmethod
    def _one_of_two(cls, value: str | None, info: ValidationInfo) -> str | None:
        if "character" in info.data and (value is None) == (info.data["character"] is None):
            raise mistake("Give exactly one of unit and character.")
        return value

    @field_validator("mounted")
    @classmethod
    def _only_riders(cls, value: bool, info: ValidationInfo) -> bool:
        return check_rider(value, info)

    @field_validator("miniatures_left")
    @classmethod
    def _fits(cls, value: int | None, info: ValidationInfo) -> int | None:
        unit, character = info.data.get("unit"), info.data.get("character")
        if unit:
            most = catalog().units[unit].maximum
            if value is None or value > most:
                raise mistake(f"Give what is left of the {unit}: at least 0, at most {most}.")
        elif "unit" in info.data and character and value is not None and value > 1:
            raise mistake("A character is one miniature: 1 while he lives, 0 when he is dead.")
        return value

    @field_validator("characters")
    @classmethod
    def _only_in_units(cls, value: list[CharacterInUnit], info: ValidationInfo) -> list[CharacterInUnit]:
        if value and info.data.get("character"):
            raise mistake("A character has no characters in him; leave this out.")
        return value


class FoughtSides(Request):
    """Everybody who fought in this combat."""

    a: list[Fought] = Field(min_length=1, max_length=MOST_ENTRIES)
    b: list[Fought] = Field(min_length=1, max_length=MOST_ENTRIES)


class CombatFought(Request):
    """One combat after its last strike (11:2)."""

    sides: FoughtSides
    settings: requests.Settings = requests.Settings()


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
    ahead: SideName | None
    result: Literal["a", "b", "draw"]
    defeated: list[str]
    ve: dict[str, int]


def misnamed(data: dict[str, Any]) -> Iterator[Error]:
    """Names given twice."""
    sides = data.get("sides")
    if isinstance(sides, dict):
        named = [(f"sides.{side}.{place}", one.get("id")) for side in SIDES for place, one in entries(sides.get(side))]
        yield from doubled(named)


def answer_combat_result(body: CombatFought) -> CombatResultAnswer:
    """The result by the damage difference."""
    sides = {"a": body.sides.a, "b": body.sides.b}
    fighters = {side: [Fighter(one.id, one.inflicted, _ve(one)) for one in sides[side]] for side in SIDES}
    slain = {side: sum(one.slain for one in sides[side]) for side in SIDES}
    settings = Settings(**body.settings.model_dump())
    found = by_difference(fighters["a"], fighters["b"], settings, slain_by_first=slain["a"], slain_by_second=slain["b"])
    named: dict[str | None, SideName | None] = {"first": "a", "second": "b", None: None}
    return CombatResultAnswer(
        inflicted=InflictedAnswer(a=found.first_inflicted, b=found.second_inflicted),
        difference=found.difference,
        ahead=named[found.ahead],
        result=named[found.winner] or "draw",
        defeated=list(found.defeated),
        ve={one.id: one.ve_left for side in SIDES for one in fighters[side]},
    )


def _ve(one: Fought) -> int:
    left = 1 if one.miniatures_left is None else one.miniatures_left
    if not left:
        return 0
    profile = catalog().units[one.unit] if one.unit else catalog().characters[cast("str", one.character)]
    return Combatant(profile, left, characters=characters(one.characters)).ve


COMBAT_RESULT = {
    "sides": {
        "a": [
            {"id": "a1", "unit": "katana-samurai", "miniatures_left": 5, "characters": [], "inflicted": 10, "slain": 0}
        ],
        "b": [{"id": "b1", "unit": "yari-ashigaru", "miniatures_left": 12, "inflicted": 15}],
    },
    "settings": {"defeat_ve": "unit"},
}
