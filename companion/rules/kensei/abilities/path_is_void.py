"""The Path Is Void (12:6:3, K77): before charging; the enemy has −2 DF this turn."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, all_of, charging, not_engaged

RULE = AbilityRule("path-is-void", (Form("order", (Lasts("path-is-void"),), against=all_of(not_engaged, charging)),))
