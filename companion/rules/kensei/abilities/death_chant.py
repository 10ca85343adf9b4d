"""Death Chant (12:5:3, K74): enemies within 20 cm who fail their KI have −1 HR and −1 IN, this turn and the next."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, Whom
from companion.rules.text import Text

RULE = AbilityRule(
    "death-chant",
    (
        Form(
            "order",
            (Lasts("chanted-at", on="losers"),),
            roll="each",
            whom=Whom(
                "enemy-units", many=True, after=True, within_cm=20, asks=Text("Which enemies stand within 20 cm?")
            ),
        ),
    ),
)
