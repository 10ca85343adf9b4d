"""The general's Banzai (12:6:2, K71): one infantry unit charges 2D10 cm; until it has succeeded once."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, Whom
from companion.rules.text import Text

RULE = AbilityRule(
    "banzai",
    (Form("taisho", (Lasts("banzai", on="targets"),), whom=Whom("own-units", asks=Text("Which unit on foot?"))),),
    until_success=True,
)
