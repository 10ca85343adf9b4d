"""The Darma Wheel (12:6:2, K72): the general's death asks no honor roll; he still calls back."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts

RULE = AbilityRule("darma-wheel", (Form("by-itself", (Lasts("darma-wheel", on="side"),)),))
