"""Reactions to a charge: asked when it is announced, carried out when it begins (9:5:6, K51 to K53, K88 to K90)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, get_args

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import act, others_word
from companion.play.kensei.ask.kinds import KINDS, Words, choice
from companion.play.kensei.asks import Ask
from companion.play.kensei.fight import aim
from companion.play.kensei.orders.plans import commanded, left, price, spent_beside
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, Flight, PlanStep, React, Reaction
from companion.rules.kensei.after.honor import flight_cm
from companion.rules.kensei.turn.facts import WET, Pace
from companion.rules.text import Refusal, Text, agreeing

RULE = "9:5:6"
OVER = Text("That charge is over or was undone: look at the table as it is now.")
ANSWERED = Text("That charge has its answer already: look at the table as it is now.")
GONE = Text("That charge is over or was undone: nothing is left to react to.")
PRICE: dict[React, int] = {"withstand": 0, "shoot": 1, "counter": 1, "flee": 0}


# ---- a charge announced


def announced_charge(state: State, piece_id: str, target_id: str, before: Iterable[PlanStep]) -> State:
    """The state with this charge announced and its target's side asked how it reacts, where it has a choice."""
    pace: Pace = next((step.pace for step in before if step.do == "advance"), "none")
    name = state.free_name(f"t{state.turn}.charge.{piece_id}>{target_id}")
    return state.with_charge(Charging(name, piece_id, target_id, pace)).given(name)


def asked(state: State) -> State:
    """The state in which each unit that is charged is asked how it reacts: once a turn, at whichever charge at it is
    open (K90). A charge that was stopped leaves the question to the next."""
    for charge in state.charges if state.phase == "orders" else ():
        target, goes_on = state.known(charge.target), is_open(state, charge) and state.piece_of(charge).able
        if goes_on and may_react(state, target) and awaited(state, charge) is None:
            state = state.with_question("react", target.seat, charge.id)
    return state


def may_react(state: State, target: Piece) -> bool:
    """Whether its side has anything to say: in contact it withstands, and it answers once a turn (K51, K90)."""
    settled = state.reaction_of(target.id) is not None or target.facts.fleeing_since == state.turn
    return target.standing and not settled and not state.touches(target.id)


def stands(state: State, ask: Ask) -> bool:
    """Whether a reaction to a charge, or the charge's dice, are still asked: both are there, and it is open."""
    charge = state.charge_of(ask)
    piece, target = state.piece_of(charge), state.known(charge.target)
    there = state.phase == "orders" and piece.able and target.standing and is_open(state, charge)
    return there and (ask.kind == "charge" or may_react(state, target))


def awaited(state: State, charge: Charging) -> Ask | None:
    """The question to the target of this charge how it reacts, while it is open."""
    return next((ask for ask in state.asked("react") if state.charge_of(ask).target == charge.target), None)


def is_open(state: State, charge: Charging) -> bool:
    """Whether it is still to be carried out: it has not ended, and the two do not touch by whatever way."""
    return not charge.end and state.between(charge.piece, charge.target) is None


def pending(state: State, charge: Charging) -> Literal["shoot", "flee"] | None:
    """What the target of this charge has answered and does before the charger moves (K88); in contact it only
    withstands."""
    answer, target = state.reaction_of(charge.target), state.known(charge.target)
    if answer is None or answer.done or not is_open(state, charge) or state.touches(target.id):
        return None
    return answer.what if answer.what in ("shoot", "flee") else None


# ---- the answer


def possible(piece: Piece) -> tuple[React, ...]:
    """The reactions there are for it, whatever the book has against them: who has no weapon to shoot with cannot."""
    every: tuple[React, ...] = get_args(React)
    return tuple(what for what in every if what != "shoot" or piece.ranged_of(piece.lone_id))


def no_reaction(state: State, piece: Piece, what: React) -> Refusal | None:
    """What the book has against this reaction, as far as the table knows it."""
    names = {"unit": piece.title}
    if what == "withstand":
        return None
    if state.touches(piece.id):
        return Refusal(Text("%(unit)s can only withstand: engaged.", names), RULE)
    if piece.facts.flees and what != "flee":
        return Refusal(Text("%(unit)s can only withstand or flee again: in flight.", names), "11:4:2")
    if piece.facts.charged or piece.facts.counter_charged:
        return Refusal(Text("%(unit)s charged and can only withstand.", names), RULE)
    if left(state, piece) < 1:
        return Refusal(Text("%(unit)s can only withstand: no AC is left to react.", names), RULE)
    if what == "shoot":
        return _no_shot(state, piece)
    if what == "counter" and piece.body.is_lone:
        return Refusal(Text("A character outside a unit never counter-charges."), "4:3:11")
    return None


def _no_shot(state: State, piece: Piece) -> Refusal | None:
    names = {"unit": piece.title}
    if not piece.ranged_of(piece.lone_id):
        return Refusal(Text("%(unit)s cannot shoot: no weapon for it.", names), "5:1:9")
    if piece.is_wet(piece.lone_id):
        return WET
    if not piece.loaded:
        return Refusal(Text("%(unit)s cannot shoot: not loaded.", names), "9:3:1")
    plan = state.plan_of(piece.id)
    if price(commanded(piece), plan.steps[: plan.done]) or spent_beside(state, piece):
        return Refusal(Text("%(unit)s spent AC this turn already.", names), RULE)
    return None


@act("react", label=Text("a reaction"), sees=everybody)
class ReactAct(ActForm):
    """`anyway`: although the book has something against it; nobody shoots without a weapon for it."""

    step: str
    what: React
    anyway: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        ask = state.ask_at(self.step)
        charge = state.charge(ask.about) if ask is not None and ask.kind == "react" else None
        if ask is None or charge is None:
            return Refusal(ANSWERED if _answered(state, self.step.removesuffix(".react")) else GONE, RULE)
        if event.seat != ask.seat:
            return others_word(ask.seat, RULE)
        piece = state.known(charge.target)
        found = no_reaction(state, piece, self.what)
        if found and (not self.anyway or self.what not in possible(piece)):
            return found
        answer = Reaction(piece.id, charge.id, self.what, PRICE[self.what], done=self.what == "withstand")
        return replace(state, reactions=(*state.reactions, answer)).without_asks(charge.id)

    def line(self, before: State, event: Event, after: State) -> Text:
        answer = after.reactions[-1]
        charge = must(after.charge(answer.charge))
        rest = tuple(after.title(one.piece) for one in _at_once(after, charge) if one.id != charge.id)
        words = answer_words(after, answer)
        return _counts(words, rest) if rest else words


def _answered(state: State, name: str) -> bool:
    """Whether this charge is under way, and its target's side has said how it reacts."""
    charge = state.charge(name)
    return charge is not None and is_open(state, charge) and state.reaction_of(charge.target) is not None


def _at_once(state: State, charge: Charging) -> tuple[Charging, ...]:
    """The open charges at the target of this one, itself among them."""
    return tuple(one for one in state.charges if one.target == charge.target and is_open(state, one))


def _counts(answer: Text, chargers: tuple[str, ...]) -> Text:
    return Text("%(answer)s That counts against %(units)s too.", {"answer": answer, "units": chargers})


def answered_words(state: State, charge: Charging) -> Text | None:
    """How the target of this charge meets it: its one answer counts against each charger (K90), and in contact it
    withstands without a question; None while it is still to be asked."""
    answer, target = state.reaction_of(charge.target), state.known(charge.target)
    if answer is None:
        held = target.standing and state.touches(target.id)
        return Text("%(unit)s can only withstand: engaged.", {"unit": state.title(charge.target)}) if held else None
    if answer.what != "flee" and target.facts.fleeing_since == state.turn:
        return Text("In flight since the answer: %(unit)s.", {"unit": target.title})
    words = answer_words(state, answer)
    return words if charge.id in (answer.charge, answer.against) else _counts(words, (state.title(charge.piece),))


def answer_words(state: State, answer: Reaction) -> Text:
    """What is told of a reaction: what the unit will do, or has done already."""
    charge = must(state.charge(answer.against or answer.charge))
    names = {"unit": state.title(answer.piece), "enemy": state.title(charge.piece)}
    if answer.against:
        cm = fled_cm(state, charge)
        fled = Text("%(unit)s fled %(cm)s cm from %(enemy)s.", {**names, "cm": cm})
        fled = fled if cm else Text("%(unit)s fled from %(enemy)s.", names)
        return fled if answer.what == "flee" else Text("%(unit)s shot at %(enemy)s, and will withstand.", names)
    words: dict[React, Text] = {
        "withstand": Text("%(unit)s will withstand %(enemy)s.", names),
        "shoot": Text("%(unit)s will shoot at %(enemy)s.", names),
        "counter": Text("%(unit)s will counter-charge %(enemy)s.", names),
        "flee": Text("%(unit)s will flee from %(enemy)s.", names),
    }
    return words[answer.what]


def fled_cm(state: State, charge: Charging) -> int:
    """How far the target of this charge ran from it; 0 where it did not, its dice are not thrown, or something stopped
    it on its way."""
    away = (one for one in state.flights if one.piece == charge.target and one.id.startswith(f"{charge.id}.run"))
    return sum(flight_cm(one.faces) for one in away if one.end is None)


def _words(state: State, ask: Ask) -> Words:
    charge = state.charge_of(ask)
    names: dict[str, Any] = {"unit": state.title(charge.target), "enemy": state.title(charge.piece)}
    if (several := _at_once(state, charge))[1:]:
        names["enemies"] = tuple(state.title(one.piece) for one in several)
        return (
            Text(
                "Charged at once: %(unit)s, by %(enemies)s. The same reaction counts against all. Which is it?", names
            ),
            Text("Waiting for the reaction of %(unit)s to %(enemies)s.", names),
        )
    return (
        agreeing(
            "%(enemy)s charges %(unit)s. What is the reaction?",
            "%(enemy)s charge %(unit)s. What is the reaction?",
            names,
            alone=state.piece_of(charge).lone is not None,
        ),
        Text("Waiting for the reaction of %(unit)s to %(enemy)s.", names),
    )


# ---- carried out, before the charger moves


@act("reply", label=Text("a reaction carried out"), sees=everybody)
class ReplyAct(ActForm):
    """The charge before which the reaction is carried out."""

    charge: str

    def apply(self, state: State, event: Event) -> State | Refusal:
        charge = state.charge(self.charge)
        if charge is None or not is_open(state, charge):
            return Refusal(OVER, RULE)
        reaction = state.reaction_of(charge.target)
        if reaction is None or pending(state, charge) is None:
            return Refusal(Text("Nothing is left to be done before that charge: look at the table as it is now."), RULE)
        piece, enemy = state.known(charge.target), state.piece_of(charge)
        if event.seat != piece.seat:
            return others_word(piece.seat, RULE)
        if not enemy.standing or not piece.standing:
            return Refusal(Text("One of the two is no longer on the table: nothing is left to react to."), RULE)
        state = state.with_reaction(replace(reaction, done=True, against=charge.id))
        return _shoots(state, piece, enemy) if reaction.what == "shoot" else _flees(state, piece, charge)

    def line(self, before: State, event: Event, after: State) -> Text:
        charge = must(after.charge(self.charge))
        names = {"unit": after.title(charge.target), "enemy": after.title(charge.piece)}
        if after.running is not None and after.running.attacker == charge.target:
            return Text("Shot first: %(unit)s, at %(enemy)s.", names)
        return Text("Flight first: %(unit)s, from %(enemy)s.", names)


def _shoots(state: State, piece: Piece, enemy: Piece) -> State | Refusal:
    """The withstanding shot opens with what is known of it (K52)."""
    opened = aim.shot(state, piece, enemy.id, withstand_and_shoot=True)
    reaction = state.reaction_of(piece.id)
    if isinstance(opened, Refusal) or reaction is None:
        return opened
    return opened.with_reaction(replace(reaction, shot=opened.chains[-1].id))


def given_back(state: State) -> State:
    """The state in which a shot that was called off before any die is left to be made: its unit has not reacted."""
    for one in state.reactions:
        chain = state.chain(one.shot)
        if one.shot and chain is None:
            state = state.with_reaction(replace(one, done=False, against="", shot=""))
        elif chain is not None and chain.attack is not None:
            state = state.with_reaction(replace(one, shot=""))
    return state


def _flees(state: State, piece: Piece, charge: Charging) -> State:
    """It runs away straight from its charger; only its dice are open (K28, K59)."""
    name = state.free_name(f"{charge.id}.run")
    state = state.given(name).with_flight(Flight(name, piece.id, charge.piece))
    state = state.breaks(piece, state.turn)
    return state.with_question("escape", piece.seat, name)


KINDS |= {"react": choice(RULE, _words, Text("No dice are needed yet: choose the reaction first."), stands)}
