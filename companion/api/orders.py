"""POST /api/kensei/orders: what the orders of one unit cost, how far they carry, and which cannot be; and
POST /api/kensei/charge: how far a charge carries, its chance, and where it ends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from companion.api.answers import Answer, shows
from companion.api.calls import call
from companion.api.errors import mistake
from companion.api.fields import Distance, Faces, Flag, Int, Request, made
from companion.api.fighters import Fighter
from companion.api.problem import InvalidInput, errors_of
from companion.api.translation import gettext as _
from companion.content import catalog
from companion.content.known import Known
from companion.rules.kensei.orders.charge import Charge, charge_end, with_effects, wrong_dice
from companion.rules.kensei.orders.orders import Commanded, Order, OrderProblem, OrderStep, Standing, judge_orders
from companion.rules.kensei.turn.facts import Pace

AcSent = Annotated[Int, Field(ge=0, le=20)]
UnitDo = Literal["advance", "face", "load", "shoot", "charge", "occupy", "overcome", "through", "ability"]
"""What a unit is told; extra turns are an advance's field here, and joining or leaving is no unit's order."""
OrderedAbility = Annotated[str, Known(lambda: list(dict.fromkeys((*catalog().abilities, *catalog().taisho_abilities))))]
TAKEN_BY = {"pace": "advance", "extra_turns": "advance", "greater_precision": "shoot", "ability": "ability"}
"""Which order takes the fields that not all of them have."""

# ---- orders


class OrderSent(Request):
    """One order. `pace` and `extra_turns` are an advance's, `greater_precision` a shot's, `ability` an ability's."""

    do: UnitDo
    pace: Literal["march", "run"] = "march"
    """March: MV; run: 2 x MV (9:2:1)."""
    extra_turns: AcSent = 0
    """Pivots beyond those that are free, 1 AC each (9:2:2)."""
    greater_precision: Flag = False
    """A shot for 3 AC (9:3:2)."""
    ability: OrderedAbility | None = Field(default=None, validate_default=True)
    """Which one (9:4:3)."""

    @field_validator(*TAKEN_BY)
    @classmethod
    def _where_it_belongs(cls, value: object, info: ValidationInfo) -> object:
        field = info.field_name or ""
        do = info.data.get("do")
        if do is None:
            return value  # which is wrong and says so itself
        if do != TAKEN_BY[field] and value != cls.model_fields[field].default:
            raise mistake(_('Only "%(value)s" takes this; leave it out.', value=TAKEN_BY[field]))
        if field == "ability" and do == "ability" and value is None:
            raise mistake(_("Missing; give the id of the ability."))
        return value


class StateSent(Request):
    """How the unit comes to its orders. `ac_spent`: on reactions earlier this turn (8:3:5)."""

    loaded: Flag = True
    teppo_wet: Flag = False
    """All it has to shoot with are teppo that got wet in a stream (6:2:6)."""
    engaged: Flag = False
    """It came into this turn in contact with an enemy (9:1)."""
    fleeing: Flag = False
    failed_charge: Flag = False
    """Its charge of the last turn fell short (9:5:7)."""
    halved: Flag = False
    """It moves at half."""
    ac_spent: AcSent = 0


class OrderSettings(Request):
    """What the table may choose here; the first value is the default."""

    ability_cost: Literal["one", "printed"] = "one"
    """An ability without a printed price costs 1 AC, or nothing (3:4:6, 9:4:3)."""


class Orders(Fighter):
    """The orders of one unit for its turn, or of a character with AC of his own."""

    state: StateSent = StateSent()
    orders: list[OrderSent] = Field(max_length=50)
    settings: OrderSettings = OrderSettings()


class AcAnswer(Answer):
    """Action Points; `spent` is the full sum, so that `left` may be negative."""

    have: int
    spent: int
    left: int


@shows(OrderStep)
class StepAnswer(Answer):
    """One order with its price; `most_cm` is how far an advance may go."""


@shows(OrderProblem)
class OrderProblemAnswer(Answer):
    """Why an order cannot be; `about` counts the orders from 0."""


class OrdersAnswer(Answer):
    """`allowed` exactly when there is no problem."""

    allowed: bool
    ac: AcAnswer
    steps: list[StepAnswer]
    problems: list[OrderProblemAnswer]


@call("/kensei/orders", OrdersAnswer)
def orders(body: Orders) -> dict[str, object]:
    """The orders of one unit for its turn: their price, and which cannot be.

    Chapters 8:3 and 9. Every reason that holds is named at each order it holds for, `ac-over` at the first order the
    Action Points do not cover.
    """
    known = catalog()
    unit = Commanded(body.combatant(), known.weapons, known.abilities, body.settings.ability_cost)
    given = [made(Order, one, ability=one.ability or "") for one in body.orders]
    judged = judge_orders(unit, made(Standing, body.state), given)
    return {
        "allowed": not judged.problems,
        "ac": AcAnswer(have=judged.have, spent=judged.spent, left=judged.have - judged.spent),
        "steps": judged.steps,
        "problems": judged.problems,
    }


# ---- a charge


class ChargeSent(Request):
    """A charge at an enemy `gap_cm` away, measured before anything moves."""

    charger: Fighter
    gap_cm: Distance
    advance: Pace = "none"
    """Ordered before the charge (9:5:1)."""
    turned: Flag = False
    """It pivots on the way: an indirect charge (9:5:1)."""
    halved: Flag = False
    """Advance and dice count half (9:5:7)."""
    banzai: Flag = False
    """2D10 cm on foot (12:5:2); the effect of that name says it too."""
    plus_cm: Distance = 0
    """On the die, as Divine Wind gives (12:6:2); its effect on the charger is worth 3 cm, once."""
    minus_cm: Distance = 0
    """Off the whole, as Battle Cry takes (12:5:3)."""
    dice: Faces = Field(default=[])
    """As they fell, 0 or 10 for a ten; empty: not thrown yet."""


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


@call("/kensei/charge", ChargeAnswer)
def charge(body: ChargeSent) -> dict[str, Any]:
    """A charge: what its dice must bridge, its exact chance, where it stands.

    Advance, die and what falls short (9:5:1 to 9:5:7). Leave the dice out to learn the chance.
    """
    who = body.charger.combatant()
    bare = made(Charge, body, mv=who.mv, mounted=who.is_mounted, banzai=False, plus_cm=0)
    lasting = with_effects(bare, who, who.effects)
    charge = replace(lasting, banzai=body.banzai or lasting.banzai, plus_cm=max(body.plus_cm, lasting.plus_cm))
    wrong = wrong_dice(charge, body.dice)
    if wrong is not None:
        raise InvalidInput(errors_of(wrong, "dice"))
    end = None if charge.dice and not body.dice else charge_end(charge, body.dice)
    fields = {name: getattr(charge, name) for name in ChargeAnswer.model_fields if hasattr(charge, name)}
    return {**fields, "reached": end and end.reached, "stands_cm": end and end.stands_cm}
