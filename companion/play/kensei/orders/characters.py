"""A character's own orders, and a Bushi's shot beside his unit (4:3:5, 4:3:7; K13, K49)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import own_until_over
from companion.play.kensei.fight import aim
from companion.play.kensei.fight.words import joined
from companion.play.kensei.orders.announcing import (
    ENDED,
    ONLY_OWN,
    all_told,
    announced_words,
    must_order,
    no_enemy,
    told,
)
from companion.play.kensei.orders.plans import (
    Whereabouts,
    added,
    commanded,
    has_ac,
    judge,
    left,
    place_of,
    plan_of,
    reaction_of,
    said,
    taken_back,
    with_plan,
)
from companion.play.kensei.orders.words import row, title
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, PlanStep, UnitPlan
from companion.rules.kensei.turn.facts import Pace
from companion.rules.text import Refusal, Text

RULE = "4:3:5"


class HeroOrderData(Data):
    """A chip of a character's line: drafted or taken back. `anyway`: although the book has something against it."""

    hero: str
    do: Literal["load"] = "load"
    on: bool = True
    anyway: bool = False


class HeroAnnounceData(Data):
    """An order of a character, and all drafts of his side with it, unless the other side enters it. `shows`: his player
    knows it shows him."""

    hero: str
    do: Literal["load", "shoot"]
    target: str = ""
    precision: bool = False
    anyway: bool = False
    shows: bool = False


class HeroCarryData(Data):
    """The character whose next orders are carried out, up to his shot; or who stops, and what is left is lost."""

    hero: str
    stops: bool = False


def own_hero(state: State, event: Event, hero_id: str, *, answers: bool = False) -> Whereabouts | Refusal:
    """A living character of the side that orders, or `answers` a charge, in the phase of orders; or why nobody orders
    him.

    Who asks for another side's hidden character, on that side's behalf too, is told what he is told of nobody.
    """
    if refused := must_order(state):
        return refused
    if event.seat in state.ended and not answers:
        return ENDED
    place = place_of(state, hero_id)
    if place is None or place.piece.seat != event.seat or (place.hero.hidden and event.by != event.seat):
        return Refusal(Text("There is no such character of yours on the table: choose another."), RULE)
    return place


def moved_of(plan: UnitPlan) -> Pace:
    """How he has moved by orders of his own."""
    return next((step.pace for step in reversed(plan.made) if step.do == "advance"), "none")


def stronger(one: Pace, other: Pace) -> Pace:
    """The faster of two moves."""
    return max(one, other, key=("none", "march", "run").index)


def with_done(state: State, hero_id: str, step: PlanStep) -> State:
    """The state in which he has done this at once; what he was told before waits on."""
    return with_plan(state, inserted(plan_of(state, hero_id), step))


def inserted(plan: UnitPlan, step: PlanStep) -> UnitPlan:
    """The plan with this done before all that is left of it."""
    steps = (*plan.steps[: plan.done], step, *plan.steps[plan.done :])
    return replace(plan, steps=steps, announced=plan.announced + 1, done=plan.done + 1)


def shows_himself(place: Whereabouts, *, told: bool) -> Refusal | None:
    """What a hidden character's player is told before all others see him (5:1:13)."""
    if not place.hero.hidden or told:
        return None
    names = {"who": place.hero.title}
    words = Text("%(who)s is hidden, and this shows him to everybody: confirm it, or leave him hidden.", names)
    return Refusal(words, "5:1:13")


def seen(state: State, place: Whereabouts) -> tuple[State, Whereabouts]:
    """The state in which he is hidden no more."""
    hero = replace(place.hero, hidden=False)
    piece = place.piece.with_hero(hero)
    return state.with_piece(piece), Whereabouts(piece, hero)


def _inside(state: State, event: Event, hero_id: str) -> Whereabouts | Refusal:
    place = own_hero(state, event, hero_id)
    if isinstance(place, Whereabouts) and place.acts_for_piece:
        return Refusal(Text("%(who)s stands alone: give orders to him as to a unit.", {"who": place.hero.title}), RULE)
    return place


# ---- the acts


def _order(state: State, event: Event, data: HeroOrderData) -> State | Refusal:
    if event.by != event.seat:
        return Refusal(ONLY_OWN, "8:3:5")
    place = _inside(state, event, data.hero)
    if isinstance(place, Refusal):
        return place
    plan, step = plan_of(state, data.hero), PlanStep(data.do)
    if not data.on:
        if step not in plan.draft:
            return Refusal(Text("That order is not drafted: look at the row as it is now."), RULE)
        return with_plan(state, taken_back(plan, step))
    if place.hero.hidden:  # a draft of his would be told with the next announcement of another
        words = Text("%(who)s is hidden: his order is announced at once, by itself.", {"who": place.hero.title})
        return Refusal(words, "5:1:13")
    if not data.anyway and (found := judge(state, place.piece, plan, place.hero).against((step,))):
        return found
    return with_plan(state, replace(plan, steps=added(plan, (step,))))


def _announce(state: State, event: Event, data: HeroAnnounceData) -> State | Refusal:
    place = _inside(state, event, data.hero)
    if isinstance(place, Refusal):
        return place
    if refused := no_enemy(state, event.seat, data.do, data.target, anyway=data.anyway):
        return refused
    plan, steps, spoken = plan_of(state, data.hero), (_wanted(data),), event.by != event.seat
    judges = judge(state, place.piece, said(plan) if spoken else plan, place.hero)
    if not data.anyway and (found := judges.against(steps)):
        return found
    if refused := shows_himself(place, told=data.shows):
        return refused
    state, _ = seen(state, place)
    if spoken:
        return told(state, data.hero, steps, plan.draft)
    return all_told(with_plan(state, replace(plan, steps=added(plan, steps))), event.seat)


def _wanted(data: HeroAnnounceData) -> PlanStep:
    if data.do == "load":
        return PlanStep("load")
    return PlanStep("shoot", target=data.target, precision=data.precision)


def _carry(state: State, event: Event, data: HeroCarryData) -> State | Refusal:
    place = _inside(state, event, data.hero)
    if isinstance(place, Refusal):
        return place
    plan = plan_of(state, data.hero)
    if not plan.open:
        names = {"unit": place.hero.title}
        return Refusal(Text("No announced order is left for %(unit)s: give one first.", names), "9:2")
    if data.stops:
        return with_plan(state, plan.cut_short)
    while plan.open and plan.open[0].do != "shoot":
        if plan.open[0].do == "load":
            state = state.with_piece(place.piece.with_hero(replace(place.hero, loaded=True)))
        plan = replace(plan, done=plan.done + 1)
    if not plan.open:
        return with_plan(state, plan)
    if impossible(state, place_of(state, data.hero) or place, plan.open[0]):
        return with_plan(state, plan.cut_short)
    return shot(state, data.hero, plan.open[0], with_plan_after=replace(plan, done=plan.done + 1))


def shot(
    state: State, hero_id: str, step: PlanStep, *, with_plan_after: UnitPlan, withstands: bool = False
) -> State | Refusal:
    """His shot opens filled in: with how he and his unit moved, and his own weapon."""
    place = must(place_of(state, hero_id))
    wanted = aim.AimData(kind="shot", attacker=place.piece.id, defender=step.target, striker=hero_id)
    opened = aim.aimed(state, place.piece.seat, wanted)
    if isinstance(opened, Refusal):
        return opened
    chain = opened.chains[-1]
    known = replace(
        chain.situation,
        moved=stronger(chain.situation.moved, moved_of(with_plan_after)),
        overcame_obstacle=any(one.do == "overcome" for one in with_plan_after.made),
        greater_precision=step.precision,
        withstand_and_shoot=withstands,
    )
    opened = opened.with_chain(replace(chain, situation=known))
    return with_plan(opened, with_plan_after if withstands else replace(with_plan_after, shot=chain.id))


# ---- what the log says


def came_to_light(before: State, hero_id: str) -> Iterator[Text]:
    """A sentence where he was hidden until now."""
    place = place_of(before, hero_id)
    if place is not None and place.hero.hidden:
        names = {"who": place.hero.title, "unit": place.piece.unit_title}
        yield Text("%(who)s is revealed in %(unit)s.", names)


def _announce_line(before: State, event: Event, data: HeroAnnounceData, after: State) -> Line:
    return Line(joined([*came_to_light(before, data.hero), *announced_words(before, event.seat, after)]))


def _carry_line(before: State, event: Event, data: HeroCarryData, after: State) -> Line:
    was, now, place = plan_of(before, data.hero), plan_of(after, data.hero), must(place_of(before, data.hero))
    if data.stops:
        names = {"unit": place.hero.title, "orders": row(before, was.open)}
        return Line(Text("%(unit)s stopped; lost: %(orders)s.", names))
    done = tuple(step for n, step in enumerate(now.steps[was.done : now.done], was.done) if n not in now.lost)
    told = [Text("Carried out by %(unit)s: %(orders)s.", {"unit": place.hero.title, "orders": row(after, done)})]
    if now.lost == was.lost:
        return Line(joined(told))
    gone = tuple(step for n, step in enumerate(now.steps) if n in now.lost and n not in was.lost)
    found, names = _why(after, data.hero, gone[0]), {"unit": place.hero.title, "orders": row(before, gone)}
    stopped = [found.reason, Text("%(unit)s stopped; lost: %(orders)s.", names)]
    return Line(joined([*(told if done else ()), *stopped]))


def impossible(state: State, place: Whereabouts, step: PlanStep) -> Refusal | None:
    """Why this announced shot of his cannot be made any more: he stops there, and its AC is lost (K70)."""
    target = state.piece(step.target)
    names = {"who": place.hero.title}
    if target is None or not target.standing:
        return Refusal(Text("%(who)s has nobody left to shoot at.", names), "8:3:5")
    return aim.forbidden(state, "shot", place.piece, target)


def _why(after: State, hero_id: str, step: PlanStep) -> Refusal:
    """What stopped him: nothing of it has changed by the stop."""
    place = place_of(after, hero_id)
    found = impossible(after, place, step) if place is not None else None
    assert found is not None
    return found


# ---- a Bushi with a bow shoots beside his unit when it withstands a charge and shoots


BESIDE_RULE = "9:5:6"


class HeroReplyData(Data):
    """The charge his unit withstands. `shows`: his player knows it shows him."""

    charge: str
    hero: str
    shows: bool = False


@dataclass(frozen=True, slots=True)
class HeroReply:
    """A character who may shoot before a charger moves."""

    charge: str
    hero: str
    seat: str
    sentence: Text
    asked: Text
    """The same as an act of his side's."""
    hidden: bool


def against_replying(state: State, place: Whereabouts, charge: Charging | None) -> Refusal | None:
    """Why he does not shoot at this charger beside his unit."""
    names = {"who": place.hero.title, "unit": place.piece.title}
    answer = reaction_of(state, place.piece.id)
    if charge is None or charge.end or charge.target != place.piece.id:
        return Refusal(
            Text("No charge against %(unit)s is waiting: look at the table as it is now.", names), BESIDE_RULE
        )
    if not place.inside or answer is None or answer.what != "shoot":
        return Refusal(Text("%(who)s shoots here only beside a unit that withstands and shoots.", names), BESIDE_RULE)
    if not commanded(place.piece, place.hero).shoots:
        return Refusal(Text("%(who)s carries nothing to shoot with.", names), "5:1:9")
    if not place.hero.loaded:
        return Refusal(Text("%(who)s has not loaded.", names), "9:3:1")
    if left(state, place.piece, place.hero) < has_ac(place.piece, place.hero):
        return Refusal(Text("%(who)s has spent AC this turn already.", names), BESIDE_RULE)
    return None


def hero_replies(state: State, seat: str | None) -> Iterator[HeroReply]:
    """Those who may; hidden ones for their own side."""
    for charge in state.charges:
        piece, enemy = state.piece(charge.target), state.piece(charge.piece)
        if piece is None or enemy is None or not enemy.standing:
            continue
        for place in (Whereabouts(piece, hero) for hero in piece.heroes if hero.alive):
            known = not place.hero.hidden or seat == piece.seat
            if known and against_replying(state, place, charge) is None:
                names = {"who": place.hero.title, "enemy": enemy.title}
                words = Text("%(who)s shoots too, at %(enemy)s", names)
                asked = Text("%(who)s may shoot at %(enemy)s too, before the charge.", names)
                yield HeroReply(charge.id, place.hero.id, piece.seat, words, asked, place.hero.hidden)


def _reply(state: State, event: Event, data: HeroReplyData) -> State | Refusal:
    place = own_hero(state, event, data.hero, answers=True)
    if isinstance(place, Refusal):
        return place
    charge = state.charge(data.charge)
    if found := against_replying(state, place, charge):
        return found
    if refused := shows_himself(place, told=data.shows):
        return refused
    assert charge is not None
    state, _ = seen(state, place)
    step = PlanStep("shoot", target=charge.piece, answers=True)
    plan = inserted(plan_of(state, data.hero), step)
    return _as_far(
        state, place.piece.id, charge.piece, shot(state, data.hero, step, with_plan_after=plan, withstands=True)
    )


def _as_far(before: State, piece: str, enemy: str, after: State | Refusal) -> State | Refusal:
    """The shot from where his unit has just shot: that distance is measured already."""
    units = (one.situation.distance_cm for one in before.chains if (one.attacker, one.defender) == (piece, enemy))
    known = next(units, None)
    if isinstance(after, Refusal) or known is None:
        return after
    chain = after.chains[-1]
    return after.with_chain(replace(chain, situation=replace(chain.situation, distance_cm=known)))


def _line(before: State, event: Event, data: HeroReplyData, after: State) -> Line:
    charge = after.charge(data.charge)
    place = place_of(before, data.hero)
    assert charge is not None
    assert place is not None
    names = {"who": place.hero.title, "enemy": title(after, charge.piece)}
    told = Text("%(who)s shoots before the charge of %(enemy)s.", names)
    return Line(joined([*came_to_light(before, data.hero), told]))


ACTS = (
    Act("hero-order", HeroOrderData, _order, called=Text("a drafted order"), sees=own_until_over, quiet=True),
    Act("hero-announce", HeroAnnounceData, _announce, _announce_line, called=Text("an announcement"), sees=everybody),
    Act("hero-carry", HeroCarryData, _carry, _carry_line, called=Text("an order carried out"), sees=everybody),
    Act("hero-reply", HeroReplyData, _reply, _line, called=Text("a character's shot"), sees=everybody),
)
