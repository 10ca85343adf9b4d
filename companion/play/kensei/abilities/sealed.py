"""The abilities of a combat: chosen under the seal of its initiative dice, used before these lie open (K49, 10:2:4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.play.game import Event, Line
from companion.play.kensei.abilities.offers import Offer, no_use, offers
from companion.play.kensei.abilities.using import begun, is_secret, new_uses, used_words
from companion.play.kensei.acts import BattleAct, act
from companion.play.kensei.ask.frozen import freeze_number
from companion.play.kensei.combat import initiative
from companion.play.kensei.combat.duels import gone_on, names, spoken, spoken_words, under_way
from companion.play.kensei.markers import with_facts
from companion.play.kensei.owned import find
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.pieces import other as other_side
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Melee, Striker, declares, first_roll
from companion.rules.text import Refusal, Text, joined

ANYWAY = "!"
"""Ends the word for an ability that is used although the book has something against it."""


def offered(state: State, melee: Melee, seat: str) -> tuple[Offer, ...]:
    """What a side may use in this combat before initiative, each with what stands against it."""
    if not declares(melee):
        return ()
    return tuple(offers(state, seat, "before-in", melee.id))


def openly(state: State, melee: Melee) -> bool:
    """Whether either side may use something of which both know."""
    every = (one for seat in SEATS for one in offered(state, melee, seat))
    return any(one.against is None and not is_secret(state, one.owned) for one in every)


def word(ability: str, form: str, against: Refusal | None = None) -> str:
    """As a form names it: `clean-cut`, `metsuke/capture`, `vanishing!` for what the book has something against."""
    return f"{ability}{f'/{form}' if form else ''}{ANYWAY if against else ''}"


def refused(state: State, melee: Melee, seat: str, said: Mapping[str, str]) -> Refusal | None:
    """Why these cannot be used, each user's by its word; None where they can."""
    if said and not declares(melee):
        words = Text("Abilities are used before initiative: now only dice are asked.")
        return Refusal(words, "3:4:6")
    able = offered(state, melee, seat)
    for user, wanted in said.items():
        name = wanted.removesuffix(ANYWAY)
        his = (o for o in able if o.owned.user == user)
        one = next((o for o in his if word(o.owned.ability.id, o.form.id) == name), None)
        if one is None:
            words = Text("Nobody on your side in this combat has that ability: choose one that is offered.")
            return Refusal(words, "3:4:6")
        if one.against is not None and not wanted.endswith(ANYWAY):
            return one.against
    return None


def used(state: State, melee: Melee) -> State:
    """With the abilities both sides have sealed, used at once; those of who has the command are asked first."""
    for seat in (state.commanding, other_side(state.commanding)):
        given = melee.given.get(seat)
        for user, wanted in given.abilities.items() if given else ():
            state = _begun(state, melee, seat, user, wanted)
    found = must(state.melee(melee.id))
    bare = {seat: replace(given, abilities={}) for seat, given in found.given.items()}
    return state.with_melee(replace(found, given=bare, declared=True))


def _begun(state: State, melee: Melee, seat: str, user: str, wanted: str) -> State:
    """One of them used; nothing, where something has come between, as the death of its user."""
    name, _, form_id = wanted.removesuffix(ANYWAY).partition("/")
    one = find(state, seat, user, name)
    form = one.rule.form(form_id) if one is not None else None
    if one is None or form is None:
        return state
    if not wanted.endswith(ANYWAY) and no_use(state, one, form, melee.id) is not None:
        return state
    return begun(state, one, form, melee.id)


# ---- the act


@act("initiative", dice=True, sees=initiative.sees)
class InitiativeAct(initiative.InitiativeData, BattleAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        after = initiative.give(state, event, self)
        found = initiative.step_at(state, self.step)
        if isinstance(after, Refusal) or found is None:
            return after
        return refused(state, found[0], event.seat, self.ability) or after

    def line(self, before: State, event: Event, after: State) -> Line:
        """With what both sides have used, once the second has given."""
        line = initiative.give_line(before, event, self, after)
        uses = [used_words(after, use) for use in new_uses(before, after)]
        return replace(line, public=joined([line.public, *uses])) if uses and line.public is not None else line


# ---- when sealed initiative lies open: all sides have given theirs, abilities are rolled


def tidied(state: State) -> State:
    """The dice of every combat for which all sides have given theirs lie open, once its challenges are over.

    What went on from an earlier turn is taken up as soon as a combat begins.
    """
    for listed in state.melees:
        melee = listed
        if first_roll(melee) and not melee.given:
            melee = gone_on(state, melee)
            may_use = openly(state, melee)
            known = initiative.nothing_to_choose(state, melee) and not may_use
            melee = replace(melee, settled=melee.settled or known)
            state = state.with_melee(melee)
        if any(given.challenges for given in melee.given.values()):
            melee = spoken(state, melee)
            state = state.with_melee(melee)
        if declares(melee) and melee.given and not initiative.awaited_sides(state, melee):
            state = used(state, melee)
            melee = must(state.melee(melee.id))
        if melee.given and not initiative.awaited_sides(state, melee) and not under_way(state, melee):
            state = _opened(state, melee)
    return state


def log_lines(before: State, after: State) -> tuple[Text, ...]:
    """A line for each confrontation that this event takes up again, or begins without a word of its own; and for each
    order of strikes that no die has to settle."""
    known = {one.id for melee in before.melees for one in melee.confrontations}
    new = [one for melee in after.melees for one in melee.confrontations if one.goes_on and one.id not in known]
    going = (Text("The confrontation of %(one)s and %(other)s goes on.", names(after, one)) for one in new)
    settled = {melee.id for melee in before.melees if melee.settled}
    orders = (
        Text(
            "No initiative roll: %(order)s.",
            {"order": tuple(place_words(after, s) for s in initiative.strikers_in_order(melee))},
        )
        for melee in after.melees
        if melee.settled and melee.id not in settled
    )
    # challenges that abilities held up, or that one of them is
    given = (one for one in before.melees if one.given and not initiative.awaited_sides(before, one))
    begun = (words for melee in given for words in spoken_words(melee, after, {}))
    return (*going, *begun, *orders)


def place_words(state: State, striker: Striker) -> Text:
    """Where a striker stands in an order that no die had to settle."""
    who = {"who": initiative.striker_name(state, striker)}
    return Text("%(who)s last, reached in flight", who) if striker.flees else Text("%(who)s first", who)


def _opened(state: State, melee: Melee) -> State:
    if first_roll(melee):
        for piece_id in (one for given in melee.given.values() for one in given.defensive):
            state = with_facts(state, state.known(piece_id), defensive=True)
        held = tuple(one for given in melee.given.values() for one in given.obstacle)
        numbers = initiative.numbers_now(state, melee, held)
        melee = replace(melee, initiative={one: freeze_number(number) for one, number in numbers.items()})
    dice = {one: die for given in melee.given.values() for one, die in given.dice.items()}
    opened = {**melee.dice, **{one: (*melee.dice.get(one, ()), die) for one, die in dice.items()}}
    return state.with_melee(replace(melee, dice=opened, given={}))
