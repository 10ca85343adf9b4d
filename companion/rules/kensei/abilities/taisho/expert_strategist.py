"""Expert Strategist (12:6:2, K72, K79): two own cards that no Spy turned change places."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, SwapsCards, Whom, all_laid
from companion.rules.text import Text

RULE = AbilityRule(
    "expert-strategist",
    (
        Form(
            "reveal",
            (SwapsCards(),),
            against=all_laid,
            whom=Whom("own-cards", many=True, count=2, asks=Text("Which two of your cards change places, if any?")),
        ),
    ),
)
