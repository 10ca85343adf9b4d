"""'Till the End (12:5:3, K74): one honor roll is not rolled."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, NotRolled

RULE = AbilityRule("till-the-end", (Form("honor-due", (NotRolled(),)),))
