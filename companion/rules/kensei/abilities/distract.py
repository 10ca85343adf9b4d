"""Distract (12:6:3, K77): an ability within 30 cm is cancelled where it has no roll, else its KI is 3 lower."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Disturbs, Form, shown

RULE = AbilityRule("distract", (Form("ability", (Disturbs(3),), against=shown),))
