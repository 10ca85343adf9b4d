"""Forest of Spears (12:5:2, K73): charged in front, withstanding: no charge bonuses, and +1 DF."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, charged_in_front

RULE = AbilityRule(
    "forest-of-spears",
    (
        Form(
            "charged",
            (Lasts("forest-of-spears"),),
            against=charged_in_front,
            lenders="inside-or-commandment",  # where it is only lent by the general (K71)
        ),
    ),
)
