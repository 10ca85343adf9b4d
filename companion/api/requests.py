"""The bodies of the requests. Their descriptions are the OpenAPI document's; sections are the Kensei book's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, JsonValue, ValidationInfo, field_validator

from companion.api.errors import mistake, shown
from companion.api.fields import (
    UNIT_MOST,
    AbilityId,
    ArmorId,
    Bonus,
    CharacterId,
    Dice,
    Distance,
    Face,
    Faces,
    Flag,
    Int,
    Miniatures,
    ModifierTarget,
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
from companion.rules.kensei.profiles import Path, Rank, UnitClass
from companion.rules.kensei.strike import MOUNT_VT

Attribute = Annotated[Int, Field(ge=0, le=100)]
Rung = Annotated[Int, Field(ge=1, le=200)]


class Profile(Request):
    """A profile written out, as GET /api/kensei/rules gives them; with a `rank` it is a character's.

    Only what the attack asks of this side is required. Without `basic_unit` the DC is taken as it stands for the
    miniatures sent; without `ve` each miniature counts 1.
    """

    name: Words = "Profile"
    meaning: Annotated[str, Field(max_length=200)] | None = None
    basic_unit: Rung | None = None
    max: Rung | None = None
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


def is_are(given: list[str]) -> str:
    return f"are {' and '.join(given)}" if given else "is none"


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
            raise mistake(f"Give exactly one of unit, profile and character; there {is_are(given)}.")
        return value


class _Side(Named):
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
        if value and info.data.get("unit") is not None:
            raise mistake("This is asked of a character alone; leave it out for a unit.")
        return value

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


class Attacker(_Side):
    """Who strikes: exactly one of unit, profile and character."""

    profile: StrikingProfile | None = None


class Defender(_Side):
    """Who is struck: exactly one of unit, profile and character."""

    profile: StruckProfile | None = None


class ConfrontationValues(Request):
    """The VE of each side when several units fight (2:7:2); a side left out is counted from what was sent."""

    attacker: Points | None = None
    defender: Points | None = None


class Situation(Request):
    """The circumstances. `charging` and `zone` count only in the first turn of a combat (9:5:5)."""

    charging: Flag = Field(default=False, description="Close combat: the attacker charged (9:5:5).")
    zone: Literal["front", "flank", "rear"] = Field(default="front", description="Where the attacker stands (2:7:4).")
    first_turn: Flag = Field(default=True, description="The first turn of this combat.")
    attacker_defensive: Flag = Field(default=False, description="-3 DC (2:7:2).")
    defender_defensive: Flag = Field(default=False, description="+1 DF (2:7:2).")
    defender_engaged: Flag = Field(
        default=False, description="Harassers already fighting have flanks and a rear (3:4:5)."
    )
    attacker_withstood_and_shot: Flag = Field(default=False, description="+2 AT in the combat that follows (9:5:6).")
    defender_withstood_and_shot: Flag = Field(default=False, description="-1 DF in the combat that follows (9:5:6).")
    counter_charge: Literal["won", "lost"] | None = Field(
        default=None,
        description="The attacker counter-charged: and won contact, which implies charging, or was reached (9:5:6).",
    )
    attacker_charged: Flag = Field(
        default=False, description="The attacker was charged; it moves initiative alone (5:2:1)."
    )
    cover: Literal["none", "light", "heavy"] = Field(
        default="none", description="The defender's, in close combat too (2:7:4)."
    )
    terrain: Literal["open", "forest", "stream"] = Field(default="open", description="Where they stand (6:2:1, 6:2:6).")
    defender_held_hill: Flag = Field(default=False, description="+1 AT in the first turn of a combat (6:2:2).")
    defender_fleeing: Flag = Field(default=False, description="-2 DF, and always in defensive position (11:4:2).")
    ve: ConfrontationValues | None = Field(default=None, description="When several units fight (2:7:2).")
    distance_cm: Distance | None = Field(
        default=None, validate_default=True, description="Between the nearest miniatures; required for a shot (9:3:3)."
    )
    moved: Literal["none", "march", "run"] = Field(default="none", description="Before the shot (9:3:3).")
    overcame_obstacle: Flag = Field(default=False, description="Before the shot (9:3:3).")
    greater_precision: Flag = Field(default=False, description="A shot for 3 AC (9:3:2).")
    withstand_and_shoot: Flag = Field(default=False, description="The shot itself is this reaction (9:3:3).")
    attacker_on_hill: Flag = Field(default=False, description="Bows reach farther (6:2:2).")
    defender_on_hill: Flag = Field(default=False, description="Light cover against shots (6:2:2).")
    loaded: Flag = Field(default=True, description="(9:3:1)")
    aimed_at_character: Flag = Field(
        default=False, description="At a character inside the unit, where that is allowed."
    )
    attacker_fleeing: Flag = Field(
        default=False, description="It flees and was reached: it strikes in defensive position."
    )
    attacker_in_stream: Flag = Field(default=False, description="No shooting from there (6:2:6).")
    defender_counter_charge: Literal["won", "lost"] | None = Field(
        default=None, description="The defender counter-charged: and won contact, or was reached (9:5:6)."
    )
    defender_shot: Flag = Field(
        default=False, description="A lone character shot a bow or teppo this turn (5:2:3, 5:2:5)."
    )
    free_attack: Flag = Field(default=False, description="The strike of a pursuit: no charge, no zone (11:4:5).")
    confrontation: Flag = Field(default=False, description="A duel of characters: all his DC (4:3:10).")
    chased_breakaway: Flag = Field(default=False, description="The duel after chasing one who broke away (4:3:8).")

    @field_validator("distance_cm")
    @classmethod
    def _measured(cls, value: float | None, info: ValidationInfo) -> float | None:
        if value is None and info.context and info.context["kind"] in SHOTS:
            raise mistake("Missing; a shot needs the distance, a number of centimeters from 0 to 1000.")
        return value


SHOTS = ("shot", "shooting")


class FreeModifier(Request):
    """A modifier of your own: applied last, before the floors."""

    to: ModifierTarget
    value: Annotated[Int, Field(ge=-20, le=20)]
    reason: Words = "free modifier"


class Settings(Request):
    """What the book leaves open and a table may choose; the first value of each is the default."""

    halved_defense: Literal["up", "down"] = Field(default="up", description="A teppo halves Defense (5:2:5).")
    superiority: Literal["cumulative", "flat"] = Field(default="cumulative", description="Triple superiority (2:7:2).")
    half_unit: Literal["half", "below_half"] = Field(
        default="half", description="Honor roll of a halved unit (11:4:1)."
    )
    defeat_ve: Literal["unit", "side"] = Field(default="unit", description="VE a defeat is measured by (11:2:3).")
    shoot_into_combat: Literal["no", "yes"] = Field(default="no", description="Shots at engaged units (9:3:2).")
    loner_in_melee: Literal["none", "plus_one"] = Field(
        default="none", description="+1 AT against loners there too (2:7:3)."
    )


class DiceThrown(Request):
    """The faces as they fell, 0 or 10 for a ten, marked dice last. Any roll may be the last; null: not thrown."""

    attack: Faces | None = None
    defense: Faces | None = None
    damage: Faces | None = None


class OddsOfAttack(Request):
    """An attack before its dice: its odds follow from the numbers the rules give it."""

    kind: Literal["melee", "shot", "shooting"] = Field(description="`shooting` is another word for `shot`.")
    attacker: Attacker
    defender: Defender
    situation: Situation = Field(default_factory=Situation, validate_default=True)
    modifiers: list[FreeModifier] = Field(default=[], max_length=20)
    settings: Settings = Settings()


class Attack(OddsOfAttack):
    """One pool of equal dice: a unit strikes in one call, a character in it in his own (10:2:6)."""

    dice: DiceThrown = DiceThrown()


class Numbers(Request):
    """The numbers of an attack, every modifier already in them. `hr` may be left out: `p_holds` is null then."""

    dc: Dice
    at: Target
    df: Target
    ar: Attribute
    damage_bonus: Bonus = 0
    vt: Vitality
    accumulated_damage: Points = 0
    miniatures: Miniatures
    hr: Target | None = None


COMBAT_MOST = 100
"""Miniatures and dice of a side in the odds of a whole round, which are the dearest answer of all."""


class Side(Request):
    """One unit's own numbers in a round: `dc`, `at` and `damage_bonus` when it strikes, the rest when it is struck."""

    dc: Annotated[Int, Field(ge=0, le=COMBAT_MOST)]
    at: Target
    df: Target
    ar: Attribute
    damage_bonus: Bonus = 0
    vt: Annotated[Int, Field(ge=1, le=20)]
    accumulated_damage: Points = 0
    miniatures: Annotated[Int, Field(ge=1, le=COMBAT_MOST)]
    hr: Target
    dc_per_miniature: Annotated[Int, Field(ge=0, le=20)] = Field(description="Lost with each miniature (2:7:2).")
    ve: Attribute = Field(description="For each miniature (2:7:11).")


class Combat(Request):
    """`first` strikes, what is left of `second` strikes back, then the result and the honor roll (11:2, 11:3)."""

    first: Side
    second: Side


class Commander(Request):
    """The nearest character with Commandment (5:1:11), and how far he stands from the unit."""

    character: CharacterId
    distance_cm: Distance
    in_other_unit: Flag = Field(default=False, description="He stands in another unit and lends this one nothing.")


class HonorBonus(Request):
    """What else counts, such as an ability."""

    value: Annotated[Int, Field(ge=-20, le=20)]
    reason: Words = "bonus"
    rule: Annotated[str, Field(max_length=20)] = ""


class Honor(Named):
    """An honor roll (11:3:1): who rolls it and what stands by him."""

    profile: HonorProfile | None = None
    characters: list[CharacterInUnit] = Field(default=[], max_length=5)
    standard_bearer: Flag = Field(default=False, description="+1 (3:4:7).")
    commander: Commander | None = None
    sohei_cm: Distance | None = Field(default=None, description="To the nearest Sohei, who hearten ashigaru (5:1:5).")
    destroyed_enemy: Flag = Field(default=False, description="It destroyed an enemy last turn (11:1).")
    character_broke_away: Flag = Field(default=False, description="A character left it in combat (4:3:8).")
    run_through: Flag = Field(default=False, description="Friends fled through it this turn or the last (11:4:2).")
    bonuses: list[HonorBonus] = Field(default=[], max_length=20)
    die: Face | None = Field(default=None, description="The face thrown, 0 or 10 for a ten.")
