"""Yutei (12:6:3, K78): up to three times, as an enemy card is laid; it lies face up."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, LiesOpen, card_just_laid

RULE = AbilityRule("yutei", (Form("card", (LiesOpen(),), against=card_just_laid, times=3),))
