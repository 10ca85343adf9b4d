"""POST /api/kensei/charge: how far a charge carries, its chance, and where it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import Field

from companion.api.errors import validate
from companion.api.fields import Answer, Distance, Faces, Flag, Request
from companion.api.fighters import combatant
from companion.api.problem import Error, InvalidInput
from companion.api.sides import Fighter
from companion.rules.kensei.orders.charge import Charge, charge_end, with_effects, wrong_dice
from companion.rules.kensei.turn.facts import Pace


class ChargeSent(Request):
    """A charge at an enemy `gap_cm` away, measured before anything moves."""

    charger: Fighter
    gap_cm: Distance
    advance: Pace = Field(default="none", description="Ordered before the charge (9:5:1).")
    turned: Flag = Field(default=False, description="It pivots on the way: an indirect charge (9:5:1).")
    halved: Flag = Field(default=False, description="Advance and dice count half (9:5:7).")
    banzai: Flag = Field(default=False, description="2D10 cm on foot (12:5:2); the effect of that name says it too.")
    plus_cm: Distance = Field(
        default=0,
        description="On the die, as Divine Wind gives (12:6:2); its effect on the charger is worth 3 cm, once.",
    )
    minus_cm: Distance = Field(default=0, description="Off the whole, as Battle Cry takes (12:5:3).")
    dice: Faces = Field(default=[], description="As they fell, 0 or 10 for a ten; empty: not thrown yet.")


class ChargeAnswer(Answer):
    """`gap_left_cm` is for the dice; `least`: the smallest sum of them that reaches, null where none is needed or even
    the highest falls short. `reached` and `stands_cm` (from the enemy) are null while a die is missing.
    """

    advance_cm: float
    gap_left_cm: float
    needs_die: bool
    dice: int
    least: int | None
    chance: float
    reached: bool | None
    stands_cm: float | None


def read_charge(data: object) -> tuple[Charge, list[int]]:
    """The charge a body describes and its dice, which must be as many as it throws."""
    body = validate(ChargeSent, data)
    who = combatant(body.charger)
    bare = Charge(
        mv=who.mv,
        mounted=who.is_mounted,
        gap_cm=body.gap_cm,
        advance=body.advance,
        turned=body.turned,
        halved=body.halved,
        minus_cm=body.minus_cm,
    )
    lasting = with_effects(bare, who, who.effects)
    charge = replace(lasting, banzai=body.banzai or lasting.banzai, plus_cm=max(body.plus_cm, lasting.plus_cm))
    wrong = wrong_dice(charge, body.dice)
    if wrong is not None:
        raise InvalidInput([Error("dice", str(wrong))])
    return charge, body.dice


def answer_charge(asked: tuple[Charge, list[int]]) -> ChargeAnswer:
    """How far it carries, and how it ended if the dice are there."""
    charge, faces = asked
    end = None if charge.dice and not faces else charge_end(charge, faces)
    told: dict[str, Any] = {
        name: getattr(charge, name) for name in ("advance_cm", "gap_left_cm", "needs_die", "dice", "least", "chance")
    }
    return ChargeAnswer(**told, reached=end.reached if end else None, stands_cm=end.stands_cm if end else None)


CHARGE = {
    "charger": {"unit": "katana-samurai", "miniatures": 10},
    "gap_cm": 18,
    "advance": "run",
    "turned": False,
    "halved": False,
    "banzai": False,
    "plus_cm": 0,
    "minus_cm": 0,
    "dice": [],
}
INDIRECT = {**CHARGE, "turned": True, "dice": [4]}
