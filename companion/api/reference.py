"""GET /api/kensei/rules: the profiles and tables of the book, as the rules use them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.api.answers import (
    AbilityAnswer,
    CharacterAnswer,
    ModifierAnswer,
    RulesAnswer,
    SettingAnswer,
    UnitAnswer,
    WeaponAnswer,
)
from companion.content import catalog
from companion.rules.kensei.modifiers import MODIFIERS, ModifierRule
from companion.rules.kensei.profiles import Ability, Attributes, CharacterProfile, UnitProfile, Weapon
from companion.rules.kensei.settings import settings_asked


def rules() -> RulesAnswer:
    """All of it, every table in the order of the content files."""
    known = catalog()
    return RulesAnswer(
        units={id_: _unit(unit) for id_, unit in known.units.items()},
        characters={id_: _character(character) for id_, character in known.characters.items()},
        weapons={id_: _weapon(weapon) for id_, weapon in known.weapons.items()},
        abilities={id_: _ability(ability) for id_, ability in known.abilities.items()},
        taisho_abilities={id_: _ability(ability) for id_, ability in known.taisho_abilities.items()},
        modifiers=[_modifier(rule) for rule in MODIFIERS],
        settings={q.name: SettingAnswer(asks=q.asks, rule=q.rule, values=list(q.values)) for q in settings_asked()},
    )


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


def _weapon(weapon: Weapon) -> WeaponAnswer:
    values = asdict(weapon)
    del values["id"]
    return WeaponAnswer(**values)


def _ability(ability: Ability) -> AbilityAnswer:
    values = asdict(ability)
    del values["id"]
    return AbilityAnswer(**values)


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
