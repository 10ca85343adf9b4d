"""One draft for all units that have no order yet: they march, or do what another was told (8:3:5)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import Act, Data
from companion.play.game import Event
from companion.play.kensei.acts import own_until_over
from companion.play.kensei.ordered import PlanStep
from companion.play.kensei.orders.announcing import ENDED, ONLY_OWN, RULE, must_order, used_up
from companion.play.kensei.orders.plans import judge, plan_of, with_plan
from companion.play.kensei.orders.reacting import able
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.text import Refusal, Text

MARCH = (PlanStep("advance"),)
ALIKE = frozenset({"advance", "turn", "face", "load", "overcome"})
"""What may be said of many at once: it names nobody, and no place."""


class AlikeData(Data):
    """`like`: the unit whose draft the others get too; without it they march."""

    like: str = ""


def model(state: State, piece_id: str) -> tuple[PlanStep, ...]:
    """The draft of a unit as others may get it; empty where it holds what cannot be said of many."""
    draft = plan_of(state, piece_id).draft
    return draft if all(step.do in ALIKE for step in draft) else ()


def others(state: State, seat: str, steps: tuple[PlanStep, ...]) -> tuple[Piece, ...]:
    """The units of a side without any order, against whom the book has nothing in these."""
    return tuple(
        piece
        for piece in state.of(seat)
        if steps and able(piece) and not plan_of(state, piece.id).steps and _may(state, piece, steps)
    )


def _may(state: State, piece: Piece, steps: tuple[PlanStep, ...]) -> bool:
    return used_up(state, piece, steps) is None and judge(state, piece, plan_of(state, piece.id)).against(steps) is None


def _alike(state: State, event: Event, data: AlikeData) -> State | Refusal:
    if event.by != event.seat:
        return Refusal(ONLY_OWN, RULE)
    if refused := must_order(state):
        return refused
    if event.seat in state.ended:
        return ENDED
    own = {piece.id for piece in state.of(event.seat)}
    steps = (model(state, data.like) if data.like in own else ()) if data.like else MARCH
    drafting = others(state, event.seat, steps)
    if not drafting:
        return Refusal(Text("No unit without an order could do that: open a unit and tap what it does."), RULE)
    for piece in drafting:
        state = with_plan(state, replace(plan_of(state, piece.id), steps=steps))
    return state


ACTS = (
    Act("alike", AlikeData, _alike, called=lambda _: Text("the same draft for many"), sees=own_until_over, quiet=True),
)
