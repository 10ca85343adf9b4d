"""The tables of GET /api/kensei/rules, as its answer and the OpenAPI document have them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from companion.api.fields import Answer, ModifierTarget


class UnitAnswer(Answer):
    """A unit's profile (12:5). Prices in koku, distances in cm."""

    name: str
    meaning: str
    basic_unit: int
    max: int
    mv: int
    dc: int
    at: int | None
    df: int
    ar: int
    vt: int
    ki: int
    hr: int
    initiative: int = Field(serialization_alias="in")
    ac: int
    ve: int
    koku: int
    dc_per_miniature: int
    standard_bearer: int | None
    unit_class: str = Field(serialization_alias="class")
    path: str | None
    traits: list[str]
    weapons: list[str]
    armor: str
    abilities: list[str]
    rule: str


class CharacterAnswer(Answer):
    """A character's profile (12:6). `weapon_choice`: one of these besides; `may_ride`: may have a mount."""

    name: str
    mv: int
    dc: int
    at: int | None
    df: int
    ar: int
    vt: int
    ki: int
    hr: int
    initiative: int = Field(serialization_alias="in")
    ac: int
    ve: int
    vp: int
    rank: str
    path: str | None
    honor_bonus: int
    initiative_bonus: int
    commandment_points: int
    traits: list[str]
    weapons: list[str]
    weapon_choice: list[str]
    armor: str
    may_ride: bool
    abilities: list[str]
    rule: str


class WeaponAnswer(Answer):
    """A weapon (5:2); a ranged one reaches over `over_cm` and up to `range_cm`."""

    name: str
    ranged: bool
    over_cm: float
    range_cm: float
    range_from_hill_cm: float
    summary: Annotated[str, BeforeValidator(str)]
    rule: str


class AbilityAnswer(Answer):
    """An ability (12:5, 12:6); `cost` is the printed one in AC, for a Taisho's in Commandment Points."""

    name: str
    kind: str
    owners: list[str]
    cost: int | None
    once_per_battle: bool
    ki_roll: str
    effect: str
    rule: str


class ArmorAnswer(Answer):
    """A kind of armor (2:7:5); a profile's AR already counts `ar`, and `against_bows` comes on top."""

    name: str
    ar: int
    against_bows: int
    summary: str
    rule: str


class TraitAnswer(Answer):
    """A trait (5:1)."""

    name: str
    summary: str
    rule: str


class TerrainAnswer(Answer):
    """A terrain piece (6:2); an effect the book does not give is an empty text."""

    name: str
    ground: str
    vision: str
    shooting: str
    movement: str
    combat: str
    rule: str


class ClassLimitsAnswer(Answer):
    """How many units of a class a level allows; null is no limit."""

    least: int
    most: int | None
    projectiles: int | None
    cavalry: int | None


class LevelAnswer(Answer):
    """A level of battle (12:3, 12:4). `general`, `heinin`, `cavalry` and `loner`: miniatures above the basic unit, or
    `max` for the unit's own maximum. `koku_open`: the players may agree on more. `characters`: the most of each rank.
    """

    koku: int
    koku_open: bool
    general: int | Literal["max"]
    heinin: int | Literal["max"]
    cavalry: int | Literal["max"]
    loner: int | Literal["max"]
    basic: ClassLimitsAnswer
    special: ClassLimitsAnswer
    elite: ClassLimitsAnswer
    projectiles_total: int
    cavalry_total: int
    characters: dict[str, int]
    vp: int


class ModifierAnswer(Answer):
    """A modifier of the attack: to which number, why, the section and the ruling. `value` null: it depends.

    `ruling` (`K15`) is a key of `rulings`.
    """

    id: str
    to: ModifierTarget
    value: int | None
    kinds: list[str]
    reason: str
    rule: str
    ruling: str


class EffectCountAnswer(Answer):
    """A number an effect touches. `value` null: it depends on who strikes; `kinds` of attack for those of a strike."""

    to: ModifierTarget | Literal["in", "hr"]
    value: int | None
    kinds: list[str]
    reason: str
    rule: str
    ruling: str


class EffectAnswer(Answer):
    """What can last on a fighter (`effects` in requests): an ability of his, or what befell him. `counts` may be empty:
    such an effect touches no number of these calls, or takes other modifiers away, as `about` says. `elsewhere`: it
    counts in the charge's dice, in calling back, in who lends, or in who strikes whom.
    """

    name: str
    about: str
    counts: list[EffectCountAnswer]
    elsewhere: bool


class SettingAnswer(Answer):
    """A table setting: its question, its section, its values with the default first, and its ruling."""

    asks: str
    rule: str
    values: list[str]
    ruling: str


class RulingAnswer(Answer):
    """How the book is read where it leaves something open. `page` is where this server shows it, for a reader."""

    words: str
    page: str


class RulesAnswer(Answer):
    """Everything the calls accept and reckon with, each table by identifier."""

    units: dict[str, UnitAnswer]
    characters: dict[str, CharacterAnswer]
    weapons: dict[str, WeaponAnswer]
    abilities: dict[str, AbilityAnswer]
    taisho_abilities: dict[str, AbilityAnswer]
    armors: dict[str, ArmorAnswer]
    traits: dict[str, TraitAnswer]
    terrain: dict[str, TerrainAnswer]
    levels: dict[str, LevelAnswer]
    modifiers: list[ModifierAnswer]
    effects: dict[str, EffectAnswer]
    settings: dict[str, SettingAnswer]
    rulings: dict[str, RulingAnswer]
