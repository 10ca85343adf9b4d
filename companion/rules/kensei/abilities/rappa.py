"""Rappa (12:6:3, K76): enemy units within 20 cm who lose the opposed roll owe an honor roll."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, OwesHonor, Whom
from companion.rules.text import Text

RULE = AbilityRule(
    "rappa",
    (
        Form(
            "order",
            (OwesHonor(),),
            whom=Whom("enemy-units", many=True, within_cm=20, asks=Text("Which enemies stand within 20 cm?")),
            lenders="commandment",
            lent_to="targets",
        ),
    ),
)
