"""The abilities of a combat: chosen under the seal of the initiative dice, used before these lie open (K49, 10:2:4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.play.acts import Act
from companion.play.game import Event, Line
from companion.play.kensei.abilities.offers import Offer, no_use, offers
from companion.play.kensei.abilities.using import begun, is_secret, new_uses, used_words
from companion.play.kensei.combat.initiative import InitiativeData, give, give_line, sees, step_of
from companion.play.kensei.fight.words import joined
from companion.play.kensei.melee import Melee, first_roll
from companion.play.kensei.owned import find
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.pieces import other as other_side
from companion.play.kensei.state import State, must
from companion.play.kensei.uses import Use
from companion.rules.text import Refusal, Text

ANYWAY = "!"
"""Ends the word for an ability that is used although the book has something against it."""


def offered(state: State, melee: Melee, seat: str) -> tuple[Offer, ...]:
    """What a side may use in this combat before initiative, each with what stands against it."""
    if not first_roll(melee):
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
    if said and not first_roll(melee):
        words = Text("Abilities are used before the first initiative roll: this one parts a tie.")
        return Refusal(words, "3:4:6")
    able = offered(state, melee, seat)
    for user, wanted in said.items():
        name = wanted.removesuffix(ANYWAY)
        his = (o for o in able if o.owned.user == user)
        one = next((o for o in his if word(o.owned.ability.id, o.form.id) == name), None)
        if one is None:
            words = Text("Nobody of yours in this combat has that ability: choose one that is offered.")
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
    return state.with_melee(replace(found, given=bare))


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


def uses_in(state: State, melee: Melee) -> tuple[Use, ...]:
    """The abilities used in this combat before its initiative."""
    return tuple(use for use in state.uses if use.about == melee.id)


def under_way(state: State, melee: Melee) -> bool:
    """Whether anything of them is still to be said or thrown."""
    return any(state.undecided(use) for use in uses_in(state, melee))


# ---- the act


def _give(state: State, event: Event, data: InitiativeData) -> State | Refusal:
    after = give(state, event, data)
    melee = next((m for m in state.melees for seat in SEATS if step_of(m, seat) == data.step), None)
    if isinstance(after, Refusal) or melee is None:
        return after
    return refused(state, melee, event.seat, data.ability) or after


def _give_line(before: State, event: Event, data: InitiativeData, after: State) -> Line:
    """With what both sides have used, once the second has given."""
    line = give_line(before, event, data, after)
    uses = [used_words(after, use) for use in new_uses(before, after)]
    return replace(line, public=joined([line.public, *uses])) if uses and line.public is not None else line


ACTS = (Act("initiative", InitiativeData, _give, _give_line, dice=True, sees=sees),)
