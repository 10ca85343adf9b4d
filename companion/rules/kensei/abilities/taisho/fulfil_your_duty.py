"""Fulfil Your Duty (12:6:2, K72): this turn one unit skips an honor roll, or rolls one KI with the general's."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts

RULE = AbilityRule("fulfil-your-duty", (Form("taisho", (Lasts("fulfil-your-duty", on="side"),)),))
