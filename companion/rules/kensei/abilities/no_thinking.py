"""No Thinking (12:5:2, K73): before charging; the enemy has −1 DF this turn."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, all_of, charging, not_engaged

RULE = AbilityRule("no-thinking", (Form("order", (Lasts("no-thinking"),), against=all_of(not_engaged, charging)),))
