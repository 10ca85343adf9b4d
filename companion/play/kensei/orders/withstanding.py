"""A Bushi with a bow shoots beside his unit when it withstands a charge and shoots: his own AC, load and dice (4:3:5,
4:3:7, 9:5:6; K47, K52).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.fight.words import joined
from companion.play.kensei.ordered import Charging, PlanStep
from companion.play.kensei.orders.characters import came_to_light, inserted, own_hero, seen, shot, shows_himself
from companion.play.kensei.orders.places import Whereabouts, commanded, has_ac, left, place_of
from companion.play.kensei.orders.plans import plan_of, reaction_of
from companion.play.kensei.orders.reacting import charge_of
from companion.play.kensei.orders.words import title
from companion.play.kensei.state import State
from companion.rules.text import Refusal, Text

RULE = "9:5:6"


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
        return Refusal(Text("No charge at %(unit)s waits: look at the table as it is now.", names), RULE)
    if not place.inside or answer is None or answer.what != "shoot":
        return Refusal(Text("%(who)s shoots here only beside a unit that withstands and shoots.", names), RULE)
    if not commanded(place).shoots:
        return Refusal(Text("%(who)s carries nothing to shoot with.", names), "5:1:9")
    if not place.hero.loaded:
        return Refusal(Text("%(who)s has not loaded.", names), "9:3:1")
    if left(state, place) < has_ac(place):
        return Refusal(Text("%(who)s has spent AC this turn already.", names), RULE)
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
                asked = Text("%(who)s may shoot at %(enemy)s too, before it moves.", names)
                yield HeroReply(charge.id, place.hero.id, piece.seat, words, asked, place.hero.hidden)


def _reply(state: State, event: Event, data: HeroReplyData) -> State | Refusal:
    place = own_hero(state, event, data.hero, answers=True)
    if isinstance(place, Refusal):
        return place
    charge = charge_of(state, data.charge)
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
    charge = charge_of(after, data.charge)
    place = place_of(before, data.hero)
    assert charge is not None
    assert place is not None
    names = {"who": place.hero.title, "enemy": title(after, charge.piece)}
    told = Text("%(who)s shoots before %(enemy)s moves.", names)
    return Line(joined([*came_to_light(before, data.hero), told]))


ACTS = (Act("hero-reply", HeroReplyData, _reply, _line, called=lambda _: Text("a character's shot"), sees=everybody),)
