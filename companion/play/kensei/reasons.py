"""Why players set something by hand: the usual reasons at one tap, any other in their own words."""

from __future__ import annotations

from companion.rules.text import Text

CORRECTED: dict[str, Text] = {
    "miscounted": Text("miscounted"),
    "measured-again": Text("measured again"),
    "house-rule": Text("house rule"),
}
"""Of a correction."""
MODIFIED: dict[str, Text] = {
    "ability": Text("an ability"),
    "house-rule": Text("house rule"),
    "scenario": Text("the scenario"),
}
"""Of a modifier of their own."""
OTHER = "other"
"""The reason is said in words."""


def modified(reason: str) -> Text | str:
    """Why a modifier was added, as it is told."""
    return MODIFIED.get(reason, reason)
