"""I Dare You (12:5:2, K73): one Kengo fights an enemy character with the basic DC; the other dice strike the unit."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Duels, Form, Whom, near_character
from companion.rules.text import Text

RULE = AbilityRule(
    "i-dare-you",
    (
        Form(
            "before-in",
            (Duels("basic", refusable=True),),
            against=near_character,
            whom=Whom("enemy-characters", asks=Text("Whom does one of them challenge?")),
        ),
    ),
)
