"""Characters: orders of their own carried out, a shot beside the unit, the way into a unit and out (4:3:4 to 4:3:8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.play.acts import ActForm, everybody, part
from companion.play.game import Event
from companion.play.kensei.acts import UNDER_WAY, about, act, done_anyway
from companion.play.kensei.fight import aim
from companion.play.kensei.orders.announcing import OwnHeroAct, came_to_light, own_hero, shows_himself
from companion.play.kensei.orders.plans import MOVES, commanded, has_ac, left, row
from companion.play.kensei.pieces import Piece, Whereabouts, removed
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, PlanStep, UnitPlan
from companion.rules.kensei.orders.characters import Newcomer, Ranks, kept_out, may_enter, may_quit
from companion.rules.kensei.profiles import UnitProfile
from companion.rules.kensei.turn.facts import WET, Facts, Pace
from companion.rules.text import Refusal, Text, joined


def moved_of(plan: UnitPlan) -> Pace:
    """How he has moved by orders of his own."""
    return next((step.pace for step in reversed(plan.made) if step.do == "advance"), "none")


def stronger(one: Pace, other: Pace) -> Pace:
    """The faster of two moves."""
    return max(one, other, key=("none", "march", "run").index)


def with_done(state: State, hero_id: str, step: PlanStep) -> State:
    """The state in which he has done this at once; what he was told before waits on."""
    return state.with_plan(inserted(state.plan_of(hero_id), step))


def inserted(plan: UnitPlan, step: PlanStep) -> UnitPlan:
    """The plan with this done before all that is left of it."""
    steps = (*plan.steps[: plan.done], step, *plan.steps[plan.done :])
    return replace(plan, steps=steps, announced=plan.announced + 1, done=plan.done + 1)


# ---- carried out


def carried(state: State, place: Whereabouts, plan: UnitPlan, *, anyway: bool) -> State | Refusal:
    """The state in which a character inside a unit has done what is next, up to his shot; one that cannot be made any
    more stops him (K70), but for what is done `anyway`."""
    was = plan.done
    while plan.open and plan.open[0].do != "shoot":
        if plan.open[0].do == "load":
            state = state.with_piece(place.piece.with_hero(replace(place.hero, loaded=True)))
        plan = plan.one_done
    if not plan.open:
        return state.with_plan(plan)
    stands, has_acted = state.known(plan.open[0].target).standing, plan.done > was
    now = must(state.place_of(place.hero.id)).piece
    if impossible(state, now, plan.open[0]) and not (anyway and stands and not has_acted):
        return state.with_plan(plan if stands and has_acted else plan.cut_short)
    return shot(state, place.hero.id, plan.open[0], with_plan_after=plan.one_done, anyway=anyway)


def shot(
    state: State,
    hero_id: str,
    step: PlanStep,
    *,
    with_plan_after: UnitPlan,
    withstands: bool = False,
    anyway: bool = False,
) -> State | Refusal:
    """His shot opens filled in: with how he and his unit moved, and his own weapon."""
    place = must(state.place_of(hero_id))
    opened = aim.shot(
        state,
        place.piece,
        step.target,
        hero_id,
        anyway=anyway,
        moved=stronger(place.piece.facts.moved, moved_of(with_plan_after)),
        overcame_obstacle=any(one.do == "overcome" for one in with_plan_after.made),
        greater_precision=step.precision,
        withstand_and_shoot=withstands,
    )
    if isinstance(opened, Refusal):
        return opened
    return opened.with_plan(with_plan_after if withstands else replace(with_plan_after, shot=opened.chains[-1].id))


# ---- what the log says


def carried_words(before: State, after: State, hero_id: str) -> Text:
    """What he has done, and what stopped him."""
    was, now, place = before.plan_of(hero_id), after.plan_of(hero_id), must(before.place_of(hero_id))
    done = tuple(step for n, step in enumerate(now.steps[was.done : now.done], was.done) if n not in now.lost)
    carried = [Text("Carried out by %(unit)s: %(orders)s.", {"unit": place.hero.title, "orders": row(after, done)})]
    if now.lost == was.lost:
        return joined(carried)
    gone = tuple(step for n, step in enumerate(now.steps) if n in now.lost and n not in was.lost)
    why = must(impossible(after, must(after.place_of(hero_id)).piece, gone[0]))  # nothing of it has changed by the stop
    names = {"unit": place.hero.title, "orders": row(before, gone)}
    stopped = [why.reason, Text("%(unit)s stopped; lost: %(orders)s.", names)]
    return joined([*(carried if done else ()), *stopped])


def impossible(state: State, piece: Piece, step: PlanStep) -> Refusal | None:
    """Why this announced shot, of a unit or of one inside it, cannot be made any more: the plan stops there (K70)."""
    target = state.known(step.target)
    if not target.standing:
        return Refusal(Text("%(target)s has left the table: nobody shoots there.", {"target": target.title}), "8:3:5")
    return aim.forbidden(state, "shot", piece, target)


# ---- a Bushi with a bow shoots beside his unit when it withstands a charge and shoots


BESIDE_RULE = "9:5:6"


@dataclass(frozen=True, slots=True)
class HeroReply:
    """A character who may shoot before a charger moves."""

    charge: str
    hero: str
    seat: str
    sentence: Text
    asked: Text
    """The sentence as his side reads it among its acts."""
    hidden: bool


def against_replying(state: State, place: Whereabouts, charge: Charging | None) -> Refusal | None:
    """Why he does not shoot at this charger beside his unit."""
    names = {"who": place.hero.title, "unit": place.piece.title}
    answer = state.reaction_of(place.piece.id)
    if charge is None or charge.end or charge.target != place.piece.id:
        words = Text("No charge against %(unit)s is waiting: look at the table as it is now.", names)
        return Refusal(words, BESIDE_RULE)
    if not place.inside or answer is None or answer.what != "shoot":
        words = Text("%(who)s may shoot at a charge only if his unit withstands and shoots.", names)
        return Refusal(words, BESIDE_RULE)
    if not commanded(place.piece, place.hero).shoots:
        return Refusal(Text("%(who)s carries nothing to shoot with.", names), "5:1:9")
    if place.piece.is_wet(place.hero.id):
        return WET
    if not place.hero.loaded:
        return Refusal(Text("%(who)s has not loaded.", names), "9:3:1")
    if left(state, place.piece, place.hero) < has_ac(place.piece, place.hero):
        return Refusal(Text("%(who)s has spent AC this turn already.", names), BESIDE_RULE)
    return None


def hero_replies(state: State, seat: str | None) -> Iterator[HeroReply]:
    """The characters who may shoot before a charger moves; hidden ones for their own side."""
    for charge in state.charges:
        piece, enemy = state.known(charge.target), state.piece_of(charge)
        if not enemy.standing:
            continue
        for place in (Whereabouts(piece, hero) for hero in piece.heroes if hero.alive):
            known = not place.hero.hidden or seat == piece.seat
            if known and against_replying(state, place, charge) is None:
                names = {**place.names, "enemy": enemy.title}
                words = Text("%(who)s shoots too, at %(enemy)s", names)
                asked = Text("%(who)s may shoot at %(enemy)s too, before the charge.", names)
                yield HeroReply(charge.id, place.hero.id, piece.seat, words, asked, place.hero.hidden)


@act("hero-reply", label=Text("a character's shot"), sees=everybody)
class HeroReplyAct(ActForm):
    """The charge his unit withstands. `shows`: his player knows it shows him."""

    charge: str
    hero: str
    shows: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        place = own_hero(state, event, self.hero, answers=True)
        if isinstance(place, Refusal):
            return place
        charge = state.charge(self.charge)
        if found := against_replying(state, place, charge):
            return found
        if refused := shows_himself(place, confirmed=self.shows):
            return refused
        assert charge is not None
        state = state.shown(event.seat, self.hero)
        step = PlanStep("shoot", target=charge.piece, answers=True)
        plan = inserted(state.plan_of(self.hero), step)
        return _as_far(
            state, place.piece.id, charge.piece, shot(state, self.hero, step, with_plan_after=plan, withstands=True)
        )

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        charge, place = must(after.charge(self.charge)), must(before.place_of(self.hero))
        names = {**place.names, "enemy": after.title(charge.piece)}
        return [*came_to_light(before, self.hero), Text("%(who)s shoots before the charge of %(enemy)s.", names)]


def _as_far(before: State, piece: str, enemy: str, after: State | Refusal) -> State | Refusal:
    """The shot from where his unit has just shot: that distance is measured already."""
    units = (one.situation.distance_cm for one in before.chains if (one.attacker, one.defender) == (piece, enemy))
    known = next(units, None)
    if isinstance(after, Refusal) or known is None:
        return after
    chain = after.chains[-1]
    return after.with_chain(chain.situated(distance_cm=known))


# ---- into a unit and out of one, for 1 AC of his own (4:3:4, 4:3:8; K40, K67)


ENTERING = "4:3:4"
PRICE = 1
"""AC of entering, of leaving and of breaking away (4:3:4, K67)."""


def fight_begun(state: State, *pieces: str) -> bool:
    """Whether one of these stands in a combat whose fight has begun: who is in it is settled then."""
    return any(piece in melee.members for melee in state.melees for piece in pieces)


def busy(state: State, *pieces: str) -> Refusal | None:
    """Why nobody goes anywhere just now."""
    if state.running is not None:
        return UNDER_WAY
    if fight_begun(state, *pieces):
        return Refusal(Text("The fight has begun this turn: undo that, or wait for the next turn."), "10:2")
    return None


def too_dear(state: State, place: Whereabouts) -> Refusal | None:
    """Why he has no AC for it."""
    rest = left(state, place.piece, place.apart)
    if rest >= PRICE:
        return None
    names = {**place.names, "have": has_ac(place.piece, place.apart), "left": max(0, rest)}
    return Refusal(Text("%(who)s has %(left)s of %(have)s AC left; this takes 1.", names), "9:1")


# ---- into a unit


def against_entering(state: State, place: Whereabouts, unit: Piece, *, openly: bool) -> Refusal | None:
    """What the book has against it; `openly` without what only his own side knows."""
    return too_dear(state, place) or may_enter(*_meeting(state, place, unit, openly=openly))


def can_enter_at_all(state: State, place: Whereabouts, unit: Piece, *, openly: bool) -> bool:
    """Whether nothing that stays as it is keeps him out of this unit."""
    return kept_out(*_meeting(state, place, unit, openly=openly)) is None


def _meeting(state: State, place: Whereabouts, unit: Piece, *, openly: bool) -> tuple[Newcomer, Ranks]:
    """The character and the unit as the rules see them."""
    assert isinstance(unit.profile, UnitProfile)
    hero, leader = place.hero, state.general(place.piece.seat)
    ids = {place.piece.id, hero.id}
    charged = (met for met in state.contacts if met.since == state.turn and met.charger in ids)
    who = Newcomer(
        hero.profile,
        hero.mounted,
        hero.weapon,
        is_general=leader is not None and leader.id == hero.id,
        engaged=state.engaged_before(place.piece.id),
        charged=frozenset(one for met in charged for one in (met.one, met.other) if one not in ids),
        display_name=hero.title,
    )
    standing = unit.seen_heroes if openly else tuple(h for h in unit.heroes if h.alive)
    inside = tuple(h.profile for h in standing)
    enemies = frozenset(state.foes_of(unit.id) or ([""] if state.touches(unit.id) else []))
    ranks = Ranks(
        unit.profile, unit.miniatures, inside, unit.front, enemies, fleeing=unit.facts.flees, display_name=unit.title
    )
    return who, ranks


def _sees_entering(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """All of it but whether it was done anyway: against the book it may be for the sake of who hides in that unit
    alone. What was openly against it the log says."""
    own = seat is not None and seat in (event.seat, event.by)
    return event.data if own or state.over else part(event, "hero", "unit")


@act("enter", label=Text("joining a unit"), sees=_sees_entering)
class EnterAct(OwnHeroAct):
    """A character alone and the unit of his side that he goes into."""

    unit: str
    anyway: bool = False

    @about(OwnHeroAct.place)
    def apply(self, state: State, event: Event, place: Whereabouts) -> State | Refusal:
        unit = state.piece(self.unit)
        if place.inside:
            return Refusal(Text("%(who)s stands in %(unit)s: he must leave it first.", place.names), ENTERING)
        if unit is None or unit.seat != event.seat or unit.unit is None or not unit.miniatures:
            words = Text("A character goes into a unit of his own side that is on the table: choose one.")
            return Refusal(words, ENTERING)
        if refused := busy(state, place.piece.id, unit.id):
            return refused
        if not self.anyway and (found := against_entering(state, place, unit, openly=event.by != event.seat)):
            return found
        state = _moves_done(state, place)
        state = without_piece_of(state, place)
        unit = replace(unit, heroes=(*unit.heroes, replace(place.hero, hidden=False)))
        return with_done(state.with_piece(unit), place.hero.id, PlanStep("join", target=unit.id))

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        place, unit = must(before.place_of(self.hero)), before.known(self.unit)
        against = against_entering(before, place, unit, openly=True) if self.anyway else None
        return [Text("%(who)s joins %(unit)s.", {**place.names, "unit": unit.title}), *done_anyway(against)]


def _moves_done(state: State, place: Whereabouts) -> State:
    """He has come as far as the unit: the moves he was told are made."""
    plan = state.plan_of(place.hero.id)
    while plan.open and plan.open[0].do in MOVES:
        plan = plan.one_done
    return state.with_plan(plan)


def without_piece_of(state: State, place: Whereabouts) -> State:
    """The state in which he stands no more by himself: his piece is gone, or what is left of his unit is without him.

    Nobody charges him any more, nor he anybody; whom he had reached is in contact with the unit he went into.
    """
    piece, hero = place.piece, place.hero
    for charge in state.charges:
        if piece.id in (charge.piece, charge.target) and not charge.end and place.acts_for_piece:
            state = state.with_charge(replace(charge, end="off")).without_asks(charge.id)
    if piece.unit is not None:
        rest = piece.without_hero(hero.id)
        state = state.with_piece(rest)
        return state if rest.standing else state.without_contacts(piece.id)
    joined_ = (*removed(state.joined, piece.id), piece.with_hero(replace(hero, alive=False)))
    return replace(state, pieces=removed(state.pieces, piece.id), joined=joined_).without_contacts(piece.id)


# ---- out of a unit


def against_quitting(state: State, place: Whereabouts) -> Refusal | None:
    """What the book has against it."""
    unit = place.piece
    names = (place.hero.title, unit.unit_title)
    fights, flees = state.touches(unit.id), unit.facts.flees
    return may_quit(*names, engaged=fights, fleeing=flees) or too_dear(state, place)


@act("quit", label=Text("leaving a unit"), sees=everybody)
class QuitAct(OwnHeroAct):
    """A character inside a unit. `shows`: his player knows that it shows a hidden one."""

    anyway: bool = False
    shows: bool = False

    @about(OwnHeroAct.place)
    def apply(self, state: State, event: Event, place: Whereabouts) -> State | Refusal:
        if not place.inside:
            return Refusal(Text("%(who)s is not in a unit.", place.names), ENTERING)
        if refused := busy(state, place.piece.id):
            return refused
        if not self.anyway and (found := against_quitting(state, place)):
            return found
        if refused := shows_himself(place, confirmed=self.shows):
            return refused
        state = stepped_out(state, place)
        return with_done(state, place.hero.id, PlanStep("quit", target=place.piece.id))

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        place = must(before.place_of(self.hero))
        sentences = [*came_to_light(before, self.hero), Text("%(who)s leaves %(unit)s and stands alone.", place.names)]
        return [*sentences, *done_anyway(against_quitting(before, place) if self.anyway else None)]


def stepped_out(state: State, place: Whereabouts) -> State:
    """The state in which he stands alone, with what he did this turn in the unit and by himself."""
    hero, unit = replace(place.hero, hidden=False), place.piece
    plan = state.plan_of(hero.id)
    facts = Facts(
        moved=stronger(unit.facts.moved, moved_of(plan)),
        shot=any(step.do == "shoot" for step in plan.made),
        slowed=unit.facts.slowed,
        ground=unit.facts.ground,
    )
    alone = replace(Piece.alone(unit.seat, hero), facts=facts)
    state = state.with_piece(unit.without_hero(hero.id))
    return replace(state, pieces=(*state.pieces, alone), joined=removed(state.joined, alone.id))
