"""Two Swords (12:5:2, K73): +1 DF this turn, for who is not engaged."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, not_engaged

RULE = AbilityRule("two-swords", (Form("order", (Lasts("two-swords"),), against=not_engaged),))
