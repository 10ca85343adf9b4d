"""Orders drafted in private and announced to all (8:3:4, 8:3:5, K70).

A draft is its side's alone: no other seat's page, log or export holds a word of it. The announcement tells it all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import must_have_begun, own_until_over
from companion.play.kensei.fight.words import joined
from companion.play.kensei.ordered import PlanStep, UnitPlan
from companion.play.kensei.orders.plans import added, against, drafted, plan_of, taken_back, with_plan
from companion.play.kensei.orders.reacting import announced_charge
from companion.play.kensei.orders.words import row, side_of, title
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.turn.facts import Pace
from companion.rules.text import Refusal, Text

RULE = "8:3:5"
Pure = Literal["advance", "turn", "face", "load", "occupy", "overcome", "through"]
Aimed = Literal["charge", "shoot"]


class OrderData(Data):
    """A chip of a unit's row: an order without a target, drafted or taken back. `anyway`: although the book has
    something against it."""

    piece: str
    do: Pure
    pace: Literal["march", "run"] = "march"
    on: bool = True
    anyway: bool = False


class AnnounceData(Data):
    """All drafts of a side, and where a unit is named this order of it too. `pace` is the advance before a charge."""

    piece: str = ""
    do: Pure | Aimed | Literal[""] = ""
    pace: Literal["none", "march", "run"] = "march"
    target: str = ""
    precision: bool = False
    anyway: bool = False


def own(state: State, event: Event, piece_id: str) -> Piece | Refusal:
    """A piece of the side that orders, in the phase of orders; or why nobody orders it."""
    if refused := must_have_begun(state):
        return refused
    if state.phase != "orders":
        return Refusal(Text("Orders are given and carried out in the orders phase: wait for the next turn."), RULE)
    piece = state.piece(piece_id)
    if piece is None or piece.seat != event.seat or not piece.standing:
        return Refusal(Text("There is no such unit of yours on the table: choose another."), RULE)
    return piece


def _order(state: State, event: Event, data: OrderData) -> State | Refusal:
    piece = own(state, event, data.piece)
    if isinstance(piece, Refusal):
        return piece
    plan, step = plan_of(state, piece.id), _pure(data)
    if not data.on:
        if step not in plan.draft:
            return Refusal(Text("That order is not drafted: look at the row as it is now."), RULE)
        return with_plan(state, taken_back(plan, step))
    if not data.anyway and (found := against(state, piece, (step,))):
        return found
    return with_plan(state, replace(plan, steps=added(plan, (step,)), stopped=False))


def _pure(data: OrderData | AnnounceData) -> PlanStep:
    assert data.do
    pace: Pace = "run" if data.pace == "run" else "march"
    return PlanStep(data.do, pace if data.do == "advance" else "march")


def _announce(state: State, event: Event, data: AnnounceData) -> State | Refusal:
    if data.do:
        added_ = _with_order(state, event, data)
        if isinstance(added_, Refusal):
            return added_
        state = added_
    elif isinstance(found := _somebody(state, event), Refusal):
        return found
    return all_told(state, event.seat)


def all_told(state: State, seat: str) -> State:
    """The state in which all drafts of a side lie open."""
    for plan in drafted(state, seat):
        state = _told(state, plan)
    return state


def _somebody(state: State, event: Event) -> Refusal | None:
    if refused := must_have_begun(state):
        return refused
    if state.phase != "orders":
        return Refusal(Text("Orders are given and carried out in the orders phase: wait for the next turn."), RULE)
    if not drafted(state, event.seat):
        return Refusal(Text("Nothing is drafted: open a unit's row and tap an order first."), RULE)
    return None


def _with_order(state: State, event: Event, data: AnnounceData) -> State | Refusal:
    piece = own(state, event, data.piece)
    if isinstance(piece, Refusal):
        return piece
    enemy = state.piece(data.target)
    if data.do in ("charge", "shoot") and (enemy is None or enemy.seat == event.seat or not enemy.standing):
        return Refusal(Text("A charge or a shot names an enemy on the table: choose one."), RULE)
    steps = _wanted(data)
    if not data.anyway and (found := against(state, piece, steps)):
        return found
    plan = plan_of(state, piece.id)
    return with_plan(state, replace(plan, steps=added(plan, steps), stopped=False))


def _wanted(data: AnnounceData) -> tuple[PlanStep, ...]:
    """The orders that one tap on a target, or on a chip, gives."""
    if data.do == "shoot":
        return (PlanStep("shoot", target=data.target, precision=data.precision),)
    if data.do == "charge":
        advance = () if data.pace == "none" else (PlanStep("advance", data.pace),)
        return (*advance, PlanStep("charge", target=data.target))
    return (_pure(data),)


def _told(state: State, plan: UnitPlan) -> State:
    """The state in which a plan lies open; each charge in it asks for its reaction now (9:5:6)."""
    lost = plan.announced if plan.stopped else plan.done
    state = with_plan(state, replace(plan, announced=len(plan.steps), done=lost, stopped=False))
    for place, step in enumerate(plan.steps):
        if place >= plan.announced and step.do == "charge":
            state = announced_charge(state, plan.piece, step.target, plan.steps[plan.announced : place])
    return state


def _announce_line(before: State, event: Event, data: AnnounceData, after: State) -> Line:
    said = announced_words(before, event.seat, after)
    piece = before.piece(data.piece) if data.anyway and data.do else None
    if piece is not None and (found := against(before, piece, _wanted(data))):
        said.append(Text("All the same: %(reason)s", {"reason": found.reason}))
    return Line(joined(said))


def announced_words(before: State, seat: str, after: State) -> list[Text]:
    """What a side's announcement says, unit by unit and character by character."""
    said: list[Text] = []
    for plan in after.plans:
        was = plan_of(before, plan.piece)
        if side_of(after, plan.piece) == seat and plan.announced > was.announced:
            orders = row(after, plan.steps[was.announced : plan.announced])
            said.append(Text("%(unit)s: %(orders)s.", {"unit": title(after, plan.piece), "orders": orders}))
    return said


def secret(state: State) -> frozenset[str]:
    """What is drafted, by the names of its units."""
    return frozenset(f"orders {plan.piece}" for plan in state.plans if plan.draft and not state.over)


ACTS = (
    Act("order", OrderData, _order, called=lambda _: Text("a drafted order"), sees=own_until_over),
    Act("announce", AnnounceData, _announce, _announce_line, called=lambda _: Text("an announcement"), sees=everybody),
)
