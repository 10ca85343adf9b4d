"""The shapes of the TOML files in `kensei/`: one pydantic model for an entry of each file.

A model checks what can be seen in its entry alone: fields, types, ranges and identifiers. `build()` then makes
the rules' own dataclass of it. What needs a second entry (references, doubles) is checked in `loader.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from companion.rules.kensei.brief import FIGURES
from companion.rules.kensei.profiles import (
    Ability,
    Armor,
    ArmorId,
    Attributes,
    CharacterProfile,
    ClassLimits,
    Crossing,
    Level,
    Path,
    Rank,
    Terrain,
    Trait,
    TraitText,
    UnitClass,
    UnitProfile,
    Weapon,
    WeaponId,
)
from companion.rules.text import Term, Text

T = TypeVar("T")


def _no_repeats(found: tuple[T, ...]) -> tuple[T, ...]:
    for item in found:
        if found.count(item) > 1:
            raise PydanticCustomError("repeated", "names {item} twice", {"item": repr(item)})
    return found


def _shape(pattern: str, words: str) -> AfterValidator:
    """A text of that pattern; `words` say what it must be to whoever edits the file."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise PydanticCustomError("shape", "must be {words}, is {text}", {"words": words, "text": repr(text)})
        return text

    return AfterValidator(check)


def _whole(least: int, most: int) -> Any:
    """A whole number from `least` to `most`, and nothing that merely looks like one."""
    return Field(strict=True, ge=least, le=most)


Name = Annotated[str, Field(strict=True, min_length=1, max_length=60), AfterValidator(Term)]
Identifier = Annotated[
    str,
    Field(strict=True),
    _shape(r"[a-z0-9]+(-[a-z0-9]+)*", "small letters joined by hyphens, such as katana-samurai"),
]
Sentence = Annotated[str, Field(strict=True, min_length=1, max_length=400), AfterValidator(Term)]
Remark = Annotated[str, Field(strict=True, max_length=400), AfterValidator(Term)]
Section = Annotated[
    str, Field(strict=True), _shape(r"[1-9][0-9]?(:[1-9][0-9]?){1,2}", "a section of the book, such as 9:3:4")
]
Flag = Annotated[bool, Field(strict=True)]
Small = Annotated[int, _whole(0, 10)]
Rating = Annotated[int, _whole(1, 10)]
Price = Annotated[int, _whole(1, 10_000)]
Centimeters = Annotated[float, Field(strict=True, ge=0, le=200)]
Traits = Annotated[tuple[Trait, ...], AfterValidator(_no_repeats), AfterValidator(frozenset)]
Weapons = Annotated[tuple[WeaponId, ...], AfterValidator(_no_repeats)]
Abilities = Annotated[tuple[Identifier, ...], AfterValidator(_no_repeats)]


class Entry(BaseModel):
    """What all entries share: nothing unknown, nothing changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    key: ClassVar[str] = "id"
    """The field that names the entry."""
    makes: ClassVar[type[Any]]
    """The rules' own dataclass, which has the same fields."""

    def build(self, **other: Any) -> Any:
        """The rules' own value, with these `other` fields; entries within it are built too."""
        return self.makes(**{**self.values(), **other})

    def values(self, *left_out: str) -> dict[str, Any]:
        """The fields by name but for these; entries among them are built."""
        own = ((name, value) for name, value in self if name not in left_out)
        return {name: value.build() if isinstance(value, Entry) else value for name, value in own}


class AttributesEntry(Entry):
    """The row of numbers of 2:7. `at` is left out where the table prints a dash."""

    makes = Attributes

    mv: Annotated[int, _whole(1, 40)]
    dc: Annotated[int, _whole(1, 20)]
    at: Rating | None = None
    df: Rating
    ar: Rating
    vt: Annotated[int, _whole(1, 30)]
    ki: Rating
    hr: Rating
    initiative: Small = Field(alias="in")
    ac: Rating
    ve: Rating


class UnitEntry(Entry):
    """A unit of 12:5. `path` is left out for units of every path, `standard_bearer` where none is offered."""

    makes = UnitProfile

    id: Identifier
    name: Name
    meaning: Name
    path: Path | None = None
    unit_class: UnitClass = Field(alias="class")
    attributes: AttributesEntry
    basic_unit: Annotated[int, _whole(1, 20)]
    maximum: Annotated[int, _whole(1, 20)]
    koku: Price
    dc_per_miniature: Rating
    standard_bearer: Price | None = None
    traits: Traits
    weapons: Annotated[Weapons, Field(min_length=1)]
    armor: ArmorId
    abilities: Abilities
    rule: Section


class CharacterEntry(Entry):
    """A character of 12:6. `path` is left out for characters of every path."""

    makes = CharacterProfile

    id: Identifier
    name: Name
    path: Path | None = None
    rank: Rank
    attributes: AttributesEntry
    vp: Price
    honor_bonus: Small
    initiative_bonus: Small
    commandment_points: Small
    traits: Traits
    weapons: Weapons
    weapon_choice: Weapons
    armor: ArmorId
    may_ride: Flag
    abilities: Abilities
    rule: Section


class WeaponEntry(Entry):
    """A weapon of 5:2. A ranged one names its reach; only a bow's differs on a hill."""

    makes = Weapon

    id: WeaponId
    name: Name
    rule: Section
    ranged: Flag = False
    over_cm: Centimeters = 0
    range_cm: Centimeters = 0
    range_from_hill_cm: Centimeters | None = None
    summary: Sentence
    """Its numbers are places, `%(katana)s AT`, filled with the rules' own and with the ranges."""

    def build(self, **other: Any) -> Any:
        known = self.figures()
        summary = Text(self.summary, {place: known[place] for place in self.places})
        return super().build(range_from_hill_cm=self.hill_cm, summary=summary, **other)

    @property
    def hill_cm(self) -> float:
        return self.range_cm if self.range_from_hill_cm is None else self.range_from_hill_cm

    @property
    def places(self) -> list[str]:
        """The numbers that the summary names."""
        return re.findall(r"%\((.*?)\)s", self.summary)

    def figures(self) -> Mapping[str, str]:
        """The numbers that it may name."""
        return {**FIGURES, "range_cm": f"{self.range_cm:g}", "range_from_hill_cm": f"{self.hill_cm:g}"}


class ArmorEntry(Entry):
    """A kind of armor of 2:7:5."""

    makes = Armor

    id: ArmorId
    name: Name
    ar: Rating
    against_bows: Small
    summary: Sentence
    rule: Section


class TraitEntry(Entry):
    """A trait of 5:1."""

    makes = TraitText

    id: Trait
    name: Name
    rule: Section
    summary: Sentence


class AnyAbilityEntry(Entry):
    """What abilities of all kinds have. Their names are no terms: no language translates them."""

    id: Identifier
    name: Annotated[str, Field(strict=True, min_length=1, max_length=60)]
    cost: Small | None = None
    once_per_battle: Flag
    ki_roll: Literal["none", "own", "opposed"]
    effect: Sentence
    rule: Section


class AbilityEntry(AnyAbilityEntry):
    """An ability of a unit or a character; its owners are those who list it."""

    makes = Ability

    kind: Literal["action", "combat", "free"]


class TaishoEntry(AnyAbilityEntry):
    """An ability of the general (12:6:2), for one path or for all."""

    path: Path | Literal["all"]

    def build(self, **other: Any) -> Any:
        return Ability(kind="taisho", owners=(self.path,), **self.values("path"), **other)


class TerrainEntry(Entry):
    """A terrain piece of 6:2. An effect is left out where the book says nothing."""

    makes = Terrain

    id: Identifier
    name: Name
    ground: Crossing
    rule: Section
    vision: Remark = ""
    shooting: Remark = ""
    movement: Remark = ""
    combat: Remark = ""


Size = Annotated[int, _whole(0, 20)] | Literal["max"]


class SizesEntry(Entry):
    """Miniatures above the basic unit for each size class (ruling K34)."""

    general: Size
    heinin: Size
    cavalry: Size
    loner: Size


class ClassLimitsEntry(Entry):
    """How many units of one class; what is left out is no limit."""

    makes = ClassLimits

    least: Small = 0
    most: Small | None = None
    projectiles: Small | None = None
    cavalry: Small | None = None


class CharactersEntry(Entry):
    """The most characters of each rank."""

    daimyo: Small
    taisho: Small
    busho: Small
    daisho_samurai: Small = Field(alias="daisho-samurai")
    daisho_ashigaru: Small = Field(alias="daisho-ashigaru")
    special: Small

    def build(self, **other: Any) -> Any:
        return MappingProxyType(self.model_dump(by_alias=True))


class LevelEntry(Entry):
    """A row of both level tables (12:3, 12:4)."""

    key: ClassVar[str] = "number"
    number: Rating
    size: SizesEntry
    basic: ClassLimitsEntry
    special: ClassLimitsEntry
    elite: ClassLimitsEntry
    koku: Price
    koku_open: Flag = False
    projectiles_total: Small
    cavalry_total: Small
    characters: CharactersEntry
    vp: Price

    def build(self, **other: Any) -> Any:
        return Level(**self.values("size"), **dict(self.size), **other)
