"""Where a character stands in the orders phase, what AC he has, and what the book has against orders of his own (4:3:5,
4:3:7; K13, K49, K62).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.content import catalog
from companion.play.kensei.fight.aim import forbidden
from companion.play.kensei.fighters import combatant
from companion.play.kensei.orders.plans import (
    added,
    first_of_each,
    further_problems,
    is_held,
    known_problems,
    needless_or_into_combat,
    plan_of,
    price,
)
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import PlanStep, UnitPlan
from companion.play.traced import question
from companion.rules.kensei.orders.orders import Commanded, Standing
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A character and the piece he stands in, or is."""

    piece: Piece
    hero: Hero

    @property
    def inside(self) -> bool:
        """Whether he stands in a unit that is left."""
        return self.piece.unit is not None and self.piece.miniatures > 0

    @property
    def acts_for_piece(self) -> bool:
        """Whether the orders of his piece are his: he is alone, or the first who is left of a unit that is gone."""
        return self.piece.lone is not None and self.piece.lone.id == self.hero.id


def place_of(state: State, hero_id: str) -> Whereabouts | None:
    """Where a living character stands."""
    for piece in state.pieces:
        hero = piece.hero(hero_id)
        if hero is not None and hero.alive:
            return Whereabouts(piece, hero)
    return None


# ---- what he has and what it costs


def commanded(place: Whereabouts) -> Commanded:
    """He as his orders are judged."""
    who = combatant(place.piece, place.hero.id, None)
    return Commanded(who, catalog().weapons, catalog().abilities, called=place.hero.title)


def has_ac(place: Whereabouts) -> int:
    """His own AC of a turn (4:3:5)."""
    return commanded(place).who.attributes.ac


def spent_beside(state: State, place: Whereabouts) -> int:
    """AC that went otherwise: his reactions, and orders to the last of his unit."""
    plan = plan_of(state, _last_of(place))
    return _spent_on(state, place.hero.id, _last_of(place)) + price(commanded(place), plan.steps[: plan.announced])


@question
def _spent_on(state: State, hero_id: str, piece_id: str) -> int:
    """On his reactions, by either name, and on his abilities."""
    reacted = sum(one.ac for one in state.reactions if one.piece in (hero_id, piece_id))
    mine = (one for one in state.uses if one.turn == state.turn and one.user == hero_id and not one.taisho)
    return sum(one.ac for one in mine) + reacted


def _last_of(place: Whereabouts) -> str:
    """The piece whose orders are his, where it is called otherwise than he."""
    return place.piece.id if place.acts_for_piece and place.piece.id != place.hero.id else ""


def left(state: State, place: Whereabouts) -> int:
    """The AC that is left to him this turn, wherever he stood in it."""
    plan = plan_of(state, place.hero.id)
    announced = price(commanded(place), plan.steps[: plan.announced])
    return has_ac(place) - spent_beside(state, place) - announced


# ---- what the book has against it


def against(state: State, place: Whereabouts, plan: UnitPlan, steps: tuple[PlanStep, ...]) -> Refusal | None:
    """The first thing the book has against these further orders of a character inside a unit."""
    return next(objections(state, place, plan, steps), None)


def objections(state: State, place: Whereabouts, plan: UnitPlan, steps: tuple[PlanStep, ...]) -> Iterator[Refusal]:
    """All of it: the first thing of each order, and that his unit takes him along."""
    stands = Standing(
        loaded=place.hero.loaded,
        engaged=is_held(state, place.piece.id),
        fleeing=place.piece.facts.flees,
        ac_spent=spent_beside(state, place),
    )
    who = commanded(place)
    known = known_problems(who, stands, plan)
    yield from first_of_each(further_problems(who, stands, known, added(plan, steps)))
    if refused := needless_or_into_combat(state, who, stands, plan, steps):
        yield refused
    if any(step.precision for step in steps) and _is_carried_along(state, place):
        names = {"who": place.hero.title, "unit": place.piece.unit_title}
        words = Text("%(who)s moves with %(unit)s this turn: greater precision allows no move.", names)
        yield Refusal(words, "9:3:2")


def _is_carried_along(state: State, place: Whereabouts) -> bool:
    """Whether his unit moves or has moved, as everybody knows."""
    plan = plan_of(state, place.piece.id)
    known = (*plan.made, *plan.open)
    return place.inside and (place.piece.facts.moved != "none" or any(step.do == "advance" for step in known))


def impossible(state: State, place: Whereabouts, step: PlanStep) -> Refusal | None:
    """Why this announced shot of his cannot be made any more: he stops there, and its AC is lost (K70)."""
    target = state.piece(step.target)
    names = {"who": place.hero.title}
    if target is None or not target.standing:
        return Refusal(Text("%(who)s has nobody left to shoot at.", names), "8:3:5")
    return forbidden(state, "shot", place.piece, target)
