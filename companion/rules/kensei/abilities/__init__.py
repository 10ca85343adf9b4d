"""Abilities of units, characters and generals (12:5, 12:6): one file each, found by the id of its entry in the tables.

`rule` says what an ability is to the rules, `taisho` holds those of the general.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from companion.rules.kensei.abilities.rule import AbilityRule


def rule_of(ability: str, *, taisho: bool = False) -> AbilityRule | None:
    """What the file of this ability says; None where there is no such file."""
    folder = f"{__name__}.taisho" if taisho else __name__
    name = f"{folder}.{ability.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    found = import_module(name).RULE
    assert isinstance(found, AbilityRule)
    return found
