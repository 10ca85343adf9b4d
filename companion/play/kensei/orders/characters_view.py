"""Characters in the orders phase as a seat sees them: each with his AC and what he may do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.ordered import PlanStep
from companion.play.kensei.orders.characters import Place, against, commanded, has_ac, left
from companion.play.kensei.orders.chips import GoalChip, OrderChip
from companion.play.kensei.orders.joining import PRICE, against_entering, against_quitting
from companion.play.kensei.orders.plans import plan_of, price
from companion.play.kensei.orders.words import row
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.orders.orders import PRECISION_AC
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class UnitChip:
    """A unit that he may go into."""

    piece: str
    title: str
    against: Refusal | None


@dataclass(frozen=True, slots=True)
class HeroRow:
    """A character. The chips are empty for all but his own side; `alone`: his piece's row has his AC and orders."""

    hero: str
    piece: str
    seat: str
    title: str
    hidden: bool
    alone: bool
    have: int
    left: int
    drafting: int
    announced: tuple[Text, ...]
    draft: tuple[Text, ...]
    done: bool
    chips: tuple[OrderChip, ...] = ()
    goals: tuple[GoalChip, ...] = ()
    units: tuple[UnitChip, ...] = ()
    quits: bool = False
    """He may be told to leave his unit."""
    against_quitting: Refusal | None = None


@dataclass(frozen=True, slots=True)
class HeroNext:
    """What a character inside a unit does next with one tap."""

    hero: str
    seat: str
    title: str
    orders: tuple[Text, ...]


def _places(state: State) -> Iterator[Place]:
    for piece in state.pieces:
        for hero in piece.heroes:
            if hero.alive and piece.standing:
                yield Place(piece, hero)


def hero_rows(state: State, seat: str | None) -> Iterator[HeroRow]:
    """Everybody this seat may know of, who has something to be told or to show."""
    for place in _places(state):
        mine = place.piece.seat == seat
        if mine or (not place.hero.hidden and place.inside):
            yield _row(state, place, mine=mine)


def _row(state: State, place: Place, *, mine: bool) -> HeroRow:
    plan, alone = plan_of(state, place.hero.id), place.acts_for_piece
    draft = plan.draft if mine else ()
    shoots = mine and not alone and commanded(place).shoots
    return HeroRow(
        hero=place.hero.id,
        piece=place.piece.id,
        seat=place.piece.seat,
        title=place.hero.title,
        hidden=place.hero.hidden,
        alone=alone,
        have=has_ac(place),
        left=left(state, place),
        drafting=price(commanded(place), draft),
        announced=row(state, plan.steps[: plan.announced]),
        draft=row(state, draft),
        done=bool(plan.announced) and not plan.open,
        chips=tuple(_chips(state, place)) if shoots else (),
        goals=tuple(_goals(state, place)) if shoots else (),
        units=tuple(_units(state, place)) if mine and not place.inside else (),
        quits=mine and place.inside,
        against_quitting=against_quitting(state, place) if mine and place.inside else None,
    )


def _chips(state: State, place: Place) -> Iterator[OrderChip]:
    step = PlanStep("load")
    on = step in plan_of(state, place.hero.id).draft
    found = None if on else against(state, place, (step,))
    yield OrderChip("load", "march", Text("Load"), PRICE, on, found)


def _goals(state: State, place: Place) -> Iterator[GoalChip]:
    for precise, label in ((False, Text("Shoot")), (True, Text("Greater precision"))):
        found = against(state, place, (PlanStep("shoot", precision=precise),))
        yield GoalChip("shoot", "march", precise, label, PRECISION_AC if precise else PRICE, found)


def _units(state: State, place: Place) -> Iterator[UnitChip]:
    """Those that could take him at all: the gait, the ranks and his trait stay as they are."""
    for unit in state.of(place.piece.seat):
        if unit.unit is not None and unit.miniatures and _never(state, place, unit) is None:
            yield UnitChip(unit.id, unit.title, against_entering(state, place, unit))


def _never(state: State, place: Place, unit: Piece) -> Refusal | None:
    found = against_entering(state, place, unit)
    return found if found is not None and found.rule in ("5:1:10", "4:3:4", "3:4:1", "12:6:3") else None


def hero_nexts(state: State) -> Iterator[HeroNext]:
    """The characters inside units with something left of what was announced."""
    for place in _places(state):
        rest = plan_of(state, place.hero.id).open
        if rest and place.inside and not place.piece.facts.flees:
            yield HeroNext(place.hero.id, place.piece.seat, place.hero.title, row(state, rest))
