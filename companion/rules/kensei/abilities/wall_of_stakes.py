"""Wall of Stakes (12:5:4, K75): before any shot; a defended obstacle in front of it, as long as it stays there."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, all_of, has_not_shot, not_engaged

RULE = AbilityRule(
    "wall-of-stakes", (Form("order", (Lasts("wall-of-stakes"),), against=all_of(not_engaged, has_not_shot)),)
)
