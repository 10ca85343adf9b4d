"""Abilities that orders name, as chips of a row: what each costs, its chance, and what stands against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.play.kensei.ordered import PlanStep
from companion.play.kensei.orders.chips import GoalChip, OrderChip
from companion.play.kensei.orders.plans import Judge
from companion.play.kensei.owned import label, no_more, own_chance, owned_by, price
from companion.rules.text import Text


def order_chips(judge: Judge) -> Iterator[OrderChip]:
    """The abilities that are drafted with the orders of a piece, judged by the orders this seat may know of."""
    state, piece, plan = judge.state, judge.piece, judge.plan
    for one in owned_by(state, piece) if state.phase == "orders" else ():
        form = next((form for form in one.rule.forms if form.window == "order"), None)
        if form is None or form.shoots or not one.acts_for_piece:
            continue
        step = PlanStep("ability", ability=one.ability.id)
        on = step in plan.draft
        found = None if on else no_more(state, one, form) or judge.against((step,))
        yield OrderChip(
            "ability",
            "march",
            label(one, form),
            price(state, one),
            on,
            found,
            ability=one.ability.id,
            about=Text("%(effect)s", {"effect": one.ability.effect}),
            chance=own_chance(state, one, form),
            rule=one.ability.rule,
        )


def shot_chips(judge: Judge) -> Iterator[GoalChip]:
    """The abilities that are a shot themselves: given at an enemy (K75)."""
    state = judge.state
    for one in owned_by(state, judge.piece):
        form = next((form for form in one.rule.forms if form.shoots), None)
        if form is not None and one.acts_for_piece:
            step = PlanStep("ability", ability=one.ability.id)
            found = no_more(state, one, form) or judge.against((step,))
            words = Text("%(ability)s", {"ability": one.ability.name})
            goal = GoalChip("ability", "march", False, words, price(state, one), found)
            yield replace(goal, ability=one.ability.id, about=one.ability.effect)
