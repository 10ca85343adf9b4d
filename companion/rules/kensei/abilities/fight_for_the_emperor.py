"""Fight for the Emperor (12:5:2, K73): one honor roll that failed is rolled again."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, RollsAgain

RULE = AbilityRule("fight-for-the-emperor", (Form("roll-failed", (RollsAgain(),)),))
