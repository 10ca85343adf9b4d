"""From the sides of a request to the fighters the rules know."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from companion.api import requests, sides
from companion.api.fields import UNIT_MOST
from companion.content import catalog
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.strike import FreeModifier, Strike
from companion.rules.kensei.profiles import ArmorId, Attributes, CharacterProfile, Trait, UnitProfile, WeaponId
from companion.rules.kensei.settings import Settings


def strike_of(body: requests.OddsOfAttack) -> Strike:
    """The attack a request describes."""
    return Strike(
        kind="melee" if body.kind == "melee" else "shot",
        attacker=combatant(body.attacker),
        defender=combatant(body.defender),
        situation=replace(body.situation, failed_break_away=body.attacker.failed_break_away),
        free=tuple(FreeModifier(m.to, m.value, m.reason) for m in body.modifiers),
        settings=Settings(**body.settings.model_dump()),
        weapons=catalog().weapons,
    )


def combatant(side: sides.Side) -> Combatant:
    """One who fights."""
    return Combatant(
        profile=profile_of(side, side.miniatures or 1),
        miniatures=side.miniatures or 1,
        weapon=cast("WeaponId | None", side.weapon),
        mounted=side.mounted,
        in_unit=side.in_unit or side.stands_in is not None,
        characters=characters(side.characters),
        accumulated_damage=side.accumulated_damage,
        unit=catalog().units[side.stands_in] if side.stands_in else None,
        effects=frozenset(side.effects),
    )


def characters(inside: list[sides.CharacterInUnit]) -> tuple[Character, ...]:
    """The characters who stand in a unit."""
    return tuple(
        Character(
            catalog().characters[one.character],
            cast("WeaponId | None", one.weapon),
            one.mounted,
            one.accumulated_damage,
            one.bonus_lost,
        )
        for one in inside
    )


def profile_of(side: sides.Named, miniatures: int = 1) -> UnitProfile | CharacterProfile:
    """The profile a side names or writes out."""
    if side.unit is not None:
        return catalog().units[side.unit]
    if side.character is not None:
        return catalog().characters[side.character]
    assert side.profile is not None  # the request was checked: exactly one of the three
    return _written_out(side.profile, miniatures)


def _written_out(sent: sides.Profile, miniatures: int) -> UnitProfile | CharacterProfile:
    weapons = cast("tuple[WeaponId, ...]", tuple(sent.weapons))
    armor = cast("ArmorId", sent.armor)
    traits = cast("frozenset[Trait]", frozenset(sent.traits))
    if sent.rank is not None:
        return CharacterProfile(
            id="profile",
            name=sent.name,
            path=sent.path,
            rank=sent.rank,
            attributes=_attributes(sent),
            vp=sent.vp,
            honor_bonus=sent.honor_bonus,
            initiative_bonus=sent.initiative_bonus,
            commandment_points=sent.commandment_points,
            traits=traits,
            weapons=weapons,
            weapon_choice=cast("tuple[WeaponId, ...]", tuple(sent.weapon_choice)),
            armor=armor,
            may_ride=sent.may_ride,
            abilities=tuple(sent.abilities),
            rule=sent.rule,
        )
    return UnitProfile(
        id="profile",
        name=sent.name,
        meaning=sent.meaning or "",
        path=sent.path,
        unit_class=sent.unit_class,
        attributes=_attributes(sent),
        basic_unit=sent.basic_unit or miniatures,
        maximum=sent.max or UNIT_MOST,
        koku=sent.koku,
        dc_per_miniature=sent.dc_per_miniature,
        standard_bearer=sent.standard_bearer,
        traits=traits,
        weapons=weapons,
        armor=armor,
        abilities=tuple(sent.abilities),
        rule=sent.rule,
    )


def _attributes(sent: sides.Profile) -> Attributes:
    """The eleven attributes; what a request may leave out has no part in what it asks."""
    return Attributes(
        mv=sent.mv,
        dc=sent.dc or 0,
        at=sent.at,
        df=sent.df or 0,
        ar=sent.ar or 0,
        vt=sent.vt or 1,
        ki=sent.ki,
        hr=sent.hr or 0,
        initiative=sent.initiative,
        ac=sent.ac,
        ve=sent.ve,
    )
