"""The bodies of the requests. Their descriptions are the OpenAPI document's; sections are the Kensei book's."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion.api.fields import (
    EFFECTS,
    Attribute,
    Bonus,
    CharacterId,
    Dice,
    Distance,
    Effects,
    Face,
    Faces,
    Flag,
    Int,
    Miniatures,
    ModifierTarget,
    Points,
    Request,
    Target,
    Vitality,
    Words,
)
from companion.api.sides import Attacker, CharacterInUnit, Defender, HonorProfile, Named
from companion.api.situation import SituationSent
from companion.content.army_document import ArmyShape
from companion.rules.kensei.fight.situation import Situation


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
        default="none", description="+1 AT (worse) against loners there too (2:7:3)."
    )
    taisho_ability_cost: Literal["2", "1"] = Field(default="2", description="Commandment Points of one (8:3:1).")
    ability_cost: Literal["one", "printed"] = Field(
        default="one", description="AC of an ability without a printed price (3:4:6, 9:4:3)."
    )
    failed_ability: Literal["spent", "kept"] = Field(default="spent", description="AC of a failed KI roll (12:5).")


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
    situation: SituationSent = Field(default_factory=Situation)
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


class CombatSide(Request):
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

    first: CombatSide
    second: CombatSide


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
    effects: Effects = Field(default=[], max_length=100, description=EFFECTS)
    bonuses: list[HonorBonus] = Field(default=[], max_length=20)
    die: Face | None = Field(default=None, description="The face thrown, 0 or 10 for a ten.")


class ArmyList(ArmyShape, Request):
    """The army document, as the builder exports it and the links carry it (chapter 12)."""
