"""When sealed initiative lies open: all sides have given theirs, abilities are rolled, and no challenge is left
(10:2:3, 10:2:4, K49).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.play.kensei.abilities import sealed
from companion.play.kensei.ask.frozen import freeze_number
from companion.play.kensei.combat.duels import gone_on, is_open, names, spoken, spoken_words
from companion.play.kensei.combat.initiative import (
    awaited,
    nothing_to_choose,
    numbers_now,
    striker_name,
    strikers_in_order,
)
from companion.play.kensei.markers import with_facts
from companion.play.kensei.melee import Melee, Striker, first_roll
from companion.play.kensei.state import State, must
from companion.rules.text import Text


def tidied(state: State) -> State:
    """The dice of every combat for which all sides have given theirs lie open, once its challenges are over.

    What went on from an earlier turn is taken up as soon as a combat begins.
    """
    for begun in state.melees:
        melee = begun
        if first_roll(melee) and not melee.given:
            melee = gone_on(state, melee)
            may_use = sealed.openly(state, melee)
            known = nothing_to_choose(state, melee) and not may_use
            melee = replace(melee, settled=melee.settled or known)
            state = state.with_melee(melee)
        if melee.given and not awaited(state, melee):
            state = sealed.used(state, melee)
            melee = _now(state, melee)
        if melee.given and not awaited(state, melee) and not sealed.under_way(state, melee):
            melee = spoken(state, melee)
            state = state.with_melee(melee)
            if not any(is_open(state, c) for c in melee.confrontations):
                state = _opened(state, melee)
    return state


def _now(state: State, melee: Melee) -> Melee:
    """The combat after what was used in it."""
    return must(state.melee(melee.id))


def told(before: State, after: State) -> tuple[Text, ...]:
    """A line for each confrontation that this event takes up again, or begins without a word of its own; and for each
    order of strikes that no die has to settle."""
    known = {one.id for melee in before.melees for one in melee.confrontations}
    new = [one for melee in after.melees for one in melee.confrontations if one.goes_on and one.id not in known]
    going = (Text("The confrontation of %(one)s and %(other)s goes on.", names(after, one)) for one in new)
    settled = {melee.id for melee in before.melees if melee.settled}
    orders = (
        Text(
            "No initiative roll: %(order)s.", {"order": tuple(place_words(after, s) for s in strikers_in_order(melee))}
        )
        for melee in after.melees
        if melee.settled and melee.id not in settled
    )
    begun = (words for melee in before.melees for words in _spoken_now(before, melee, after))
    return (*going, *begun, *orders)


def place_words(state: State, striker: Striker) -> Text:
    """Where a striker stands in an order that no die had to settle."""
    who = {"who": striker_name(state, striker)}
    return Text("%(who)s last, reached in flight", who) if striker.flees else Text("%(who)s first", who)


def _spoken_now(before: State, melee: Melee, after: State) -> Iterator[Text]:
    """The challenges that abilities held up, or that one of them is."""
    if not melee.given or awaited(before, melee):
        return
    yield from spoken_words(melee, after, {})


def _opened(state: State, melee: Melee) -> State:
    if first_roll(melee):
        for piece_id in (one for given in melee.given.values() for one in given.defensive):
            if (piece := state.piece(piece_id)) is not None:
                state = with_facts(state, piece, defensive=True)
        held = tuple(one for given in melee.given.values() for one in given.obstacle)
        numbers = numbers_now(state, melee, held)
        melee = replace(melee, initiative={one: freeze_number(number) for one, number in numbers.items()})
    dice = {one: die for given in melee.given.values() for one, die in given.dice.items()}
    opened = {**melee.dice, **{one: (*melee.dice.get(one, ()), die) for one, die in dice.items()}}
    how = {**melee.how, **{seat: given.how for seat, given in melee.given.items()}}
    return state.with_melee(replace(melee, dice=opened, given={}, how=how))
