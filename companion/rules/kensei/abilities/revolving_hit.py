"""Revolving Hit (12:5:3, K74): charging; +1 DC for each miniature."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, all_of, charging, not_engaged

RULE = AbilityRule("revolving-hit", (Form("order", (Lasts("revolving-hit"),), against=all_of(not_engaged, charging)),))
