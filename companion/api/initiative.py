"""POST /api/kensei/initiative: IN of everybody in a combat, and the order in which they strike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from companion.api.answers import Why
from companion.api.fields import Answer, Face, Flag, Name, Request
from companion.api.fighters import combatant
from companion.api.names import doubled, entries, unknown
from companion.api.problem import Error
from companion.api.sides import Fighter
from companion.rules.kensei.fight.initiative import Entrant, striking_order
from companion.rules.kensei.turn.contacts import Zone

MOST_FIGHTERS = 30


class Roller(Fighter):
    """Who rolls for initiative: a unit with its Bushi, or a special or lone character (10:2:4)."""

    id: Name
    charging: Flag = False
    charged_by: Literal["foot", "mounted"] | None = Field(default=None, description="Who charged it, in `zone`.")
    zone: Zone = Field(default="front", description="In which it was charged (9:5:2).")
    first_turn: Flag = Field(default=True, description="Charge, spears and obstacle count only then (9:5:5).")
    obstacle: Flag = Field(default=False, description="It defends an obstacle (6:2:5).")
    fleeing: Flag = Field(default=False, description="Reached in flight: no roll, it strikes last (9:5:6).")
    side: Name | None = Field(default=None, description="With more than two: who fights together.")
    charges: Name | None = Field(default=None, description="With more than two: the id of whom it charged.")
    die: Face | None = Field(default=None, description="The face thrown, 0 or 10 for a ten.")


class Initiative(Request):
    """Everybody in one combat."""

    fighters: list[Roller] = Field(min_length=1, max_length=MOST_FIGHTERS)


class RolledAnswer(Answer):
    """`base`, everything in `why` and the die make `value`, which is null without a die and for who flees."""

    id: str
    value: int | None
    base: int
    why: list[Why]


class InitiativeAnswer(Answer):
    """`order`: highest first, equal ones together, who flees at the end; empty while a die is missing.

    Those of `roll_again` roll in a call of their own, whose order takes the place of their group.
    """

    fighters: list[RolledAnswer]
    order: list[list[str]]
    roll_again: list[str]


def misnamed(data: dict[str, Any]) -> Iterator[Error]:
    """Names given twice, charges at nobody or at friends."""
    fighters = list(entries(data.get("fighters")))
    yield from doubled((f"fighters.{place}", one.get("id")) for place, one in fighters)
    for place, one in fighters:
        side = one.get("side")
        others = [other for at, other in fighters if at != place]
        enemies = [other.get("id") for other in others if side is None or other.get("side") != side]
        yield from unknown(f"fighters.{place}.charges", one.get("charges"), enemies)


def answer_initiative(body: Initiative) -> InitiativeAnswer:
    """Everybody's IN, and the order as far as there are dice."""
    found = striking_order([_entrant(one) for one in body.fighters])
    return InitiativeAnswer(
        fighters=[
            RolledAnswer(
                id=one.id,
                value=one.value,
                base=one.number.base,
                why=[Why.of(modifier) for modifier in one.number.modifiers],
            )
            for one in found.rolled
        ],
        order=[list(group) for group in found.groups],
        roll_again=list(found.roll_again),
    )


def _entrant(one: Roller) -> Entrant:
    return Entrant(
        id=one.id,
        who=combatant(one),
        charging=one.charging,
        charged_by=one.charged_by,
        zone=one.zone,
        first_turn=one.first_turn,
        obstacle=one.obstacle,
        fleeing=one.fleeing,
        side=one.side,
        charges=one.charges,
        die=one.die,
    )


INITIATIVE = {
    "fighters": [
        {
            "id": "a1",
            "unit": "katana-samurai",
            "miniatures": 10,
            "side": "a",
            "charging": True,
            "charges": "b1",
            "die": 5,
        },
        {
            "id": "b1",
            "unit": "yari-ashigaru",
            "miniatures": 10,
            "side": "b",
            "charged_by": "foot",
            "zone": "front",
            "die": 4,
        },
        {"id": "c1", "unit": "kiba-musha", "miniatures": 5, "side": "a", "charging": True, "charges": "b1", "die": 3},
    ]
}
