"""I Dare You (12:5:2, K73): one Kengo fights an enemy character with the basic DC; the other dice strike the unit."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Duels, Form, Whom, in_contact
from companion.rules.text import Text

RULE = AbilityRule(
    "i-dare-you",
    (
        Form(
            "before-in",
            (Duels("basic"),),
            against=in_contact,
            whom=Whom("enemy-characters", asks=Text("Whom does one of them challenge?")),
        ),
    ),
)
