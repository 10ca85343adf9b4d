"""Protect the Lord (12:5:2, K66, K73): a character in the unit who is challenged need not fight, whoever challenges."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Avoids, Form

RULE = AbilityRule("protect-the-lord", (Form("challenged", (Avoids(),)),))
