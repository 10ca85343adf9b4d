"""POST /api/kensei/orders: what the orders of one unit cost, how far they carry, and which cannot be."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from companion.api.errors import mistake
from companion.api.fields import Answer, Flag, Int, Request
from companion.api.fighters import combatant
from companion.api.sides import Fighter
from companion.content import catalog
from companion.content.known import Known
from companion.rules.kensei.orders.orders import Commanded, Order, OrderCode, Standing, judge_orders

MOST_AC = 20
UnitDo = Literal["advance", "face", "load", "shoot", "charge", "occupy", "overcome", "through", "ability"]
"""What a unit is told; extra turns are an advance's field here, and joining or leaving is no unit's order."""
OrderedAbility = Annotated[str, Known(lambda: list(dict.fromkeys((*catalog().abilities, *catalog().taisho_abilities))))]
TAKEN_BY = {"pace": "advance", "extra_turns": "advance", "greater_precision": "shoot", "ability": "ability"}
"""Which order takes the fields that not all of them have."""


class OrderSent(Request):
    """One order. `pace` and `extra_turns` are an advance's, `greater_precision` a shot's, `ability` an ability's."""

    do: UnitDo
    pace: Literal["march", "run"] = Field(default="march", description="March: MV; run: 2 x MV (9:2:1).")
    extra_turns: Annotated[Int, Field(ge=0, le=MOST_AC)] = Field(
        default=0, description="Pivots beyond those that are free, 1 AC each (9:2:2)."
    )
    greater_precision: Flag = Field(default=False, description="A shot for 3 AC (9:3:2).")
    ability: OrderedAbility | None = Field(default=None, validate_default=True, description="Which one (9:4:3).")

    @field_validator("pace", "extra_turns", "greater_precision", "ability")
    @classmethod
    def _where_it_belongs(cls, value: object, info: ValidationInfo) -> object:
        field = info.field_name or ""
        do = info.data.get("do")
        if do is None:
            return value  # which is wrong and says so itself
        if do != TAKEN_BY[field] and value != cls.model_fields[field].default:
            raise mistake(f'Only "{TAKEN_BY[field]}" takes this; leave it out.')
        if field == "ability" and do == "ability" and value is None:
            raise mistake("Missing; give the id of the ability.")
        return value


class StateSent(Request):
    """How the unit comes to its orders. `ac_spent`: on reactions earlier this turn (8:3:5)."""

    loaded: Flag = True
    engaged: Flag = Field(default=False, description="It came into this turn in contact with an enemy (9:1).")
    fleeing: Flag = False
    failed_charge: Flag = Field(default=False, description="Its charge of the last turn fell short (9:5:7).")
    halved: Flag = Field(default=False, description="It moves at half.")
    ac_spent: Annotated[Int, Field(ge=0, le=MOST_AC)] = 0


class OrderSettings(Request):
    """What the table may choose here; the first value is the default."""

    ability_cost: Literal["one", "printed"] = Field(
        default="one", description="An ability without a printed price costs 1 AC, or nothing (3:4:6, 9:4:3)."
    )


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


class StepAnswer(Answer):
    """One order with its price; `most_cm` is how far an advance may go."""

    do: str
    ac: int
    most_cm: float | None
    rule: str


class OrderProblemAnswer(Answer):
    """Why an order cannot be; `about` counts the orders from 0."""

    code: OrderCode
    about: int
    message: str
    rule: str


class OrdersAnswer(Answer):
    """`allowed` exactly when there is no problem."""

    allowed: bool
    ac: AcAnswer
    steps: list[StepAnswer]
    problems: list[OrderProblemAnswer]


def answer_orders(body: Orders) -> OrdersAnswer:
    """What the rules say of the orders."""
    known = catalog()
    unit = Commanded(combatant(body), known.weapons, known.abilities, body.settings.ability_cost)
    orders = [Order(one.do, one.pace, one.extra_turns, one.greater_precision, one.ability or "") for one in body.orders]
    judged = judge_orders(unit, Standing(**body.state.model_dump()), orders)
    return OrdersAnswer(
        allowed=not judged.problems,
        ac=AcAnswer(have=judged.have, spent=judged.spent, left=judged.have - judged.spent),
        steps=[StepAnswer.model_validate(step) for step in judged.steps],
        problems=[
            OrderProblemAnswer(code=one.code, about=one.about, message=str(one.message), rule=one.rule)
            for one in judged.problems
        ],
    )


ORDERS = {
    "unit": "yumi-samurai",
    "miniatures": 10,
    "state": {
        "loaded": True,
        "engaged": False,
        "fleeing": False,
        "failed_charge": False,
        "halved": False,
        "ac_spent": 0,
    },
    "orders": [{"do": "advance", "pace": "march", "extra_turns": 0}, {"do": "shoot", "greater_precision": False}],
}
