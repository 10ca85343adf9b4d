"""Bushido Law (12:6:2, K72): all units of the army have +2 IN and +2 HR this turn."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts

RULE = AbilityRule("bushido-law", (Form("taisho", (Lasts("bushido-law", on="side"),)),))
