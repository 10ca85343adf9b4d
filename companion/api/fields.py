"""The kinds of values the requests are made of: what is accepted, and how the OpenAPI document describes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints

from companion.content import catalog
from companion.content.known import Known
from companion.rules.kensei.fight.lasting import CALLED

UNIT_MOST = 200
"""Miniatures and dice: no unit of the book has more than a tenth of this, and the odds stay fast."""


EFFECTS = "What lasts on it at this moment, by id (`effects` of GET /api/kensei/rules); said twice counts once."


class Request(BaseModel):
    """What every request and its parts have in common: unknown fields are errors, nothing is coerced."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(BaseModel):
    """What every answer and its parts have in common: filled from the rules' values, never with more than it names."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True, serialize_by_alias=True)


@dataclass(frozen=True)
class FileAnswer:
    """An answer that is a file and no JSON: the name to save it under, its media type, its bytes."""

    name: str
    media: str
    data: bytes


Int = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
Words = Annotated[str, Strict(), StringConstraints(min_length=1, max_length=200)]
Distance = Annotated[float, Strict(), Field(ge=0, le=1000, allow_inf_nan=False)]
Face = Annotated[Int, Field(ge=0, le=10)]
Faces = Annotated[list[Face], Field(max_length=UNIT_MOST)]

Attribute = Annotated[Int, Field(ge=0, le=100)]
Dice = Annotated[Int, Field(ge=0, le=UNIT_MOST)]
Points = Annotated[Int, Field(ge=0, le=1000)]
Vitality = Annotated[Int, Field(ge=1, le=100)]
Miniatures = Annotated[Int, Field(ge=1, le=UNIT_MOST)]
Bonus = Annotated[Int, Field(ge=-10, le=10)]
Target = Annotated[Int, Field(ge=-20, le=20)]

ModifierTarget = Literal["dc", "at", "df", "ar", "damage_bonus"]


UnitId = Annotated[str, Known(lambda: catalog().units)]
CharacterId = Annotated[str, Known(lambda: catalog().characters)]
WeaponId = Annotated[str, Known(lambda: catalog().weapons)]
TraitId = Annotated[str, Known(lambda: catalog().traits)]
ArmorId = Annotated[str, Known(lambda: catalog().armors)]
AbilityId = Annotated[str, Known(lambda: catalog().abilities)]


def effect_ids() -> list[str]:
    """Everything that can last on a fighter: abilities of units, characters and generals, and what befell him."""
    return list(dict.fromkeys((*catalog().abilities, *catalog().taisho_abilities, *CALLED)))


EffectId = Annotated[str, Known(effect_ids)]
Effects = list[EffectId]
Name = Annotated[str, Strict(), StringConstraints(min_length=1, max_length=40)]
"""What the caller calls a fighter."""
