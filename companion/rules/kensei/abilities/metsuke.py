"""Metsuke (12:6:3, K78): three times his dice and +4 IN against Ninjas and Shinobi; or he captures a Geisha."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Captures, Form, Whom, in_contact
from companion.rules.text import Text

RULE = AbilityRule(
    "metsuke",
    (
        Form("by-itself", ()),
        Form(
            "before-in",
            (Captures(),),
            against=in_contact,
            roll="opposed",
            attribute="hr",
            whom=Whom("enemy-characters", asks=Text("Which Geisha does he capture?")),
            id="capture",
            label=Text("captures a Geisha"),
        ),
    ),
)
