"""Specialist in Duels (12:6:3, K66, K77): his challenge is not refused, and that unit does not strike him this turn."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, CannotRefuse, Form

RULE = AbilityRule("specialist-in-duels", (Form("challenging", (CannotRefuse(),)),))
