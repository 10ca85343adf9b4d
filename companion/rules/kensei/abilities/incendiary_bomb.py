"""Incendiary Bomb (12:6:3, K76): 3D10 damage, no AR, to a unit up to 20 cm away; failed, he takes it himself."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Harms, Whom, all_of, no_shot, not_engaged
from companion.rules.text import Text

RULE = AbilityRule(
    "incendiary-bomb",
    (
        Form(
            "order",
            (Harms(dice=3),),
            (Harms(dice=3, on="self"),),
            against=all_of(not_engaged, no_shot),
            whom=Whom("enemy-units", within_cm=20, asks=Text("Which unit does he throw it at, up to 20 cm away?")),
        ),
    ),
)
