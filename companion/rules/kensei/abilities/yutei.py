"""Yutei (12:6:3, K78): up to three times, as an enemy card is laid; it lies face up."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, LiesOpen

RULE = AbilityRule("yutei", (Form("card", (LiesOpen(),), times=3),))
