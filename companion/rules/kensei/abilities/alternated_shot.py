"""Alternated Shot (12:5:4, K75): +4 DC for one shot, which its 2 AC include; a character inside may lend his KI."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, not_engaged

RULE = AbilityRule(
    "alternated-shot", (Form("order", (Lasts("alternated-shot"),), against=not_engaged, lenders="inside", shoots=True),)
)
