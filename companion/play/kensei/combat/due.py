"""What a combat under way wants next, of whom: initiative dice, then each strike in its order (10:2:4, 10:2:5)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.play.game import Due
from companion.play.kensei.ask.forest import urgent
from companion.play.kensei.combat.duels import duel_step, is_open, names, place_of, rolling_duel, strikers_left
from companion.play.kensei.combat.initiative import (
    awaited,
    rolling_of,
    step_of,
    striker_name,
    totals,
)
from companion.play.kensei.combat.reach import piece_of
from companion.play.kensei.combat.strikes import beside_nobody, shares_dice, upcoming
from companion.play.kensei.melee import Confrontation, Melee, Striker, first_roll
from companion.play.kensei.state import State
from companion.rules import counts
from companion.rules.kensei.fight.confrontation import may_refuse
from companion.rules.text import Text, player_at


def due(state: State) -> tuple[Due, ...]:
    """The acts of the combats under way; a strike waits while the dice of another are in somebody's hand."""
    if is_past(state):
        return ()
    found = [one for melee in state.melees for one in _before_strikes(state, melee)]
    strikes = (_strike(state, melee, s) for melee in state.melees for s in next_striker(state, melee))
    return (*found, *strikes)


def next_striker(state: State, melee: Melee) -> tuple[Striker, ...]:
    """Whose strike is due in a combat; nobody's while other dice are in somebody's hand."""
    return () if is_past(state) or urgent(state) else upcoming(state, melee)[:1]


def is_past(state: State) -> bool:
    """Whether the combats are judged already: what was left unfinished then stays so (11:2)."""
    return state.phase == "resolution"


def _before_strikes(state: State, melee: Melee) -> Iterator[Due]:
    """Confrontations, and when they are over initiative: a Bushi who died in one lends none (10:2:3, K65)."""
    open_ = [one for one in melee.confrontations if is_open(state, one)]
    for one in open_:
        yield from _duel(state, one)
    if not open_:
        yield from _initiative(state, melee)


def _duel(state: State, one: Confrontation) -> Iterator[Due]:
    told = names(state, one)
    if one.refused is None:
        words = Text("%(one)s challenges %(other)s: accept, or refuse.", told)
        if one.bound or not may_refuse(place_of(state, one.challenger)[1].profile):
            words = Text("%(one)s challenges %(other)s, who cannot refuse: accept.", told)
        waiting = Text("%(one)s challenges %(other)s: the answer is awaited.", told)
        yield Due(place_of(state, one.challenged)[0].seat, "duel", words, f"{one.id}.answer", {"waiting": waiting})
    for hero in rolling_duel(one):
        piece, who = place_of(state, hero)
        words = Text("Roll 1 die for %(who)s: who strikes first?", {"who": who.title})
        if one.refused:
            words = Text("Roll 1 die for %(who)s: is the refused challenge fought?", {"who": who.title})
        waiting = Text("The die of %(who)s is awaited.", {"who": who.title})
        yield Due(piece.seat, "duel", words, duel_step(one, hero), {"dice": 1, "waiting": waiting})
    if not urgent(state):
        for hero in strikers_left(state, one)[:1]:
            words = duel_strike_words(state, one, hero)
            yield Due(place_of(state, hero)[0].seat, "duel", words, f"{one.id}.{hero}", {"waiting": words})


def duel_strike_words(state: State, one: Confrontation, hero: str) -> Text:
    """Whose strike of a confrontation is next."""
    foe = place_of(state, one.foe(hero))[1].title
    return Text("%(who)s strikes %(whom)s with all his dice.", {"who": place_of(state, hero)[1].title, "whom": foe})


def _initiative(state: State, melee: Melee) -> Iterator[Due]:
    for seat in awaited(state, melee):
        words, dice = initiative_words(state, melee, seat), len(rolling_of(state, melee, seat))
        others = Text("Initiative is awaited of %(side)s.", {"side": player_at(seat)})
        yield Due(seat, "initiative", words, step_of(melee, seat), {"dice": dice, "waiting": others})


def initiative_words(state: State, melee: Melee, seat: str) -> Text:
    """What a side throws for its strikers."""
    mine = rolling_of(state, melee, seat)
    said = {"dice": counts.dice(len(mine)), "who": tuple(striker_name(state, s) for s in mine)}
    if first_roll(melee):
        return Text("Roll %(dice)s for initiative: %(who)s.", said)
    return Text("A tie: roll %(dice)s again for %(who)s.", said)


def _strike(state: State, melee: Melee, striker: Striker) -> Due:
    words = sentence(state, melee, striker)
    step = f"{melee.id}.{striker.id}"
    return Due(piece_of(state, striker).seat, "strike", words, step, {"waiting": words})


def sentence(state: State, melee: Melee, striker: Striker) -> Text:
    """The next striker and what gives him the turn."""
    values = totals(melee).get(striker.id)
    names = {"who": striker_name(state, striker), "value": values[0] if values else ""}
    if shares_dice(state, melee, striker):
        return (
            Text("%(who)s shares its dice out, then strikes: IN %(value)s.", names)
            if values
            else Text("%(who)s shares its dice out, then strikes: last, it was reached in flight.", names)
        )
    if values:
        return Text("%(who)s strikes: IN %(value)s.", names)
    if beside_nobody(melee, striker):
        return Text("%(who)s strikes by himself: his unit does not.", names)
    if not striker.flees:
        return Text("%(who)s strikes first: its enemy was reached in flight.", names)
    return Text("%(who)s strikes last: it was reached in flight.", names)
