"""The kinds of values the requests are made of: what is accepted, and how the OpenAPI document describes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, StringConstraints, WithJsonSchema

from companion.api.problem import Error
from companion.content import catalog
from companion.content.known import Known
from companion.rules.kensei.fight.lasting import EFFECT_NAMES
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Made = TypeVar("Made", bound="DataclassInstance")
UNIT_MOST = 200
"""Miniatures and dice: no unit of the book has more than a tenth of this, and the odds stay fast."""


class Request(BaseModel):
    """What every request and its parts have in common: unknown fields are errors, nothing is coerced.

    What stands under a field is its description in the document.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)
    reports_both: ClassVar[bool] = False
    """Whether what is `wrong_between` fields is reported beside a mistake of shape at the same place."""

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterable[Error]:
        """What is wrong between the fields of a whole request, such as a name of nobody.

        It is read from the bare body, so that these errors come together with those of its shape.
        """
        return ()

    @classmethod
    def required(cls) -> set[str]:
        """The fields that have to be given."""
        return {name for name, field in cls.model_fields.items() if field.is_required()}


class Judged(Request):
    """A request whose values the rules judge: unknown fields do not keep them from it, so all errors come at once."""


def made(kind: type[Made], sent: object, **other: Any) -> Made:
    """A value of the rules: what `sent` calls by the names of its fields (a list is a tuple there), and the `other`
    fields.
    """
    for one in fields(kind):
        if one.name not in other and hasattr(sent, one.name):
            value = getattr(sent, one.name)
            other[one.name] = tuple(value) if isinstance(value, list) else value
    return kind(**other)


Int = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
Words = Annotated[str, Strict(), StringConstraints(min_length=1, max_length=200)]
Section = Annotated[str, Field(max_length=20)]
Distance = Annotated[float, Strict(), Field(ge=0, le=1000, allow_inf_nan=False)]
Face = Annotated[Int, Field(ge=0, le=10)]
Faces = Annotated[list[Face], Field(max_length=UNIT_MOST)]

Attribute = Annotated[Int, Field(ge=0, le=100)]
Dice = Annotated[Int, Field(ge=0, le=UNIT_MOST)]
Points = Annotated[Int, Field(ge=0, le=1000)]
Price = Annotated[Int, Field(ge=0, le=100_000)]
Vitality = Annotated[Int, Field(ge=1, le=100)]
Miniatures = Annotated[Int, Field(ge=1, le=UNIT_MOST)]
MiniaturesLeft = Annotated[Int, Field(ge=0, le=UNIT_MOST)]
DcOfOne = Annotated[Int, Field(ge=0, le=20)]
Bonus = Annotated[Int, Field(ge=-10, le=10)]
Target = Annotated[Int, Field(ge=-20, le=20)]

Unit = Annotated[UnitProfile, Known(lambda: catalog().units), AfterValidator(lambda id_: catalog().units[id_])]
Hero = Annotated[
    CharacterProfile, Known(lambda: catalog().characters), AfterValidator(lambda id_: catalog().characters[id_])
]
"""Sent by their identifiers, and read as the profiles these name."""
WeaponId = Annotated[str, Known(lambda: catalog().weapons)]
TraitId = Annotated[str, Known(lambda: catalog().traits)]
ArmorId = Annotated[str, Known(lambda: catalog().armors)]
AbilityId = Annotated[str, Known(lambda: catalog().abilities)]


def effect_ids() -> list[str]:
    """Everything that can last on a fighter: abilities of units, characters and generals, and what befell him."""
    return list(dict.fromkeys((*catalog().abilities, *catalog().taisho_abilities, *EFFECT_NAMES)))


EffectId = Annotated[str, Known(effect_ids)]
Effects = Annotated[
    list[EffectId],
    Field(
        max_length=100,
        description=(
            "What lasts on it at this moment, by id (`effects` of GET /api/kensei/rules); said twice counts once."
        ),
    ),
]
Name = Annotated[str, Strict(), StringConstraints(min_length=1, max_length=40)]
"""What the caller calls a fighter or a player."""


# What the rules judge themselves, so that all errors come at once; the document says what they take.

JudgedWord = Annotated[str, Strict(), Field(max_length=40)]
JudgedNumber = Annotated[int, Strict(), Field(ge=-999, le=999)]


def one_of(known: Iterable[str]) -> WithJsonSchema:
    """One of these identifiers."""
    return WithJsonSchema({"type": "string", "enum": list(known)})


def whole(least: int, most: int) -> WithJsonSchema:
    """A whole number within these bounds."""
    return WithJsonSchema({"type": "integer", "minimum": least, "maximum": most})
