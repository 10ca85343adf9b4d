"""Announced orders carried out: moves, loading, shots; and an order that proved impossible (9:2 to 9:4, K70)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pydantic import Field

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import UNDER_WAY, PieceAct, about, act, done_anyway, of_units
from companion.play.kensei.fight import aim
from companion.play.kensei.markers import with_loaded
from companion.play.kensei.orders.announcing import Ordered, ordered, without_drafts
from companion.play.kensei.orders.characters import carried, carried_words, impossible
from companion.play.kensei.orders.plans import MOVES, row
from companion.play.kensei.orders.reacting import asked, given_back
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import PlanStep, Steps, UnitPlan
from companion.rules.text import Refusal, Text

RULE = "9:2"
BY_HAND = MOVES | {"load", "ability"}
"""What ends with a word: nothing is rolled for it."""


def open_plans(state: State, seat: str) -> Iterator[UnitPlan]:
    """The plans of a side with something left to be carried out."""
    for plan in state.plans:
        piece = state.piece(plan.piece)
        if piece is not None and piece.seat == seat and piece.able and left_of(state, plan):
            yield plan


def left_of(state: State, plan: UnitPlan) -> Steps:
    """What is left of it; a charge is over where the two are said to touch, by whatever way."""
    rest = plan.open
    charge = next((step for step in rest if step.do == "charge"), None)
    return () if charge is not None and state.between(plan.piece, charge.target) is not None else rest


def only_moves(state: State, seat: str) -> tuple[UnitPlan, ...]:
    """The plans that end with a word: moves, and loading."""
    return tuple(
        plan for plan in open_plans(state, seat) if all(step.do in BY_HAND and not step.shoots for step in plan.open)
    )


# ---- carried out


@act("carry", label=Text("an order carried out"), sees=everybody)
class CarryAct(PieceAct):
    """What a unit, or a character inside one, was told is done. `anyway`: its shot, although something is against it by
    now."""

    anyway: bool = False

    @about(ordered)
    def apply(self, state: State, event: Event, found: Ordered) -> State | Refusal:
        piece, place = found
        plan = state.plan_of(self.piece)
        if place is not None and plan.open:
            return carried(state, place, plan, anyway=self.anyway)
        rest = left_of(state, plan)
        names = {"unit": state.title(self.piece)}
        if not rest or not piece.able:
            return Refusal(Text("No announced order is left for %(unit)s: give one first.", names), RULE)
        running = state.running
        if running is not None and running.attacker == piece.id:
            return UNDER_WAY
        was, (state, plan) = plan.done, _by_hand(state, piece, plan)
        following = plan.open[:1]
        if plan.done != was and no_shot(state, plan):  # the moves before it stand
            return state.with_plan(plan)
        if following and following[0].shoots:
            if not_rolled := _die_due(state, piece, following[0]):
                return not_rolled
            return _shoots(state, plan, following[0], anyway=self.anyway)
        if plan.done == was:
            words = Text("Say how the charge of %(unit)s went: in contact, or how many cm are left.", names)
            return Refusal(words, "9:5:1")
        return state.with_plan(plan)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        found = no_shot(before, before.plan_of(self.piece)) if self.anyway else None
        return [self._done(before, after), *done_anyway(found)]

    def _done(self, before: State, after: State) -> Text:
        place = before.place_of(self.piece)
        if place is not None and not place.acts_for_piece:
            return carried_words(before, after, self.piece)
        was, now = before.plan_of(self.piece), after.plan_of(self.piece)
        done = tuple(step for step in now.steps[was.done : now.done] if not lost(after, step))
        names = {"unit": after.title(self.piece), "orders": row(after, done)}
        if not done:
            return Text("Nobody is left for %(unit)s to charge.", names)
        return Text("Carried out by %(unit)s: %(orders)s.", names)


def _die_due(state: State, piece: Piece, step: PlanStep) -> Refusal | None:
    """An ability that is a shot says by its die how many dice that has."""
    its = (use for use in state.uses if use.piece == piece.id and use.ability == step.ability)
    due = any(state.undecided(use) for use in its)
    names = {"unit": piece.title, "ability": row(state, (step,))}
    words = Text("%(unit)s: %(ability)s. The KI die comes first: roll it, then shoot.", names)
    return Refusal(words, "9:4:3") if due else None


def no_shot(state: State, plan: UnitPlan) -> Refusal | None:
    """Why the shot that comes next in this plan of a unit, or of a character inside one, is impossible by now. None
    where it can be made, or where something else comes next."""
    step = next(iter(plan.open), None)
    if step is None or not step.shoots:
        return None
    place = state.place_of(plan.piece)
    return impossible(state, place.piece if place is not None else state.piece_of(plan), step)


def _by_hand(state: State, piece: Piece, plan: UnitPlan) -> tuple[State, UnitPlan]:
    """The state after the orders that end with a word. The advance before a charge is the charge's own, unless its
    target is gone."""
    rest = plan.open
    for place, step in enumerate(rest):
        if step.do == "advance" and any(s.do == "charge" and not lost(state, s) for s in rest[place:]):
            break
        if lost(state, step):
            state = _off(state, piece.id, step.target)
        elif step.do in BY_HAND and not step.shoots:
            state = _done(state, piece.id, step)
        else:
            break
        plan = plan.one_done
    return state, plan


def lost(state: State, step: PlanStep) -> bool:
    """Whether it is a charge at somebody who is gone: it cannot be (K70)."""
    return step.do == "charge" and not state.known(step.target).standing


def _off(state: State, piece_id: str, target: str = "") -> State:
    """The charges of this unit, or the one at this target, will not be."""
    for charge in state.charges:
        if charge.piece == piece_id and not charge.end and target in ("", charge.target):
            state = state.with_charge(replace(charge, end="off")).without_asks(charge.id)
    return state


def _done(state: State, piece_id: str, step: PlanStep) -> State:
    piece = state.known(piece_id)
    if step.do == "advance":  # it leaves the cover it stood in
        return state.with_facts(piece, moved=step.pace, cover="none")
    if step.do in ("overcome", "through"):
        state = state.left_place(piece_id)
    if step.do == "occupy" and step.cover != "none":
        return state.with_facts(piece, cover=step.cover)
    if step.do == "through" and step.target:
        state = state.with_effect(piece_id, "moved-through")  # who is alone takes nothing from a unit (4:3:4)
        return state if piece.lone is not None else state.with_effect(step.target, "moved-through")
    return with_loaded(state, piece, True) if step.do == "load" else state


def _shoots(state: State, plan: UnitPlan, step: PlanStep, *, anyway: bool) -> State | Refusal:
    """The shot opens filled in: the table knows who moved and who is loaded."""
    crossed, precise = any(one.do == "overcome" for one in plan.made), step.precision
    piece, at = state.piece_of(plan), step.target
    opened = aim.shot(state, piece, at, anyway=anyway, overcame_obstacle=crossed, greater_precision=precise)
    if isinstance(opened, Refusal):
        return opened
    return opened.with_plan(replace(plan, done=plan.done + 1, shot=opened.chains[-1].id))


@act("moved", label=Text("the moves carried out"), sees=everybody)
class MovedAct(ActForm):
    """The units that have moved, as the page showed them, with spaces between: what came after it is not meant. None
    named: all whose announced orders end with a word."""

    units: str = Field("", max_length=1000)

    def apply(self, state: State, event: Event) -> State | Refusal:
        plans = self._meant(state, event)
        if plans and state.phase == "orders":
            return all_moved(state, plans)
        if self.units:
            return Refusal(Text("Those units have no announced move left by now: look at the table as it is."), RULE)
        return Refusal(Text("No announced move is left: announce one first."), RULE)

    def line(self, before: State, event: Event, after: State) -> Text:
        names = tuple(before.title(plan.piece) for plan in self._meant(before, event))
        return Text("Carried out: %(units)s.", {"units": names})

    def _meant(self, state: State, event: Event) -> tuple[UnitPlan, ...]:
        """The plans that the word is about, as far as they still end with a word."""
        named = self.units.split()
        return tuple(plan for plan in only_moves(state, event.seat) if not named or plan.piece in named)


def all_moved(state: State, plans: Iterable[UnitPlan]) -> State:
    """The state in which what ends with a word in these plans is carried out."""
    for plan in plans:
        state, plan = _by_hand(state, state.piece_of(plan), plan)
        state = state.with_plan(plan)
    return state


@act("stop", label=Text("a stop"), sees=everybody)
class StopAct(PieceAct):
    @about(ordered)
    def apply(self, state: State, event: Event, found: Ordered) -> State | Refusal:
        plan = state.plan_of(self.piece)
        if not plan.open:
            return Refusal(Text("No announced order is left for %(unit)s.", {"unit": state.title(self.piece)}), "8:3:5")
        return _off(state, self.piece).with_plan(plan.cut_short)

    def line(self, before: State, event: Event, after: State) -> Text:
        names = {"unit": after.title(self.piece), "orders": row(before, before.plan_of(self.piece).open)}
        return Text("%(unit)s stopped; lost: %(orders)s.", names)


def tidied(state: State) -> State:
    """What is asked of charges as they stand; nothing that was only drafted, once the orders are over. A shot that was
    called off is left to be carried out."""
    if state.phase != "orders" and state.plans:
        state = without_drafts(state)
    state = given_back(state.with_plans(_with_shot(state, plan) for plan in state.plans))
    return asked(state)


def _with_shot(state: State, plan: UnitPlan) -> UnitPlan:
    if not plan.shot or ((chain := state.chain(plan.shot)) and chain.attack is None):
        return plan
    step = plan.steps[plan.done - 1]
    called_off = state.phase == "orders" and chain is None and step.shoots and state.known(step.target).standing
    return replace(plan, shot="", done=plan.done - called_off)


def still_due(state: State) -> Iterator[Refusal]:
    """What announced orders still owe before their phase is left; drafts owe nothing."""
    reacting = (state.title(state.charge_of(ask).target) for ask in state.asked("react"))
    yield from of_units(
        reacting, Text("Still to say how they react: %(units)s. Answer, or end the phase anyway."), "9:5:6"
    )
    throwing = (state.title(state.charge_of(ask).piece) for ask in state.asked("charge"))
    yield from of_units(throwing, Text("Charge dice still due: %(units)s. Roll, or end the phase anyway."), "9:5:3")
    waiting = Text("Announced and not carried out: %(units)s. Do it, or end the phase anyway.")
    yield from of_units(orders_left(state), waiting, "8:3:5")


def orders_left_of(state: State, seat: str) -> tuple[str, ...]:
    """Whose announced orders of a side are not carried out, characters inside units among them."""
    places = ((plan, state.place_of(plan.piece)) for plan in state.plans if plan.open)
    inside = (plan for plan, at in places if at is not None and at.inside and at.piece.seat == seat and at.piece.able)
    return tuple(state.title(plan.piece) for plan in (*open_plans(state, seat), *inside))


def all_stopped(state: State, seat: str) -> State:
    """The state in which a side has lost what it announced and did not carry out."""
    for plan in state.plans:
        if plan.open and state.side_of(plan.piece) == seat:
            state = _off(state, plan.piece).with_plan(plan.cut_short)
    return state


def orders_left(state: State) -> tuple[str, ...]:
    """Whose announced orders are not carried out, by what they are called."""
    return tuple(title for seat in SEATS for title in orders_left_of(state, seat))


# ---- whether a table is led through orders


@act("show-orders", label=Text("showing or hiding orders"), sees=everybody)
class ShowOrdersAct(ActForm):
    """Whether this table is led through orders."""

    shown: bool

    def apply(self, state: State, event: Event) -> State | Refusal:
        return replace(state, orders_hidden=not self.shown)

    def line(self, before: State, event: Event, after: State) -> Text:
        hidden = Text("Orders are not shown: the app leads the combats only.")
        return Text("Orders are shown again.") if self.shown else hidden
