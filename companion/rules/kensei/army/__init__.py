"""Army lists of chapter 12: what a list holds, and the verdict on it. Pure; the book's tables come as an argument."""

from __future__ import annotations

from companion.rules.kensei.army.judge import breaks_at, fits, judge, limits_at, problems
from companion.rules.kensei.army.mending import mended
from companion.rules.kensei.army.model import Army, ArmyTables, CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import (
    Numbers,
    Roster,
    character_numbers,
    character_vp,
    copies_allowed,
    most_miniatures,
    unit_koku,
    unit_numbers,
)
from companion.rules.kensei.army.secrecy import Policy, keeps_secrets, may_hide, redacted, redacted_card
from companion.rules.kensei.army.verdict import Breach, Budget, Fix, Hint, Limit, Rung, Share, Verdict

__all__ = [
    "Army",
    "ArmyTables",
    "Breach",
    "Budget",
    "CharacterEntry",
    "Fix",
    "Hint",
    "Limit",
    "Numbers",
    "Policy",
    "Roster",
    "Rung",
    "Share",
    "UnitEntry",
    "Verdict",
    "breaks_at",
    "character_numbers",
    "character_vp",
    "copies_allowed",
    "fits",
    "judge",
    "keeps_secrets",
    "limits_at",
    "may_hide",
    "mended",
    "most_miniatures",
    "problems",
    "redacted",
    "redacted_card",
    "unit_koku",
    "unit_numbers",
]
