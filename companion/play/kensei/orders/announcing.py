"""Orders drafted in private, one by one or alike for many, and announced to all (8:3:4, 8:3:5, K70)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Literal

from companion.content import catalog
from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import HeroAct, PieceAct, act, done_anyway, own_until_over
from companion.play.kensei.orders.plans import added, drafted, judge, row, taken_back
from companion.play.kensei.orders.reacting import announced_charge, answered_words
from companion.play.kensei.owned import no_more, owned_by
from companion.play.kensei.pieces import SEATS, Piece, Whereabouts
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import PlanStep, Steps, UnitPlan
from companion.rules.kensei.orders.orders import is_shot
from companion.rules.kensei.turn.facts import Cover, Pace
from companion.rules.text import Refusal, Text

RULE = "8:3:5"
ALONE = "4:3:5"
"""Where a character's own orders stand."""
ENDED = Refusal(Text("Your orders of this turn have ended: undo that to give more."), "8:3:4")
ONLY_OWN = Refusal(Text("Only a unit's own side drafts its orders: announce the order that was spoken."), RULE)
Pure = Literal["advance", "turn", "face", "load", "occupy", "overcome", "through", "ability"]
Aimed = Literal["charge", "shoot"]


def must_order(state: State, *, own: str = "") -> Refusal | None:
    """The refusal of orders outside of their phase, or of the `own` ones of a side that has ended them."""
    if state.phase != "orders":
        return Refusal(Text("Orders are given and carried out in the orders phase: wait for the next turn."), RULE)
    return ENDED if own in state.ended else None


def own(state: State, event: Event, piece_id: str, *, late: bool = False) -> Piece | Refusal:
    """A piece of the side that orders, in the phase of orders; or why nobody orders it. `late`: its orders may have
    ended."""
    if refused := must_order(state, own="" if late else event.seat):
        return refused
    piece = state.piece(piece_id)
    if piece is None or piece.seat != event.seat or not piece.standing:
        return Refusal(Text("You have no such unit on the table: choose another."), RULE)
    return piece


def own_hero(state: State, event: Event, hero_id: str, *, answers: bool = False) -> Whereabouts | Refusal:
    """A living character of the side that orders, or `answers` a charge, in the phase of orders; or why nobody orders
    him.

    Who asks for another side's hidden character, on that side's behalf too, is told what he is told of nobody.
    """
    if refused := must_order(state, own="" if answers else event.seat):
        return refused
    place = state.place_of(hero_id)
    if place is None or place.piece.seat != event.seat or (place.hero.hidden and event.by != event.seat):
        return Refusal(Text("You have no such character on the table: choose another."), ALONE)
    return place


class OwnHeroAct(HeroAct):
    """A character of the side that orders."""

    def place(self, state: State, event: Event) -> Whereabouts | Refusal:
        return own_hero(state, event, self.hero)


Ordered = tuple[Piece, Whereabouts | None]


def ordered(data: PieceAct, state: State, event: Event) -> Ordered | Refusal:
    """Who is given orders by this name: a piece, or a character inside one, with where he stands. Of a hidden character
    another side is told what it is told of nobody."""
    alone = any(piece.id == data.piece for piece in state.pieces)
    place = None if alone else own_hero(state, event, data.piece)
    if not isinstance(place, Whereabouts):
        piece = own(state, event, data.piece)
        return piece if isinstance(piece, Refusal) else (piece, None)
    if place.acts_for_piece:
        return Refusal(Text("%(who)s stands alone: give orders to him as to a unit.", place.names), ALONE)
    return place.piece, place


def shows_himself(place: Whereabouts, *, confirmed: bool) -> Refusal | None:
    """What a hidden character's player is told before all others see him (5:1:13)."""
    if not place.hero.hidden or confirmed:
        return None
    words = Text("%(who)s is hidden, and this shows him to everybody: confirm it, or leave him hidden.", place.names)
    return Refusal(words, "5:1:13")


@act("order", label=Text("a drafted order"), sees=own_until_over, quiet=True)
class OrderAct(PieceAct):
    """A chip of a row of a piece, or of a character inside one, who has orders of his own (4:3:5): an order without a
    target, drafted or taken back. `anyway`: although the book has something against it."""

    do: Pure
    pace: Literal["march", "run"] = "march"
    target: str = ""
    """The friend it moves through."""
    cover: Cover = "none"
    ability: str = ""
    on: bool = True
    anyway: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        if event.by != event.seat:
            return ONLY_OWN
        found = ordered(self, state, event)
        if isinstance(found, Refusal):
            return found
        piece, place = found
        plan, step = state.plan_of(self.piece), _pure(self)
        if refused := _cannot(state, piece, place, step):
            return refused
        if not self.on:
            if step not in plan.draft:
                return Refusal(Text("That order is not drafted: look at the row as it is now."), RULE)
            return state.with_plan(taken_back(plan, step))
        if (
            place is not None and place.hero.hidden
        ):  # a draft of his would be told with the next announcement of another
            return Refusal(Text("%(who)s is hidden: his order is announced at once, by itself.", place.names), "5:1:13")
        if not self.anyway and (against := _against(state, piece, place, plan, (step,))):
            return against
        return state.with_plan(replace(plan, steps=added(plan, (step,))))


def _against(state: State, piece: Piece, place: Whereabouts | None, plan: UnitPlan, steps: Steps) -> Refusal | None:
    """The first thing the book has against these further orders."""
    judges = judge(state, piece, plan, place.hero if place is not None else None)
    return used_up(state, piece, steps) or judges.against(steps)


def used_up(state: State, piece: Piece, steps: Steps) -> Refusal | None:
    """Whether one of these abilities has been used as often as the book allows."""
    named = {step.ability for step in steps if step.ability}
    mine = [one for one in owned_by(state, piece) if named and one.acts_for_piece and one.ability.id in named]
    forms = ((one, form) for one in mine for form in one.rule.forms if form.window == "order")
    return next((found for one, form in forms if (found := no_more(state, one, form))), None)


def _pure(data: OrderAct | AnnounceAct) -> PlanStep:
    assert data.do
    pace: Pace = "run" if data.pace == "run" else "march"
    return PlanStep(
        data.do,
        pace if data.do == "advance" else "march",
        target=data.target if data.do == "through" else "",
        cover=data.cover if data.do == "occupy" else "none",
        ability=data.ability if data.do == "ability" else "",
    )


def _cannot(state: State, piece: Piece, place: Whereabouts | None, step: PlanStep) -> Refusal | None:
    """Why nobody can be told so: a character in a unit goes with it; an ability is one that exists; who is moved
    through, if named, is a friend."""
    if place is not None and step.do not in ("load", "shoot"):
        return Refusal(Text("%(who)s goes with his unit: his own orders are to load and to shoot.", place.names), ALONE)
    if step.do == "ability" and step.ability not in catalog().abilities:
        return Refusal(Text("That is no ability of %(unit)s.", {"unit": piece.title}), "3:4:6")
    if step.do != "through" or not step.target or state.piece(step.target) in state.friends(piece):
        return None
    return Refusal(Text("A unit moves only through others of its own side: choose one on the table."), "9:4:2")


@act("announce", sees=everybody)
class AnnounceAct(PieceAct):
    """All drafts of a side, and where a unit is named this order of it too. `pace` is the advance before a charge.

    A target that is tapped is one order told, and what was drafted before it is told in front of it: the orders of a
    side lie open in the order in which they were given, and its charge is answered before the next is told (9:5:6).
    Of another unit that waits hidden the draft stays one: it would show them. All drafts told at once tell it too.
    Entered by the other side it is the one order that was spoken, and leaves the drafts alone. `shows`: the player of a
    hidden character knows that it shows him. `alike`: all units without an order march, or get the orders of `piece`.
    """

    piece: str = ""
    do: Pure | Aimed | Literal[""] = ""
    pace: Literal["none", "march", "run"] = "march"
    target: str = ""
    precision: bool = False
    cover: Cover = "none"
    ability: str = ""
    anyway: bool = False
    shows: bool = False
    alike: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        spoken = bool(self.do) and not self.alike and event.by != event.seat
        if self.alike:
            ordered = AlikeAct(like=self.piece).drafted(state, event, known=True)
        elif self.do:
            ordered = self._with_order(state, event, spoken=spoken)
        else:
            ordered = _somebody(state, event) or state
        if isinstance(ordered, Refusal) or spoken:
            return ordered
        return all_announced(ordered, event.seat, () if self.alike else (self.piece,) if self.do else None)

    def _with_order(self, state: State, event: Event, *, spoken: bool) -> State | Refusal:
        """The state with this order drafted too; or, `spoken` and entered by the other side, announced by itself:
        nothing that is drafted changes, is told, or has a say in it."""
        found = ordered(self, state, event)
        if isinstance(found, Refusal):
            return found
        piece, place = found
        aimed: Pure | Aimed | Literal[""] = "shoot" if self.do == "ability" and is_shot(self.ability) else self.do
        if refused := no_enemy(state, event.seat, aimed, self.target, anyway=self.anyway):
            return refused
        plan, steps = state.plan_of(self.piece), self._wanted()
        if refused := next((no for step in steps if (no := _cannot(state, piece, place, step))), None):
            return refused
        known = plan.without_draft if spoken else plan
        if not self.anyway and (against := _against(state, piece, place, known, steps)):
            return against
        if place is not None:
            if refused := shows_himself(place, confirmed=self.shows):
                return refused
            state = state.shown(event.seat, self.piece)
        if spoken:
            return announced(state, self.piece, steps, plan.draft)
        return state.with_plan(replace(plan, steps=added(plan, steps)))

    def _wanted(self) -> Steps:
        """The orders that one tap on a target, or on a chip, gives."""
        if self.do == "shoot":
            return (PlanStep("shoot", target=self.target, precision=self.precision),)
        if self.do == "charge":
            advance = () if self.pace == "none" else (PlanStep("advance", self.pace),)
            return (*advance, PlanStep("charge", target=self.target))
        step = _pure(self)
        return (replace(step, target=self.target) if is_shot(step.ability) else step,)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        return [*came_to_light(before, self.piece), *announced_words(before, event.seat, after)]


def all_announced(state: State, seat: str, of_hidden: Collection[str] | None = None) -> State:
    """The state in which all drafts of a side lie open; of who waits hidden only those of these units, where named."""
    for plan in drafted(state, seat):
        if of_hidden is None or plan.piece in of_hidden or not waits_hidden(state, plan.piece):
            state = announced(state, plan.piece, plan.draft)
    return state


def waits_hidden(state: State, piece_id: str) -> bool:
    """Whether its own side has written down that this unit may hide: any order shows it (K80)."""
    piece = state.piece(piece_id)
    return piece is not None and state.written_of(piece) is not None


def _somebody(state: State, event: Event) -> Refusal | None:
    if refused := must_order(state):
        return refused
    if event.by != event.seat:
        return Refusal(Text("Only a unit's own side announces its drafts: choose the unit and the order spoken."), RULE)
    if event.seat in state.ended:
        return ENDED
    if not drafted(state, event.seat):
        return Refusal(Text("Nothing is drafted: open a unit's row and tap an order first."), RULE)
    return None


def no_enemy(state: State, seat: str, do: str, target: str, *, anyway: bool) -> Refusal | None:
    """Why that is nobody this side could charge or shoot at; `anyway`: whom it may not see, it does see."""
    enemy = state.piece(target)
    if do not in ("charge", "shoot"):
        return None
    if enemy is None or enemy.seat == seat or not enemy.standing:
        return Refusal(Text("A charge or a shot names an enemy on the table: choose one."), RULE)
    if state.may_hide(enemy) and not anyway:
        words = Text(
            "%(unit)s may be hidden, and nobody aims at what is not on the table: choose another.",
            {"unit": enemy.title},
        )
        return Refusal(words, "5:1:6")
    return None


def announced(state: State, piece_id: str, steps: Steps, draft: Steps = ()) -> State:
    """The state in which these orders of a unit lie open, in front of what stays drafted; each charge among them asks
    for its reaction now (9:5:6)."""
    was = state.plan_of(piece_id)
    known = was.without_draft.steps
    plan = replace(was, steps=(*known, *steps, *draft), announced=len(known) + len(steps))
    if not was.announced:  # plans lie in the order in which they were announced: that of the drafts would tell of them
        state = replace(state, plans=tuple(one for one in state.plans if one.piece != piece_id))
    state = state.with_plan(plan)
    for place in range(was.announced, plan.announced):
        step = plan.steps[place]
        if step.do == "charge":  # an advance announced before it, and not made yet, is its own
            state = announced_charge(state, plan.piece, step.target, plan.steps[plan.done : place])
    return state


LATE = Text("Units have acted already: by the book all orders are announced first.")


def is_late(state: State, seat: str) -> bool:
    """Whether units of this side have begun to carry their orders out: more are announced too late (8:3:4, K70). An
    ability is rolled for when it is announced, before anybody moves."""
    begun = (plan for plan in state.plans if any(step.do != "ability" or step.shoots for step in plan.made))
    return any(state.side_of(plan.piece) == seat for plan in begun)


def came_to_light(before: State, hero_id: str) -> Iterator[Text]:
    """A sentence where he was hidden until now."""
    place = before.place_of(hero_id)
    if place is not None and place.hero.hidden:
        yield Text("%(who)s is revealed in %(unit)s.", place.names)


def announced_words(before: State, seat: str, after: State) -> list[Text]:
    """What a side's announcement says, unit by unit and character by character; and, where something was announced
    anyway for a unit, what the book has against it."""
    sentences: list[Text] = []
    for plan in after.plans:
        was = before.plan_of(plan.piece)
        if after.side_of(plan.piece) != seat or plan.announced <= was.announced:
            continue
        steps = plan.steps[was.announced : plan.announced]
        sentences.append(Text("%(unit)s: %(orders)s.", {"unit": after.title(plan.piece), "orders": row(after, steps)}))
        sentences += [words for found in _objections(before, was, steps) for words in done_anyway(found)]
        new = (one for one in after.charges[len(before.charges) :] if one.piece == plan.piece)
        sentences += [words for one in new if (words := answered_words(after, one)) is not None]
    return [*sentences, LATE] if sentences and is_late(before, seat) else sentences


def _objections(state: State, was: UnitPlan, steps: Steps) -> Iterator[Refusal]:
    """What the book has against these orders of a unit, or of a character of his own, on the table as it was."""
    piece, place = state.piece(was.piece), state.place_of(was.piece)
    aims = ((state, state.side_of(was.piece), "shoot" if step.shoots else step.do, step.target) for step in steps)
    yield from filter(None, (no_enemy(*aim, anyway=False) for aim in aims))
    if piece is not None and piece.standing:
        spent = used_up(state, piece, steps)
        yield from [spent] if spent is not None else []
        yield from judge(state, piece, was.without_draft).objections(steps)
    elif place is not None:  # also who stood by himself until he joined a unit this turn
        yield from judge(state, place.piece, was.without_draft, place.apart).objections(steps)


def secret(state: State) -> frozenset[str]:
    """What is drafted, by the names of its units."""
    return frozenset(f"orders {plan.piece}" for seat in SEATS for plan in drafted(state, seat) if not state.over)


def without_drafts(state: State) -> State:
    """The state as if nothing had been drafted."""
    return state.with_plans(plan.without_draft for plan in state.plans if plan.announced)


# ---- one draft for all units that have no order yet: they march, or do what another was told


MARCH = (PlanStep("advance"),)
ALIKE = frozenset({"advance", "turn", "face", "load", "overcome"})
"""What may be said of many at once: it names nobody, and no place."""


def model(state: State, piece_id: str) -> Steps:
    """The draft of a unit, else what it has announced and not carried out, as others may get it; empty where that holds
    what cannot be said of many."""
    plan = state.plan_of(piece_id)
    steps = plan.draft or plan.open
    return steps if all(step.do in ALIKE for step in steps) else ()


def others(state: State, seat: str, steps: Steps, *, known: bool = False) -> tuple[Piece, ...]:
    """The units of a side without any order, against whom the book has nothing in these. Who waits hidden is left out:
    to act would show him (K80); and where only what everybody has `known` may count, who may."""
    return tuple(
        piece
        for piece in state.of(seat)
        if steps and piece.able and not state.plan_of(piece.id).steps
        if not (state.may_hide(piece) if known else state.written_of(piece))
        if _against(state, piece, None, state.plan_of(piece.id), steps) is None
    )


@act("alike", label=Text("an order drafted for many"), sees=own_until_over, quiet=True)
class AlikeAct(ActForm):
    """`like`: the unit whose orders the others get too; without it they march."""

    like: str = ""

    def apply(self, state: State, event: Event) -> State | Refusal:
        return self.drafted(state, event, known=False)

    def drafted(self, state: State, event: Event, *, known: bool) -> State | Refusal:
        """The state with the drafts; `known`: of nobody who may be hidden, for they are announced at once."""
        if event.by != event.seat:
            return ONLY_OWN
        if refused := must_order(state, own=event.seat):
            return refused
        own = {piece.id for piece in state.of(event.seat)}
        steps = (model(state, self.like) if self.like in own else ()) if self.like else MARCH
        drafting = others(state, event.seat, steps, known=known)
        if not drafting:
            words = Text("None of the units without orders could do that: open a unit and tap what it does.")
            return Refusal(words, RULE)
        for piece in drafting:
            state = state.with_plan(replace(state.plan_of(piece.id), steps=steps))
        return state
