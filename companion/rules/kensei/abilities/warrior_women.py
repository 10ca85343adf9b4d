"""Warrior Women (12:5:4, K75): other friends within 20 cm have +1 HR, this turn and the next."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, Whom
from companion.rules.text import Text

RULE = AbilityRule(
    "warrior-women",
    (
        Form(
            "any",
            (Lasts("warrior-women", on="targets"),),
            whom=Whom("friends", many=True, after=True, within_cm=20, asks=Text("Which friends stand within 20 cm?")),
        ),
    ),
)
