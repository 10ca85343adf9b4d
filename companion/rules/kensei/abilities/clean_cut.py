"""A Clean Cut (12:6:3, K77): the enemy has −2 AR, at least 1, this combat."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, in_contact

RULE = AbilityRule("clean-cut", (Form("before-in", (Lasts("clean-cut"),), against=in_contact),))
