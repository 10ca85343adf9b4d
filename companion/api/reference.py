"""GET /api/kensei/rules: the profiles and tables of the book, as the rules use them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import AliasPath, BeforeValidator, Field

from companion.api.answers import Answer, Sentence, shows
from companion.api.fields import effect_ids
from companion.api.translation import say
from companion.content import catalog
from companion.content.rulings import rulings
from companion.rules.house import Question, asked
from companion.rules.kensei import profiles
from companion.rules.kensei.after.honor import LASTING as HONOR_LASTING
from companion.rules.kensei.fight.initiative import initiative_of_effect
from companion.rules.kensei.fight.lasting import EFFECT_NAMES, ELSEWHERE, SET_APART, of_effect, refused
from companion.rules.kensei.fight.modifiers import MODIFIERS, ModifierRule
from companion.rules.kensei.fight.strike import NumberName
from companion.rules.kensei.settings import Settings
from companion.rules.text import EMPTY, Modifier

# ---- the tables


@shows(profiles.Attributes, inside="attributes")
class Printed(Answer):
    """The attributes of a profile."""

    initiative: int = Field(validation_alias=AliasPath("attributes", "initiative"), serialization_alias="in")


@shows(profiles.UnitProfile, without=("id", "attributes", "maximum"))
class UnitAnswer(Printed):
    """A unit's profile (12:5). Prices in koku, distances in cm."""

    max: int = Field(validation_alias="maximum")
    unit_class: profiles.UnitClass = Field(serialization_alias="class")


@shows(profiles.CharacterProfile, without=("id", "attributes"))
class CharacterAnswer(Printed):
    """A character's profile (12:6). `weapon_choice`: one of these besides; `may_ride`: may have a mount."""


@shows(profiles.Weapon, without=("id",))
class WeaponAnswer(Answer):
    """A weapon (5:2); a ranged one reaches over `over_cm` and up to `range_cm`."""


@shows(profiles.Ability, without=("id",))
class AbilityAnswer(Answer):
    """An ability (12:5, 12:6); `cost` is the printed one in AC, for a Taisho's in Commandment Points."""


@shows(profiles.Armor, without=("id",))
class ArmorAnswer(Answer):
    """A kind of armor (2:7:5); a profile's AR already counts `ar`, and `against_bows` comes on top."""


@shows(profiles.TraitText, without=("id",))
class TraitAnswer(Answer):
    """A trait (5:1)."""


@shows(profiles.Terrain, without=("id",))
class TerrainAnswer(Answer):
    """A terrain piece (6:2); an effect the book does not give is an empty text."""


@shows(profiles.ClassLimits)
class ClassLimitsAnswer(Answer):
    """How many units of a class a level allows; null is no limit."""


@shows(profiles.Level, without=("number",))
class LevelAnswer(Answer):
    """A level of battle (12:3, 12:4). `general`, `heinin`, `cavalry` and `loner`: miniatures above the basic unit, or
    `max` for the unit's own maximum. `koku_open`: the players may agree on more. `characters`: the most of each rank.
    """


def _counted(value: object) -> object:
    """The value of a modifier, None where it depends on the strike."""
    return value if isinstance(value, int) else None


Counted = Annotated[int | None, BeforeValidator(_counted)]


@shows(ModifierRule, without=("when", "order", "values", "cited", "chosen"))
class ModifierAnswer(Answer):
    """A modifier of the attack: to which number, why, the section and the ruling. `value` null: it depends.

    `ruling` (`K15`) is a key of `rulings`.
    """

    value: Counted


class EffectCountAnswer(Answer):
    """A number an effect touches. `value` null: it depends on who strikes; `kinds` of attack for those of a strike."""

    to: NumberName | Literal["in", "hr"]
    value: Counted
    kinds: Annotated[list[str], BeforeValidator(sorted)]
    reason: Sentence
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


@shows(Question, without=("name", "words"))
class SettingAnswer(Answer):
    """A table setting: its question, its section, its values with the default first, and its ruling."""

    ruling: Annotated[str, BeforeValidator(lambda name: rulings().by_setting[name].id)] = Field(validation_alias="name")


class RulingAnswer(Answer):
    """How the book is read where it leaves something open. `page` is where this server shows it, for a reader."""

    words: str
    page: str = Field(validation_alias="address")


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
    levels: dict[Sentence, LevelAnswer]
    modifiers: list[ModifierAnswer]
    effects: dict[str, EffectAnswer]
    settings: dict[str, SettingAnswer]
    rulings: dict[str, RulingAnswer]


# ---- how they are filled


def rules() -> RulesAnswer:
    """All of it, every table in the order of the content files."""
    kensei = next(book.rulings for book in rulings().books if book.anchor == "kensei")
    return RulesAnswer.model_validate(
        {
            **{table: getattr(catalog(), table) for table in RulesAnswer.model_fields if hasattr(catalog(), table)},
            "modifiers": MODIFIERS,
            "effects": {id_: _effect(id_) for id_ in effect_ids()},
            "settings": {one.name: one for one in asked(Settings)},
            "rulings": {one.id: one for one in kensei},
        }
    )


def _effect(id_: str) -> dict[str, Any]:
    known = catalog()
    ability = known.abilities.get(id_) or known.taisho_abilities.get(id_)
    words = say(EFFECT_NAMES[id_]) if ability is None else ability.effect
    name = words if ability is None else ability.name
    return {"name": name, "about": words, "counts": list(_counts(id_)), "elsewhere": id_ in ELSEWHERE}


def _counts(id_: str) -> Iterator[dict[str, Any]]:
    """Every number an effect touches; where it takes away as much as there is (dice of a unit, the bonus of a Bushi),
    the value depends.
    """
    for rule in of_effect(id_):
        yield {name: getattr(rule, name) for name in EffectCountAnswer.model_fields}
    if id_ in SET_APART:
        yield {**_of_roll("dc", SET_APART[id_]), "kinds": ["melee"], "value": None}
    if id_ == "refused":
        bonus = Modifier(0, EMPTY, "")  # that of any Bushi
        for to in ("in", "hr"):
            yield {**_of_roll(to, refused(bonus)), "value": None}
    for modifier in initiative_of_effect(id_):
        yield _of_roll("in", modifier)
    if id_ in HONOR_LASTING:
        yield _of_roll("hr", HONOR_LASTING[id_])


def _of_roll(to: str, modifier: Modifier) -> dict[str, Any]:
    return {"to": to, "kinds": (), **{one.name: getattr(modifier, one.name) for one in fields(modifier)}}
