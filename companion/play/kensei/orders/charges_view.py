"""Charges, the reactions to them and their dice, as pages show them (9:5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

from companion.play.kensei.ask.kinds import KINDS, AskView
from companion.play.kensei.chains import Chain
from companion.play.kensei.fight.situation import entered_by
from companion.play.kensei.orders import reacting
from companion.play.kensei.orders.charging import by_die, charge_rules, counter_cm, first, staked
from companion.play.kensei.orders.plans import FARTHER
from companion.play.kensei.orders.reacting import PRICE, answered_words, fled_cm, is_open, no_reaction, pending
from companion.play.kensei.orders.rows import Strip, react_strip
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, React
from companion.play.traced import part
from companion.rules.dice import TEN
from companion.rules.kensei.orders.charge import NEAR_CM, Charge, Gap
from companion.rules.text import Refusal, Text, agreeing


@dataclass(frozen=True, slots=True)
class ChargeView:
    """A charge that is still to be carried out. `reply`: what its target does first; `lost`: its target is gone."""

    id: str
    piece: str
    seat: str
    sentence: Text
    straight: bool
    """Its advance may have brought it there."""
    advances: bool
    """Its dice follow an advance; else they bridge the whole way."""
    arcs: bool
    """Its target has a front, a flank and a rear: a character on his own has none (4:3:3)."""
    keys: tuple[Gap, ...]
    """Each with what its advance left, and the chance that the dice bridge it."""
    turned: Gap
    far: str
    """What the key sends that says: farther than any dice reach."""
    rear: bool
    """Its target runs away: it is reached in the rear (K60)."""
    reply: str
    """The reaction that comes first: shoot or flee; empty where nothing does."""
    reply_seat: str
    reply_words: Text | None
    reply_sentence: Text | None
    """What its side is told to do."""
    answered: Text | None
    """What its target has answered."""
    first: Refusal | None
    """What comes before it."""
    staked: Refusal | None = None
    """Why riders cannot charge the front of its target."""
    lost: bool = False
    shorter: Text | None = None
    """What an ability took off its way."""
    beyond: bool = False
    """Its target stands farther than its advance, as the shot at it has told: there is no contact before the dice."""
    known: Gap | None = None
    """What its advance leaves of the distance that was measured for the shot at it."""
    engaged: bool = False
    """Its target is in contact already: from where it is charged is asked before anything is tapped."""
    fled: bool = False
    """Its target has run from it: it may be too far."""
    outrun: bool = False
    """Its target is too far, whatever lay between them."""


@dataclass(frozen=True, slots=True)
class CounterView:
    """A counter-charge that may be made after a charge fell short."""

    id: str
    seat: str
    sentence: Text
    beyond: Text | None = None
    """Its enemy fell short by more than that."""


@dataclass(frozen=True, slots=True)
class ReactOption:
    what: React
    ac: int
    against: Refusal | None
    strip: Strip | None
    """What it may come to."""


@dataclass(frozen=True, slots=True)
class ReactView:
    """How a unit reacts, as its side is asked."""

    seat: str
    step_id: str
    sentence: Text
    waiting: Text
    options: tuple[ReactOption, ...]
    charge: str

    @property
    def objections(self) -> tuple[Refusal, ...]:
        """What the book has against any of them, each said once."""
        return tuple({str(one.against): one.against for one in self.options if one.against}.values())


def charge_views(state: State) -> Iterator[ChargeView]:
    """The charges that are still to be carried out."""
    dicing = {ask.about for ask in state.asked("charge")}
    for charge in state.charges:
        if is_open(state, charge) and charge.id not in dicing and state.piece_of(charge).able:
            yield _charge(state, charge.id)


@part
def _charge(state: State, charge_id: str) -> ChargeView:
    charge = must(state.charge(charge_id))
    piece, target = state.piece_of(charge), state.known(charge.target)
    rules = charge_rules(state, charge)
    names = {"unit": piece.title, "enemy": target.title, "cm": f"{rules.carries_cm:g}"}
    alone = piece.lone is not None
    words = agreeing(
        "%(unit)s charges %(enemy)s: his advance is up to %(cm)s cm.",
        "%(unit)s charge %(enemy)s: their advance is up to %(cm)s cm.",
        names,
        alone=alone,
    )
    if not rules.carries_cm:
        words = agreeing(
            "%(unit)s charges %(enemy)s without an advance.",
            "%(unit)s charge %(enemy)s without an advance.",
            names,
            alone=alone,
        )
    if not target.standing:
        words = Text("Nothing of %(enemy)s is left for %(unit)s to charge.", names)
    reply = pending(state, charge) if target.standing else None
    several = sum(is_open(state, one) and one.target == target.id for one in state.charges) > 1
    replies = _reply_words(names, one=target.lone is not None, several=several)
    asked = {
        "shoot": Text("Shoot at %(unit)s with %(enemy)s, before the charge.", names),
        "flee": agreeing(
            "Before the charge, %(enemy)s flees from %(unit)s.",
            "Before the charge, %(enemy)s flee from %(unit)s.",
            names,
            alone=target.lone is not None,
        ),
    }
    turns, fled = by_die(state, charge), fled_cm(state, charge)
    return ChargeView(
        id=charge.id,
        piece=piece.id,
        seat=piece.seat,
        sentence=words,
        straight=rules.carries_cm > 0 and not turns,
        advances=rules.carries_cm > 0,
        arcs=target.lone is None,
        keys=_keys(rules, NEAR_CM if turns else 1),
        turned=_key(rules, NEAR_CM, turned=True),
        far=FARTHER,
        rear=target.facts.flees,
        reply=reply or "",
        reply_seat=target.seat,
        reply_words=replies[reply] if reply else None,
        reply_sentence=asked[reply] if reply else None,
        answered=answered_words(state, charge),
        first=first(state, charge) if target.standing else None,
        staked=staked(state, charge) if target.standing else None,
        lost=not target.standing,
        shorter=_shorter(state, charge),
        beyond=_least_left(state, charge, rules) > 0,
        known=None if turns else _known(state, charge, rules),
        engaged=state.touches(target.id),
        fled=fled > 0,
        outrun=fled > rules.carries_cm + TEN * rules.most_dice,
    )


def _reply_words(names: dict[str, str], *, one: bool, several: bool) -> dict[str, Text]:
    """The keys of who shoots or flees first; at or from whom, where several charge."""
    shoot = agreeing("%(enemy)s shoots first", "%(enemy)s shoot first", names, alone=one)
    flee = agreeing("%(enemy)s flees", "%(enemy)s flee", names, alone=one)
    if several:
        shoot = agreeing("%(enemy)s shoots at %(unit)s", "%(enemy)s shoot at %(unit)s", names, alone=one)
        flee = agreeing("%(enemy)s flees from %(unit)s", "%(enemy)s flee from %(unit)s", names, alone=one)
    return {"shoot": shoot, "flee": flee}


def _known(state: State, charge: Charging, rules: Charge) -> Gap | None:
    """Its target has shot at it where it still stands: that distance is measured already (9:5:6). None where a key for
    several centimeters was tapped, where the advance is enough, and where no dice reach."""
    shot = _shot(state, charge)
    exact = shot is not None and entered_by(shot) is None
    left = ceil(_least_left(state, charge, rules)) if exact else 0
    key = _key(rules, left) if left > 0 else None
    return key if key is not None and key.chance else None


def _least_left(state: State, charge: Charging, rules: Charge) -> float:
    """The centimeters its advance leaves at the least, by the distance of the shot at it, or by how far its target ran;
    0 or less where it did neither, or not as far as the advance."""
    shot = _shot(state, charge)
    if shot is None:
        return fled_cm(state, charge) - rules.carries_cm
    band = entered_by(shot)
    return (band.low if band is not None else shot.situation.distance_cm or 0) - rules.carries_cm


def _shot(state: State, charge: Charging) -> Chain | None:
    """What its target has shot at it."""
    answer = state.reaction_of(charge.target)
    if answer is None or answer.against != charge.id:
        return None
    shots = (one for one in state.chains if (one.attacker, one.defender) == (charge.target, charge.piece))
    return next((one for one in shots if one.situation.withstand_and_shoot), None)


def _shorter(state: State, charge: Charging) -> Text | None:
    """Which ability took how much off its way (K74)."""
    if not charge.minus_cm:
        return None
    names = tuple(use.name for use in state.uses if use.about == charge.id and use.holds)
    return Text("%(ability)s: −%(cm)s cm.", {"ability": names, "cm": charge.minus_cm})


@lru_cache(maxsize=256)  # a battle asks for the same few again and again
def _keys(rules: Charge, least: int) -> tuple[Gap, ...]:
    every = (_key(rules, cm) for cm in range(least, TEN * rules.most_dice + 1))
    return tuple(key for key in every if key.chance)


def _key(rules: Charge, left_cm: int, *, turned: bool = False) -> Gap:
    return Gap(left_cm, replace(rules, gap_cm=rules.carries_cm + left_cm, turned=turned).chance)


def counter_views(state: State) -> Iterator[CounterView]:
    """The counter-charges that may be made now."""
    for charge in state.charges:
        answer, piece = state.reaction_of(charge.target), state.known(charge.target)
        if charge.end != "short" or answer is None or answer.what != "counter" or answer.done:
            continue
        if piece.able and not state.touches(piece.id):
            most, enemy = counter_cm(state, piece), state.title(charge.piece)
            names = {"unit": piece.title, "enemy": enemy, "cm": f"{most:g}"}
            words = Text("%(unit)s may counter-charge %(enemy)s: up to %(cm)s cm.", names)
            away = Text("Too far: %(cm)s cm to %(enemy)s.", {"enemy": enemy, "cm": f"{charge.stands_cm:g}"})
            yield CounterView(charge.id, piece.seat, words, away if charge.stands_cm > most else None)


def charge_dice(state: State) -> Iterator[AskView]:
    """The dice of charges that are due."""
    for ask in state.asked("charge"):
        rules = charge_rules(state, state.charge_of(ask))
        yield replace(KINDS["charge"].asked(state, ask), least=rules.least or 0, chance=rules.chance)


# ---- reactions


def react_views(state: State) -> Iterator[ReactView]:
    """How charged units react, while they are asked."""
    return (_react(state, ask.id) for ask in state.asked("react"))


@part
def _react(state: State, ask_id: str) -> ReactView:
    ask = must(state.ask(ask_id))
    charge = state.charge_of(ask)
    piece = state.known(charge.target)
    words, others = KINDS["react"].words(state, ask)
    options = []
    for what in reacting.possible(piece):
        against_it = no_reaction(state, piece, what)
        strip = None if against_it else react_strip(state, charge, piece, what)
        options.append(ReactOption(what, PRICE[what], against_it, strip))
    return ReactView(ask.seat, ask.id, words, others, tuple(options), charge.id)
