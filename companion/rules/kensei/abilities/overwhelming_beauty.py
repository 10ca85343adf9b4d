"""Overwhelming Beauty (12:5:3, K74): enemies in contact who lose the opposed roll have +1 AT, which is worse."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, in_contact

RULE = AbilityRule(
    "overwhelming-beauty",
    (Form("before-in", (Lasts("overwhelmed", on="losers"),), against=in_contact, roll="opposed"),),
)
