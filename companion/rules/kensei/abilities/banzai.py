"""Banzai (12:5:2, K73): the charge goes 2D10 cm instead of 1D10. A failed roll leaves an ordinary charge."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, all_of, charging, not_engaged

RULE = AbilityRule("banzai", (Form("order", (Lasts("banzai"),), against=all_of(not_engaged, charging)),))
