"""Trained Assassins (12:5:4, K75): half of their dice strike a character; failed, they are lost."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Duels, Form, LosesDice, Whom, near_character
from companion.rules.text import Text

RULE = AbilityRule(
    "trained-assassins",
    (
        Form(
            "before-in",
            (Duels("half"),),
            (LosesDice(),),
            against=near_character,
            whom=Whom("enemy-characters", asks=Text("Which character do half of the dice strike?")),
        ),
    ),
)
