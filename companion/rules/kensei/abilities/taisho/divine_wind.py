"""Divine Wind (12:6:2, K72): Sohei units have +3 cm on the charge die this turn."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts

RULE = AbilityRule("divine-wind", (Form("taisho", (Lasts("divine-wind", on="side"),)),))
