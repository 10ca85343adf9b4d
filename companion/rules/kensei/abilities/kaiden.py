"""Kaiden (12:6:3, K78): who is hidden within 30 cm is shown."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, ShowsHidden

RULE = AbilityRule("kaiden", (Form("order", (ShowsHidden(30),)),))
