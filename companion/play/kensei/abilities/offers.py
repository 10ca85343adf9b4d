"""What may be used now, and what stands against what is not: the one place that offers abilities (K49, K51)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.abilities.answering import no_answer, nobody_lends
from companion.play.kensei.combat.duels import ONE_A_TURN, begins_duel, is_free
from companion.play.kensei.deploy import cards
from companion.play.kensei.deploy.cards import next_to_lay
from companion.play.kensei.orders import plans
from companion.play.kensei.owned import GENERAL, Owned, no_more, owned_at, price, standing_of
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn import taisho
from companion.play.traced import part, question
from companion.rules.kensei.abilities.rule import Form, Moment, Window
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Offer:
    """A form of an ability for a user; `against`: what the book has against it now. `about`: what it answers."""

    owned: Owned
    form: Form
    price: int
    against: Refusal | None
    about: str = ""


@part
def owners(state: State, seat: str, window: Window) -> tuple[str, ...]:
    """Who of a side has anything that belongs to this window."""
    every = (*standing_of(state, seat), GENERAL)
    having = ((owner, form) for owner in every for one in owned_at(state, seat, owner) for form in one.rule.forms)
    return tuple(dict.fromkeys(owner for owner, form in having if form.window == window))


def offers(state: State, seat: str, window: Window, about: str = "") -> Iterator[Offer]:
    """Everything a side has that belongs to this window, about this charge, roll, combat, challenge or use."""
    for owner in owners(state, seat, window):
        yield from offers_of(state, seat, owner, window, about)


def offers_of(state: State, seat: str, owner: str, window: Window, about: str) -> Iterator[Offer]:
    """What one of them has."""
    for one in owned_at(state, seat, owner):
        for form in one.rule.forms:
            if form.window == window and no_answer(state, one, form, about) is None:
                yield offer(state, one, form, about)


def offer(state: State, one: Owned, form: Form, about: str = "") -> Offer:
    """This form of it, with what stands against it now: its key says that it shows who is hidden."""
    return Offer(one, form, price(state, one), no_use(state, one, form, about, shows=True), about)


def no_use(state: State, one: Owned, form: Form, about: str, *, shows: bool = False) -> Refusal | None:
    """What the book has against using it now; None where nothing. `shows`: who is hidden is shown first."""
    used, price_ = no_more(state, one, form), _no_price(state, one)
    there = _no_place(state, one, form, about, shows) or nobody_lends(state, one, form)
    return used or price_ or _too_late(state, one) or there or _not_its_phase(state, one, form)


ORDERED: frozenset[Window] = frozenset({"taisho", "order", "charged", "charging"})
FOUGHT: frozenset[Window] = frozenset({"before-in", "challenging", "challenged"})
"""The windows of one phase alone."""


def _not_its_phase(state: State, one: Owned, form: Form) -> Refusal | None:
    if not state.begun:
        return None
    if form.window in ORDERED and state.phase != "orders":
        return one.refusal(Text("Use %(ability)s in the orders phase."))
    if form.window in FOUGHT and state.phase != "combat":
        return one.refusal(Text("Use %(ability)s in the combat phase."))
    return None


def _too_late(state: State, one: Owned) -> Refusal | None:
    """A general uses his ability before he calls units back or gives strategic orders (K70)."""
    if not one.taisho or not any(spent.seat == one.piece.seat for spent in state.spent):
        return None
    return one.refusal(Text("%(who)s has already regrouped or ordered units: the ability comes before that."), "8:3")


def ac_left(state: State, one: Owned) -> int:
    """The AC its user has left this turn."""
    return plans.left(state, one.piece, None if one.acts_for_piece else one.hero)


def _no_price(state: State, one: Owned) -> Refusal | None:
    cost = price(state, one)
    have = taisho.left(state, one.piece.seat) if one.taisho else ac_left(state, one)
    if cost <= have:
        return None
    costs = {"cost": cost, "have": have}
    if one.taisho:
        return one.refusal(Text("%(ability)s costs %(cost)s Commandment Points: %(have)s are left.", costs), "8:3:1")
    return one.refusal(Text("%(ability)s costs %(cost)s AC: %(have)s are left for %(who)s.", costs), "3:4:6")


def _no_place(state: State, one: Owned, form: Form, about: str, shows: bool) -> Refusal | None:
    if form.window == "charging" and not met_by_charge(state, one.piece):
        return NOT_CHARGING
    now = moment(state, one, about)
    words = form.against(replace(now, hidden=now.hidden and not shows))
    if words is None and begins_duel(form) and not any(is_free(state, hero) for hero in heroes_near(state, one)):
        return ONE_A_TURN
    return one.refusal(words) if words is not None else None


def heroes_near(state: State, one: Owned) -> tuple[Hero, ...]:
    """The characters of the enemies it touches."""
    return tuple(hero for enemy in enemies_of(state, one.piece.id) for hero in state.known(enemy).seen_heroes)


NOT_CHARGING = Refusal(Text("Announce its charge or counter-charge first, then use the ability."), "9:5")


def met_by_charge(state: State, piece: Piece) -> tuple[str, ...]:
    """The enemies it charges or counter-charges, from the announcement on."""
    charged = [c.target for c in state.charges if c.piece == piece.id and c.end in ("", "reached")]
    answer = state.reaction_of(piece.id)
    met = next((c.piece for c in state.charges if answer is not None and c.id == answer.charge), "")
    counters = answer is not None and answer.what == "counter" and met
    return tuple(dict.fromkeys((*charged, *([met] if counters else []))))


def moment(state: State, one: Owned, about: str = "") -> Moment:
    """What the table knows of this one now."""
    piece = one.piece
    plan = state.plan_of(piece.id if one.acts_for_piece else one.user)
    plan = plan.without_draft  # what is only drafted shows in no chip but its own side's
    own_shot = any(step.do == "shoot" for step in plan.made)
    met = [contact for contact in state.contacts if contact.touches(piece.id)]
    charge = state.charge(about)
    reaction = state.reaction_of(piece.id)
    return Moment(
        who=one.who,
        engaged=state.engaged_before(piece.id),
        charges=any(step.do == "charge" for step in plan.steps),
        countercharges=reaction is not None and reaction.what == "counter",
        charged_in=charge.zone if charge is not None else "",
        has_shot=piece.facts.shot if one.acts_for_piece else own_shot,
        shoots=any(step.do == "shoot" for step in plan.steps),
        enemies=tuple(state.known(enemy).body for enemy in enemies_of(state, piece.id)),
        turns_in_contact=max((state.turn - contact.since + 1 for contact in met), default=0),
        turn=state.turn,
        hidden=one.hero is not None and one.hero.hidden,
        fleeing_friends=_fleeing(state, piece.seat),
        card_laid=bool(about) and about == cards.just_laid(state, piece.seat),
        all_laid=bool(state.deployment.cards) and next_to_lay(state) is None,
    )


@question
def enemies_of(state: State, piece_id: str) -> tuple[str, ...]:
    """Whom it touches, as far as they stand."""
    met = state.foes_of(piece_id)
    return tuple(piece.id for piece in state.pieces if piece.id in met and piece.standing)


@question
def _fleeing(state: State, seat: str) -> int:
    """How many of a side run away."""
    return sum(piece.facts.flees for piece in state.standing(seat))
