"""The general's Forest of Spears (12:6:2, K71): this turn every Yari Ashigaru unit may use it."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts

RULE = AbilityRule("forest-of-spears", (Form("taisho", (Lasts("spears-allowed", on="side"),)),))
