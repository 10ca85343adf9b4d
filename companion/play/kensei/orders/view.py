"""Orders, reactions and what is next to be carried out, as pages show them. A draft is shown to its own seat alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from companion.play.kensei.ask.view import Die
from companion.play.kensei.fighters import body
from companion.play.kensei.ordered import Charging, PlanStep, React, UnitPlan
from companion.play.kensei.orders import charging
from companion.play.kensei.orders.acting import able, left_of, only_moves, open_plans
from companion.play.kensei.orders.characters_view import (
    FollowView,
    HeroDice,
    HeroNext,
    HeroRow,
    broken_away,
    follow_views,
    hero_dice,
    hero_nexts,
    hero_rows,
)
from companion.play.kensei.orders.charging import charge_rules, ended_words
from companion.play.kensei.orders.chips import GoalChip, OrderChip
from companion.play.kensei.orders.plans import (
    against,
    commanded,
    cost,
    drafted,
    has_ac,
    left,
    plan_of,
    reaction_of,
)
from companion.play.kensei.orders.reacting import KINDS, PRICE, charge_of, no_reaction
from companion.play.kensei.orders.withstanding import HeroReply, hero_replies
from companion.play.kensei.orders.words import CALLED, row, title
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import Ask, State
from companion.rules.dice import TEN
from companion.rules.kensei.orders.charge import NEAR_CM, Charge
from companion.rules.kensei.orders.orders import PRECISION_AC
from companion.rules.kensei.turn.contacts import between
from companion.rules.kensei.turn.facts import Pace
from companion.rules.text import Refusal, Text

FAR_CM = 99
"""Farther than any dice reach."""


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A unit with its AC: what it is told to do, and what it may be told."""

    piece: str
    seat: str
    title: str
    have: int
    left: int
    """What announced orders and reactions leave; drafts are not spent yet."""
    drafting: int
    """AC of what is drafted, where this seat may know it."""
    announced: tuple[Text, ...]
    draft: tuple[Text, ...]
    done: bool
    """Its announced orders are carried out."""
    stopped: bool
    chips: tuple[OrderChip, ...]
    goals: tuple[GoalChip, ...]


@dataclass(frozen=True, slots=True)
class NextView:
    """What an announced unit does next with one tap."""

    piece: str
    seat: str
    title: str
    orders: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class GapKey:
    """A key of a charge: what its advance left, and the chance that the dice bridge it."""

    cm: int
    chance: float


@dataclass(frozen=True, slots=True)
class ChargeView:
    """A charge that is still to be carried out. `reply`: what its target does first."""

    id: str
    piece: str
    seat: str
    sentence: Text
    straight: bool
    """Its advance may have brought it there."""
    keys: tuple[GapKey, ...]
    turned: GapKey
    far: int
    """What the key sends that says: farther than any dice reach."""
    reply: str
    """The reaction that comes first: shoot or flee; empty where nothing does."""
    reply_seat: str
    reply_words: Text | None
    waits: bool
    """Its target has not said how it reacts."""


@dataclass(frozen=True, slots=True)
class CounterView:
    """A counter-charge that may be made after a charge fell short."""

    id: str
    seat: str
    sentence: Text


@dataclass(frozen=True, slots=True)
class ChargeDie:
    """The dice of a charge while they are due."""

    seat: str
    step: str
    sentence: Text
    least: int
    dice: int
    faces: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class ReactOption:
    what: React
    ac: int
    against: Refusal | None


@dataclass(frozen=True, slots=True)
class ReactView:
    """How a unit reacts, as its side is asked."""

    seat: str
    step_id: str
    sentence: Text
    waiting: Text
    options: tuple[ReactOption, ...]


@dataclass(frozen=True, slots=True)
class OrdersView:
    """`shown`: this table is led through orders; `now`: it is their time."""

    shown: bool
    now: bool = False
    rows: tuple[OrderRow, ...] = ()
    drafts: int = 0
    """How many units have something drafted, of this seat."""
    reactions: tuple[ReactView, ...] = ()
    charges: tuple[ChargeView, ...] = ()
    counters: tuple[CounterView, ...] = ()
    dice: tuple[ChargeDie, ...] = ()
    following: tuple[NextView, ...] = ()
    moving: tuple[NextView, ...] = ()
    """Those that end with one word for all."""
    enemies: tuple[tuple[str, str, str], ...] = ()
    """Seat, piece and name of whom a charge or a shot may be at."""
    told: tuple[Text, ...] = ()
    """How the charges of this turn ended."""
    heroes: tuple[HeroRow, ...] = ()
    """Characters this seat knows of, with their own AC."""
    next_heroes: tuple[HeroNext, ...] = ()
    hero_replies: tuple[HeroReply, ...] = ()
    hero_dice: tuple[HeroDice, ...] = ()
    follows: tuple[FollowView, ...] = ()
    away: tuple[Text, ...] = ()
    """What came of those who broke away."""

    def row(self, piece: str) -> OrderRow | None:
        return next((one for one in self.rows if one.piece == piece), None)

    def heroes_of(self, piece: str) -> tuple[HeroRow, ...]:
        return tuple(one for one in self.heroes if one.piece == piece)


def orders_view(state: State, seat: str | None) -> OrdersView:
    """The orders of this turn as this seat sees them."""
    if state.orders_hidden or not state.begun or state.over or state.phase != "orders":
        return OrdersView(not state.orders_hidden)
    on_table = [piece for piece in state.pieces if piece.standing]
    by_word = {plan.piece for one in SEATS for plan in only_moves(state, one)}
    plans = [plan for one in SEATS for plan in open_plans(state, one)]
    nexts = [_next(state, plan) for plan in plans if not _charges_now(state, plan)]
    return OrdersView(
        shown=True,
        now=True,
        rows=tuple(_row(state, piece, seat) for piece in on_table),
        drafts=len(drafted(state, seat)) if seat else 0,
        reactions=tuple(_react(state, ask) for ask in state.asks if ask.kind == "react"),
        charges=tuple(_charges(state)),
        counters=tuple(_counters(state)),
        dice=tuple(_die(state, ask) for ask in state.asks if ask.kind == "charge"),
        following=tuple(one for one in nexts if one.piece not in by_word),
        moving=tuple(one for one in nexts if one.piece in by_word),
        enemies=tuple((piece.seat, piece.id, piece.title) for piece in on_table),
        heroes=tuple(hero_rows(state, seat)),
        next_heroes=tuple(hero_nexts(state)),
        hero_replies=tuple(hero_replies(state, seat)),
        hero_dice=tuple(hero_dice(state)),
        follows=tuple(follow_views(state)),
        away=tuple(broken_away(state)),
        told=tuple(ended_words(state, charge) for charge in state.charges if charge.end in ("reached", "short")),
    )


# ---- rows


def _row(state: State, piece: Piece, seat: str | None) -> OrderRow:
    plan, mine = plan_of(state, piece.id), piece.seat == seat
    draft = plan.draft if mine else ()
    return OrderRow(
        piece=piece.id,
        seat=piece.seat,
        title=piece.title,
        have=has_ac(piece),
        left=left(state, piece),
        drafting=cost(piece, draft),
        announced=row(state, plan.steps[: plan.announced]),
        draft=row(state, draft),
        done=bool(plan.announced) and not left_of(state, plan),
        stopped=plan.stopped,
        chips=tuple(_chips(state, piece, plan)) if mine else (),
        goals=tuple(_goals(state, piece, plan)) if mine else (),
    )


def _chips(state: State, piece: Piece, plan: UnitPlan) -> Iterator[OrderChip]:
    shoots, mounted = commanded(piece).shoots, body(piece).is_mounted
    for (do, pace), label in CALLED.items():
        if (do == "load" and not shoots) or (do in ("occupy", "through") and mounted):
            continue
        step = PlanStep(do, pace)
        on = step in plan.draft
        found = None if on else against(state, piece, (step,))
        yield OrderChip(do, pace, label, cost(piece, (step,)), on, found)


def _goals(state: State, piece: Piece, plan: UnitPlan) -> Iterator[GoalChip]:
    told: dict[Pace, Text] = {
        "run": Text("Run + charge"),
        "march": Text("March + charge"),
        "none": Text("Charge"),
    }
    shots = ((False, Text("Shoot")), (True, Text("Greater precision"))) if commanded(piece).shoots else ()
    for precise, label in shots:
        step = PlanStep("shoot", precision=precise)
        found = against(state, piece, (step,))
        yield GoalChip("shoot", "march", precise, label, PRECISION_AC if precise else 1, found)
    for pace, label in told.items():
        steps = (*((PlanStep("advance", pace),) if pace != "none" else ()), PlanStep("charge"))
        found, beware = against(state, piece, steps), _no_ac_left(piece, steps)
        yield GoalChip("charge", pace, False, label, cost(piece, steps), found, beware)


def _no_ac_left(piece: Piece, steps: tuple[PlanStep, ...]) -> Text | None:
    return Text("no AC left to react") if cost(piece, steps) >= has_ac(piece) else None


# ---- what is next


def _next(state: State, plan: UnitPlan) -> NextView:
    piece = state.piece(plan.piece)
    assert piece is not None
    return NextView(plan.piece, piece.seat, piece.title, row(state, left_of(state, plan)))


def _charges_now(state: State, plan: UnitPlan) -> bool:
    """Whether a charge is all that is left of it: its keys stand for it."""
    return any(step.do == "charge" for step in plan.open) and all(
        step.do in ("advance", "turn", "charge", "ability") for step in plan.open
    )


def _charges(state: State) -> Iterator[ChargeView]:
    dicing = {ask.about for ask in state.asks if ask.kind == "charge"}
    for charge in state.charges:
        piece, target = state.piece(charge.piece), state.piece(charge.target)
        if piece is None or target is None or charge.end or charge.id in dicing:
            continue
        if able(piece) and target.standing and between(state.contacts, piece.id, target.id) is None:
            yield _charge(state, charge, piece, target)


def _charge(state: State, charge: Charging, piece: Piece, target: Piece) -> ChargeView:
    rules = charge_rules(state, charge)
    names = {"unit": piece.title, "enemy": target.title, "cm": f"{rules.advance_cm:g}"}
    words = Text("%(unit)s charges %(enemy)s: its advance is up to %(cm)s cm.", names)
    if not rules.advance_cm:
        words = Text("%(unit)s charges %(enemy)s without an advance.", names)
    answer = reaction_of(state, target.id)
    first = answer.what if answer is not None and not answer.done and answer.what in ("shoot", "flee") else ""
    told = {
        "shoot": Text("%(enemy)s shoots first", names),
        "flee": Text("%(enemy)s flees first", names),
    }
    return ChargeView(
        id=charge.id,
        piece=piece.id,
        seat=piece.seat,
        sentence=words,
        straight=rules.advance_cm > 0,
        keys=tuple(_keys(rules)),
        turned=_key(rules, NEAR_CM, turned=True),
        far=FAR_CM,
        reply=first,
        reply_seat=target.seat,
        reply_words=told.get(first),
        waits=any(ask.kind == "react" and ask.about == charge.id for ask in state.asks),
    )


def _keys(rules: Charge) -> Iterator[GapKey]:
    dice = Charge(rules.mv, rules.mounted, FAR_CM).dice
    for cm in range(1, TEN * dice + 1):
        key = _key(rules, cm)
        if key.chance:
            yield key


def _key(rules: Charge, left_cm: int, *, turned: bool = False) -> GapKey:
    gap = rules.advance_cm + left_cm
    bare = Charge(rules.mv, rules.mounted, gap, rules.advance, turned=turned, halved=rules.halved)
    return GapKey(left_cm, bare.chance)


def _counters(state: State) -> Iterator[CounterView]:
    for charge in state.charges:
        answer, piece = reaction_of(state, charge.target), state.piece(charge.target)
        if charge.end != "short" or answer is None or answer.what != "counter" or answer.done:
            continue
        if piece is not None and able(piece):
            names = {"unit": piece.title, "enemy": title(state, charge.piece), "cm": body(piece).attributes.mv}
            words = Text("%(unit)s counter-charges %(enemy)s: up to %(cm)s cm.", names)
            yield CounterView(charge.id, piece.seat, words)


def _die(state: State, ask: Ask) -> ChargeDie:
    charge = charge_of(state, ask.about)
    assert charge is not None
    rules = charge_rules(state, charge)
    words, _ = charging.KINDS["charge"].words(state, ask)
    faces = ask.pad.faces or (None,) * rules.dice
    dice = tuple(Die(i, face, False, Text("centimeters")) for i, face in enumerate(faces))
    return ChargeDie(ask.seat, ask.id, words, rules.least or 0, rules.dice, dice)


# ---- reactions


def _react(state: State, ask: Ask) -> ReactView:
    charge = charge_of(state, ask.about)
    piece = state.piece(charge.target) if charge is not None else None
    assert piece is not None
    words, others = KINDS["react"].words(state, ask)
    options = (ReactOption(what, PRICE[what], no_reaction(state, piece, what)) for what in get_args(React))
    return ReactView(ask.seat, ask.id, words, others, tuple(options))
