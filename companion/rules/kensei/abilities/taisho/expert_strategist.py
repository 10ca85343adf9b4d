"""Expert Strategist (12:6:2, K72, K79): two own cards that no Spy turned change places."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, SwapsCards

RULE = AbilityRule("expert-strategist", (Form("reveal", (SwapsCards(),)),))
