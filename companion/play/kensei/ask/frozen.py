"""Numbers kept from the first die on: what is corrected on the table later does not change a roll in the air."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.play.codec import decode, encode
from companion.play.kensei.turn_state import Frozen
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.text import Modifier, Number

PARTS = ("dc", "at", "df", "ar", "damage_bonus")


def freeze(numbers: Numbers) -> Frozen:
    """The numbers of a strike as a state keeps them."""
    kept: dict[str, Any] = {part: freeze_number(getattr(numbers, part)) for part in PARTS}
    return {**kept, "weapon": numbers.weapon}


def thaw(frozen: Frozen) -> Numbers:
    """The numbers back from `freeze`."""
    dc, at, df, ar, bonus = (thaw_number(frozen[part]) for part in PARTS)
    return Numbers(dc, at, df, ar, bonus, frozen["weapon"])


def freeze_number(number: Number) -> Frozen:
    """One number with all it is made of."""
    terms = [[m.value, encode(m.reason), m.rule, m.ruling] for m in number.modifiers]
    return {
        "value": number.value,
        "base": number.base,
        "source": encode(number.source),
        "rule": number.rule,
        "terms": terms,
    }


def thaw_number(frozen: Mapping[str, Any]) -> Number:
    """The number back from `freeze_number`."""
    terms = tuple(Modifier(value, decode(reason), rule, ruling) for value, reason, rule, ruling in frozen["terms"])
    return Number(frozen["base"], decode(frozen["source"]), frozen["rule"], terms)
