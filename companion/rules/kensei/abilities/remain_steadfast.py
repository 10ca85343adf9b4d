"""Remain Steadfast (12:5:3, K74): withstanding a charge; its charger has no charge bonuses."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts

RULE = AbilityRule("remain-steadfast", (Form("charged", (Lasts("remain-steadfast"),), roll="opposed"),))
