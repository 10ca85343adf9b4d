"""Abilities of units, characters and generals (12:5, 12:6): what one is to the rules, and the table of them."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule
from companion.rules.kensei.abilities.table import RULES, TAISHO


def rule_of(ability: str, *, taisho: bool = False) -> AbilityRule | None:
    """The rule of this ability; None where there is none."""
    return (TAISHO if taisho else RULES).get(ability)
