"""Who fights: how a request names a unit, a character or a profile written out, and who that is for the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, JsonValue, ValidationInfo

from companion.api.errors import mistake, shown
from companion.api.fields import (
    UNIT_MOST,
    AbilityId,
    ArmorId,
    Attribute,
    Bonus,
    DcOfOne,
    Dice,
    Effects,
    Flag,
    Hero,
    Miniatures,
    Points,
    Price,
    Request,
    Section,
    Target,
    TraitId,
    Unit,
    Vitality,
    WeaponId,
    Words,
    made,
)
from companion.api.translation import gettext as _
from companion.rules.kensei.fight.combatant import MOUNT_VT, Character, Combatant
from companion.rules.kensei.profiles import Attributes, CharacterProfile, Path, Rank, UnitClass, UnitProfile

Value = TypeVar("Value")

# ---- a profile written out


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
    koku: Price = 0
    vp: Price = 0
    dc_per_miniature: DcOfOne = 1
    standard_bearer: Price | None = None
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
    rule: Section = ""

    def for_the_rules(self, miniatures: int) -> UnitProfile | CharacterProfile:
        """The profile of so many miniatures; attributes it leaves out have no part in what the request asks."""
        attributes = made(
            Attributes, self, dc=self.dc or 0, df=self.df or 0, ar=self.ar or 0, vt=self.vt or 1, hr=self.hr or 0
        )
        common: dict[str, Any] = {"id": "profile", "attributes": attributes, "traits": frozenset(self.traits)}
        if self.rank is not None:
            return made(CharacterProfile, self, **common)
        return made(
            UnitProfile,
            self,
            meaning=self.meaning or "",
            basic_unit=self.basic_unit or miniatures,
            maximum=self.max or UNIT_MOST,
            **common,
        )


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


# ---- characters, alone or in a unit


def _of_riders(mounted: bool, info: ValidationInfo) -> bool:
    character = info.data.get("character")
    if mounted and character and not character.may_ride:
        raise mistake(_('A %(character)s cannot ride: leave out "mounted".', character=character.id))
    return mounted


Mounted = Annotated[Flag, AfterValidator(_of_riders)]
"""A mount is for those whose profile offers one (12:6)."""


class CharacterInUnit(Request):
    """A character who stands in the unit. He strikes in a call of his own; here his VE and bonuses count (2:7:2)."""

    character: Hero
    weapon: WeaponId | None = None
    mounted: Mounted = False
    accumulated_damage: Points = 0
    """Wounds he carries already."""
    bonus_lost: Flag = False
    """No honor bonus of his this turn (4:3:8, 4:3:10)."""


def _only_in_units(value: Value, info: ValidationInfo) -> Value:
    if value and info.data.get("character") is not None:
        raise mistake(_("A character has no characters in him; leave this out."))
    return value


Inside = Annotated[list[CharacterInUnit], Field(max_length=5)]
InsideHere = Annotated[Inside, AfterValidator(_only_in_units)]
"""Where the same object may be a character instead of a unit."""


def characters(inside: Iterable[CharacterInUnit]) -> tuple[Character, ...]:
    """The characters who stand in a unit."""
    return tuple(made(Character, one, profile=one.character) for one in inside)


# ---- whose profile counts


def _exactly_one(*of_a_unit: str) -> ConfigDict:
    """For the document: one of three is given and the others are not; a unit needs these numbers besides."""
    shapes = {"unit": "string", "profile": "object", "character": "string"}
    ways: list[JsonValue] = []
    for name, shape in shapes.items():
        more = of_a_unit if name == "unit" else ()
        kinds = {**dict.fromkeys(shapes, "null"), name: shape, **dict.fromkeys(more, "integer")}
        ways.append({"required": [name, *more], "properties": {field: {"type": kind} for field, kind in kinds.items()}})
    return ConfigDict(json_schema_extra={"oneOf": ways})


def _one_of_three(unit: UnitProfile | None, info: ValidationInfo) -> UnitProfile | None:
    if not {"profile", "character"} <= info.data.keys():
        return unit  # one of them is wrong and says so itself
    given = {**info.data, "unit": unit}
    there = [name for name in ("profile", "character", "unit") if given[name] is not None]
    if not there:
        raise mistake(_("Give exactly one of unit, profile and character; none was given."))
    if len(there) > 1:
        names = ", ".join(there)
        raise mistake(_("Give exactly one of unit, profile and character; given: %(there)s.", there=names))
    return unit


class Named(Request):
    """Whose profile counts: exactly one of unit, profile and character."""

    model_config = _exactly_one()

    profile: Profile | None = None
    character: Hero | None = None
    unit: Annotated[Unit | None, AfterValidator(_one_of_three)] = Field(default=None, validate_default=True)

    def profile_of(self, miniatures: int = 1) -> UnitProfile | CharacterProfile:
        """The profile it names or writes out."""
        if named := self.unit or self.character:
            return named
        assert self.profile is not None  # the request was checked: exactly one of the three
        return self.profile.for_the_rules(miniatures)


# ---- a side of an attack


def _is_unit(side: Mapping[str, Any]) -> bool:
    """Whether what was read of a side so far is a unit's."""
    profile: Profile | None = side.get("profile")
    return bool(side.get("unit") or (profile and profile.rank is None))


def _fits_the_unit(value: object, info: ValidationInfo) -> object:
    if not {"unit", "profile", "character"} <= info.data.keys():
        return value
    unit, profile = info.data["unit"], info.data["profile"]
    number = value if type(value) is int else None  # anything else is refused after this
    if _is_unit(info.data):
        most = unit.maximum if unit else profile.max or UNIT_MOST
        allowed = _("at least 1, at most %(most)s", most=most)
        if unit:
            allowed = _("at least 1, at most %(most)s for %(unit)s", most=most, unit=unit.id)
        if value is None:
            raise mistake(_("Missing; give the miniatures of the unit: %(allowed)s.", allowed=allowed))
        if number is not None and not 1 <= number <= most:
            raise mistake(_("Got %(got)s; allowed are %(allowed)s.", got=shown(number), allowed=allowed))
    elif number not in (None, 1):
        raise mistake(_("Got %(got)s; a character is one miniature, so leave this out.", got=shown(number)))
    return value


def _of_characters(value: Value, info: ValidationInfo) -> Value:
    if value and _is_unit(info.data):
        raise mistake(_("Only a character takes this; leave it out for a unit."))
    return value


def _below_vitality(value: int, info: ValidationInfo) -> int:
    vt = _vitality(info.data)
    if vt is not None and value >= vt:
        found = {"value": value, "most": vt - 1, "vt": vt}
        raise mistake(
            _("Got %(value)s; give damage from 0 to %(most)s: at %(vt)s (VT) a miniature is removed.", **found)
        )
    return value


def _vitality(side: Mapping[str, Any]) -> int | None:
    """VT of what was read of a side so far; None where that is wrong or does not say."""
    named: UnitProfile | CharacterProfile | None = side.get("unit") or side.get("character")
    if named:
        return named.attributes.vt + (MOUNT_VT if side.get("mounted") else 0)
    profile: Profile | None = side.get("profile")
    return profile.vt if profile else None


ForCharacters = AfterValidator(_of_characters)


class Side(Named):
    """What both sides of an attack have in common."""

    model_config = _exactly_one("miniatures")

    miniatures: Annotated[Miniatures | None, BeforeValidator(_fits_the_unit)] = Field(
        default=None, validate_default=True
    )
    """Now; required for a unit."""
    characters: InsideHere = Field(default=[])
    weapon: WeaponId | None = None
    """null: the first carried weapon that fits; a bow or teppo in close combat is none (5:2)."""
    mounted: Annotated[Flag, ForCharacters, AfterValidator(_of_riders)] = False
    """A character on a mount (12:6)."""
    in_unit: Annotated[Flag, ForCharacters] = False
    """A character within a unit (4:3:8)."""
    stands_in: Annotated[Unit | None, ForCharacters] = None
    """The unit a character is in, where it matters: its bows (5:2:3) and its gait in a forest (6:2:1)."""
    failed_break_away: Annotated[Flag, ForCharacters] = False
    """A Bushi who tried to leave the combat in vain (4:3:8)."""
    accumulated_damage: Annotated[Points, AfterValidator(_below_vitality)] = 0
    """Points carried from earlier attacks, below VT (10:6:1)."""
    effects: Effects = Field(default=[])

    def combatant(self) -> Combatant:
        """Who fights."""
        miniatures = self.miniatures or 1
        return made(
            Combatant,
            self,
            profile=self.profile_of(miniatures),
            miniatures=miniatures,
            in_unit=self.in_unit or self.stands_in is not None,
            characters=characters(self.characters),
            unit=self.stands_in,
            effects=frozenset(self.effects),
        )


class Attacker(Side):
    """Who strikes: exactly one of unit, profile and character."""

    profile: StrikingProfile | None = None


class Defender(Side):
    """Who is struck: exactly one of unit, profile and character."""

    profile: StruckProfile | None = None


class Fighter(Side):
    """Who fights, in the calls that ask for no strike: exactly one of unit, profile and character."""
