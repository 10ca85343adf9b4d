"""Ashigarus' General (12:6:2, K71): Heinin regroup near enemies and have −1 AT this turn."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts

RULE = AbilityRule("ashigarus-general", (Form("taisho", (Lasts("ashigarus-general", on="side"),)),))
