"""What forms of orders send in one key, as the data of their acts."""

from __future__ import annotations

from typing import Any

TURNED = "+turned"
FARTHER = "farther"


def nested(found: dict[str, Any]) -> dict[str, Any]:
    """`goal=charge+run+` is an order at an enemy with the advance before it, `goal=shoot+march+precise` a precise shot,
    `goal=ability+march+` with its id an ability that is a shot; `left_cm=5+turned` what a charger that turned on its
    way has left, `left_cm=farther` more than its dice reach. `target=a2+off` takes a friend it moves through back,
    `target=a2+anyway` names him in spite of the book."""
    goal, left = found.get("goal"), found.get("left_cm")
    if isinstance(goal, str) and goal.count("+") == 2:
        do, pace, precise = goal.split("+")
        rest = {name: value for name, value in found.items() if name != "goal"}
        more: dict[str, Any] = {"ability": precise} if do == "ability" else {"precision": precise == "precise"}
        found = {**rest, "do": do, "pace": pace, **more}
    if isinstance(left, str) and left.endswith(TURNED):
        found = {**found, "left_cm": left.removesuffix(TURNED), "turned": True}
    target = found.get("target")
    if found.get("do") == "through" and isinstance(target, str) and "+" in target:
        friend, how = target.split("+", 1)
        found = {**found, "target": friend, **({"on": False} if how == "off" else {"anyway": True})}
    if left == FARTHER:
        found = {**found, "left_cm": 0, "farther": True}
    return found
