"""What a unit's orders cost and what the book has against them, judged on the table as it stands (8:3:5, 9:1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.content import catalog
from companion.play.kensei import markers, older
from companion.play.kensei.fighters import body
from companion.play.kensei.ordered import PlanStep, Reaction, UnitPlan
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.orders.orders import (
    Commanded,
    Order,
    OrderProblem,
    Standing,
    goes_with_charge,
    judge_orders,
)
from companion.rules.kensei.turn.contacts import engaged, touches
from companion.rules.kensei.turn.regroup import FAILED_ORDER_AC, REGROUPED_AC
from companion.rules.text import Refusal, Text

MOVES = frozenset({"advance", "turn", "face", "occupy", "overcome", "through"})
"""Orders that the players carry out with their hands alone."""
MOVED_THROUGH_AC = 1
"""What it costs the unit through which friends move; a lone character nothing (K81)."""


def plan_of(state: State, piece_id: str) -> UnitPlan:
    """The orders of a unit this turn; none yet is an empty plan."""
    return next((plan for plan in state.plans if plan.piece == piece_id), UnitPlan(piece_id))


def with_plan(state: State, plan: UnitPlan) -> State:
    """With this plan, in the place of the unit's last one or behind all others; an empty one is none."""
    if all(known.piece != plan.piece for known in state.plans):
        return replace(state, plans=(*state.plans, plan)) if plan.steps else state
    plans = (plan if known.piece == plan.piece else known for known in state.plans)
    return replace(state, plans=tuple(known for known in plans if known.steps))


def said(plan: UnitPlan) -> UnitPlan:
    """The plan as everybody knows it, without its draft."""
    return replace(plan, steps=plan.steps[: plan.announced])


def drafted(state: State, seat: str) -> tuple[UnitPlan, ...]:
    """The plans of a side that hold something it has not announced, in the order in which they were begun."""
    own = {piece.id for piece in state.of(seat) if piece.standing}
    own |= {hero.id for piece in state.of(seat) for hero in piece.heroes if hero.alive}
    return tuple(plan for plan in state.plans if plan.draft and plan.piece in own)


def reaction_of(state: State, piece_id: str) -> Reaction | None:
    """How this unit has answered the charges of this turn."""
    return next((one for one in state.reactions if one.piece == piece_id), None)


# ---- what it has and what it costs


def commanded(piece: Piece) -> Commanded:
    """The unit as its orders are judged."""
    return Commanded(body(piece), catalog().weapons, catalog().abilities, called=piece.title)


def standing(state: State, piece: Piece) -> Standing:
    """How the unit comes to its orders."""
    return Standing(
        loaded=piece.loaded,
        engaged=is_held(state, piece),
        fleeing=piece.facts.flees,
        failed_charge=failed_charge(state, piece),
        halved=halved(state, piece),
        ac_spent=spent_beside(state, piece),
    )


def is_held(state: State, piece: Piece) -> bool:
    """Whether an enemy keeps it from orders: since an earlier turn, or because it was reached in this one (8:3:5)."""
    if engaged(state.contacts, piece.id, state.turn):
        return True
    reached = any(met.touches(piece.id) and met.charger != piece.id for met in state.contacts)
    return reached and not older.before_reached_is_held(state)


def failed_charge(state: State, piece: Piece) -> bool:
    """Whether its charge of the last turn fell short (9:5:7, K54)."""
    return state.fell_short.get(piece.id) == state.turn - 1


def spent_beside(state: State, piece: Piece) -> int:
    """AC that went otherwise than by its own orders: reactions, being called back, a strategic order that failed."""
    reacted = sum(one.ac for one in state.reactions if one.piece == piece.id)
    failed = sum(one.what == "strategic" and one.holds is False and one.piece == piece.id for one in state.spent)
    through = MOVED_THROUGH_AC * (piece.lone is None and moved_through(state, piece.id))
    used = sum(one.ac for one in state.uses if one.turn == state.turn and one.user == piece.id and not one.taisho)
    return used + reacted + REGROUPED_AC * piece.facts.regrouped + FAILED_ORDER_AC * failed + through


def moved_through(state: State, piece_id: str) -> bool:
    """Whether a unit of its side has moved through it this turn (9:4:2); a lone character walks through it and takes
    nothing from it (4:3:4, K81)."""
    movers = {piece.id for piece in state.pieces if piece.lone is None}
    made = (step for plan in state.plans if plan.piece in movers for step in plan.made)
    return any(step.do == "through" and step.target == piece_id for step in made)


def walked_through(state: State, piece: Piece) -> bool:
    """Whether it is a lone character who walks through friends this turn: he goes on at half (4:3:4, K81).

    An advance of his knows it by the orders before it."""
    plan = plan_of(state, piece.id)
    return piece.lone is not None and any(step.do == "through" for step in (*plan.made, *plan.open))


def halved(state: State, piece: Piece) -> bool:
    """Whether it moves half this turn: hurt riders, or friends went or fled through it (5:2:7, K59, K81)."""
    return markers.halved(state, piece) or moved_through(state, piece.id)


def has_acted(state: State, piece: Piece) -> bool:
    """Whether it has done anything in this phase."""
    facts = piece.facts
    return bool(plan_of(state, piece.id).done or facts.moved != "none" or facts.shot or facts.charged)


def has_ac(piece: Piece) -> int:
    """The AC of a turn (2:7:10)."""
    return body(piece).attributes.ac


def cost(piece: Piece, steps: Iterable[PlanStep]) -> int:
    """The AC of these orders."""
    return price(commanded(piece), steps)


def price(who: Commanded, steps: Iterable[PlanStep]) -> int:
    """The AC of these orders for a unit, or for a character in one."""
    return sum(who.price(_order(step)) for step in steps)


def left(state: State, piece: Piece) -> int:
    """The AC that announced orders and reactions leave; less than nothing where more was spent than there is."""
    announced = plan_of(state, piece.id).steps[: plan_of(state, piece.id).announced]
    return has_ac(piece) - spent_beside(state, piece) - cost(piece, announced)


def _order(step: PlanStep) -> Order:
    return Order(step.do, step.pace, greater_precision=step.precision, ability=step.ability)


# ---- what the book has against them


def problems(state: State, piece: Piece, plan: UnitPlan, steps: tuple[PlanStep, ...]) -> tuple[OrderProblem, ...]:
    """What would be wrong with these orders of the plan and is not wrong with it now."""
    return further_problems(commanded(piece), standing(state, piece), plan, steps)


def further_problems(
    who: Commanded, stands: Standing, plan: UnitPlan, steps: tuple[PlanStep, ...]
) -> tuple[OrderProblem, ...]:
    """The same of anybody who has AC."""
    known = {(one.code, one.about) for one in judge_orders(who, stands, [_order(s) for s in plan.steps]).problems}
    judged = judge_orders(who, stands, [_order(s) for s in steps])
    return tuple(one for one in judged.problems if (one.code, one.about) not in known)


def first_of_each(found: Iterable[OrderProblem]) -> Iterator[Refusal]:
    """The first thing that is wrong with each order."""
    told: set[int] = set()
    for one in found:
        if one.about not in told:
            yield Refusal(one.message, one.rule)
        told.add(one.about)


def objections(state: State, piece: Piece, plan: UnitPlan, steps: tuple[PlanStep, ...]) -> Iterator[Refusal]:
    """What the book has against these further orders of the plan: the first thing of each order."""
    if piece.facts.counter_charged and any(step.do != "ability" for step in steps):
        words = Text("%(unit)s has counter-charged: it moves and reacts no more this turn.", {"unit": piece.title})
        yield Refusal(words, "9:5:6")
    for step in steps:
        friend = state.piece(step.target) if step.do == "through" else None
        if friend is not None and has_acted(state, friend):
            words = Text("%(unit)s has acted: only who has not is moved through.", {"unit": friend.title})
            yield Refusal(words, "9:4:2")
    yield from first_of_each(problems(state, piece, plan, added(plan, _with_charge(piece, steps))))
    if refused := into_combat(state, steps):
        yield refused


def into_combat(state: State, steps: Iterable[PlanStep]) -> Refusal | None:
    """What a table that does not shoot into a combat has against a shot announced at who fights (9:3:2, K62)."""
    if state.settings.shoot_into_combat == "yes" or older.before_reached_is_held(state):
        return None
    for step in steps:
        target = state.piece(step.target) if step.do == "shoot" else None
        if target is not None and touches(state.contacts, target.id):
            names = {"target": target.title}
            words = Text("%(target)s is engaged: this table does not shoot into a combat. Choose another.", names)
            return Refusal(words, "9:3:2")
    return None


def _with_charge(piece: Piece, steps: tuple[PlanStep, ...]) -> tuple[PlanStep, ...]:
    """With the charge that an ability goes with, whose target is tapped after it."""
    goes = any(step.ability and goes_with_charge(commanded(piece), step.ability) for step in steps)
    if goes and all(step.do != "charge" for step in steps):
        return (*steps, PlanStep("charge"))
    return steps


def against(state: State, piece: Piece, plan: UnitPlan, steps: tuple[PlanStep, ...]) -> Refusal | None:
    """The first thing the book has against these further orders of the plan."""
    return next(objections(state, piece, plan, steps), None)


def added(plan: UnitPlan, steps: tuple[PlanStep, ...]) -> tuple[PlanStep, ...]:
    """The orders with these behind them. A drafted advance gives way to another, a drafted target to another."""
    kinds = {step.do for step in steps}
    goal = bool(kinds & {"charge", "shoot"})
    replaced = {"advance"} & kinds | ({"charge", "shoot"} & kinds if goal else set())
    kept = tuple(step for step in plan.draft if step.do not in replaced)
    return (*plan.steps[: plan.announced], *kept, *steps)


def taken_back(plan: UnitPlan, step: PlanStep) -> UnitPlan:
    """The plan without this order, as far as it is only drafted."""
    same = (step.do, step.pace, step.ability)
    rest = tuple(one for one in plan.draft if (one.do, one.pace, one.ability) != same)
    return replace(plan, steps=(*plan.steps[: plan.announced], *rest))
