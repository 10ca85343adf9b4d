"""A character's own orders, and a Bushi's shot beside his unit (4:3:5, 4:3:7; K13, K49)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.fight import aim
from companion.play.kensei.fight.words import joined
from companion.play.kensei.fighters import title
from companion.play.kensei.orders.announcing import came_to_light, own_hero, seen, shows_himself
from companion.play.kensei.orders.plans import (
    Whereabouts,
    commanded,
    has_ac,
    left,
    place_of,
    plan_of,
    reaction_of,
    with_plan,
)
from companion.play.kensei.orders.words import row
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, PlanStep, UnitPlan
from companion.rules.kensei.turn.facts import Pace
from companion.rules.text import Refusal, Text

RULE = "4:3:5"


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


# ---- carried out


def carried(state: State, place: Whereabouts, plan: UnitPlan) -> State | Refusal:
    """The state in which a character inside a unit has done what is next, up to his shot; one that cannot be made any
    more stops him (K70)."""
    while plan.open and plan.open[0].do != "shoot":
        if plan.open[0].do == "load":
            state = state.with_piece(place.piece.with_hero(replace(place.hero, loaded=True)))
        plan = replace(plan, done=plan.done + 1)
    if not plan.open:
        return with_plan(state, plan)
    if impossible(state, must(place_of(state, place.hero.id)), plan.open[0]):
        return with_plan(state, plan.cut_short)
    return shot(state, place.hero.id, plan.open[0], with_plan_after=replace(plan, done=plan.done + 1))


def shot(
    state: State, hero_id: str, step: PlanStep, *, with_plan_after: UnitPlan, withstands: bool = False
) -> State | Refusal:
    """His shot opens filled in: with how he and his unit moved, and his own weapon."""
    place = must(place_of(state, hero_id))
    opened = aim.shot(
        state,
        place.piece,
        step.target,
        hero_id,
        moved=stronger(place.piece.facts.moved, moved_of(with_plan_after)),
        overcame_obstacle=any(one.do == "overcome" for one in with_plan_after.made),
        greater_precision=step.precision,
        withstand_and_shoot=withstands,
    )
    if isinstance(opened, Refusal):
        return opened
    return with_plan(opened, with_plan_after if withstands else replace(with_plan_after, shot=opened.chains[-1].id))


# ---- what the log says


def carried_words(before: State, after: State, hero_id: str) -> Text:
    """What he has done, and what stopped him."""
    was, now, place = plan_of(before, hero_id), plan_of(after, hero_id), must(place_of(before, hero_id))
    done = tuple(step for n, step in enumerate(now.steps[was.done : now.done], was.done) if n not in now.lost)
    told = [Text("Carried out by %(unit)s: %(orders)s.", {"unit": place.hero.title, "orders": row(after, done)})]
    if now.lost == was.lost:
        return joined(told)
    gone = tuple(step for n, step in enumerate(now.steps) if n in now.lost and n not in was.lost)
    found, names = _why(after, hero_id, gone[0]), {"unit": place.hero.title, "orders": row(before, gone)}
    stopped = [found.reason, Text("%(unit)s stopped; lost: %(orders)s.", names)]
    return joined([*(told if done else ()), *stopped])


def impossible(state: State, place: Whereabouts, step: PlanStep) -> Refusal | None:
    """Why this announced shot of his cannot be made any more: he stops there, and its AC is lost (K70)."""
    target = state.piece(step.target)
    names = {"who": place.hero.title}
    if target is None or not target.standing:
        return Refusal(Text("%(who)s has nobody left to shoot at.", names), "8:3:5")
    return aim.forbidden(state, "shot", place.piece, target)


def _why(after: State, hero_id: str, step: PlanStep) -> Refusal:
    """What stopped him: nothing of it has changed by the stop."""
    return must(impossible(after, must(place_of(after, hero_id)), step))


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
    state = seen(state, place)
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
    charge, place = must(after.charge(data.charge)), must(place_of(before, data.hero))
    names = {"who": place.hero.title, "enemy": title(after, charge.piece)}
    told = Text("%(who)s shoots before the charge of %(enemy)s.", names)
    return Line(joined([*came_to_light(before, data.hero), told]))


ACTS = (Act("hero-reply", HeroReplyData, _reply, _line, called=Text("a character's shot"), sees=everybody),)
