"""Assassin (12:6:3, K77): 3D10 at a character in contact, each less his AR; lost, she takes 3 damage."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Harms, Whom, near_character
from companion.rules.text import Text

RULE = AbilityRule(
    "assassin",
    (
        Form(
            "before-in",
            (Harms(dice=3, armor=True),),
            (Harms(points=3, on="self"),),
            against=near_character,
            whom=Whom("enemy-characters", asks=Text("Whom does she try to kill?")),
        ),
    ),
)
