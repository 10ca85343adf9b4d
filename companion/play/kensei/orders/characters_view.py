"""Characters in the orders phase as a seat sees them: each with his AC and what he may do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.ask.kinds import KINDS, AskView
from companion.play.kensei.orders.breaking import against_breaking, followers, number_of
from companion.play.kensei.orders.characters import against_entering, against_quitting, can_enter_at_all, enemies_of
from companion.play.kensei.orders.chips import OrderRow, PieceChip, order_chip, row_of, shot_goals
from companion.play.kensei.orders.plans import ORDER_LABELS, judge, row
from companion.play.kensei.pieces import Whereabouts
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import PlanStep
from companion.play.traced import part
from companion.rules.kensei.after.honor import flight_cm
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class HeroRow(OrderRow):
    """A character. What he may be told is his own side's to see, or of every one in the open where nobody's secrets are
    shown; `alone`: his piece's row has his AC and orders."""

    hero: str = ""
    hidden: bool = False
    alone: bool = False
    units: tuple[PieceChip, ...] = ()
    quits: bool = False
    """He may be told to leave his unit."""
    against_quitting: Refusal | None = None
    enemies: tuple[PieceChip, ...] = ()
    """From whom he may break away."""


@dataclass(frozen=True, slots=True)
class NextView:
    """What an announced unit, or a character inside one, does next with one tap."""

    piece: str
    seat: str
    title: str
    orders: tuple[Text, ...]
    shoots: bool = False
    """A shot is among a unit's."""
    against: Refusal | None = None
    """Why its shot, which comes next, can no longer be made."""


def _places(state: State) -> Iterator[Whereabouts]:
    for piece in state.pieces:
        for hero in piece.heroes:
            if hero.alive and piece.standing:
                yield Whereabouts(piece, hero)


@part
def hero_rows(state: State, seat: str | None) -> tuple[HeroRow, ...]:
    """Everybody this seat may know of, who has something to be told or to show."""
    return tuple(
        _row(state, place.piece.id, place.hero.id, place.piece.seat == seat, seat in (place.piece.seat, None))
        for place in _places(state)
        if place.piece.seat == seat or (not place.hero.hidden and (place.inside or seat is None))
    )


@part
def _row(state: State, piece_id: str, hero_id: str, mine: bool, ordered: bool) -> HeroRow:
    """`ordered`: with what he may be told; for the eyes of his side, or by what everybody knows."""
    piece = state.known(piece_id)
    hero = must(piece.hero(hero_id))
    place, plan = Whereabouts(piece, hero), state.plan_of(hero_id)
    plan = plan if mine else plan.without_draft
    enemies = sorted(enemies_of(state, piece.id)) if ordered else ()
    judges = judge(state, piece, plan, hero) if ordered and not place.acts_for_piece else None
    judges = judges if judges is not None and judges.who.shoots else None
    return row_of(
        HeroRow,
        state,
        piece,
        place.apart,
        plan,
        hero=hero.id,
        hidden=hero.hidden,
        alone=place.acts_for_piece,
        done=bool(plan.announced) and not plan.open,
        chips=(order_chip(judges, PlanStep("load"), ORDER_LABELS["load", "march"]),) if judges else (),
        goals=tuple(shot_goals(judges)) if judges else (),
        units=tuple(_units(state, place, openly=not mine)) if ordered and not place.inside else (),
        quits=ordered and place.inside and not state.touches(piece.id),
        against_quitting=against_quitting(state, place) if ordered and place.inside else None,
        enemies=tuple(PieceChip(one, state.title(one), against_breaking(state, place)) for one in enemies),
    )


def _units(state: State, place: Whereabouts, *, openly: bool) -> Iterator[PieceChip]:
    """Those that could take him at all: the gait, the ranks and his trait stay as they are."""
    for unit in state.of(place.piece.seat):
        if unit.unit is not None and unit.miniatures and can_enter_at_all(state, place, unit, openly=openly):
            yield PieceChip(unit.id, unit.title, against_entering(state, place, unit, openly=openly))


def hero_nexts(state: State) -> Iterator[NextView]:
    """The characters inside units with something left of what was announced."""
    for place in _places(state):
        rest = state.plan_of(place.hero.id).open
        if rest and place.inside and not place.piece.facts.flees:
            yield NextView(place.hero.id, place.piece.seat, place.hero.title, row(state, rest))


# ---- breaking away


def hero_dice(state: State) -> Iterator[AskView]:
    """The dice that both sides owe."""
    for ask in state.asked("break", "dash"):
        one, asked = state.breakaway_of(ask), KINDS[ask.kind].asked(state, ask)
        yield asked if ask.kind == "dash" else replace(asked, number=number_of(state, one, ask.seat))


def follow_views(state: State) -> Iterator[AskView]:
    """Who may go after a character who got away, as his enemy is asked."""
    for ask in state.asked("follow"):
        able = tuple((hero.id, hero.title, False) for hero in followers(state, state.breakaway_of(ask)))
        yield replace(KINDS["follow"].asked(state, ask), pool=able)


def broken_away(state: State) -> Iterator[Text]:
    """What came of each this turn."""
    for one in state.breakaways:
        names = {"who": state.title(one.hero), "follower": state.title(one.follower), "cm": flight_cm(one.run)}
        if one.away is False:
            yield Text("%(who)s has not got away.", names)
        elif one.run and one.chase and one.reached:
            yield Text("%(follower)s has reached %(who)s: they meet in a confrontation.", names)
        elif one.run:
            yield Text("%(who)s has got away: up to %(cm)s cm.", names)
