"""What forms of orders send in one key, as the data of their acts."""

from __future__ import annotations

from typing import Any

TURNED = "+turned"
FARTHER = "farther"


def nested(found: dict[str, Any]) -> dict[str, Any]:
    """`goal=charge+run+` is an order at an enemy with the advance before it, `goal=shoot+march+precise` a precise shot;
    `left_cm=5+turned` what a charger that turned on its way has left, `left_cm=farther` more than its dice reach."""
    goal, left = found.get("goal"), found.get("left_cm")
    if isinstance(goal, str) and goal.count("+") == 2:
        do, pace, precise = goal.split("+")
        rest = {name: value for name, value in found.items() if name != "goal"}
        found = {**rest, "do": do, "pace": pace, "precision": precise == "precise"}
    if isinstance(left, str) and left.endswith(TURNED):
        found = {**found, "left_cm": left.removesuffix(TURNED), "turned": True}
    if left == FARTHER:
        found = {**found, "left_cm": 0, "farther": True}
    return found
