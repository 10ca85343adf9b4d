"""Orders, reactions and what is next to be carried out, as pages show them. A draft is shown to its own seat alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.play.kensei.ask.kinds import AskView
from companion.play.kensei.board import of_seat
from companion.play.kensei.orders import announcing, charges_view, rows
from companion.play.kensei.orders.acting import left_of, only_moves, open_plans
from companion.play.kensei.orders.characters import HeroReply, hero_replies
from companion.play.kensei.orders.charges_view import ChargeView, CounterView, ReactView
from companion.play.kensei.orders.charging import NearView, is_near, near_views
from companion.play.kensei.orders.plans import OCCUPIES, ORDER_LABELS, Judge, drafted, judge, no_shot_at, price
from companion.play.kensei.orders.rows import GoalChip, HeroRow, NextView, OrderChip, OrderRow, PieceChip
from companion.play.kensei.pieces import SEATS, Choices
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import PlanStep, UnitPlan
from companion.play.traced import part, question
from companion.rules.kensei.turn.facts import Pace
from companion.rules.text import Refusal, Text, counted, player_first


@dataclass(frozen=True, slots=True)
class Alike:
    """What one tap orders of all units of a side that have no order yet."""

    marching: int = 0
    """How many may march."""
    like: tuple[str, str] = ("", "")
    """The unit whose orders they may get too, by id and name: the one drafted last, else the one announced last."""
    as_many: int = 0
    """How many may."""
    late: bool = False
    """Units of its own have acted already: by the book nothing more is announced."""


@dataclass(frozen=True, slots=True)
class OrdersView:
    """`shown`: this table is led through orders; `now`: it is their time."""

    shown: bool
    now: bool = False
    rows: tuple[OrderRow, ...] = ()
    late: Text | None = None
    """What is said to this seat of more orders, once units of its own have moved."""
    drafts: int = 0
    """How many units have something drafted, of this seat."""
    alike: Mapping[str, Alike] = field(default_factory=dict)
    """By seat: that of whoever looks, or both sides' as everybody knows them."""
    reactions: tuple[ReactView, ...] = ()
    charges: tuple[ChargeView, ...] = ()
    counters: tuple[CounterView, ...] = ()
    dice: tuple[AskView, ...] = ()
    following: tuple[NextView, ...] = ()
    moving: tuple[NextView, ...] = ()
    """Units under way whose orders end together, with one word for all."""
    enemies: tuple[tuple[str, str, str], ...] = ()
    """Seat, piece and name of whom a charge or a shot may be at."""
    unseen: tuple[str, ...] = ()
    """Which of them may be hidden, by what everybody knows, in each phase: no target unless they are seen."""
    fighting: Mapping[str, Refusal] = field(default_factory=dict)
    """At which of them nobody shoots, and why, in each phase too."""
    hiding: bool = False
    """Whether units of this seat wait hidden: a tap on another's target leaves their drafts alone."""
    near: tuple[NearView, ...] = ()
    """Who owes a charge."""
    heroes: tuple[HeroRow, ...] = ()
    """Characters this seat knows of, with their own AC."""
    next_heroes: tuple[NextView, ...] = ()
    hero_replies: tuple[HeroReply, ...] = ()
    hero_dice: tuple[AskView, ...] = ()
    follows: tuple[AskView, ...] = ()
    away: tuple[Text, ...] = ()
    """What came of those who broke away."""
    # what they want of one seat, as `order_acts` finds it
    sentence: Text | None = None
    """That of its act while nothing hurries more; None where orders want nothing."""
    next: Text | None = None
    """What the keys are about that announce and carry out; None where there are none."""
    replies: tuple[ChargeView, ...] = ()
    """Charges of the others to which its reaction comes first."""
    stops: Choices = ()
    """Piece and name of who may stop, because an order proved impossible."""
    others: tuple[ReactView, ...] = ()
    """What the others are asked, for whoever enters what was spoken."""
    all_others: Alike = Alike()
    """Nothing marches once anything is drafted; what is announced is copied on the phone of both sides alone, which
    hides no draft."""

    def waiting(self, seat: str) -> bool:
        """Whether a character of this side has something to carry out, or the other side's charge its dice."""
        return seat in {one.seat for one in self.next_heroes} | {one.seat for one in self.hero_dice}

    def row(self, piece: str) -> OrderRow | None:
        return next((one for one in self.rows if one.piece == piece), None)

    def open_row(self, piece: str) -> OrderRow | None:
        """The row without what could be ordered, for those who only see what is."""
        one = self.row(piece)
        return replace(one, chips=(), goals=(), friends=()) if one is not None else None

    def heroes_of(self, piece: str) -> tuple[HeroRow, ...]:
        return tuple(one for one in self.heroes if one.piece == piece)


def orders_view(state: State, seat: str | None) -> OrdersView:
    """The orders of this turn as this seat sees them."""
    if not state.under_way or state.phase != "orders":
        return _known(state)
    if state.orders_hidden:  # what is asked is answered all the same
        reactions, dice = tuple(charges_view.react_views(state)), tuple(charges_view.charge_dice(state))
        return replace(_known(state), reactions=reactions, dice=dice)
    return replace(
        _alike(_open(state), state, seat),
        rows=_rows(state, seat),
        heroes=rows.hero_rows(state, seat),
        hero_replies=tuple(hero_replies(state, seat)),
    )


def _alike(orders: OrdersView, state: State, seat: str | None) -> OrdersView:
    """With what this seat has drafted, and what one tap would draft for all its others."""
    if seat is None:
        public = announcing.without_drafts(state)
        return replace(orders, alike={one: _of_all(public, one, known=True) for one in SEATS if one not in state.ended})
    if seat in state.ended:
        return orders
    return replace(
        orders,
        drafts=len(drafted(state, seat)),
        late=announcing.LATE if (own := _of_all(state, seat)).late else None,
        alike={seat: own},
        hiding=any(announcing.waits_hidden(state, piece.id) for piece in state.standing(seat)),
    )


def _of_all(state: State, seat: str, *, known: bool = False) -> Alike:
    """For the eyes of this side, or by what everybody has `known`."""
    marching = announcing.others(state, seat, announcing.MARCH, known=known)
    plan = next(reversed(drafted(state, seat) or (*open_plans(state, seat),)), None)
    last = state.piece(plan.piece) if plan is not None else None
    late = announcing.is_late(state, seat)
    if last is None:
        return Alike(len(marching), late=late)
    same = announcing.others(state, seat, announcing.model(state, last.id), known=known)
    return Alike(len(marching), (last.id, last.title), len(same), late)


def _known(state: State) -> OrdersView:
    """What is known of them in each phase."""
    there = [one for one in state.pieces if state.begun and one.standing]
    unseen = tuple(one.id for one in there if state.may_hide(one))
    fighting = {one.id: no for one in there if (no := no_shot_at(state, one))}
    return OrdersView(not state.orders_hidden, unseen=unseen, fighting=fighting)


@part
def _open(state: State) -> OrdersView:
    """What everybody sees of them alike."""
    following, moving = _nexts(state)
    return replace(
        _known(state),
        now=True,
        reactions=tuple(charges_view.react_views(state)),
        charges=tuple(charges_view.charge_views(state)),
        counters=tuple(charges_view.counter_views(state)),
        dice=tuple(charges_view.charge_dice(state)),
        following=following,
        moving=moving,
        enemies=_on_table(state),
        near=tuple(near_views(state)),
        next_heroes=tuple(rows.hero_nexts(state)),
        hero_dice=tuple(rows.hero_dice(state)),
        follows=tuple(rows.follow_views(state)),
        away=tuple(rows.broken_away(state)),
    )


@question
def _on_table(state: State) -> tuple[tuple[str, str, str], ...]:
    """Seat, piece and name of everybody who stands."""
    return tuple((piece.seat, piece.id, piece.title) for piece in state.pieces if piece.standing)


# ---- rows


@part
def _rows(state: State, seat: str | None) -> tuple[OrderRow, ...]:
    return tuple(_row(state, piece_id, seat) for _, piece_id, _ in _on_table(state))


@part
def _row(state: State, piece_id: str, seat: str | None) -> OrderRow:
    piece = state.known(piece_id)
    mine = piece.seat == seat
    plan = state.plan_of(piece.id) if mine else state.plan_of(piece.id).without_draft
    drafting, ordered = bool(plan.draft), mine or seat is None
    asked = any(use.piece == piece_id and state.undecided(use) for use in state.uses)
    chips, goals = _offered(state, piece_id, drafting) if ordered else ((), ())
    return rows.row_of(
        OrderRow,
        state,
        piece,
        None,
        plan,
        done=bool(plan.announced) and not left_of(state, plan) and not asked,
        chips=chips,
        goals=goals,
        friends=_through(state, piece_id, drafting, not mine) if ordered else (),
        near=is_near(state, piece),
    )


@part
def _offered(state: State, piece_id: str, drafting: bool) -> tuple[tuple[OrderChip, ...], tuple[GoalChip, ...]]:
    """What it may be told besides what was announced, and besides its draft where that is looked at."""
    judges = _judge(state, piece_id, drafting)
    chips, goals = tuple(_chips(judges)), tuple(_goals(judges))
    if not drafting:
        return chips, goals
    free = {one.order for one in _offered(state, piece_id, False)[0] if one.against is None}
    return tuple(replace(one, stays=one.order in free) for one in chips), goals


@part
def _through(state: State, piece_id: str, drafting: bool, openly: bool) -> tuple[PieceChip, ...]:
    """Its friends, through whom it may be told to move: what they do says who of them may be."""
    return tuple(_friends(_judge(state, piece_id, drafting), openly))


def _judge(state: State, piece_id: str, drafting: bool) -> Judge:
    piece = state.known(piece_id)
    plan = state.plan_of(piece_id)
    return judge(state, piece, plan if drafting else plan.without_draft)


def _chips(judges: Judge) -> Iterator[OrderChip]:
    for (do, pace), label in ORDER_LABELS.items():
        if do != "load" or judges.who.shoots:
            yield rows.order_chip(judges, PlanStep(do, pace), label)
    for cover, label in OCCUPIES.items() if not judges.who.who.is_mounted else ():
        yield rows.order_chip(judges, PlanStep("occupy", cover=cover), label)
    yield from rows.order_chips(judges)


def _friends(judges: Judge, openly: bool) -> Iterator[PieceChip]:
    for friend, title in _others(judges.state, judges.piece.id, openly) if not judges.who.who.is_mounted else ():
        step = PlanStep("through", target=friend)
        on = step in judges.plan.draft
        yield PieceChip(friend, title, None if on else judges.against((step,)), on)


@question
def _others(state: State, piece_id: str, openly: bool) -> Choices:
    """Its friends on the table, by id and name: without who waits hidden, or `openly` may."""
    friends = state.friends(state.known(piece_id))
    hidden = {one.id for one in friends if (state.may_hide(one) if openly else state.written_of(one) is not None)}
    return tuple((one.id, one.title) for one in friends if one.id not in hidden)


def _goals(judges: Judge) -> Iterator[GoalChip]:
    labels: dict[Pace, Text] = {"run": Text("Run + charge"), "march": Text("March + charge"), "none": Text("Charge")}
    yield from rows.shot_goals(judges) if judges.who.shoots else ()
    yield from rows.shot_chips(judges)
    have = judges.who.who.attributes.ac
    for pace, label in labels.items():
        steps = (*((PlanStep("advance", pace),) if pace != "none" else ()), PlanStep("charge"))
        ac, found = price(judges.who, steps), judges.against(steps)
        beware = Text("no AC left to react") if ac >= have else None
        strip = rows.charge_strip(judges.state, judges.piece, pace, judges.plan)
        yield GoalChip("charge", pace, False, label, ac, found, beware, strip)


# ---- what is next


@part
def _nexts(state: State) -> tuple[tuple[NextView, ...], tuple[NextView, ...]]:
    """What is still carried out: what follows on something, and what ends with one word for all."""
    by_word = {plan.piece for one in SEATS for plan in only_moves(state, one)}
    plans = [plan for one in SEATS for plan in open_plans(state, one)]
    nexts = [
        rows.next_view(state, plan, state.piece_of(plan).seat, left_of(state, plan))
        for plan in plans
        if not _charges_now(plan)
    ]
    following = tuple(one for one in nexts if one.piece not in by_word)
    return following, tuple(one for one in nexts if one.piece in by_word)


def _charges_now(plan: UnitPlan) -> bool:
    """Whether a charge is all that is left of it: its keys stand for it."""
    return any(step.do == "charge" for step in plan.open) and all(
        step.do in ("advance", "turn", "charge", "ability") for step in plan.open
    )


# ---- what orders want of one seat now: the sentence that says so, and every key it is offered


CARRY_OUT = Text("Carry out what is announced.")
MORE_OR_THIS = Text("Announce more, or carry this out.")
SHOTS_FIRST = Text("Announced shots first: a charge may block their line.")


def order_acts(orders: OrdersView, seat: str, *, both: bool) -> OrdersView:
    """The orders as far as they want something of this seat, on a phone of `both` sides or of its own: what comes
    before a charger moves, its announced shots, for a charge may close their line to the target (9:3:2), charges, then
    what is announced next, and that before what moves. A phone of both asks the other side first (9:5:6), and how a
    counter-charge went before anything else."""
    charges, counters = of_seat(orders.charges, seat), _counters(orders, seat, both)
    following = of_seat(orders.following, seat)
    replies = [one for one in orders.charges if one.reply and one.reply_seat == seat]
    before = (*(one.reply_sentence for one in replies), *(one.asked for one in of_seat(orders.hero_replies, seat)))
    before = (*(one.sentence for one in counters if both), *before)
    following_or_moving = (*following, *of_seat(orders.moving, seat), *of_seat(orders.next_heroes, seat))
    announce = counted(
        "%(num)s unit has an order: announce it.", "%(num)s units have orders: announce them.", orders.drafts
    )
    all_others = _all_others(orders, seat, both)
    carry = MORE_OR_THIS if all_others.marching and not all_others.late else CARRY_OUT
    then = announce if orders.drafts else carry if following_or_moving else None
    others = tuple(one for one in orders.reactions if one.seat != seat)
    shots = [] if both and others else [one for one in following if one.shoots]
    if not orders.drafts and charges and any(one.against is None for one in shots):
        then = SHOTS_FIRST
    after = () if shots else (*(one.sentence for one in charges), *(one.sentence for one in counters))
    first = next(iter((*before, *after)), None)
    return replace(
        orders,
        sentence=first or then,
        next=then,
        dice=of_seat(orders.dice, seat),
        charges=charges,
        replies=tuple(replies),
        counters=counters,
        all_others=all_others,
        moving=of_seat(orders.moving, seat),
        following=following,
        near=of_seat(orders.near, seat),
        stops=tuple(_stops(orders, seat)),
        others=others,
    )


def _counters(orders: OrdersView, seat: str, both: bool) -> tuple[CounterView, ...]:
    """On a phone of both sides the other's too, which say whose they are."""
    others = [one for one in orders.counters if both and one.seat != seat]
    sentences = [Text("%(side)s: %(told)s", {"side": player_first(one.seat), "told": one.sentence}) for one in others]
    named = (replace(one, sentence=words) for one, words in zip(others, sentences, strict=True))
    return (*of_seat(orders.counters, seat), *named)


def _all_others(orders: OrdersView, seat: str, both: bool) -> Alike:
    found = orders.alike.get(seat, Alike())
    if orders.drafts:
        return replace(found, marching=0)
    return found if both else replace(found, as_many=0)


def _stops(orders: OrdersView, seat: str) -> Iterator[tuple[str, str]]:
    """Each once, whatever it has left."""
    charging = [one.piece for one in of_seat(orders.charges, seat)]
    others = [one.piece for one in of_seat((*orders.following, *orders.moving), seat)]
    for piece in dict.fromkeys((*charging, *others)):
        yield piece, must(orders.row(piece)).title  # who has an order left stands on the table
