"""Commandment Points: how many a general has each turn, and what they pay for (4:4:2, 8:2, 8:3)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kensei.profiles import Rank

POINTS: Mapping[Rank, int] = {"daimyo": 4, "taisho": 3, "busho": 2, "daisho-samurai": 1}
"""Of a general of this rank (8:2); each profile says it too."""
ON_HILL = 2
"""More while he stands on a hill (8:2)."""
TAISHO_ABILITY, REGROUPING, STRATEGIC_ORDER = 2, 1, 3
"""What each costs (8:3:1, 8:3:2, 8:3:3)."""
