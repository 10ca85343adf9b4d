"""The circumstances of an attack in a request: their names, kinds and descriptions come from the rules' declaration."""

from __future__ import annotations

from typing import Annotated, Any, get_type_hints

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, GetPydanticSchema, ValidationInfo, create_model
from pydantic_core import CoreSchema, core_schema

from companion.api.errors import mistake
from companion.api.fields import Distance, Flag, Points, Request
from companion.rules.kensei.fight.situation import CIRCUMSTANCES, Circumstance, Situation

SHOTS = ("shot", "shooting")


class ConfrontationValues(Request):
    """The VE of each side when several units fight (2:7:2); a side left out is counted from what was sent."""

    attacker: Points | None = None
    defender: Points | None = None


def _measured(value: float | None, info: ValidationInfo) -> float | None:
    if value is None and info.context and info.context["kind"] in SHOTS:
        raise mistake("Missing; a shot needs the distance, a number of centimeters from 0 to 1000.")
    return value


TYPES = get_type_hints(Situation)


def _field(one: Circumstance) -> Any:
    """One circumstance as pydantic wants it: what is accepted, and what is taken when it is left out."""
    about = f"{one.about.removesuffix('.')} ({one.rule})."
    if one.kind == "distance":
        measured = Annotated[Distance | None, AfterValidator(_measured)]
        return measured, Field(default=one.default, validate_default=True, description=about)
    accepted = Flag if TYPES[one.field] is bool else TYPES[one.field]
    return accepted, Field(default=one.default, description=about)


SENT = tuple(one for one in CIRCUMSTANCES.values() if one.api == "situation")
"""The circumstances that stand in a request's `situation` under their own names."""

Body = create_model(
    "Situation",
    __base__=Request,
    __doc__="The circumstances. `charging` and `zone` count only in the first turn of a combat (9:5:5).",
    ve=(ConfrontationValues | None, Field(default=None, description="When several units fight (2:7:2).")),
    **{one.field: _field(one) for one in SENT},
)
"""A request's `situation` as it is sent."""


def _of_the_rules(sent: Any) -> Situation:
    ve = sent.ve or ConfrontationValues()
    known: dict[str, Any] = {one.field: getattr(sent, one.field) for one in SENT}
    return Situation(**known, ve_attacker=ve.attacker, ve_defender=ve.defender)


def _schema(_source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    return core_schema.no_info_after_validator_function(_of_the_rules, handler(Body))


SituationSent = Annotated[Situation, GetPydanticSchema(_schema)]
"""Sent as `Body`, and read as the rules' own situation."""
