"""Abilities of units, characters and generals (12:5, 12:6): one file each, found by the id of its entry in the tables.

`rule` says what an ability is to the rules, `taisho` holds those of the general.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from companion.rules.kensei.abilities.rule import AbilityRule


@lru_cache(maxsize=128)
def rule_of(ability: str, *, taisho: bool = False) -> AbilityRule | None:
    """What the file of this ability says; None where there is no such file."""
    folder = f"{__name__}.taisho" if taisho else __name__
    file = ability.replace("-", "_")
    if not file.isidentifier() or find_spec(f"{folder}.{file}") is None:
        return None
    found = getattr(import_module(f"{folder}.{file}"), "RULE", None)
    return found if isinstance(found, AbilityRule) else None
