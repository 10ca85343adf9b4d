"""The sides of an attack or an honor roll in a request: a unit, a character, or a profile written out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field, JsonValue, ValidationInfo, field_validator

from companion.api.errors import mistake, shown
from companion.api.fields import (
    EFFECTS,
    UNIT_MOST,
    AbilityId,
    ArmorId,
    Attribute,
    Bonus,
    CharacterId,
    Dice,
    Effects,
    Flag,
    Int,
    Miniatures,
    Points,
    Request,
    Target,
    TraitId,
    UnitId,
    Vitality,
    WeaponId,
    Words,
)
from companion.content import catalog
from companion.rules.kensei.fight.combatant import MOUNT_VT
from companion.rules.kensei.profiles import Path, Rank, UnitClass


class Profile(Request):
    """A profile written out, as GET /api/kensei/rules gives them; with a `rank` it is a character's.

    Only what the attack asks of this side is required. Without `basic_unit` the DC is taken as it stands for the
    miniatures sent; without `ve` each miniature counts 1.
    """

    name: Words = "Profile"
    meaning: Annotated[str, Field(max_length=200)] | None = None
    basic_unit: Miniatures | None = None
    max: Miniatures | None = None
    mv: Attribute = 0
    dc: Dice | None = None
    at: Target | None = None
    df: Target | None = None
    ar: Attribute | None = None
    vt: Vitality | None = None
    ki: Attribute = 0
    hr: Attribute | None = None
    initiative: Target = Field(default=0, alias="in")
    ac: Attribute = 0
    ve: Attribute = 1
    koku: Annotated[Int, Field(ge=0, le=100_000)] = 0
    vp: Annotated[Int, Field(ge=0, le=100_000)] = 0
    dc_per_miniature: Annotated[Int, Field(ge=0, le=20)] = 1
    standard_bearer: Annotated[Int, Field(ge=0, le=100_000)] | None = None
    unit_class: UnitClass = Field(default="basic", alias="class")
    rank: Rank | None = None
    path: Path | None = None
    traits: list[TraitId] = Field(default=["on-foot"], max_length=20)
    weapons: list[WeaponId] = Field(default=[], max_length=20)
    weapon_choice: list[WeaponId] = Field(default=[], max_length=20)
    armor: ArmorId = "light"
    abilities: list[AbilityId] = Field(default=[], max_length=20)
    may_ride: Flag = True
    honor_bonus: Bonus = 0
    initiative_bonus: Bonus = 0
    commandment_points: Attribute = 0
    rule: Annotated[str, Field(max_length=20)] = ""


class StrikingProfile(Profile):
    """The profile of who strikes: `dc` and `at` are required."""

    dc: Dice
    at: Target | None


class StruckProfile(Profile):
    """The profile of who is struck: `df`, `ar` and `vt` are required."""

    df: Target
    ar: Attribute
    vt: Vitality


class HonorProfile(Profile):
    """The profile of who rolls for honor: `hr` is required."""

    hr: Attribute


class CharacterInUnit(Request):
    """A character who stands in the unit. He strikes in a call of his own; here his VE and bonuses count (2:7:2)."""

    character: CharacterId
    weapon: WeaponId | None = None
    mounted: Flag = False
    accumulated_damage: Points = Field(default=0, description="Wounds he carries already.")
    bonus_lost: Flag = Field(default=False, description="No honor bonus of his this turn (4:3:8, 4:3:10).")

    @field_validator("mounted")
    @classmethod
    def _only_riders(cls, value: bool, info: ValidationInfo) -> bool:
        return check_rider(value, info)


def check_rider(mounted: bool, info: ValidationInfo) -> bool:
    """A mount is for those whose profile offers one (12:6)."""
    character = info.data.get("character")
    if mounted and character and not catalog().characters[character].may_ride:
        raise mistake(f"A {character} has no mount; leave this out.")
    return mounted


def _exactly_one(name: str, shape: str, *more: str) -> dict[str, JsonValue]:
    """For the document: this one is given and the others are not; a unit needs its miniatures besides."""
    others: dict[str, JsonValue] = {other: {"type": "null"} for other in ("unit", "profile", "character")}
    given: dict[str, JsonValue] = {name: {"type": shape}, **{field: {"type": "integer"} for field in more}}
    return {"required": [name, *more], "properties": {**others, **given}}


class Named(Request):
    """Whose profile counts: exactly one of unit, profile and character."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                _exactly_one("unit", "string"),
                _exactly_one("profile", "object"),
                _exactly_one("character", "string"),
            ]
        }
    )

    profile: Profile | None = None
    character: CharacterId | None = None
    unit: UnitId | None = Field(default=None, validate_default=True)

    @field_validator("unit")
    @classmethod
    def _one_of_three(cls, value: str | None, info: ValidationInfo) -> str | None:
        if not {"profile", "character"} <= info.data.keys():
            return value  # one of them is wrong and says so itself
        given = [name for name in ("profile", "character") if info.data[name] is not None]
        given += ["unit"] if value else []
        if len(given) != 1:
            there = f"are {' and '.join(given)}" if given else "is none"
            raise mistake(f"Give exactly one of unit, profile and character; there {there}.")
        return value


class Side(Named):
    """What both sides of an attack have in common."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                _exactly_one("unit", "string", "miniatures"),
                _exactly_one("profile", "object"),
                _exactly_one("character", "string"),
            ]
        }
    )

    miniatures: Miniatures | None = Field(default=None, validate_default=True, description="Now; required for a unit.")
    characters: list[CharacterInUnit] = Field(default=[], max_length=5)
    weapon: WeaponId | None = Field(
        default=None,
        description="null: the first carried weapon that fits; a bow or teppo in close combat is none (5:2).",
    )
    mounted: Flag = Field(default=False, description="A character on a mount (12:6).")
    in_unit: Flag = Field(default=False, description="A character within a unit (4:3:8).")
    stands_in: UnitId | None = Field(
        default=None,
        description="The unit a character is in, where it matters: its bows (5:2:3) and its gait in a forest (6:2:1).",
    )
    failed_break_away: Flag = Field(default=False, description="A Bushi who tried to leave the combat in vain (4:3:8).")
    accumulated_damage: Points = Field(default=0, description="Points carried from earlier attacks, below VT (10:6:1).")
    effects: Effects = Field(default=[], max_length=100, description=EFFECTS)

    @field_validator("miniatures", mode="before")
    @classmethod
    def _fits_the_unit(cls, value: object, info: ValidationInfo) -> object:
        if not {"unit", "profile", "character"} <= info.data.keys():
            return value
        unit, profile = info.data["unit"], info.data["profile"]
        number = value if type(value) is int else None  # anything else is refused after this
        if unit or (profile and profile.rank is None):
            most = catalog().units[unit].maximum if unit else profile.max or UNIT_MOST
            allowed = f"at least 1, at most {most}" + (f" for {unit}" if unit else "")
            if value is None:
                raise mistake(f"Missing; give the miniatures of the unit: {allowed}.")
            if number is not None and not 1 <= number <= most:
                raise mistake(f"Got {shown(number)}; allowed are {allowed}.")
        elif number not in (None, 1):
            raise mistake(f"Got {shown(number)}; a character is one miniature, so leave this out.")
        return value

    @field_validator("characters")
    @classmethod
    def _only_in_units(cls, value: list[CharacterInUnit], info: ValidationInfo) -> list[CharacterInUnit]:
        if value and info.data.get("character") is not None:
            raise mistake("A character has no characters in him; give them on the side of the unit they stand in.")
        return value

    @field_validator("mounted", "in_unit", "stands_in", "failed_break_away")
    @classmethod
    def _only_characters(cls, value: bool | str | None, info: ValidationInfo) -> bool | str | None:
        profile = info.data.get("profile")
        if value and (info.data.get("unit") or (profile and profile.rank is None)):
            raise mistake("This is asked of a character alone; leave it out for a unit.")
        return value

    @field_validator("mounted")
    @classmethod
    def _only_riders(cls, value: bool, info: ValidationInfo) -> bool:
        return check_rider(value, info)

    @field_validator("accumulated_damage")
    @classmethod
    def _below_vitality(cls, value: int, info: ValidationInfo) -> int:
        vt = _vitality(info.data)
        if vt is not None and value >= vt:
            raise mistake(f"Got {value}; 0 to {vt - 1} are carried on, and each {vt} (VT) remove a miniature.")
        return value


def _vitality(side: Mapping[str, Any]) -> int | None:
    """VT of what was read of a side so far; None where that is wrong or does not say."""
    if side.get("unit"):
        return catalog().units[side["unit"]].attributes.vt
    if side.get("character"):
        return catalog().characters[side["character"]].attributes.vt + (MOUNT_VT if side.get("mounted") else 0)
    profile: Profile | None = side.get("profile")
    return profile.vt if profile else None


class Attacker(Side):
    """Who strikes: exactly one of unit, profile and character."""

    profile: StrikingProfile | None = None


class Defender(Side):
    """Who is struck: exactly one of unit, profile and character."""

    profile: StruckProfile | None = None


class Fighter(Side):
    """Who fights, in the calls that ask for no strike: exactly one of unit, profile and character."""
