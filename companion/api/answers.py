"""The bodies of the answers: the endpoints fill these models, and the OpenAPI document is generated from them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from companion.api.fields import Answer
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
    at: list[Why] = Field(description="Less is better for who strikes: +1 is worse, -1 is better (2:7:3).")
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


class OwedDamage(Answer):
    """Damage dice that who fell still roll against who struck, each above `ar` (Cherry Tree Flowers, 12:5:4)."""

    check: Literal["damage"] = "damage"
    dice: int
    ar: int
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
    owed: list[Owed | OwedDamage]
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


# ---- an army list


class BudgetAnswer(Answer):
    """Points spent, and the ceiling of the level."""

    spent: int
    allowed: int


class LimitAnswer(Answer):
    """A count against what the level asks (`least`) and allows (`most`); null is no bound. `from`: who fills it."""

    limit: str
    have: int
    least: int | None
    most: int | None
    rule: str
    contributors: list[str] = Field(serialization_alias="from")


class FixSet(Answer):
    """Fields to set: of the unit or character `id` names, without it of the list."""

    set: dict[str, str | int | bool | list[str] | None]


class FixRemove(Answer):
    """The unit or character to leave out."""

    remove: str


class ProblemAnswer(Answer):
    """A rule the list breaks. `fix` mends it by itself, null where that takes several acts; `fixes` are all of them."""

    code: str
    message: str
    rule: str
    level: int
    about: list[str]
    have: int | None
    allowed: int | None
    fix: FixSet | FixRemove | None
    fixes: list[FixSet | FixRemove]


class HintAnswer(Answer):
    """Advice; the list is legal without it."""

    code: str
    message: str
    rule: str
    about: list[str]


class ArmyAnswer(Answer):
    """The verdict. `levels`: whether the same list is legal there; `blocked_by`: the codes that stand in the way."""

    legal: bool
    koku: BudgetAnswer
    vp: BudgetAnswer
    limits: list[LimitAnswer]
    problems: list[ProblemAnswer]
    hints: list[HintAnswer]
    levels: dict[str, bool]
    blocked_by: dict[str, list[str]]
