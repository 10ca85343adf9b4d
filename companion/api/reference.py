"""GET /api/kensei/rules: the profiles and tables of the book, as the rules use them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal, TypeVar

from companion.api.fields import Answer, effect_ids
from companion.api.tables import (
    AbilityAnswer,
    ArmorAnswer,
    CharacterAnswer,
    EffectAnswer,
    EffectCountAnswer,
    LevelAnswer,
    ModifierAnswer,
    RulesAnswer,
    RulingAnswer,
    SettingAnswer,
    TerrainAnswer,
    TraitAnswer,
    UnitAnswer,
    WeaponAnswer,
)
from companion.content import catalog
from companion.content.rulings import Ruling, rulings
from companion.rules.house import Question
from companion.rules.kensei.after.honor import LASTING as HONOR_LASTING
from companion.rules.kensei.fight.initiative import initiative_of_effect
from companion.rules.kensei.fight.lasting import CALLED, ELSEWHERE, SET_APART, of_effect, refused
from companion.rules.kensei.fight.modifiers import MODIFIERS, ModifierRule
from companion.rules.kensei.profiles import Attributes, CharacterProfile, UnitProfile
from companion.rules.kensei.settings import settings_asked
from companion.rules.text import Modifier, Text

Row = TypeVar("Row", bound=Answer)


def rules() -> RulesAnswer:
    """All of it, every table in the order of the content files."""
    known = catalog()
    return RulesAnswer(
        units={id_: _unit(unit) for id_, unit in known.units.items()},
        characters={id_: _character(character) for id_, character in known.characters.items()},
        weapons=_table(WeaponAnswer, known.weapons),
        abilities=_table(AbilityAnswer, known.abilities),
        taisho_abilities=_table(AbilityAnswer, known.taisho_abilities),
        armors=_table(ArmorAnswer, known.armors),
        traits=_table(TraitAnswer, known.traits),
        terrain=_table(TerrainAnswer, known.terrain),
        levels=_table(LevelAnswer, known.levels),
        modifiers=[_modifier(rule) for rule in MODIFIERS],
        effects={id_: _effect(id_) for id_ in effect_ids()},
        settings={question.name: _setting(question) for question in settings_asked()},
        rulings={one.id: RulingAnswer(words=one.words, page=one.address) for one in _rulings()},
    )


def _table(row: type[Row], entries: Mapping[Any, object]) -> dict[str, Row]:
    """Entries whose fields are named alike in the rules and in the answer."""
    return {str(id_): row.model_validate(entry) for id_, entry in entries.items()}


def _unit(unit: UnitProfile) -> UnitAnswer:
    return UnitAnswer(
        **_attributes(unit.attributes),
        unit_class=unit.unit_class,
        name=unit.name,
        meaning=unit.meaning,
        basic_unit=unit.basic_unit,
        max=unit.maximum,
        koku=unit.koku,
        dc_per_miniature=unit.dc_per_miniature,
        standard_bearer=unit.standard_bearer,
        path=unit.path,
        traits=sorted(unit.traits),
        weapons=list(unit.weapons),
        armor=unit.armor,
        abilities=list(unit.abilities),
        rule=unit.rule,
    )


def _character(character: CharacterProfile) -> CharacterAnswer:
    return CharacterAnswer(
        **_attributes(character.attributes),
        name=character.name,
        vp=character.vp,
        rank=character.rank,
        path=character.path,
        honor_bonus=character.honor_bonus,
        initiative_bonus=character.initiative_bonus,
        commandment_points=character.commandment_points,
        traits=sorted(character.traits),
        weapons=list(character.weapons),
        weapon_choice=list(character.weapon_choice),
        armor=character.armor,
        may_ride=character.may_ride,
        abilities=list(character.abilities),
        rule=character.rule,
    )


def _attributes(printed: Attributes) -> dict[str, Any]:
    """The eleven attributes by the names of the models, which print IN as `in`."""
    return asdict(printed)


def _setting(question: Question) -> SettingAnswer:
    return SettingAnswer(
        asks=str(question.asks),
        rule=question.rule,
        values=list(question.values),
        ruling=rulings().by_setting[question.name].id,
    )


def _rulings() -> tuple[Ruling, ...]:
    """Those of Kensei."""
    return next(book.rulings for book in rulings().books if book.anchor == "kensei")


def _modifier(rule: ModifierRule) -> ModifierAnswer:
    return ModifierAnswer(
        id=rule.id,
        to=rule.to,
        value=rule.value if isinstance(rule.value, int) else None,
        kinds=sorted(rule.kinds),
        reason=rule.reason,
        rule=rule.rule,
        ruling=rule.ruling,
    )


def _effect(id_: str) -> EffectAnswer:
    known = catalog()
    ability = known.abilities.get(id_) or known.taisho_abilities.get(id_)
    words = str(CALLED[id_]) if ability is None else ability.effect
    counts = [
        EffectCountAnswer(
            to=rule.to,
            value=rule.value if isinstance(rule.value, int) else None,
            kinds=sorted(rule.kinds),
            reason=rule.reason,
            rule=rule.rule,
            ruling=rule.ruling,
        )
        for rule in of_effect(id_)
    ]
    counts += [_depending("dc", ["melee"], apart) for effect, apart in SET_APART.items() if effect == id_]
    counts += [_depending(to, [], refused(NO_BONUS)) for to in ("in", "hr")] if id_ == "refused" else []
    counts += [_of_roll("in", modifier) for modifier in initiative_of_effect(id_)]
    counts += [_of_roll("hr", HONOR_LASTING[id_])] if id_ in HONOR_LASTING else []
    name = words if ability is None else ability.name
    return EffectAnswer(name=name, about=words, counts=counts, elsewhere=id_ in ELSEWHERE)


NO_BONUS = Modifier(0, Text(""), "")
"""Stands for the bonus of any Bushi."""


def _depending(to: Literal["dc", "in", "hr"], kinds: list[str], modifier: Modifier) -> EffectCountAnswer:
    """What takes away as much as there is: dice of a unit, or the bonus of a Bushi."""
    return _of_roll(to, modifier).model_copy(update={"value": None, "kinds": kinds})


def _of_roll(to: Literal["dc", "in", "hr"], modifier: Modifier) -> EffectCountAnswer:
    return EffectCountAnswer(
        to=to,
        value=modifier.value,
        kinds=[],
        reason=str(modifier.reason),
        rule=modifier.rule,
        ruling=modifier.ruling,
    )
