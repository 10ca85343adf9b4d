"""The examples of the API by short names, and other bodies made from them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from companion.api.calls import EXAMPLES

CHARGE, SHOT = EXAMPLES["/kensei/attack"].values()
NUMBERS = EXAMPLES["/kensei/odds"]["bare numbers"]
ARMY, ARMY_WITH_PROBLEMS = EXAMPLES["/kensei/army"].values()
BATTLEFIELD, SANCTUARY = EXAMPLES["/kenjin/battlefield"].values()
KENSEI = ("combat-odds", "honor", "orders", "charge", "initiative", "split", "combat-result", "victory")
COMBAT, HONOR, ORDERS, DIRECT, INITIATIVE, SPLIT, COMBAT_RESULT, VICTORY = (
    next(iter(EXAMPLES[f"/kensei/{call}"].values())) for call in KENSEI
)
CARD_GAMES = ("kenjin/score", "tenno/duel", "tenno/score", "zipang/attack", "zipang/campaign-end")
KENJIN_SCORE, DUEL, TENNO_SCORE, ZIPANG_ATTACK, CAMPAIGN_END = (
    next(iter(EXAMPLES[f"/{call}"].values())) for call in CARD_GAMES
)
GONE = object()


def changed(body: Any, path: str, value: Any) -> Any:
    """A body with another value at this path, or without it."""
    body = deepcopy(body)
    *parents, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    here = body
    for step in parents:
        here = here[step] if isinstance(step, int) else here.setdefault(step, {})
    if value is GONE:
        del here[last]
    elif isinstance(last, int) and last == len(here):
        here.append(value)
    else:
        here[last] = value
    return body
