"""Inspire (12:6:3, K77): once shown, her unit rolls one failed attribute roll again, once a turn."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, RollsAgain, shown

RULE = AbilityRule("inspire", (Form("roll-failed", (RollsAgain("any"),), against=shown),))
