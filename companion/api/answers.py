"""The bodies of the answers: the endpoints fill these models, and the OpenAPI document is generated from them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from companion.api.fields import Answer, ModifierTarget
from companion.rules.text import Modifier, Number

# ---- numbers that say why


class Why(Answer):
    """One term of a number: what it adds, why, and the section of the book."""

    value: int
    reason: str
    rule: str

    @classmethod
    def of(cls, modifier: Modifier) -> Why:
        """A rules modifier as the API shows it."""
        return cls(value=modifier.value, reason=str(modifier.reason), rule=modifier.rule)

    @classmethod
    def base_of(cls, number: Number) -> Why:
        """What a number starts from, in the same shape."""
        return cls(value=number.base, reason=str(number.source), rule=number.rule)


class Bases(Answer):
    """What each number starts from; with its modifiers in `why` it adds up to the number."""

    dc: Why
    at: Why
    df: Why
    ar: Why
    damage_bonus: Why


class Reasons(Answer):
    """The modifiers of each number."""

    dc: list[Why]
    at: list[Why]
    df: list[Why]
    ar: list[Why]
    damage_bonus: list[Why]


# ---- an attack and its dice


class AttackDice(Answer):
    """How many dice are thrown, and the face each has to beat (a ten always does, 2:7:3)."""

    count: int
    over: int


class DefenseDice(Answer):
    """Dice that save at `target` or less (a 1 always does, 2:7:4)."""

    count: int
    target: int


class DamageDice(Answer):
    """Dice that wound above `over`: by the difference plus `bonus` (9:3:5)."""

    count: int
    over: int
    bonus: int


class AttackRoll(Answer):
    """`marked` hits are tens: the defense dice against them have -2 DF (10:3)."""

    dice: int
    hits: int
    marked: int


class DefenseRoll(Answer):
    """`through` damage dice are left; `marked` of them have +2, for a ten that failed (10:4)."""

    dice: list[DefenseDice]
    saved: int
    through: int
    marked: int


class DamageRoll(Answer):
    """`points` of damage in all (10:5)."""

    dice: list[DamageDice]
    points: int


class SpilledOnto(Answer):
    """Damage that went past the last miniature, on a character in the unit; `character` counts from 0 (10:6)."""

    character: int
    name: str
    points: int
    accumulated_damage: int
    dead: bool


class Result(Answer):
    """What is left of the defender. `beyond` points were more than its last miniature needed; `spilled` of them
    reached a character in it, and `characters` says what became of him (10:6).
    """

    miniatures_removed: int
    miniatures_left: int
    accumulated_damage: int
    destroyed: bool
    spilled: int
    beyond: int
    characters: list[SpilledOnto]


class NextAttack(Answer):
    """The attack roll is due."""

    roll: Literal["attack"] = "attack"
    by: Literal["attacker"] = "attacker"
    dice: list[AttackDice]


class NextDefense(Answer):
    """The defense roll is due: unmarked dice first."""

    roll: Literal["defense"] = "defense"
    by: Literal["defender"] = "defender"
    dice: list[DefenseDice]


class NextDamage(Answer):
    """The damage roll is due: dice without +2 first."""

    roll: Literal["damage"] = "damage"
    by: Literal["attacker"] = "attacker"
    dice: list[DamageDice]


class Owed(Answer):
    """A roll that follows from what happened; KI is that of riders hurt by slings (5:2:7)."""

    check: Literal["honor", "ki"]
    reason: str
    rule: str


class NotAllowed(Answer):
    """This attack cannot be made: out of range, unloaded, without a fitting weapon."""

    allowed: Literal[False] = False
    reason: str
    rule: str


class AttackAnswer(Answer):
    """The numbers of the attack, what its dice did so far, and what comes next. `df` is before marked dice's -2."""

    allowed: Literal[True] = True
    weapon: str | None
    dc: int
    at: int
    df: int
    ar: int
    damage_bonus: int
    base: Bases
    why: Reasons
    attack: AttackRoll | None
    defense: DefenseRoll | None
    damage: DamageRoll | None
    result: Result | None
    owed: list[Owed]
    next: NextAttack | NextDefense | NextDamage | None


# ---- odds


class AttackNumbers(Answer):
    """The numbers the odds were made from."""

    dc: int
    at: int
    df: int
    ar: int
    damage_bonus: int
    vt: int
    accumulated_damage: int
    miniatures: int
    hr: int | None


class OddsAnswer(Answer):
    """Exact odds. `removed[i]`: exactly i miniatures; `p_at_least[i]`: i or more. `p_holds` is null without an HR."""

    allowed: Literal[True] = True
    mean_damage: float
    mean_removed: float
    p_no_damage: float
    removed: list[float]
    p_at_least: list[float]
    p_half: float
    p_destroyed: float
    p_holds: float | None
    percentiles: dict[Literal["10", "50", "90"], int]
    numbers: AttackNumbers
    base: Bases | None = Field(None, description="Where the numbers come from; null for bare numbers.")
    why: Reasons | None = None


class CombatOddsAnswer(Answer):
    """How a round ends; the first five exclude one another. `second_flees` is part of `first_wins` and vice versa."""

    first_destroys: float
    first_wins: float
    draw: float
    second_wins: float
    second_destroys: float
    first_flees: float
    second_flees: float
    first_loses: float
    second_loses: float


# ---- honor


class HonorAnswer(Answer):
    """The roll holds at `target` or less. `base` and `why` add up to it; `holds` is null without a die."""

    target: int
    base: Why
    why: list[Why]
    chance: float
    holds: bool | None


# ---- the rules themselves


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
    summary: str
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
    """A modifier of the attack: to which number, why, the section and the ruling. `value` null: it depends."""

    id: str
    to: ModifierTarget
    value: int | None
    kinds: list[str]
    reason: str
    rule: str
    ruling: str


class SettingAnswer(Answer):
    """A table setting: its question, its section, its values with the default first."""

    asks: str
    rule: str
    values: list[str]


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
    settings: dict[str, SettingAnswer]
