"""POST /api/kensei/honor: the target of an honor roll, its chance, and whether a face holds."""

from __future__ import annotations

from companion.api import requests
from companion.api.answers import HonorAnswer, Why
from companion.api.fighters import characters, profile_of
from companion.content import catalog
from companion.rules.kensei.after.honor import Commander, are_near, chance, holds, honor_target
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.text import Modifier, Text


def answer_honor(body: requests.Honor) -> HonorAnswer:
    """What the roll is made against, and how it ended if a die was sent."""
    near = body.commander
    target = honor_target(
        Combatant(profile_of(body), characters=characters(body.characters), effects=frozenset(body.effects)),
        standard_bearer=body.standard_bearer,
        commander=Commander(catalog().characters[near.character], near.distance_cm, near.in_other_unit)
        if near
        else None,
        sohei_near=are_near(body.sohei_cm),
        destroyed_enemy=body.destroyed_enemy,
        character_broke_away=body.character_broke_away,
        run_through=body.run_through,
        bonuses=[Modifier(b.value, Text("%(reason)s", {"reason": b.reason}), b.rule) for b in body.bonuses],
    )
    return HonorAnswer(
        target=target.value,
        base=Why.base_of(target),
        why=[Why.of(modifier) for modifier in target.modifiers],
        chance=chance(target.value),
        holds=None if body.die is None else holds(target.value, body.die),
    )
